// index.inflate.js: the package's entry where the platform may not be able to inflate (Jest with jsdom).
import packed from './generated/nucleus.wasm.js';
import { unpack } from './inline.inflate.js';
import { moduleFrom, once } from './module.js';
import { open } from './nucleus.js';

const ownModule = once(async () => WebAssembly.compile(unpack(packed)));

export const load = async (module) => open(await moduleFrom(module, ownModule));
