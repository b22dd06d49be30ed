/**
 * Loaded before every suite by `node --import`: makes a suite fail that ran only in part or does not end.
 *
 * uvu alone exits with 0 when a `before` hook throws, when a suite is never started with `run()`, and when `test.only`
 * leaves the others out. It notices a test that never settles only while nothing else keeps the process alive; for the
 * others there is a time limit, watched by a thread of its own since the suite's may be the one that hangs. (The
 * --test-timeout of Node 25 lets such a file run on.)
 */

import { Worker, isMainThread } from 'node:worker_threads';
import { takeTurn } from './turns.mjs';

/**
 * uvu keeps its started suites in this global list of lists; each is a function that gives [errors, ran, skipped,
 * total].
 */
class Suites extends Array {
  push(...suites) {
    return super.push(...suites.map((suite) => (typeof suite === 'function' ? counted(suite) : suite)));
  }
}

const counts = { suites: 0, tests: 0, skipped: 0, problems: [] };

function counted(suite) {
  counts.suites++;
  return async () => {
    const result = await suite();
    const [errors, ran, skipped, total] = result;
    counts.tests += total;
    if (ran < total && errors === true) counts.problems.push(`${total - ran} tests did not run: a hook threw`);
    counts.skipped += skipped;
    return result;
  };
}

/**
 * Skipped tests are those of skip.js, which gives each a reason that the runner prints; others were left out by
 * mistake.
 */
function report() {
  const leftOut = counts.skipped - (globalThis.SKIPPED_WITH_REASON ?? 0);
  if (leftOut > 0) counts.problems.push(`${leftOut} tests were left out by skip or only`);
  if (counts.tests === 0)
    counts.problems.push(counts.suites === 0 ? 'no suite was started: is run() missing?' : 'no test ran');
  if (counts.problems.length === 0) return;
  process.exitCode ||= 1;
  console.error(counts.problems.join('\n'));
}

/** The first signal lets a browser that the suite started be closed; the second cannot be missed. */
function watch(milliseconds) {
  const watcher = `
    const { writeSync } = require('node:fs');
    setTimeout(() => {
      writeSync(2, 'The suite timed out after ${milliseconds} ms.\\n');
      process.kill(process.pid, 'SIGTERM');
      setTimeout(() => process.kill(process.pid, 'SIGKILL'), 2000);
    }, ${milliseconds});
  `;
  new Worker(watcher, { eval: true, execArgv: [] }).unref();
}

const { NUCLEUS_TURNS: turns } = process.env;
delete process.env.NUCLEUS_TURNS; // a turn is this process's: what it starts asks for none

if (isMainThread) {
  if (turns && process.env.NODE_TEST_CONTEXT) await takeTurn(turns, process.argv[1] ?? '');
  const limit = new URL(import.meta.url).searchParams.get('limit');
  if (limit) watch(Number(limit));
  // uvu puts its first group, [null], into the list; the group must be ours for its push to be seen.
  globalThis.UVU_QUEUE = Object.assign([], {
    push: (group) => Array.prototype.push.call(globalThis.UVU_QUEUE, Suites.from(group)),
  });
  process.on('exit', report);
}
