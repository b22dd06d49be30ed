/**
 * Steps of which only some tokens are known: what services report as top_logprobs.
 *
 * What the page may say of them: the shares as reported (at T = 1, before any cut), the rest that was not reported, and
 * shares among what was reported at another T. What it may not: anything about seed or luck. The race has a variate for
 * every id, and here neither the ids nor the other scores are known.
 */

import { MOST_STEPS } from './layout.js';
import { count, problem, quoted } from './problem.js';

export const MOST_TOKENS = 1000;
const ROUNDING = 0.01; // what rounded shares may add to above 1

/**
 * @typedef {object} Reported a token as a file reports it
 * @property {string} [text] what it stands for in the text; left out where only bytes or the id are known
 * @property {number[]} [bytes] its UTF-8, where the file gives it
 * @property {number} [id]
 * @property {number} logprob natural, at T = 1; -Infinity for a masked token
 *
 * @typedef {object} PartialStep
 * @property {Reported[]} tokens at least one, as listed
 * @property {Float32Array} scores their logprobs: a row for the core, whose softmax at T is the shares among what was
 * reported
 * @property {number[]} shares of each token among all tokens, at T = 1: the reported logprob as a probability
 * @property {number} reported what the shares add to, at most 1
 * @property {number} rest 1 - reported: the mass of all tokens that were not reported
 * @property {number} drawn which of `tokens` was drawn, -1 where the file does not say
 *
 * @typedef {object} Partial
 * @property {'partial'} kind
 * @property {PartialStep[]} steps at least one
 */

/**
 * @param {{ tokens: Reported[], drawn: number }[]} steps
 * @returns {Partial}
 * @throws {FileProblem}
 */
export function partial(steps) {
  if (steps.length === 0) throw problem('A list must have at least one token with its probability; this one is empty.');
  if (steps.length > MOST_STEPS)
    throw problem(`A text may have ${count(MOST_STEPS)} steps here; this one has ${count(steps.length)}.`);
  return { kind: 'partial', steps: steps.map(partialStep) };
}

function partialStep({ tokens, drawn }, step) {
  if (tokens.length === 0 || tokens.length > MOST_TOKENS)
    throw problem(`A step may list 1 to ${count(MOST_TOKENS)} tokens here; step ${step} has ${count(tokens.length)}.`);
  tokens.forEach(({ logprob }, i) => checkLogprob(logprob, `token ${i} of step ${step}`));
  const shares = tokens.map(({ logprob }) => Math.min(Math.exp(logprob), 1));
  const sum = shares.reduce((total, share) => total + share, 0);
  if (sum > 1 + ROUNDING) throw problem(`Shares may add to 1 at most; those of step ${step} add to ${sum.toFixed(3)}.`);
  if (sum === 0) throw problem(`A step needs at least one token with a share above 0; step ${step} has none.`);
  const reported = Math.min(sum, 1);
  return {
    tokens,
    scores: Float32Array.from(tokens, ({ logprob }) => logprob),
    shares,
    reported,
    rest: 1 - reported,
    drawn,
  };
}

function checkLogprob(logprob, what) {
  if (typeof logprob !== 'number' || Number.isNaN(logprob) || logprob > ROUNDING)
    throw problem(`A logprob must be a number of at most 0; ${what} has ${quoted(logprob)}.`);
}
