/** The names of a vocabulary's ids: all that the page asks of a tokenizer. */

import { alphabetOf, bytesOf, looksLikeControl, partsOf, tokenParts, visibleText } from './token.js';

/**
 * @typedef {object} Names
 * @property {number} count how many ids there are; those without a token included
 * @property {(id: number) => boolean} has whether this id has a token
 * @property {(id: number) => import('./token.js').Part[]} parts what to print for it: its number where it has no token
 * @property {(id: number) => string} visible the same as one string
 * @property {(id: number) => string | undefined} text as it stands in a text, for searching; bytes that are no letter
 * as `<E2>`
 * @property {(id: number) => boolean} isControl whether it is an order to the model
 * @property {(ids: Iterable<number>) => import('./token.js').Part[]} sentence the parts of a text: letters that several
 *   tokens hold together come out whole
 */

/**
 * @typedef {object} PackedTokens tokens in one string, which passes between a worker and the page at no cost
 * @property {string} text all tokens; NO_TOKEN where an id has none
 * @property {Uint32Array} starts where each begins in `text`, and where the last ends
 */

const NO_TOKEN = '\uffff'; // no character

/** @param {ArrayLike<string | undefined>} tokens by id @returns {PackedTokens} */
export function packTokens(tokens) {
  const pieces = Array.from(tokens, (token) => token ?? NO_TOKEN);
  const starts = new Uint32Array(pieces.length + 1);
  pieces.forEach((piece, id) => (starts[id + 1] = starts[id] + piece.length));
  return { text: pieces.join(''), starts };
}

/** A token by its id, from any form that tokens come in: nothing where there is none. */
function reader(tokens) {
  if (tokens.starts === undefined) return (id) => (typeof tokens[id] === 'string' ? tokens[id] : undefined);
  const { text, starts } = tokens;
  return (id) => {
    const token = id >= 0 && id < starts.length - 1 ? text.slice(starts[id], starts[id + 1]) : NO_TOKEN;
    return token === NO_TOKEN ? undefined : token;
  };
}

/**
 * @param {ArrayLike<string | undefined> | Record<number, string> | PackedTokens} tokens by id, as the vocabulary writes
 * them
 * @param {object} [known]
 * @param {number} [known.count] how many ids there are; the number of tokens where left out
 * @param {import('./token.js').Alphabet} [known.alphabet] guessed from the tokens where left out
 * @param {ReadonlySet<number>} [known.controls] ids that are orders to the model; guessed from their names where left
 * out
 * @returns {Names}
 */
export function createNames(tokens, { count = countOf(tokens), alphabet = guessed(tokens), controls } = {}) {
  const tokenOf = reader(tokens);
  const has = (id) => tokenOf(id) !== undefined;
  const isControl = (id) => (controls ? has(id) && controls.has(id) : looksLikeControl(tokenOf(id) ?? ''));
  const parts = (id) => tokenParts({ id, token: tokenOf(id), alphabet, isControl: isControl(id) });

  function sentence(ids) {
    const found = [];
    let bytes = [];
    const settle = () => {
      found.push(...partsOf(Uint8Array.from(bytes)));
      bytes = [];
    };
    for (const id of ids) {
      if (has(id) && !isControl(id)) bytes.push(...bytesOf(tokenOf(id), alphabet));
      else {
        settle();
        found.push(...parts(id));
      }
    }
    settle();
    return found;
  }

  /** Most tokens need no decoding: the index of a large vocabulary is made of these. */
  function text(id) {
    const token = tokenOf(id);
    if (token === undefined || isControl(id) || alphabet === 'text') return token;
    const plain = token.replace(alphabet === 'bytes' ? /Ġ/g : /▁/g, ' ');
    if (alphabet === 'bytes' ? /^[ -~]*$/.test(plain) : !/^<0x[\dA-F]{2}>$/.test(token)) return plain;
    return written(bytesOf(token, alphabet));
  }

  return Object.freeze({
    count,
    has,
    parts,
    visible: (id) => visibleText(parts(id)),
    text,
    isControl,
    sentence,
  });
}

const countOf = (tokens) => (tokens.starts ? tokens.starts.length - 1 : tokens.length);

function guessed(tokens) {
  if (tokens.starts === undefined) return alphabetOf(Object.values(tokens).slice(0, SAMPLE));
  const tokenOf = reader(tokens);
  return alphabetOf(Array.from({ length: Math.min(countOf(tokens), SAMPLE) }, (_, id) => tokenOf(id) ?? ''));
}

const SAMPLE = 4096;

function written(bytes) {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return visibleText(partsOf(bytes));
  }
}
