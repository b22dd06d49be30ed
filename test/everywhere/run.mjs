/**
 * npm run test:everywhere: what npm test takes a sample of, whole: every browser, window size and state, 1,000 moves.
 * Runs every suite that says what its sample is (by importing support/scope.js) and the suites in this folder, which
 * try the packed package in other people's runtimes, bundlers, compilers and test runners. With names of files: only
 * those.
 */

import { mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative, sep } from 'node:path';
import { filesUnder, root, run } from '../../src/build/project.mjs';
import { ensurePackages, ensureToolchain } from '../../src/build/toolchain.mjs';
import { buildWasm } from '../../src/build/wasm.mjs';
import { buildPage } from '../../web/ready.mjs';
import { runSuites } from '../support/runner.js';

const FILE_TIMEOUT = 10 * 60_000;

const here = join(root, 'test/everywhere');
const hasMore = (path) => path.startsWith(here) || /from '.*\/support\/scope\.js'/.test(readFileSync(path, 'utf8'));

const named = process.argv.slice(2);

await ensureToolchain('everywhere');
process.env.ONNXRUNTIME_NODE_INSTALL = 'skip'; // its native libraries, which nothing here uses
await ensurePackages(here);
finishBun();
await buildWasm();
await buildPage();
pack();
// Only now: it needs packages that the toolchain may just have installed.
const { shareChromium } = await import('../support/browser.js');

const files = filesUnder(join(root, 'test'), ['.test.js'])
  .filter(hasMore)
  .map((path) => relative(root, path).split(sep).join('/'))
  .filter((path) => named.length === 0 || named.some((name) => path.endsWith(name)));
const close = await shareChromium();
process.exitCode = await runSuites(files.sort(), {
  cwd: root,
  timeout: FILE_TIMEOUT,
  atOnce: availableParallelism(),
  env: { NUCLEUS_SCOPE: 'everywhere' },
});
await close();

/** Packages are installed without their scripts; of all that are here, Bun alone cannot do without its own. */
function finishBun() {
  run(process.execPath, ['install.js'], { cwd: join(here, 'node_modules/bun') });
}

/** The package as npm ships it, for the suites to install: in scratch/, packed and unpacked. */
function pack() {
  const scratch = join(here, 'scratch');
  rmSync(scratch, { recursive: true, force: true });
  mkdirSync(scratch);
  run('npm', ['pack', root, '--ignore-scripts', '--silent'], { cwd: scratch });
  run('tar', ['xzf', readdirSync(scratch)[0]], { cwd: scratch });
}
