// index.js: the package's entry for the network; index.d.ts is its manual.
import packed from '../generated/gpt.wasm.js';
import { unpack } from '../inline.js';
import { moduleFrom, once } from '../module.js';
import { openGpt } from './binding.js';

const ownModule = once(async () => WebAssembly.compile(await unpack(packed)));

export const loadGpt = async (bytes, module) => openGpt(await moduleFrom(module, ownModule), bytes);
