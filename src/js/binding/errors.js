// errors.js: the statuses of nucleus.h that a row can bring about, as errors. The arguments beside it are checked before.
import { show } from '../check.js';
import {
  ERROR_ALL_MASKED,
  ERROR_EMPTY_ROW,
  ERROR_MEMORY,
  ERROR_NO_WEIGHT,
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
};

/** The error of a status; `name` is the argument it is about, `fault()` the id it is about and the number there. */
export function errorOf(status, name, fault) {
  if (status === ERROR_MEMORY) return outOfMemory(name);
  if (RULES[status]) return new RangeError(`${name} must ${RULES[status]}`);
  if (!RULES_OF_AN_ID[status]) return new RangeError(`${name}: status ${status} of nucleus.h`);
  const [id, value] = fault();
  return new RangeError(`${name}[${id}] must be ${RULES_OF_AN_ID[status]}, got ${show(value)}`);
}
