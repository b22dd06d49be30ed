/** JSON from a stranger: no more nesting than scores can need, and a sentence that says where it goes wrong. */

import { count, problem } from './problem.js';

const DEEPEST = 64;

/**
 * Refuse text with more brackets inside each other than any of these formats has, before anything is built from it.
 *
 * @param {string} text
 * @throws {FileProblem}
 */
export function checkNesting(text) {
  let depth = 0;
  let isString = false;
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at);
    if (isString) {
      if (char === 0x5c) at++;
      else if (char === 0x22) isString = false;
    } else if (char === 0x22) isString = true;
    else if (char === 0x5b || char === 0x7b) {
      if (++depth > DEEPEST) throw problem(`JSON may be nested ${DEEPEST} deep here; ${place(text, at)} goes deeper.`);
    } else if (char === 0x5d || char === 0x7d) depth--;
  }
}

/**
 * @param {string} text
 * @returns {unknown} what JSON.parse gives
 * @throws {FileProblem} with the line where the text stops being JSON
 */
export function parseJson(text) {
  checkNesting(text);
  try {
    return JSON.parse(text);
  } catch {
    const at = firstFault(text);
    const found = at < text.length ? `found ${JSON.stringify(text.slice(at, at + 12))}` : 'the text ends there';
    throw problem(`This is not whole JSON: ${place(text, at)} does not fit, ${found}.`);
  }
}

/** @returns {string} such as `line 3, character 14` */
function place(text, at) {
  let line = 1;
  let start = 0;
  for (let end = text.indexOf('\n'); end >= 0 && end < at; end = text.indexOf('\n', start)) {
    line++;
    start = end + 1;
  }
  return `line ${count(line)}, character ${count(at - start + 1)}`;
}

/** What may follow, by what came last and which bracket is open. */
const NEXT = {
  start: ['open', 'string', 'scalar'],
  'open{': ['string', 'close'],
  'open[': ['open', 'string', 'scalar', 'close'],
  'comma{': ['string'],
  'comma[': ['open', 'string', 'scalar'],
  'key{': ['colon'],
  'colon{': ['open', 'string', 'scalar'],
  'value{': ['comma', 'close'],
  'value[': ['comma', 'close'],
  value: [],
};
const KINDS = { '{': 'open', '[': 'open', '}': 'close', ']': 'close', ':': 'colon', ',': 'comma', '"': 'string' };
const OPENS = { '}': '{', ']': '[' };
const SCALAR = /^(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?|true|false|null)$/;
const STRING = /^"(?:[^"\\\0-\x1f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"$/;
const LONGEST_CHECKED = 4096; // longer strings are taken for right: it is a place to look at that is wanted

/** The index of the first character at which the text cannot be JSON any more. */
function firstFault(text) {
  const brackets = [];
  let last = 'start';
  for (let at = 0; ;) {
    while (' \t\n\r'.includes(text.charAt(at) || '.')) at++;
    const kind = KINDS[text[at]] ?? 'scalar';
    const bracket = brackets.at(-1) ?? '';
    const end = kind === 'string' ? endOfString(text, at) : kind === 'scalar' ? endOfScalar(text, at) : at + 1;
    const isAllowed = NEXT[last + bracket].includes(kind) && isRight(kind, text, at, end);
    if (!isAllowed || (kind === 'close' && OPENS[text[at]] !== bracket)) return at;
    if (kind === 'open') brackets.push(text[at]);
    if (kind === 'close') brackets.pop();
    const isKey = kind === 'string' && bracket === '{' && (last === 'open' || last === 'comma');
    last = isKey ? 'key' : (VALUES[kind] ?? kind);
    at = end;
  }
}

const VALUES = { string: 'value', scalar: 'value', close: 'value' };

function isRight(kind, text, at, end) {
  if (kind !== 'string' && kind !== 'scalar') return true;
  if (end - at > LONGEST_CHECKED) return kind === 'string';
  return (kind === 'string' ? STRING : SCALAR).test(text.slice(at, end));
}

function endOfString(text, at) {
  for (at++; at < text.length && text[at] !== '"'; at++) if (text[at] === '\\') at++;
  return Math.min(at + 1, text.length);
}

function endOfScalar(text, at) {
  while (at < text.length && !' \t\n\r{}[]:,"'.includes(text[at])) at++;
  return at;
}
