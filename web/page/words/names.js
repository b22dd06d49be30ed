/** The names of a vocabulary's ids: all that the page asks of a tokenizer. */

import { alphabetOf, bytesOf, looksLikeControl, partsOf, spokenText, tokenParts, visibleText } from './token.js';

/**
 * @typedef {object} Names
 * @property {number} count how many ids there are; those without a token included
 * @property {(id: number) => boolean} has whether this id has a token
 * @property {(id: number) => import('./token.js').Part[]} parts what to print for it: its number where it has no token
 * @property {(id: number) => string} visible the same as one string
 * @property {(id: number) => string} spoken the same for a screen reader
 * @property {(id: number) => string | undefined} text as it stands in a text, for searching; bytes that are no letter as `<E2>`
 * @property {(id: number) => boolean} isControl whether it is an order to the model
 * @property {(ids: Iterable<number>) => import('./token.js').Part[]} sentence the parts of a text: letters that several
 *   tokens hold together come out whole
 */

/**
 * @param {ArrayLike<string | undefined> | Record<number, string>} tokens by id, as the vocabulary writes them
 * @param {object} [known]
 * @param {number} [known.count] how many ids there are; the number of tokens where left out
 * @param {import('./token.js').Alphabet} [known.alphabet] guessed from the tokens where left out
 * @param {ReadonlySet<number>} [known.controls] ids that are orders to the model; guessed from their names where left out
 * @returns {Names}
 */
export function createNames(tokens, { count = tokens.length, alphabet = guessed(tokens), controls } = {}) {
  const has = (id) => typeof tokens[id] === 'string';
  const isControl = (id) => has(id) && (controls ? controls.has(id) : looksLikeControl(tokens[id]));
  const parts = (id) => tokenParts({ id, token: has(id) ? tokens[id] : undefined, alphabet, isControl: isControl(id) });

  function sentence(ids) {
    const found = [];
    let bytes = [];
    const settle = () => {
      found.push(...partsOf(Uint8Array.from(bytes)));
      bytes = [];
    };
    for (const id of ids) {
      if (has(id) && !isControl(id)) bytes.push(...bytesOf(tokens[id], alphabet));
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
    if (!has(id)) return undefined;
    const token = tokens[id];
    if (isControl(id) || alphabet === 'text') return token;
    const plain = token.replace(alphabet === 'bytes' ? /Ġ/g : /▁/g, ' ');
    if (alphabet === 'bytes' ? /^[ -~]*$/.test(plain) : !/^<0x[\dA-F]{2}>$/.test(token)) return plain;
    return written(bytesOf(token, alphabet));
  }

  return Object.freeze({
    count,
    has,
    parts,
    visible: (id) => visibleText(parts(id)),
    spoken: (id) => spokenText(parts(id)),
    text,
    isControl,
    sentence,
  });
}

const guessed = (tokens) => alphabetOf(Object.values(tokens).slice(0, 4096));

function written(bytes) {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return visibleText(partsOf(bytes));
  }
}
