// index.js: the package's entry for the network; index.d.ts is its manual.
import { unpack } from '../inline.js';
import { openGpt } from './binding.js';

let compiled;

async function compile() {
  const { default: packed } = await import('../generated/gpt.wasm.js');
  return WebAssembly.compile(await unpack(packed));
}

export async function loadGpt(bytes, module) {
  return openGpt(module ?? (await (compiled ??= compile())), bytes);
}
