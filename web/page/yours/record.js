/** The JSON beside a file of scores: what was asked, how it was drawn, and what came. */

import { MOST_IDS } from './layout.js';
import { count, problem, quoted } from './problem.js';

/**
 * @typedef {object} RecordedText
 * @property {string} prompt '' where not given
 * @property {number[]} promptIds [] where not given
 * @property {number[] | undefined} drawn the id drawn at each step; nothing where not given: then the page draws
 * @property {number} temperature 1 where not given
 * @property {number} topP 1 where not given
 * @property {number} topK 0 (off) where not given
 * @property {number} seed 1337 where not given; step n is drawn with seed + n
 */

const DEFAULTS = { temperature: 1, topP: 1, topK: 0, seed: 1337 };
const SPELLINGS = { top_p: 'topP', top_k: 'topK', prompt_ids: 'promptIds' };
const KEYS = ['prompt', 'promptIds', 'ids', ...Object.keys(DEFAULTS)];

/** What is true of a text without a JSON beside it. @returns {RecordedText} */
export const unrecorded = () => ({ prompt: '', promptIds: [], drawn: undefined, ...DEFAULTS });

/** @returns {boolean} whether a JSON value is such a file */
export const isRecord = (json) =>
  json instanceof Object && !Array.isArray(json) && KEYS.some((key) => Object.hasOwn(spelledOurs(json), key));

/**
 * @param {object} json as web/model/words/record.py writes it; every field may be absent, others are passed over
 * @param {{ steps: number, vocabulary: number }} scores what it stands beside
 * @returns {RecordedText}
 * @throws {FileProblem}
 */
export function recordedText(json, { steps, vocabulary }) {
  const given = spelledOurs(json);
  for (const [key, { rule, isRight }] of Object.entries(RULES))
    if (given[key] !== undefined && !isRight(given[key]))
      throw problem(`${key} must be ${rule}; the JSON has ${quoted(given[key])}.`);
  const { promptIds, drawn } = idsOf(given, steps);
  const outside = drawn?.findIndex((id) => id >= vocabulary) ?? -1;
  if (outside >= 0)
    throw problem(
      `A drawn id must be below ${count(vocabulary)}, the number of scores; step ${outside} drew ${count(drawn[outside])}.`,
    );
  const settings = Object.keys(DEFAULTS).map((key) => [key, given[key] ?? DEFAULTS[key]]);
  return { prompt: given.prompt ?? '', promptIds, drawn, ...Object.fromEntries(settings) };
}

const isIds = (value) => Array.isArray(value) && value.every((id) => Number.isInteger(id) && id >= 0 && id < MOST_IDS);

const RULES = {
  prompt: { rule: 'a text', isRight: (value) => typeof value === 'string' },
  promptIds: { rule: 'a list of ids', isRight: isIds },
  ids: { rule: 'a list of ids', isRight: isIds },
  temperature: { rule: 'a finite number of at least 0', isRight: (value) => Number.isFinite(value) && value >= 0 },
  topP: { rule: 'above 0 and at most 1', isRight: (value) => typeof value === 'number' && value > 0 && value <= 1 },
  topK: { rule: 'a whole number, 0 for off', isRight: (value) => Number.isSafeInteger(value) && value >= 0 },
  seed: { rule: 'a whole number within the safe range', isRight: Number.isSafeInteger },
};

/** `ids` is the prompt's and then one a step; without promptIds, what exceeds the steps is the prompt. */
function idsOf({ promptIds, ids }, steps) {
  if (ids === undefined) return { promptIds: promptIds ?? [], drawn: undefined };
  const start = promptIds?.length ?? Math.max(ids.length - steps, 0);
  const drawn = ids.slice(start);
  if (drawn.length !== steps)
    throw problem(
      `ids must be the prompt’s and then one for each of the ${count(steps)} steps; after the prompt there are ${count(drawn.length)}.`,
    );
  if (promptIds?.some((id, i) => id !== ids[i])) throw problem('ids must begin with promptIds; they differ.');
  return { promptIds: promptIds ?? ids.slice(0, start), drawn };
}

const spelledOurs = (json) =>
  Object.fromEntries(Object.entries(json).map(([key, value]) => [SPELLINGS[key] ?? key, value]));
