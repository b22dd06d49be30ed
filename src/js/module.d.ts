/**
 * A WebAssembly module of this package as a file: what a host or a bundler that imports `.wasm` files makes of it, a
 * compiled module in most of them.
 */
import type { CompiledModule } from './index.js';

declare const module: CompiledModule;
export default module;
