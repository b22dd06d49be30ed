// letters.js: bytes as text, six bits a letter. The letters are those that the package's code uses most: then the text
// and the code share a table when a bundle is compressed, which a download of base64 pays two hundred bytes for.
const LETTERS = 'tenr,o() isal=.ugcf:p{y}hdmb;w0[]>A+v21?ESO!P&$3IT4xk6R|8j<N*L-_';

/** @param {Uint8Array} bytes @returns {string} */
export function lettersOf(bytes) {
  let text = '';
  for (let bit = 0; bit < 8 * bytes.length; bit += 6) {
    const pair = (bytes[bit >> 3] << 8) | bytes[(bit >> 3) + 1];
    text += LETTERS[(pair >> (10 - (bit & 7))) & 63];
  }
  return text;
}

/** @param {string} text @returns {Uint8Array} */
export function bytesOf(text) {
  const bytes = new Uint8Array((text.length * 3) >> 2);
  for (let i = 0, held = 0, at = 0; i < text.length; i++) {
    held = (held << 6) | LETTERS.indexOf(text[i]);
    if (i & 3) bytes[at++] = held >> (6 - 2 * (i & 3));
  }
  return bytes;
}
