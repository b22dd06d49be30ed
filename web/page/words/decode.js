/**
 * The recorded steps of a real language model, as the page downloads them (web/model/words/ says how they were made).
 *
 * A score takes one byte. The row's top is a whole number of sixteenths; the byte says how far below it a score lies:
 *
 *     byte     0 to 127   byte / 16             0 to 8, in steps of 1/16
 *            128 to 191   8 + (byte - 128) / 4  8 to 24, in steps of 1/4
 *            192 to 255   24 + (byte - 192) / 2 24 to 55.5, in steps of 1/2
 *
 * All of these are float32 numbers, so that a row comes back as the very bits it was drawn from. Packed rows follow
 * each other without a gap; each is a head of 8 bytes and its bytes deflated:
 *
 *     uint32  how many deflated bytes follow (little-endian, as all of it)
 *     int32   the top, in sixteenths
 *     bytes   zlib's format, which ends in a checksum
 */

const HEAD_BYTES = 8;
const STEPS_PER_UNIT = 16; // of the top

/** What each byte stands for: how far below the row's top. */
const belowTop = Float32Array.from({ length: 256 }, (_, byte) => {
  if (byte < 128) return byte / 16;
  return byte < 192 ? 8 + (byte - 128) / 4 : 24 + (byte - 192) / 2;
});

/**
 * Split a file of packed rows, without unpacking them.
 *
 * @param {Uint8Array} bytes a whole file: opening.bin, or rows.bin
 * @returns {{ top: number, deflated: Uint8Array }[]} the rows, views of `bytes`; top is the row's largest score
 * @throws {Error} where the file ends within a row: what arrived is not the file that was asked for
 */
export function splitRows(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const rows = [];
  for (let at = 0; at < bytes.length;) {
    const start = at + HEAD_BYTES;
    const end = start <= bytes.length ? start + view.getUint32(at, true) : Infinity;
    if (end > bytes.length) throw new Error(`row ${rows.length} is cut off: the file ends at byte ${bytes.length}`);
    rows.push({ top: view.getInt32(at + 4, true) / STEPS_PER_UNIT, deflated: bytes.subarray(start, end) });
    at = end;
  }
  return rows;
}

/**
 * Unpack one row: about a millisecond at 49,152 scores.
 *
 * @param {{ top: number, deflated: Uint8Array }} packed from `splitRows`
 * @param {number} vocabulary how many scores the row has
 * @returns {Promise<Float32Array>} the scores by id, exactly as recorded
 * @throws {Error} (the promise rejects) where the bytes are not those that were packed: zlib's checksum and the length
 * say so
 */
export async function unpackRow({ top, deflated }, vocabulary) {
  const codes = await inflate(deflated);
  if (codes.length !== vocabulary) throw new Error(`a row has ${codes.length} scores, expected ${vocabulary}`);
  return Float32Array.from(codes, (code) => top - belowTop[code]);
}

/**
 * Unpack the vocabulary: 49,152 tokens in GPT-2's byte alphabet (token.js turns them into text), one a line.
 *
 * @param {Uint8Array} bytes the whole of vocabulary.bin
 * @param {number} vocabulary how many tokens there are
 * @returns {Promise<string[]>} the tokens by id
 * @throws {Error} (the promise rejects) as `unpackRow`
 */
export async function unpackVocabulary(bytes, vocabulary) {
  const tokens = new TextDecoder('utf-8', { fatal: true }).decode(await inflate(bytes)).split('\n');
  if (tokens.length !== vocabulary) throw new Error(`there are ${tokens.length} tokens, expected ${vocabulary}`);
  return tokens;
}

async function inflate(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
