/** The names of ids, from the files that tokenizers come in. */

import { alphabetOf } from '../words/token.js';
import { MOST_IDS } from './layout.js';
import { count, problem, quoted } from './problem.js';

/**
 * @typedef {object} Tokens what `createNames` (words/names.js) takes
 * @property {(string | undefined)[]} tokens by id, as the file writes them; some ids may have none
 * @property {import('../words/token.js').Alphabet} alphabet
 * @property {number[] | undefined} controls the ids of tokens that are orders to the model, where the file says so
 */

/** @returns {boolean} whether a JSON value is a tokenizer.json */
export const isTokenizer = (json) => isPlain(json) && isPlain(json.model) && json.model.vocab !== undefined;

/**
 * @returns {boolean} whether a JSON value is a list of tokens by id, or gives the id of each token (GPT-2's vocab.json)
 */
export function isVocabulary(json) {
  if (Array.isArray(json)) return typeof json[0] === 'string' && !json.slice(0, 64).every(isNumeric);
  if (!isPlain(json)) return false;
  const some = Object.values(json).slice(0, FEWEST_TOKENS);
  return some.length === FEWEST_TOKENS && some.every(Number.isInteger);
}

const FEWEST_TOKENS = 10; // fewer whole numbers may be a text's settings
const isNumeric = (token) => typeof token === 'string' && token.trim() !== '' && !Number.isNaN(Number(token));

/**
 * @param {object} json a tokenizer.json of transformers or tokenizers: BPE, WordPiece, WordLevel or Unigram
 * @returns {Tokens}
 * @throws {FileProblem}
 */
export function tokenizerTokens(json) {
  const { vocab, byte_fallback: hasBytes } = json.model;
  const tokens = Array.isArray(vocab) ? unigramTokens(vocab) : tokensById(Object.entries(vocab));
  const added = addedTokens(json.added_tokens ?? []);
  for (const { id, content } of added) tokens[id] = content;
  const writing = JSON.stringify([json.pre_tokenizer, json.decoder, json.normalizer]).slice(0, 1e6);
  const alphabet = writing.includes('"ByteLevel"')
    ? 'bytes'
    : hasBytes || writing.includes('▁') || writing.includes('"Metaspace"')
      ? 'pieces'
      : alphabetOf(tokens.filter((token) => token !== undefined).slice(0, 4096));
  return { tokens, alphabet, controls: added.filter(({ special }) => special).map(({ id }) => id) };
}

/**
 * @param {string[] | Record<string, number>} json a list of tokens by id, or the id of each token
 * @returns {Tokens}
 * @throws {FileProblem}
 */
export function vocabularyTokens(json) {
  const tokens = Array.isArray(json) ? checkedList(json) : tokensById(Object.entries(json));
  const some = tokens.filter((token) => token !== undefined).slice(0, 4096);
  return { tokens, alphabet: alphabetOf(some), controls: undefined };
}

function checkedList(list) {
  checkId(list.length - 1, 'the last token');
  const wrong = list.findIndex((token) => typeof token !== 'string' && token !== null);
  if (wrong >= 0) throw problem(`A token must be a string; the token of id ${count(wrong)} is ${quoted(list[wrong])}.`);
  return list.map((token) => token ?? undefined);
}

function unigramTokens(pairs) {
  return checkedList(pairs.map((pair) => (Array.isArray(pair) ? pair[0] : pair)));
}

function tokensById(entries) {
  for (const [token, id] of entries) checkId(id, quoted(token));
  const tokens = new Array(entries.reduce((most, [, id]) => Math.max(most, id + 1), 0)).fill(undefined);
  for (const [token, id] of entries) tokens[id] = token;
  return tokens;
}

function addedTokens(added) {
  if (!Array.isArray(added)) throw problem(`added_tokens must be a list; found ${quoted(added)}.`);
  for (const token of added) {
    if (typeof token?.content !== 'string')
      throw problem(`An added token must have a content; found ${quoted(token)}.`);
    checkId(token.id, quoted(token.content));
  }
  return added;
}

function checkId(id, what) {
  if (!Number.isInteger(id) || id < 0 || id >= MOST_IDS)
    throw problem(`An id must be a whole number from 0 to ${count(MOST_IDS - 1)}; ${what} has ${quoted(id)}.`);
}

const isPlain = (value) => value instanceof Object && !Array.isArray(value);
