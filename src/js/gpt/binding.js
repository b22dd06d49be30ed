// binding.js: a model inside a wasm instance of its own. The only file that knows the module's exports.
import { show } from '../check.js';
import { bytesOf, kindOf, lengthOf } from '../kinds.js';

/** Reads a weights file into a fresh instance of the compiled module; index.d.ts describes what comes out. */
export async function openGpt(module, bytes) {
  const file = bytesOf(bytes);
  if (!file) throw new TypeError(`bytes must be an ArrayBuffer or a typed array, got ${show(bytes)}`);
  if (!WebAssembly.Module.exports(module).some(({ name }) => name === 'logits_each'))
    throw new TypeError('module must be the gpt.wasm of this package, got another module');
  const { exports: wasm } = await WebAssembly.instantiate(module, { env: { emscripten_notify_memory_growth() {} } });
  wasm._initialize?.();

  const at = (View, pointer, length) => new View(wasm.memory.buffer, pointer, length);

  /** A status, or a RangeError for one that is an error of `name`. */
  function checked(status, name) {
    if (status >= 0) return status;
    const text = at(Uint8Array, wasm.status_name(status));
    throw new RangeError(`${name}: ${String.fromCharCode(...text.subarray(0, text.indexOf(0)))}`);
  }

  function allocate(size, name) {
    const pointer = wasm.allocate(size);
    if (!pointer) throw new RangeError(`${name}: no memory for ${size} bytes`);
    return pointer;
  }

  function open() {
    const copy = allocate(file.length, 'bytes');
    at(Uint8Array, copy, file.length).set(file);
    const model = wasm.open(copy, file.length);
    wasm.release(copy);
    return checked(model, 'bytes');
  }

  const model = open();
  const contextSize = wasm.context(model);
  const vocabularySize = wasm.vocabulary(model);
  const alphabet = textOf(at(Uint8Array, wasm.alphabet(model), wasm.alphabet_bytes(model)));
  const characters = [...alphabet];
  const idOf = new Map(characters.map((character, id) => [character, id]));
  const window = allocate(contextSize * 4, 'bytes');

  /** The checked id at place `i` of ids. */
  function vocabularyId(value, i) {
    if (typeof value !== 'number' && typeof value !== 'bigint')
      throw new TypeError(`ids[${i}] must be an integer, got ${show(value)}`);
    const id = Number(value);
    if (Number.isInteger(id) && id >= 0 && id < vocabularySize) return id;
    throw new RangeError(`ids[${i}] must be an id from 0 to ${vocabularySize - 1}, got ${show(value)}`);
  }

  /**
   * The last ids, contextSize of them at most, copied and checked: reading one may run a getter that calls this again.
   */
  function lastIds(ids, length) {
    const start = Math.max(0, length - contextSize);
    const copy = new Int32Array(length - start);
    for (let i = start; i < length; i++) copy[i - start] = vocabularyId(ids[i], i);
    return copy;
  }

  /** Has `call` score `ids`, all or the last alone; gives one row for each of the `count` scores there are to be. */
  function score(call, ids, count) {
    const rows = allocate(count * vocabularySize * 4, 'logits');
    try {
      at(Int32Array, window, ids.length).set(ids);
      checked(call(model, window, ids.length, rows), 'ids');
      const rowAt = (i) => at(Float32Array, rows + i * vocabularySize * 4, vocabularySize).slice();
      return Array.from({ length: count }, (_, i) => rowAt(i));
    } finally {
      wasm.release(rows);
    }
  }

  const logits = (ids) => score(wasm.logits, lastIds(ids, lengthOfIds(ids)), 1)[0];

  function logitsEach(ids) {
    const length = lengthOfIds(ids);
    if (length > contextSize) throw new RangeError(`ids must hold at most ${contextSize} ids, got ${length}`);
    return score(wasm.logits_each, lastIds(ids, length), length);
  }

  function encode(text) {
    if (typeof text !== 'string') throw new TypeError(`text must be a string, got ${show(text)}`);
    const ids = [];
    let place = 0;
    for (const character of text) {
      const id = idOf.get(character);
      if (id === undefined) throw new RangeError(`text[${place}] must be in the alphabet, got ${show(character)}`);
      ids.push(id);
      place += character.length;
    }
    return ids;
  }

  function decode(ids) {
    if (typeof ids?.[Symbol.iterator] !== 'function' || typeof ids === 'string') throw wrongIds(ids);
    return Array.from(ids, (value, i) => characters[vocabularyId(value, i)]).join('');
  }

  return Object.freeze({
    logits,
    logitsEach,
    encode,
    decode,
    alphabet,
    contextSize,
    vocabularySize,
    layers: wasm.layers(model),
    width: wasm.width(model),
    heads: wasm.heads(model),
    parameters: wasm.parameters(model),
    checksum: hex(wasm.file_checksum(model)),
    weightsChecksum: () => hex(wasm.weights_checksum(model)),
  });
}

const wrongIds = (ids) => new TypeError(`ids must be an array of ids, got ${show(ids)}`);

/** How many ids there are, read once. */
function lengthOfIds(ids) {
  if (!Array.isArray(ids) && !kindOf(ids)) throw wrongIds(ids);
  const length = kindOf(ids) ? lengthOf(ids) : ids.length;
  if (length === 0) throw new RangeError('ids must hold at least one id, got none');
  return length;
}

/** The text of UTF-8, which C has checked. Jest's jsdom has no TextDecoder. */
const textOf = (bytes) => decodeURIComponent(Array.from(bytes, (byte) => `%${digits(byte, 2)}`).join(''));

const digits = (number, count) => number.toString(16).padStart(count, '0');

/** A 32-bit checksum as eight hexadecimal digits; wasm hands it over signed. */
const hex = (word) => digits(word >>> 0, 8);
