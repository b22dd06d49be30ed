// index.workerd.js: the entry for the network where WebAssembly must come compiled, as an imported file (workerd).
import ownModule from '../generated/gpt.wasm';
import { moduleFrom } from '../module.js';
import { openGpt } from './binding.js';

export const loadGpt = async (bytes, module) => openGpt(await moduleFrom(module, () => ownModule), bytes);
