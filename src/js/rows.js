// rows.js: which values are a row of scores, and in which precision they are worked on.
import { show } from './check.js';

const ACCEPTED = 'a Float32Array, Float64Array, Float16Array or number[]';

/** The name of a typed array's kind, across realms; undefined for anything else. */
const kindOf = (value) => (ArrayBuffer.isView(value) ? value[Symbol.toStringTag] : undefined);

/** Whether a value could be a row, so that an array holding it is an array of rows. */
export const isRow = (value) => Array.isArray(value) || ArrayBuffer.isView(value);

/** 8 for float64 rows, 4 for float32 ones; a TypeError for anything that is not a row. */
export function bytesPerScore(name, row) {
  if (row instanceof Float32Array || Array.isArray(row)) return 4;
  const kind = kindOf(row);
  if (kind === 'Float64Array') return 8;
  if (kind === 'Float32Array' || kind === 'Float16Array') return 4;
  throw new TypeError(`${name} must be ${ACCEPTED}, got ${show(row)}`);
}

/** The row itself, or the numbers of an array: reading one may run its getters, which may call the instance again. */
export function settled(name, row) {
  if (!Array.isArray(row)) return row;
  const copy = new Float32Array(row.length);
  for (let i = 0; i < copy.length; i++) {
    const score = row[i];
    if (typeof score !== 'number') throw new TypeError(`${name}[${i}] must be a number, got ${show(score)}`);
    copy[i] = score;
  }
  return copy;
}
