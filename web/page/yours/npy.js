/** .npy: NumPy's magic, a version, the length of a header, the header as a Python dictionary, and the numbers. */

import { layoutOf } from './layout.js';
import { BYTES } from './numbers.js';
import { count, problem, quoted } from './problem.js';

const MAGIC = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59]; // \x93NUMPY
const LONGEST_HEADER = 2 ** 16;
const KINDS = { f4: 'F32', f2: 'F16' };

/** How many bytes of a file's start `npyLayout` may need. */
export const NPY_HEAD_BYTES = 12 + LONGEST_HEADER;

/**
 * Where the rows of scores are in an .npy file of version 1, 2 or 3: float32 or float16 in either byte order, in C
 * order, of shape [vocabulary] or [steps, vocabulary], any further dimension being 1.
 *
 * @param {Uint8Array} head the file's first NPY_HEAD_BYTES bytes, or all of a shorter file
 * @param {number} size of the whole file, in bytes
 * @returns {import('./layout.js').Layout}
 * @throws {FileProblem}
 */
export function npyLayout(head, size) {
  const { text, offset } = readHeader(head, size);
  const { descr, isFortran, shape } = parseHeader(text);
  const [, order, kind] = /^([<>])(f\d)$/.exec(descr) ?? [];
  if (!Object.hasOwn(KINDS, kind ?? ''))
    throw problem(
      `The scores must be float32 or float16 ("<f4", ">f4", "<f2", ">f2"); the .npy header says ${quoted(descr)}.`,
    );
  if (isFortran)
    throw problem(
      'The scores must be in C order, step after step; this array is in Fortran order: save np.ascontiguousarray of it.',
    );
  const layout = layoutOf({ format: KINDS[kind], shape, offset, what: 'the array', isBigEndian: order === '>' });
  const end = offset + layout.steps * layout.vocabulary * BYTES[layout.format];
  if (end > size)
    throw problem(`The file is cut off: its numbers end at byte ${count(end)}, the file at byte ${count(size)}.`);
  return layout;
}

/** @param {Uint8Array} head a file's first bytes @returns {boolean} whether it says that it is .npy */
export const isNpy = (head) => MAGIC.every((byte, at) => head[at] === byte);

function readHeader(head, size) {
  const version = head[6];
  if (!(version >= 1 && version <= 3))
    throw problem(`An .npy file has version 1, 2 or 3 in byte 6; found ${quoted(version)}.`);
  const start = version === 1 ? 10 : 12;
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  if (size < start)
    throw problem(`The file is cut off: an .npy header begins at byte ${start}, the file ends at byte ${size}.`);
  const length = version === 1 ? view.getUint16(8, true) : view.getUint32(8, true);
  if (length > LONGEST_HEADER)
    throw problem(
      `The header of an .npy file may have ${count(LONGEST_HEADER)} bytes here; from byte 8 on it says ${count(length)}.`,
    );
  const offset = start + length;
  if (offset > size)
    throw problem(`The file is cut off: its header ends at byte ${count(offset)}, the file at byte ${count(size)}.`);
  return { text: new TextDecoder().decode(head.subarray(start, offset)), offset };
}

/** The header is written by NumPy itself, always in this form. */
function parseHeader(text) {
  const descr = /'descr': ?('[^']*'|\[)/.exec(text)?.[1];
  const order = /'fortran_order': ?(True|False)/.exec(text)?.[1];
  const shape = /'shape': ?\(([^)]*)\)/.exec(text)?.[1];
  if (descr === undefined || order === undefined || shape === undefined)
    throw problem(`The header of an .npy file must give descr, fortran_order and shape; found ${quoted(text.trim())}.`);
  return {
    descr: descr === '[' ? 'a record of fields' : descr.slice(1, -1),
    isFortran: order === 'True',
    shape: shape
      .split(',')
      .map((size) => size.trim())
      .filter(Boolean)
      .map(Number),
  };
}
