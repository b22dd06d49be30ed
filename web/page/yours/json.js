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
export function place(text, at) {
  const before = text.slice(0, at);
  const line = before.split('\n').length;
  return `line ${count(line)}, character ${count(at - before.lastIndexOf('\n'))}`;
}

// One token: white space before it, and then its kind by the group that matched.
const TOKEN =
  /[ \t\n\r]*(?:([{[])|([}\]])|(:)|(,)|("(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?(?![\w.])|true\b|false\b|null\b))/y;
const KINDS = ['open', 'close', 'colon', 'comma', 'string', 'scalar'];

/** What may follow, by what came last and which bracket is open. */
const NEXT = {
  start: () => ['open', 'string', 'scalar'],
  open: (bracket) => (bracket === '{' ? ['string', 'close'] : ['open', 'string', 'scalar', 'close']),
  comma: (bracket) => (bracket === '{' ? ['string'] : ['open', 'string', 'scalar']),
  key: () => ['colon'],
  colon: () => ['open', 'string', 'scalar'],
  value: (bracket) => (bracket ? ['comma', 'close'] : []),
};

/** The index of the first character at which the text cannot be JSON any more. */
function firstFault(text) {
  const brackets = [];
  let last = 'start';
  for (TOKEN.lastIndex = 0; ;) {
    const at = TOKEN.lastIndex;
    const match = TOKEN.exec(text);
    const start = firstPrinted(text, at);
    if (match === null) return start;
    const kind = KINDS[match.slice(1).findIndex((group) => group !== undefined)];
    const bracket = brackets.at(-1);
    if (!NEXT[last](bracket).includes(kind)) return start;
    if (kind === 'close' && (match[2] === '}') !== (bracket === '{')) return start;
    if (kind === 'open') brackets.push(match[1]);
    if (kind === 'close') brackets.pop();
    last = isKey(kind, last, bracket) ? 'key' : (VALUES[kind] ?? kind);
  }
}

/** The next character that is not white space. */
function firstPrinted(text, at) {
  while (' \t\n\r'.includes(text.charAt(at) || '.')) at++;
  return at;
}

const VALUES = { string: 'value', scalar: 'value', close: 'value' };
const isKey = (kind, last, bracket) => kind === 'string' && bracket === '{' && (last === 'open' || last === 'comma');
