/** Scores written out in JSON: an array, arrays in an array, or a tensor of transformers.js. */

import { checkSize, checkedRow } from './layout.js';
import { count, problem, quoted } from './problem.js';

/**
 * @typedef {object} Rows
 * @property {number} steps
 * @property {number} vocabulary
 * @property {Float32Array[]} rows one a step, checked
 */

/** @returns {boolean} whether a JSON value is an array of scores, or arrays of those, or was meant to be */
export const isScores = (json) => Array.isArray(json) && !(innermost(json)[0] instanceof Object);

/** @returns {boolean} whether a JSON value is a tensor of transformers.js or ONNX Runtime, or an output that has one */
export const isTensor = (json) => tensorIn(json) !== undefined;

/**
 * @param {unknown[]} json scores of one step, or one array of scores a step; further arrays may hold one each. `null`
 * is
 *   what JSON makes of -Infinity: a masked id
 * @returns {Rows}
 * @throws {FileProblem}
 */
export function scoreRows(json) {
  let list = json;
  while (Array.isArray(list[0]) && Array.isArray(list[0][0])) list = unwrapped(list);
  const rows = Array.isArray(list[0]) ? list : [list];
  checkSize(rows.length, 1);
  return checkedRows(rows.map((row, step) => toRow(row, step)));
}

/**
 * @param {object} json `{ dims, data }` as a tensor of transformers.js becomes by JSON.stringify, or an object with
 * such
 *   `logits`, or a list of them, a step each. Of [1, positions, vocabulary] every position is a step
 * @returns {Rows}
 * @throws {FileProblem}
 */
export function tensorRows(json) {
  const tensors = Array.isArray(json) ? json.map((each) => tensorIn(each) ?? fail(each)) : [tensorIn(json)];
  return checkedRows(tensors.flatMap(rowsOfTensor));
}

const fail = (found) => {
  throw problem(`Each step must be a tensor with dims and data; found ${quoted(found)}.`);
};

/** [[[…], […]]] and [[[…]], [[…]]] are both a list of rows; anything wider is not. */
function unwrapped(list) {
  if (list.length === 1) return list[0];
  if (list.every((each) => Array.isArray(each) && each.length === 1)) return list.map(([row]) => row);
  throw problem(`Scores must be one array, or one array a step; found ${count(list.length)} arrays of arrays.`);
}

function toRow(values, step) {
  if (!Array.isArray(values) || values.length === 0)
    throw problem(
      `A step must be an array of scores; step ${step} is ${Array.isArray(values) ? 'empty' : quoted(values)}.`,
    );
  checkSize(1, values.length);
  const row = new Float32Array(values.length);
  for (let id = 0; id < row.length; id++) {
    const value = values[id];
    if (typeof value !== 'number' && value !== null)
      throw problem(`A score must be a number; row ${step} has ${quoted(value)} at id ${count(id)}.`);
    row[id] = value ?? -Infinity;
  }
  return row;
}

function checkedRows(rows) {
  const vocabulary = rows[0].length;
  const odd = rows.findIndex(({ length }) => length !== vocabulary);
  if (odd >= 0)
    throw problem(
      `All steps must have as many scores; row ${odd} has ${count(rows[odd].length)}, row 0 ${count(vocabulary)}.`,
    );
  checkSize(rows.length, vocabulary);
  rows.forEach(checkedRow);
  return { steps: rows.length, vocabulary, rows };
}

/** The `{ dims, values }` in one of the forms that tensors take in JSON. */
function tensorIn(json) {
  const at = Array.isArray(json) ? json[0] : json;
  const tensor = at?.logits ?? at;
  const found = tensor?.ort_tensor ?? tensor;
  const values = found?.cpuData ?? found?.data;
  return Array.isArray(found?.dims) && values instanceof Object ? { dims: found.dims, values } : undefined;
}

function rowsOfTensor({ dims, values }) {
  // JSON.stringify writes a typed array as an object with its indices as keys.
  const data = Array.isArray(values) ? values : Object.values(values);
  const sizes = dims.filter((size) => size !== 1);
  const vocabulary = dims.at(-1);
  const isShape = dims.every((size) => Number.isSafeInteger(size) && size > 0) && sizes.length <= 2;
  const steps = isShape ? dims.reduce((product, size) => product * size, 1) / vocabulary : 0;
  if (!isShape || steps * vocabulary !== data.length)
    throw problem(
      `The dims of a tensor must be those of its ${count(data.length)} numbers, [steps, vocabulary] at most; found ${quoted(dims)}.`,
    );
  checkSize(steps, vocabulary);
  return Array.from({ length: steps }, (_, step) =>
    toRow(data.slice(step * vocabulary, (step + 1) * vocabulary), step),
  );
}

function innermost(json) {
  let list = json;
  while (Array.isArray(list) && Array.isArray(list[0])) list = list[0];
  return Array.isArray(list) ? list : [];
}
