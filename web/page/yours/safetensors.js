/** safetensors: 8 bytes that give a header's length, the header in JSON, and the numbers of all tensors. */

import { checkNesting } from './json.js';
import { layoutOf } from './layout.js';
import { BYTES } from './numbers.js';
import { count, problem, quoted } from './problem.js';

const PREFIX_BYTES = 8;
const LONGEST_HEADER = 2 ** 20;

/** How many bytes of a file's start `safetensorsLayout` may need. */
export const SAFETENSORS_HEAD_BYTES = PREFIX_BYTES + LONGEST_HEADER;

/**
 * Where the rows of scores are in a safetensors file.
 *
 * The tensor is the one named `logits`, or the only one of floating-point numbers; its shape is [vocabulary] or
 * [steps, vocabulary], any further dimension being 1.
 *
 * @param {Uint8Array} head the file's first SAFETENSORS_HEAD_BYTES bytes, or all of a shorter file
 * @param {number} size of the whole file, in bytes
 * @returns {import('./layout.js').Layout & { metadata: Record<string, string> }}
 * @throws {FileProblem}
 */
export function safetensorsLayout(head, size) {
  const header = readHeader(head, size);
  const start = PREFIX_BYTES + header.length;
  const name = nameOfScores(header.tensors);
  const { dtype, shape, data_offsets: offsets } = header.tensors[name];
  const layout = layoutOf({ format: dtype, shape, offset: start, what: `tensor ${quoted(name)}` });
  const bytes = layout.steps * layout.vocabulary * BYTES[dtype];
  if (!isRange(offsets) || offsets[1] - offsets[0] !== bytes)
    throw problem(
      `The data_offsets of tensor ${quoted(name)} must span the ${count(bytes)} bytes of its shape, found ${quoted(offsets)}.`,
    );
  if (start + offsets[1] > size)
    throw problem(
      `The file is cut off: tensor ${quoted(name)} ends at byte ${count(start + offsets[1])}, the file at byte ${count(size)}.`,
    );
  return { ...layout, offset: start + offsets[0], metadata: header.metadata };
}

/** @param {Uint8Array} head a file's first bytes @returns {boolean} whether they look like safetensors */
export function isSafetensors(head) {
  // The length, as large as it may claim to be, has a zero byte somewhere; text has none.
  return head[PREFIX_BYTES] === 0x7b && head.subarray(0, PREFIX_BYTES).includes(0);
}

function readHeader(head, size) {
  if (size < PREFIX_BYTES)
    throw problem(`A safetensors file begins with 8 bytes that give its header’s length; this one has ${size} bytes.`);
  const length = Number(new DataView(head.buffer, head.byteOffset).getBigUint64(0, true));
  if (length > LONGEST_HEADER)
    throw problem(
      `The header of a safetensors file may have ${count(LONGEST_HEADER)} bytes here; bytes 0 to 7 say ${count(length)}.`,
    );
  if (PREFIX_BYTES + length > size)
    throw problem(
      `The file is cut off: its header ends at byte ${count(PREFIX_BYTES + length)}, the file at byte ${count(size)}.`,
    );
  const { __metadata__: metadata = {}, ...tensors } = parseHeader(head.subarray(PREFIX_BYTES, PREFIX_BYTES + length));
  return { length, metadata: textsOf(metadata), tensors };
}

function parseHeader(bytes) {
  const text = new TextDecoder().decode(bytes);
  checkNesting(text);
  try {
    const header = JSON.parse(text);
    if (isPlain(header)) return header;
  } catch {
    // Said below.
  }
  throw problem(`The header of a safetensors file must be a JSON object; from byte 8 on it is ${quoted(text)}.`);
}

function nameOfScores(tensors) {
  const names = Object.keys(tensors).filter((name) => isPlain(tensors[name]));
  if (names.includes('logits')) return 'logits';
  const candidates = names.filter((name) => Object.hasOwn(BYTES, tensors[name].dtype));
  if (candidates.length === 1) return candidates[0];
  const found = names.length === 0 ? 'none' : names.slice(0, 3).map(quoted).join(', ');
  throw problem(
    `The file must have a tensor named "logits", or only one of floating-point numbers; its ${count(names.length)} tensors: ${found}${names.length > 3 ? ' …' : ''}.`,
  );
}

const isPlain = (value) => value instanceof Object && !Array.isArray(value);
const isRange = (value) =>
  Array.isArray(value) && value.length === 2 && value.every(Number.isSafeInteger) && value[0] >= 0;
const textsOf = (metadata) =>
  Object.fromEntries(Object.entries(metadata ?? {}).filter(([, text]) => typeof text === 'string'));
