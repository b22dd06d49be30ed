/** What `onStep` and `stream` of this package give with `logprobs`, as JSON: a list of steps, or one. */

import { MOST_IDS } from './layout.js';
import { partial } from './partial.js';
import { count, problem, quoted } from './problem.js';

/** @returns {boolean} whether a JSON value is a step of this package with logprobs, or a list of them */
export const isPackageSteps = (json) => {
  const first = Array.isArray(json) ? json[0] : json;
  return (
    first instanceof Object && Array.isArray(first.top) && Object.hasOwn(first, 'logprob') && Object.hasOwn(first, 'id')
  );
};

/**
 * @param {object | object[]} json `{ id, logprob, top: [{ id, logprob }] }` for each step; JSON writes -Infinity as
 * null
 * @returns {import('./partial.js').Partial} tokens by id alone
 * @throws {FileProblem}
 */
export function packageSteps(json) {
  const steps = Array.isArray(json) ? json : [json];
  return partial(steps.map((step, at) => ofStep(step, at)));
}

function ofStep(step, at) {
  if (!Array.isArray(step?.top)) throw problem(`A step must have a list "top"; step ${at} has ${quoted(step?.top)}.`);
  const tokens = step.top.map((token) => reported(token, at));
  const drawn = tokens.findIndex(({ id }) => id === step.id);
  if (drawn >= 0) return { tokens, drawn };
  return { tokens: [...tokens, reported(step, at)], drawn: tokens.length };
}

function reported(token, at) {
  const id = token?.id;
  if (!Number.isInteger(id) || id < 0 || id >= MOST_IDS)
    throw problem(`An id must be a whole number from 0 to ${count(MOST_IDS - 1)}; step ${at} has ${quoted(id)}.`);
  return { id, logprob: token.logprob === null ? -Infinity : token.logprob };
}
