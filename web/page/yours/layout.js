/** Where rows of scores lie in a file, whatever its format, and how one is read without the others. */

import { BYTES, toFloat32 } from './numbers.js';
import { count, problem, quoted } from './problem.js';

/** More than any published vocabulary, and more steps than a page can show one by one. */
export const MOST_IDS = 2 ** 19;
export const MOST_STEPS = 1024;

/**
 * @typedef {object} Layout
 * @property {'F32' | 'F16' | 'BF16'} format of a number
 * @property {boolean} isBigEndian
 * @property {number} steps how many rows there are
 * @property {number} vocabulary how many scores a row has
 * @property {number} offset of the first row's first byte in the file
 */

/**
 * The layout of numbers with this shape, or a sentence about what is wrong with it.
 *
 * @param {{ format: unknown, shape: unknown, offset: number, what: string, isBigEndian?: boolean }} found
 * @returns {Layout}
 * @throws {FileProblem}
 */
export function layoutOf({ format, shape, offset, what, isBigEndian = false }) {
  if (!Object.hasOwn(BYTES, format))
    throw problem(`The scores must be F32, F16 or BF16; ${what} is ${quoted(format)}.`);
  if (!Array.isArray(shape) || shape.length === 0 || !shape.every((size) => Number.isSafeInteger(size) && size > 0))
    throw problem(`The shape of ${what} must be positive whole numbers, found ${quoted(shape)}.`);
  const vocabulary = shape.at(-1);
  const further = shape.slice(0, -1).filter((size) => size > 1);
  if (further.length > 1)
    throw problem(`The shape must be [vocabulary] or [steps, vocabulary]; ${what} has ${quoted(shape)}.`);
  const steps = further[0] ?? 1;
  checkSize(steps, vocabulary);
  return { format, isBigEndian, steps, vocabulary, offset };
}

/** Refuse what no page can show. @throws {FileProblem} */
export function checkSize(steps, vocabulary) {
  if (vocabulary > MOST_IDS)
    throw problem(`A step may have ${count(MOST_IDS)} scores here; these have ${count(vocabulary)}.`);
  if (steps > MOST_STEPS)
    throw problem(`A text may have ${count(MOST_STEPS)} steps here; this one has ${count(steps)}.`);
}

/**
 * Read one row; the rest of the file is not touched.
 *
 * @param {Blob} file
 * @param {Layout} layout
 * @param {number} step 0 for the first row
 * @returns {Promise<Float32Array>} its scores by id, finite or -Infinity
 * @throws {FileProblem} (the promise rejects) where the sampler could not take the row
 */
export async function readRow(file, { format, isBigEndian, vocabulary, offset }, step) {
  const bytes = vocabulary * BYTES[format];
  const start = offset + step * bytes;
  const buffer = await file.slice(start, start + bytes).arrayBuffer();
  if (buffer.byteLength < bytes)
    throw problem(
      `The file is cut off: row ${step} ends at byte ${count(start + bytes)}, the file at byte ${count(file.size)}.`,
    );
  return checkedRow(toFloat32(buffer, format, isBigEndian), step);
}

/**
 * The same row, if the sampler can draw from it.
 *
 * @param {Float32Array} row
 * @param {number} step for the sentence
 * @returns {Float32Array}
 * @throws {FileProblem}
 */
export function checkedRow(row, step) {
  let isDrawable = false;
  for (let id = 0; id < row.length; id++) {
    // Neither NaN nor +Infinity is below it.
    if (!(row[id] < Infinity))
      throw problem(`A score must be a finite number or -Infinity; row ${step} has ${row[id]} at id ${count(id)}.`);
    isDrawable ||= row[id] > -Infinity;
  }
  if (!isDrawable) throw problem(`A row needs at least one finite score; row ${step} has -Infinity everywhere.`);
  return row;
}
