/**
 * npm run test:everywhere: what npm test takes a sample of, whole: every browser, window size and state, 1,000 moves.
 * Runs every suite that says what its sample is (by importing support/scope.js) and the suites in this folder.
 */

import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative, sep } from 'node:path';
import { filesUnder, root } from '../../src/build/project.mjs';
import { ensureToolchain } from '../../src/build/toolchain.mjs';
import { buildWasm } from '../../src/build/wasm.mjs';
import { buildPage } from '../../web/ready.mjs';
import { runSuites } from '../support/runner.js';

const FILE_TIMEOUT = 10 * 60_000;

const here = join(root, 'test/everywhere');
const hasMore = (path) => path.startsWith(here) || /from '.*\/support\/scope\.js'/.test(readFileSync(path, 'utf8'));

await ensureToolchain('everywhere');
await buildWasm();
await buildPage();
// Only now: it needs packages that the toolchain may just have installed.
const { shareChromium } = await import('../support/browser.js');

const files = filesUnder(join(root, 'test'), ['.test.js'])
  .filter(hasMore)
  .map((path) => relative(root, path).split(sep).join('/'));
const close = await shareChromium();
process.exitCode = await runSuites(files.sort(), {
  cwd: root,
  timeout: FILE_TIMEOUT,
  atOnce: availableParallelism(),
  env: { NUCLEUS_SCOPE: 'everywhere' },
});
await close();
