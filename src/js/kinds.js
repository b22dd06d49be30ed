// kinds.js: what a value is, asked of the engine. Its answers hold for values of another realm (an iframe, a vm
// context, a test runner's sandbox), which `instanceof` refuses, and for subclasses and proxies, which may lie
// about their prototype, their length and their buffer.

const getter = (prototype, name) => {
  const { get } = Object.getOwnPropertyDescriptor(prototype, name);
  return (value) => get.call(value);
};

const typedArray = Object.getPrototypeOf(Uint8Array.prototype);
const tagOf = getter(typedArray, Symbol.toStringTag);
const bufferSize = getter(ArrayBuffer.prototype, 'byteLength');
const [typedArrayPlace, dataViewPlace] = [typedArray, DataView.prototype].map((prototype) =>
  ['buffer', 'byteOffset', 'byteLength'].map((name) => getter(prototype, name)),
);

/** The name of a typed array's kind, "Float32Array" for example; undefined for anything else. */
export const kindOf = (value) => (ArrayBuffer.isView(value) ? tagOf(value) : undefined);

/** The true length of a typed array. */
export const lengthOf = getter(typedArray, 'length');

const holds = (check) => {
  try {
    check();
    return true;
  } catch {
    return false;
  }
};

/** Whether a value is a compiled module. */
export const isModule = (value) => holds(() => WebAssembly.Module.customSections(value, 'name'));

/** A copy of the bytes of a buffer, a typed array or a DataView; undefined for anything else. */
export function bytesOf(value) {
  if (ArrayBuffer.isView(value)) {
    const place = tagOf(value) ? typedArrayPlace : dataViewPlace;
    return new Uint8Array(...place.map((read) => read(value))).slice();
  }
  return holds(() => bufferSize(value)) ? new Uint8Array(value).slice() : undefined;
}
