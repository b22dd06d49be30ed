// inline.inflate.js: as inline.js, where the platform may not be able to inflate.
import { unzlibSync } from './generated/inflate.js';
import { bytesOf } from './letters.js';

/** @param {string} text letters @returns {Uint8Array} */
export const unpack = (text) => unzlibSync(bytesOf(text));
