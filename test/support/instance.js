/** A sampler whose wasm exports are in sight: the package keeps them to itself. */

import { load } from '../../src/js/index.js';

/**
 * @returns {Promise<{ nucleus: object, exports: WebAssembly.Exports }>} a fresh instance and what its module exports
 */
export async function loadObserved() {
  const { instantiate, Instance } = WebAssembly;
  let exports;
  WebAssembly.instantiate = async (...given) => {
    const result = await instantiate.apply(WebAssembly, given);
    exports = (result.instance ?? result).exports;
    return result;
  };
  WebAssembly.Instance = class extends Instance {
    constructor(...given) {
      super(...given);
      exports = this.exports;
    }
  };
  try {
    const nucleus = await load();
    if (exports === undefined) throw new Error('load() made no instance');
    return { nucleus, exports };
  } finally {
    Object.assign(WebAssembly, { instantiate, Instance });
  }
}
