/** Rows of scores as a safetensors file: what PyTorch, the package's own programs and this page read back exactly. */

import { toFloat16 } from './numbers.js';

const HEADER_ALIGNMENT = 8;

/**
 * A safetensors file with one tensor, `logits` [steps, vocabulary]: float16 where that holds every score, float32
 * otherwise, so that the rows read from it are the rows given, to the bit.
 *
 * @param {Float32Array[]} rows at least one, all of one length
 * @param {Record<string, string>} [metadata] texts for the header, such as the prompt
 * @returns {Blob} two parts and a copy of no row where they are float32
 */
export function safetensorsFile(rows, metadata) {
  const halves = allOrNone(rows, toFloat16);
  const parts = halves ?? rows;
  const header = {
    ...(metadata && { __metadata__: metadata }),
    logits: {
      dtype: halves ? 'F16' : 'F32',
      shape: [rows.length, rows[0].length],
      data_offsets: [0, parts.reduce((sum, { byteLength }) => sum + byteLength, 0)],
    },
  };
  return new Blob([...head(header), ...parts], { type: 'application/octet-stream' });
}

/** The length of the header in 8 bytes, and the header, filled up with spaces so that the scores are aligned. */
function head(header) {
  const text = new TextEncoder().encode(JSON.stringify(header));
  const length = Math.ceil(text.length / HEADER_ALIGNMENT) * HEADER_ALIGNMENT;
  const size = new DataView(new ArrayBuffer(8));
  size.setBigUint64(0, BigInt(length), true);
  return [size.buffer, text, ' '.repeat(length - text.length)];
}

function allOrNone(items, convert) {
  const converted = [];
  for (const item of items) {
    const one = convert(item);
    if (one === undefined) return undefined;
    converted.push(one);
  }
  return converted;
}
