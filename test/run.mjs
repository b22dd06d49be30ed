/**
 * npm test: install what is missing, build, run the C tests under AddressSanitizer and UndefinedBehaviorSanitizer
 * through CTest, then the suites in test/ through node --test. The first failing stage ends it with a non-zero code.
 *
 * npm test -- PATH...: only the suites there (files or folders), after building no more than they need; test/core and
 * test/gpt bring their C tests. What has a matrix is sampled here: test/everywhere/run.mjs runs it whole.
 */

import { statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative, resolve, sep } from 'node:path';
import { lock } from '../src/build/once.mjs';
import { fail, filesUnder, root, run } from '../src/build/project.mjs';
import { compile, configure } from '../src/build/cmake.mjs';
import { ensureToolchain } from '../src/build/toolchain.mjs';
import { buildTestModule, buildWasm, isWasmBuilt } from '../src/build/wasm.mjs';
import { buildPage } from '../web/ready.mjs';
import { runSuites } from './support/runner.js';

const FILE_TIMEOUT = 6 * 60_000;

/** What brings C tests, and how CTest is told which. */
const nativeTests = { test: [], 'test/core': ['-E', '^gpt_'], 'test/gpt': ['-R', '^gpt_'] };
const nativeFolder = join(root, 'build/native');

/** What a suite needs built or started, by its path. */
const needs = {
  page: /^test\/(page|build)\//,
  compare: /^test\/core\/compare/,
  bench: /^test\/bench\//,
  nativePrograms: /^test\/core\/native-/,
  browser: /^test\/page\/|\/browser\.test\.js$/,
};

const paths = process.argv.length > 2 ? process.argv.slice(2).map(inProject) : ['test'];
const files = [...new Set(paths.flatMap(suitesIn))].sort();
const isNeeded = (what) => files.some((file) => needs[what].test(file));

const compiles = isNeeded('compare') || isNeeded('bench') || isNeeded('nativePrograms');

await ensureToolchain('test', { isBuilt: isWasmBuilt() && !compiles });
await buildWasm();
if (isNeeded('page')) await buildPage();
for (const module of ['compare', 'bench']) if (isNeeded(module)) await buildTestModule(module);
await testNatively();
process.exitCode = await testInNode();

async function testNatively() {
  const groups = paths.filter((path) => path in nativeTests).map((path) => nativeTests[path]);
  if (groups.length === 0 && !isNeeded('nativePrograms')) return;
  const release = await lock();
  configure(nativeFolder, ['-DNUCLEUS_SANITIZE=ON', '-DCMAKE_BUILD_TYPE=RelWithDebInfo']);
  compile(nativeFolder);
  release();
  const options = ['--test-dir', nativeFolder, '--output-on-failure', '--timeout', '300', '--parallel', '2'];
  for (const group of groups) run('ctest', [...options, ...group]);
}

async function testInNode() {
  // Only now: it needs packages that the toolchain may just have installed.
  const { shareChromium } = await import('./support/browser.js');
  const close = isNeeded('browser') ? await shareChromium() : () => {};
  try {
    return await runSuites(files, { cwd: root, timeout: FILE_TIMEOUT, atOnce: availableParallelism() });
  } finally {
    await close();
  }
}

/** A path as the command was given it, relative to the project. */
function inProject(given) {
  const path = relative(root, resolve(given)).split(sep).join('/');
  if (!path.startsWith('test')) fail(`npm test -- PATH takes suites in test/, got ${given}`);
  return path;
}

function suitesIn(path) {
  const found = statSync(join(root, path), { throwIfNoEntry: false });
  if (found === undefined) fail(`there is no ${path}`);
  if (found.isFile()) return [path];
  return filesUnder(join(root, path), ['.test.js'])
    .map((file) => relative(root, file).split(sep).join('/'))
    .filter((file) => !file.startsWith('test/everywhere/'));
}
