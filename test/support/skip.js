/** Tests that cannot run here say so: each is counted by the runner as skipped, with its reason. */

import { basename } from 'node:path';
import { test as report } from 'node:test';

/**
 * A suite's test where the condition holds, else a skipped one.
 *
 * @param {Function} suite what `suite('name')` of uvu gives
 * @param {boolean} condition whether the test can run here
 * @param {string} reason what is missing, in a few words
 * @example testWhere(rows, 'Float16Array' in globalThis, 'no Float16Array')('is widened', () => {});
 */
export function testWhere(suite, condition, reason) {
  return condition ? suite : (name) => skip(suite, name, reason);
}

function skip(suite, name, reason) {
  suite.skip(name);
  // A file that reports tests of its own is no longer counted by itself.
  if (globalThis.SKIPPED_WITH_REASON === undefined) report(`${basename(process.argv[1])}, the rest`, () => {});
  // The guard lets pass what was announced, and nothing else.
  globalThis.SKIPPED_WITH_REASON = (globalThis.SKIPPED_WITH_REASON ?? 0) + 1;
  report(name, { skip: reason }, () => {});
}
