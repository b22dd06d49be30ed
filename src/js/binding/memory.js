// memory.js: numbers and arrays in the memory of an instance.
import { outOfMemory } from './errors.js';

/** The instance's context, its exchange (the place of every structure that crosses over) and access to its memory. */
export function openMemory(wasm) {
  const context = wasm.context_new();
  const exchange = context && wasm.exchange_new(context);
  if (!exchange) throw outOfMemory('the instance');

  let view = new DataView(wasm.memory.buffer);
  /** A view of the memory as it is: growth, by the core or by a host, leaves the old one empty. */
  const now = () => (view.buffer.byteLength ? view : (view = new DataView(wasm.memory.buffer)));

  /** The array there, for the moment: growth detaches it. */
  const arrayAt = (Kind, at, length) => new Kind(wasm.memory.buffer, at, length);

  return {
    context,
    exchange,
    getFloat64: (at) => now().getFloat64(at, true),
    getInt32: (at) => now().getInt32(at, true),
    getUint32: (at) => now().getUint32(at, true),
    getUint64: (at) => now().getUint32(at, true) + now().getUint32(at + 4, true) * 2 ** 32,
    setFloat64: (at, value) => now().setFloat64(at, value, true),
    setUint32: (at, value) => now().setUint32(at, value, true),
    setUint64(at, value) {
      now().setUint32(at, value, true);
      now().setUint32(at + 4, Math.floor(value / 2 ** 32), true);
    },

    arrayAt,
    /** A copy of the array there; `slice` would fill it with zeros first. */
    copyOf: (Kind, at, length) => new Kind(arrayAt(Kind, at, length)),

    /** Room for a row or for ids, until it is asked for again. */
    reserve(bytes, what) {
      const pointer = bytes < 2 ** 31 ? wasm.reserve(context, bytes) : 0;
      if (!pointer) throw outOfMemory(what);
      return pointer;
    },
  };
}
