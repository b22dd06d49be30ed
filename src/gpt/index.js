// index.js: the package's entry for the network; index.d.ts is its manual.
import { openGpt } from './binding.js';

let compiled;

async function compile() {
  const { default: base64 } = await import('../generated/gpt.wasm.js');
  return WebAssembly.compile(Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)));
}

export async function loadGpt(bytes, module) {
  return openGpt(module ?? (await (compiled ??= compile())), bytes);
}
