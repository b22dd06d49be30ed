/** What every build script shares: where the project is, how to run a program, whether output is up to date. */

import { spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Run a program with its output on this terminal's error stream; a failure ends this process with the same code. */
export function run(program, args, options = {}) {
  const { status, error } = spawnSync(program, args, { stdio: ['inherit', 2, 2], cwd: root, ...options });
  if (error) fail(`${program} could not be started: ${error.message}`);
  if (status !== 0) fail(`${program} ${args.join(' ')} failed`, status ?? 1);
}

export function fail(message, code = 1) {
  console.error(message);
  process.exit(code);
}

/** Whether the file that runs is `url` itself, and not a module that imports it. */
export function isMain(url) {
  return process.argv[1] === fileURLToPath(url);
}

/** Every file under a folder whose name ends in one of the endings; skips what is itself built. */
export function filesUnder(folder, endings) {
  const built = new Set(['generated', 'dist', 'node_modules']);
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return built.has(entry.name) ? [] : filesUnder(path, endings);
    return endings.some((ending) => entry.name.endsWith(ending)) ? [path] : [];
  });
}

/** Whether every output exists and none is older than the newest source. */
export function isUpToDate(outputs, sources) {
  const modified = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? -Infinity;
  return Math.min(...outputs.map(modified)) >= Math.max(...sources.map(modified));
}
