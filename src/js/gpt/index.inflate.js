// index.inflate.js: the entry for the network where the platform may not be able to inflate (Jest with jsdom).
import packed from '../generated/gpt.wasm.js';
import { unpack } from '../inline.inflate.js';
import { moduleFrom, once } from '../module.js';
import { openGpt } from './binding.js';

const ownModule = once(async () => WebAssembly.compile(unpack(packed)));

export const loadGpt = async (bytes, module) => openGpt(await moduleFrom(module, ownModule), bytes);
