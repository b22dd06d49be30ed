/**
 * Loaded before every suite by `node --import`: makes a suite that ran only in part fail.
 *
 * uvu alone exits with 0 when a `before` hook throws, when a suite is never started with `run()`, and when `test.only`
 * leaves the others out. (It does notice a test that never settles while nothing else keeps the process alive; one
 * that hangs with a timer or a socket open is ended by node's --test-timeout.)
 */

import { isMainThread } from 'node:worker_threads';

/** uvu keeps its started suites in this global list of lists; each is a function that gives [errors, ran, skipped, total]. */
class Suites extends Array {
  push(...suites) {
    return super.push(...suites.map((suite) => (typeof suite === 'function' ? counted(suite) : suite)));
  }
}

const counts = { suites: 0, tests: 0, problems: [] };

function counted(suite) {
  counts.suites++;
  return async () => {
    const result = await suite();
    const [errors, ran, skipped, total] = result;
    counts.tests += total;
    if (ran < total && errors === true) counts.problems.push(`${total - ran} tests did not run: a hook threw`);
    if (skipped > 0) counts.problems.push(`${skipped} tests were left out by skip or only`);
    return result;
  };
}

function report() {
  if (counts.tests === 0) counts.problems.push(counts.suites === 0 ? 'no suite was started: is run() missing?' : 'no test ran');
  if (counts.problems.length === 0) return;
  process.exitCode ||= 1;
  console.error(counts.problems.join('\n'));
}

if (isMainThread) {
  // uvu puts its first group, [null], into the list; the group must be ours for its push to be seen.
  globalThis.UVU_QUEUE = Object.assign([], { push: (group) => Array.prototype.push.call(globalThis.UVU_QUEUE, Suites.from(group)) });
  process.on('exit', report);
}
