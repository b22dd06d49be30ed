/**
 * Tokens as people read them. A vocabulary writes a token in an alphabet of its own, and a token may be a space, half a
 * letter or an order to the model: here it becomes parts that can be seen, and words that a screen reader can say.
 *
 * All text given out is plain text, made of what a file said: to be set as textContent, never as markup, and marked
 * translate="no".
 */

import { speech as words } from '../strings.js';

/**
 * @typedef {'bytes' | 'pieces' | 'text'} Alphabet how a vocabulary writes its tokens
 *   bytes   GPT-2's: each byte of UTF-8 is one printable character, `Ġ` a space and `Ċ` a line end
 *   pieces  SentencePiece's: `▁` is a space and `<0x0A>` a byte
 *   text    as they are
 *
 * @typedef {object} Part a stretch of a token
 * @property {'text' | 'mark' | 'byte' | 'character' | 'control' | 'number'} kind
 *   text       to be read as it stands
 *   mark       a sign that stands for white space: · ⏎ ⇥
 *   byte       one byte of a letter that this token does not hold whole, as hexadecimal digits
 *   character  one that would not be seen, by its code: U+200B
 *   control    a token that is an order to the model, by its name: <|im_end|>
 *   number     the id of a token without a name
 * @property {string} text what to print
 * @property {boolean} [isIsolated] whether it is written from right to left: put it into a <bdi>
 */

const SIGNS = { ' ': '·', '\n': '⏎', '\r': '␍', '\t': '⇥' };
const DOTTED_CIRCLE = '◌';
const ORDER = /^(?:<[^<>\s]+>|\[[A-Z][A-Z0-9_]*\])$/;
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|(?! )\p{Zs}/u;
const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/**
 * Guess the alphabet from some of a vocabulary's tokens.
 *
 * @param {string[]} tokens at least those of the first thousand ids
 * @returns {Alphabet}
 */
export function alphabetOf(tokens) {
  const counts = { bytes: 0, pieces: 0, text: 0 };
  for (const token of tokens) {
    if (token.startsWith('Ġ')) counts.bytes++;
    else if (token.startsWith('▁') || /^<0x[\dA-F]{2}>$/.test(token)) counts.pieces++;
    else if (token.startsWith(' ')) counts.text++;
  }
  return Object.keys(counts).reduce((best, each) => (counts[each] > counts[best] ? each : best), 'text');
}

/**
 * Whether a token is an order to the model, going by its name: <|im_end|>, </s>, [CLS]. Where a tokenizer.json says
 * which tokens are special, that is better.
 *
 * @param {string} token as the vocabulary writes it
 */
export const looksLikeControl = (token) => ORDER.test(token) && !/^<0x[\dA-F]{2}>$/.test(token);

/**
 * The bytes that a token stands for in the text.
 *
 * @param {string} token as the vocabulary writes it
 * @param {Alphabet} alphabet a character that the alphabet does not have stands for itself
 * @returns {Uint8Array} UTF-8, perhaps beginning or ending within a letter
 */
export function bytesOf(token, alphabet) {
  if (alphabet === 'bytes') return bytesOfCharacters(token);
  const byte = alphabet === 'pieces' && /^<0x([\dA-F]{2})>$/.exec(token);
  if (byte) return Uint8Array.of(parseInt(byte[1], 16));
  return encoder.encode(alphabet === 'pieces' ? token.replaceAll('▁', ' ') : token);
}

/**
 * The parts to print for some bytes.
 *
 * @param {Uint8Array} bytes of a token, or of some tokens in a row: letters that they hold together come out whole
 * @returns {Part[]}
 */
export function partsOf(bytes) {
  return stretches(bytes).flatMap((found) => (typeof found === 'number' ? [byteOf(found)] : partsOfText(found)));
}

/**
 * A token's parts. Without a name it is its number; a control token is its name.
 *
 * @param {{ id: number, token?: string, alphabet: Alphabet, isControl?: boolean }} described token as the vocabulary
 * writes it
 * @returns {Part[]} at least one
 */
export function tokenParts({ id, token, alphabet, isControl }) {
  if (token === undefined) return [{ kind: 'number', text: String(id) }];
  if (isControl) return [{ kind: 'control', text: visibleText(partsOfText(token)) }];
  const parts = partsOf(bytesOf(token, alphabet));
  return parts.length > 0 ? parts : [{ kind: 'control', text: 'empty' }];
}

/**
 * Parts as one string for places without markup, such as a title or a file.
 *
 * @param {Part[]} parts
 * @returns {string} with U+2068 and U+2069 around what is written from right to left
 */
export const visibleText = (parts) =>
  parts
    .map(({ kind, text, isIsolated }) => (isIsolated ? `\u2068${text}\u2069` : kind === 'byte' ? `<${text}>` : text))
    .join('');

/**
 * Parts as a screen reader should say them: `space London`, `byte E 2`, `control token im end`.
 *
 * @param {Part[]} parts
 * @returns {string}
 */
export function spokenText(parts) {
  return counted(parts.map(spokenPart)).join(' ');
}

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

// ---- GPT-2's alphabet --------------------------------------------------------------------------------------------

/** Bytes that print stand for themselves; the others take the characters from 256 on, in order. */
const byteOfCharacter = new Map();
for (let byte = 0, next = 256; byte < 256; byte++) {
  const isPrinted = (byte > 0x20 && byte < 0x7f) || (byte > 0xa0 && byte !== 0xad);
  byteOfCharacter.set(String.fromCharCode(isPrinted ? byte : next++), byte);
}

function bytesOfCharacters(token) {
  const bytes = [];
  for (const character of token) {
    const byte = byteOfCharacter.get(character);
    if (byte === undefined) bytes.push(...encoder.encode(character));
    else bytes.push(byte);
  }
  return Uint8Array.from(bytes);
}

// ---- Letters and bytes -------------------------------------------------------------------------------------------

/** The bytes as strings of whole letters and, between them, single bytes that belong to none. */
function stretches(bytes) {
  const whole = decoded(bytes);
  if (whole !== undefined) return whole === '' ? [] : [whole];
  const found = [];
  for (let at = 0; at < bytes.length;) {
    const length = lengthOfLetter(bytes[at]);
    const letter = at + length <= bytes.length ? decoded(bytes.subarray(at, at + length)) : undefined;
    if (letter === undefined) found.push(bytes[at]);
    else if (typeof found.at(-1) === 'string') found[found.length - 1] += letter;
    else found.push(letter);
    at += letter === undefined ? 1 : length;
  }
  return found;
}

function decoded(bytes) {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

/** How many bytes a letter of UTF-8 has, by its first. */
function lengthOfLetter(first) {
  if (first < 0xc0) return 1;
  if (first < 0xe0) return 2;
  return first < 0xf0 ? 3 : 4;
}

const byteOf = (byte) => ({ kind: 'byte', text: byte.toString(16).toUpperCase().padStart(2, '0') });

function partsOfText(text) {
  const parts = [];
  for (const character of text) {
    const part = partOfCharacter(character);
    const last = parts.at(-1);
    if (last?.kind === 'text' && part.kind === 'text') last.text += part.text;
    else parts.push(part);
  }
  return parts.map(settled);
}

function partOfCharacter(character) {
  if (Object.hasOwn(SIGNS, character)) return { kind: 'mark', text: SIGNS[character] };
  if (!INVISIBLE.test(character)) return { kind: 'text', text: character };
  return { kind: 'character', text: `U+${character.codePointAt(0).toString(16).toUpperCase().padStart(4, '0')}` };
}

/** Text that would join with what is printed before it, or turn its direction, kept to itself. */
function settled(part) {
  if (part.kind !== 'text') return part;
  const text = /^\p{M}/u.test(part.text) ? DOTTED_CIRCLE + part.text : part.text;
  return RIGHT_TO_LEFT.test(text) ? { kind: 'text', text, isIsolated: true } : { kind: 'text', text };
}

// ---- Speech ------------------------------------------------------------------------------------------------------

function spokenPart({ kind, text }) {
  if (kind === 'mark') return words.marks[text];
  if (kind === 'byte') return words.byte(spelled(text));
  if (kind === 'character') return words.character(spelled(text.slice(2)));
  if (kind === 'control') return words.control(text.replace(/[<>|[\]_]+/g, ' ').trim());
  if (kind === 'number') return words.number(text);
  return text
    .replace(/(?<=\p{L})'(?=\p{L})/gu, '’')
    .replace(/(?!(?<=\p{L})’(?=\p{L}))[\p{P}\p{S}]/gu, (sign) => (isNamed(sign) ? ` ${words.signs[sign]} ` : sign))
    .trim()
    .replace(/ +/g, ' ')
    .replace(/^\p{Lu}$/u, words.capital);
}

const isNamed = (sign) => Object.hasOwn(words.signs, sign);

const spelled = (digits) => [...digits].join(' ');

/** Runs of the same word said once with how many there are: "4 space". */
function counted(said) {
  const runs = [];
  for (const word of said) {
    if (runs.at(-1)?.word === word) runs.at(-1).times++;
    else runs.push({ word, times: 1 });
  }
  return runs.map(({ word, times }) => (times === 1 ? word : words.times(times, word)));
}
