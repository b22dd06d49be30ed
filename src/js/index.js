// index.js: the package's entry. index.d.ts is its manual.
import packed from './generated/nucleus.wasm.js';
import { unpack } from './inline.js';
import { moduleFrom, once } from './module.js';
import { open } from './nucleus.js';

const ownModule = once(async () => WebAssembly.compile(await unpack(packed)));

export const load = async (module) => open(await moduleFrom(module, ownModule));
