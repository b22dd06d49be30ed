/**
 * npm run lint: the format of C (clang-format) and of the rest (Prettier), the rules of eslint.config.js, lines of at
 * most 120 columns, and the types: the .d.ts files and the examples in their comments, under TypeScript's strict rules.
 * npm run format writes the format instead.
 */

import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { writeExamples } from './examples.mjs';
import { filesUnder, isMain, root } from './project.mjs';

const LONGEST = 120;

const inProject = (folders, endings) =>
  folders.flatMap((folder) => filesUnder(join(root, folder), endings)).map((path) => relative(root, path));
const cFiles = () => inProject(['src', 'test'], ['.c', '.h']);

/** What was right and has not changed since is not read again. */
const cached = (program) => ['--cache', '--cache-location', join(root, 'build', `${program}-cache`)];

/** Each gives what is wrong, as text; nothing where all is well. */
export const checks = {
  'C is formatted': () => complaints('clang-format', ['--dry-run', '--Werror', ...cFiles()]),
  'JavaScript, CSS, HTML and JSON are formatted': () =>
    complaints('prettier', ['--check', '--log-level=warn', ...cached('prettier'), '.']),
  'JavaScript follows the rules': () =>
    complaints('eslint', ['--config', 'src/build/eslint.config.js', ...cached('eslint'), '.']),
  'lines of C and Python are at most 120 columns long': () =>
    longLines([...cFiles(), ...inProject(['test', 'web'], ['.py'])]),
  'the types and their examples are right': () => complaints('tsc', ['--project', writeExamples()]),
};

const writers = [
  () => complaints('clang-format', ['-i', ...cFiles()]),
  () => complaints('prettier', ['--write', '--log-level=warn', '.']),
];

/** What a program of an npm package says, if it ends with anything but 0. */
function complaints(program, args) {
  const child = spawn(process.execPath, [join(root, 'node_modules/.bin', program), ...args], { cwd: root });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text));
  return new Promise((settle) =>
    child.on('close', (code) => settle(code === 0 ? '' : said || `${program} ended with ${code}`)),
  );
}

function longLines(files) {
  const found = files.flatMap((file) => {
    const lines = readFileSync(join(root, file), 'utf8').split('\n');
    return lines.flatMap((line, i) => (line.length > LONGEST ? [`${file}:${i + 1} has ${line.length} columns`] : []));
  });
  return found.join('\n');
}

if (isMain(import.meta.url)) {
  const steps = process.argv.includes('--write') ? writers : Object.values(checks);
  const said = (await Promise.all(steps.map((step) => step()))).filter(Boolean);
  if (said.length > 0) {
    console.error(said.join('\n'));
    process.exitCode = 1;
  }
}
