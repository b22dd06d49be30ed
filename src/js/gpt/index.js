// index.js: the package's entry for the network; index.d.ts is its manual.
import { show } from '../check.js';
import { unpack } from '../inline.js';
import { openGpt } from './binding.js';

let compiled; // the package's own module, once somebody asked for it

async function ownModule() {
  const { default: packed } = await import('../generated/gpt.wasm.js');
  return WebAssembly.compile(await unpack(packed));
}

export async function loadGpt(bytes, module) {
  if (module !== undefined && !(module instanceof WebAssembly.Module)) {
    throw new TypeError(`module must be a WebAssembly.Module, got ${show(module)}`);
  }
  return openGpt(module ?? (await (compiled ??= ownModule())), bytes);
}
