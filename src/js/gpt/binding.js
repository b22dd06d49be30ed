// binding.js: a model inside a wasm instance of its own. The only file that knows the module's exports.
import { show } from '../check.js';

const OUT_OF_MEMORY = -1;

/** Reads a weights file into a fresh instance of the compiled module; index.d.ts describes what comes out. */
export async function openGpt(module, bytes) {
  const file = asBytes(bytes);
  const instance = await WebAssembly.instantiate(module, { env: { emscripten_notify_memory_growth() {} } });
  const wasm = instance.exports;
  wasm._initialize?.();

  const at = (View, pointer, length) => new View(wasm.memory.buffer, pointer, length);
  const allocate = (size) => wasm.allocate(size) || fail(OUT_OF_MEMORY);

  function fail(status) {
    const text = at(Uint8Array, wasm.status_name(status));
    throw new RangeError(`bytes: ${String.fromCharCode(...text.subarray(0, text.indexOf(0)))}`);
  }

  function open() {
    const copy = allocate(file.length);
    at(Uint8Array, copy, file.length).set(file);
    const model = wasm.open(copy, file.length);
    wasm.release(copy);
    return model < 0 ? fail(model) : model;
  }

  const model = open();
  const [layers, width, heads, contextSize, vocabularySize] = at(Int32Array, wasm.sizes(model), 5);
  const alphabet = new TextDecoder().decode(at(Uint8Array, wasm.alphabet(model), wasm.alphabet_bytes(model)));
  const characters = [...alphabet];
  const idOf = new Map(characters.map((character, id) => [character, id]));
  const window = allocate(contextSize * 4);
  const rows = allocate(contextSize * vocabularySize * 4);

  /** The checked id at place `i` of ids. */
  function vocabularyId(value, i) {
    if (typeof value !== 'number' && typeof value !== 'bigint')
      throw new TypeError(`ids[${i}] must be an integer, got ${show(value)}`);
    const id = Number(value);
    if (Number.isInteger(id) && id >= 0 && id < vocabularySize) return id;
    throw new RangeError(`ids[${i}] must be an id from 0 to ${vocabularySize - 1}, got ${show(value)}`);
  }

  /** Copies ids from `start` on to the window; how many there are. */
  function writeIds(ids, start) {
    const view = at(Int32Array, window, contextSize);
    for (let i = start; i < ids.length; i++) view[i - start] = vocabularyId(ids[i], i);
    return ids.length - start;
  }

  function logits(ids) {
    checkIds(ids);
    const count = writeIds(ids, Math.max(0, ids.length - contextSize));
    wasm.logits(model, window, count, rows);
    return at(Float32Array, rows, vocabularySize).slice();
  }

  function logitsEach(ids) {
    checkIds(ids);
    if (ids.length > contextSize) throw new RangeError(`ids must hold at most ${contextSize} ids, got ${ids.length}`);
    const count = writeIds(ids, 0);
    wasm.logits_each(model, window, count, rows);
    return Array.from({ length: count }, (_, i) =>
      at(Float32Array, rows + i * vocabularySize * 4, vocabularySize).slice(),
    );
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
    layers,
    width,
    heads,
    parameters: wasm.parameters(model),
    checksum: hex(wasm.file_checksum(model)),
    weightsChecksum: () => hex(wasm.weights_checksum(model)),
  });
}

function asBytes(bytes) {
  if (ArrayBuffer.isView(bytes)) return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (Object.prototype.toString.call(bytes) === '[object ArrayBuffer]') return new Uint8Array(bytes);
  throw new TypeError(`bytes must be an ArrayBuffer or a typed array, got ${show(bytes)}`);
}

const wrongIds = (ids) => new TypeError(`ids must be an array of ids, got ${show(ids)}`);

function checkIds(ids) {
  if (!Array.isArray(ids) && (!ArrayBuffer.isView(ids) || ids instanceof DataView)) throw wrongIds(ids);
  if (ids.length === 0) throw new RangeError('ids must hold at least one id, got none');
}

/** A 32-bit checksum as eight hexadecimal digits; wasm hands it over signed. */
const hex = (word) => (word >>> 0).toString(16).padStart(8, '0');
