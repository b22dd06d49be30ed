/** What every build script shares: where the project is, how to run a program, how to read its arguments. */

import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

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
  const built = new Set(['generated', 'dist', 'node_modules', 'scratch']);
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return built.has(entry.name) ? [] : filesUnder(path, endings);
    return endings.some((ending) => entry.name.endsWith(ending)) ? [path] : [];
  });
}

/**
 * What a command was told, read by parseArgs of node:util. A number below zero may follow its option: --temperature -1.
 *
 * @param {object} options as for parseArgs @param {string[]} args
 * @throws {TypeError} for an unknown option, one without its value and words beside options, in one sentence
 */
export function readOptions(options, args = process.argv.slice(2)) {
  const joined = [];
  for (const arg of args) {
    const isValue = /^-[.\d]/.test(arg) && options[joined.at(-1)?.slice(2)]?.type === 'string';
    joined.push(isValue ? `${joined.pop()}=${arg}` : arg);
  }
  try {
    return parseArgs({ args: joined, options }).values;
  } catch (error) {
    if (!error.code?.startsWith('ERR_PARSE_ARGS')) throw error;
    const known = Object.keys(options).map((name) => `--${name}`);
    throw new TypeError(`${sentenceOf(error)}; the options are ${known.join(', ')}`);
  }
}

/** Node's own words run to three sentences, and speak of how parseArgs was called. */
function sentenceOf({ code, message }) {
  const [, word] = /'([^']*)'/.exec(message) ?? [];
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return `unknown option ${word}`;
  if (code === 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL') return `${JSON.stringify(word)} is no option`;
  return /does not take/.test(message) ? `${word} takes no value` : `${word.split(' ')[0]} must be followed by a value`;
}

/** Like readOptions, for commands that end with the sentence and code 2. */
export function commandOptions(options) {
  try {
    return readOptions(options);
  } catch (error) {
    return fail(error.message, 2);
  }
}
