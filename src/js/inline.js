// inline.js: the bytes of a module that the package carries as text: letters of deflated bytes, a third
// smaller to download than letters of the bytes themselves.
import { bytesOf } from './letters.js';

/** @param {string} text letters @returns {Promise<ArrayBuffer>} */
export function unpack(text) {
  const stream = new Response(bytesOf(text)).body.pipeThrough(new DecompressionStream('deflate'));
  return new Response(stream).arrayBuffer();
}
