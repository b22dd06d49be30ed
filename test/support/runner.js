/** How suites are run: by `node --test`, each file in its own process, under the guard and a time limit. */

import { spawn } from 'node:child_process';
import { openTurns } from './turns.mjs';

/** Arguments for node. `atOnce`: how many files run beside each other. */
export function testArguments(files, milliseconds, atOnce = 1) {
  return [
    '--import',
    new URL(`guard.mjs?limit=${milliseconds}`, import.meta.url).href,
    '--test',
    `--test-concurrency=${atOnce}`,
    '--test-reporter=spec',
    ...files,
  ];
}

/**
 * Runs suites beside each other, those that need it alone. The last lines printed are the runner's own summary.
 *
 * @param {string[]} files @param {{ cwd: string, timeout: number, atOnce: number, env?: object }} options
 * @returns {Promise<number>} the exit code
 */
export async function runSuites(files, { cwd, timeout, atOnce, env = {} }) {
  const turns = await openTurns();
  const child = spawn(process.execPath, testArguments(files, timeout, atOnce), {
    cwd,
    stdio: 'inherit',
    env: { ...process.env, ...env, NUCLEUS_TURNS: String(turns.port) },
  });
  const code = await new Promise((settle) => child.on('close', (status) => settle(status ?? 1)));
  turns.close();
  return code;
}
