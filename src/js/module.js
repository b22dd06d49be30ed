// module.js: the compiled module an instance is made of: the package's own, or one that was handed in.
import { show } from './check.js';
import { bytesOf, isModule } from './kinds.js';

/** A function that gives what `make` resolves to, made once; after a failure the next call may try again. */
export function once(make) {
  let made;
  return () =>
    (made ??= make().catch((error) => {
      made = undefined;
      throw error;
    }));
}

/** The module itself, or compiled from its bytes; `own()` where there is neither. */
export async function moduleFrom(source, own) {
  if (source === undefined) return own();
  if (isModule(source)) return source;
  const bytes = bytesOf(source);
  if (!bytes) throw new TypeError(`module must be a WebAssembly.Module or its bytes, got ${show(source)}`);
  if (bytes[0] !== 0 || bytes[1] !== 0x61 || bytes[2] !== 0x73 || bytes[3] !== 0x6d) {
    const start = JSON.stringify(String.fromCharCode(...bytes.subarray(0, 16)));
    throw new TypeError(`module must be the bytes of a WebAssembly module, got ${start}`);
  }
  return WebAssembly.compile(bytes);
}
