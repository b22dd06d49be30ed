// index.workerd.js: the package's entry where WebAssembly must come compiled, as an imported file (workerd).
import ownModule from './generated/nucleus.wasm';
import { moduleFrom } from './module.js';
import { open } from './nucleus.js';

export const load = async (module) => open(await moduleFrom(module, () => ownModule));
