// inline.inflate.js: as inline.js, where the platform may not be able to inflate.
import { unzlibSync } from './generated/inflate.js';

/** @param {string} text base64 @returns {Uint8Array} */
export const unpack = (text) => unzlibSync(Uint8Array.from(atob(text), (char) => char.charCodeAt(0)));
