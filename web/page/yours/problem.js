/**
 * What is wrong with a file that somebody opened, in one sentence for the person who did.
 *
 * Every parser here throws these and nothing else: the message is meant to be shown, as text, never as markup.
 */

import { thousands as count } from '../format.js';

const LONGEST_QUOTE = 40;

export class FileProblem extends Error {
  name = 'FileProblem';
}

/** @param {string} sentence what was expected, what was found, and where @returns {FileProblem} */
export const problem = (sentence) => new FileProblem(sentence);

/**
 * Something found in a file, fit for a sentence: on one line, short, with what cannot be seen escaped.
 *
 * @param {unknown} value a string or any value of a JSON file
 * @returns {string} such as `"logits"`, `[2,-1]`, `a list of 3`, `nothing`
 */
export function quoted(value) {
  if (value === undefined) return 'nothing';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return clipped(value);
  if (Array.isArray(value))
    return value.every(Number.isFinite) && value.length <= 8 ? `[${value}]` : `a list of ${count(value.length)}`;
  return value instanceof Object ? 'an object' : String(value);
}

function clipped(text) {
  const start = text.length > LONGEST_QUOTE ? `${text.slice(0, LONGEST_QUOTE)}…` : text;
  return JSON.stringify(start).replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (char) => `\\u{${char.codePointAt(0).toString(16)}}`);
}

/** A count as the sentences print it: 49,152. */
export { count };
