// index.js: the package's entry for the network; index.d.ts is its manual.
import { unpack } from '../inline.js';
import { moduleFrom, once } from '../module.js';
import { openGpt } from './binding.js';

const ownModule = once(async () => {
  const { default: packed } = await import('../generated/gpt.wasm.js');
  return WebAssembly.compile(await unpack(packed));
});

export async function loadGpt(bytes, module) {
  return openGpt(await moduleFrom(module, ownModule), bytes);
}
