// rows.js: which values are a row of scores, and in which precision they are worked on.
import { show } from './check.js';
import { kindOf } from './kinds.js';

const ACCEPTED = 'a Float32Array, Float64Array, Float16Array or number[]';
const KINDS = { Float32Array, Float64Array, Float16Array: Float32Array };

/** Whether a value could be a row, so that an array holding it is an array of rows. */
export const isRow = (value) => Array.isArray(value) || ArrayBuffer.isView(value);

/**
 * A row as a true typed array, and the kind of array it is worked on as, Float32Array or Float64Array. A list is
 * copied here, since reading it may run its getters, which may call the instance again; a typed array cannot answer.
 */
export function readRow(name, row) {
  if (Array.isArray(row)) return { scores: numbers(name, row), Kind: Float32Array };
  const kind = kindOf(row);
  if (!kind || !Object.hasOwn(KINDS, kind)) {
    const hint = kindOf(row?.data) ? ' with scores in its .data: pass that' : '';
    throw new TypeError(`${name} must be ${ACCEPTED}, got ${show(row)}${hint}`);
  }
  return { scores: row, Kind: KINDS[kind] };
}

function numbers(name, list) {
  const copy = new Float32Array(Math.min(list.length, 1 << 29)); // which no instance has memory for
  for (let i = 0; i < copy.length; i++) {
    const score = list[i];
    if (typeof score !== 'number') throw new TypeError(`${name}[${i}] must be a number, got ${show(score)}`);
    copy[i] = score;
  }
  return copy;
}
