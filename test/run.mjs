/**
 * npm test: install what is missing, build, run the C tests under AddressSanitizer and UndefinedBehaviorSanitizer
 * through CTest, then every suite in test/ through node --test. The first failing stage ends it with a non-zero code.
 */

import { spawnSync } from 'node:child_process';
import { join, relative } from 'node:path';
import { filesUnder, root, run } from '../src/build/project.mjs';
import { ensureToolchain } from '../src/build/toolchain.mjs';
import { buildWasm } from '../src/build/wasm.mjs';
import { testArguments } from './support/runner.js';

const MINUTE = 60_000;
const FILE_TIMEOUT = 6 * MINUTE;

ensureToolchain('test');
buildWasm();
const { build } = await import('../web/build.mjs');
await build();
runNative(join(root, 'build/native'));
runSuites(process.argv.slice(2));

function runNative(folder) {
  run('cmake', ['-S', '.', '-B', folder, '-DNUCLEUS_SANITIZE=ON', '-DCMAKE_BUILD_TYPE=RelWithDebInfo']);
  run('cmake', ['--build', folder, '--parallel']);
  run('ctest', ['--test-dir', folder, '--output-on-failure', '--timeout', '300']);
}

/** Run the named suites, or all. The last lines printed are the runner's own summary. */
function runSuites(named) {
  const all = filesUnder(join(root, 'test'), ['.test.js']).map((path) => relative(root, path));
  const args = testArguments(named.length > 0 ? named : all.sort(), FILE_TIMEOUT);
  process.exitCode = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' }).status ?? 1;
}
