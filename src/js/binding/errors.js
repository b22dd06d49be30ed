// errors.js: the statuses of nucleus.h that a row can bring about, as errors. Other arguments are checked before.
import { show } from '../check.js';
import {
  ERROR_ALL_MASKED,
  ERROR_BIAS_ID,
  ERROR_EMPTY_ROW,
  ERROR_INCLUDE,
  ERROR_MEMORY,
  ERROR_NO_WEIGHT,
  ERROR_OVERFLOW,
  ERROR_SCORE,
  ERROR_WEIGHT,
} from '../generated/layout.js';

export const outOfMemory = (what) => new RangeError(`out of memory: ${what} does not fit`);

const RULES = {
  [ERROR_EMPTY_ROW]: 'hold a number, got an empty row',
  [ERROR_ALL_MASKED]: 'hold a finite score, got -Infinity at every id',
  [ERROR_NO_WEIGHT]: 'hold a weight above 0, got 0 at every id',
};
const RULES_OF_AN_ID = {
  [ERROR_SCORE]: 'finite or -Infinity',
  [ERROR_WEIGHT]: 'finite and >= 0',
  [ERROR_OVERFLOW]: 'a score that stays finite under penalties and biases',
};

/**
 * The error of a status; `name` is the argument it is about, `row` its numbers, `fault` the place in it that is wrong,
 * or in a list of ids that was `given`.
 */
export function errorOf(status, name, row, fault, given) {
  if (status === ERROR_MEMORY) return outOfMemory(name);
  const notInRow = (list, id) => new RangeError(`${list} must name ids of the row, 0 to ${row.length - 1}, got ${id}`);
  if (status === ERROR_BIAS_ID) return notInRow('logitBias', given.logitBias[fault][0]);
  if (status === ERROR_INCLUDE) return notInRow('include', given.include[fault]);
  if (RULES[status]) return new RangeError(`${name} must ${RULES[status]}`);
  if (!RULES_OF_AN_ID[status]) return new RangeError(`${name}: status ${status} of nucleus.h`);
  return new RangeError(`${name}[${fault}] must be ${RULES_OF_AN_ID[status]}, got ${show(row[fault])}`);
}
