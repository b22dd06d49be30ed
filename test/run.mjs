/**
 * npm test: install what is missing, build, run the C tests under AddressSanitizer and UndefinedBehaviorSanitizer
 * through CTest, then every suite in test/ through node --test. The first failing stage ends it with a non-zero code.
 */

import { join, relative } from 'node:path';
import { filesUnder, root, run } from '../src/build/project.mjs';
import { ensureToolchain } from '../src/build/toolchain.mjs';
import { buildWasm } from '../src/build/wasm.mjs';

const MINUTE = 60_000;
const FILE_TIMEOUT = 4 * MINUTE;

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

/** Run the named suites, or all. One at a time: those that drive browsers measure time and would disturb each other. */
function runSuites(named) {
  const all = filesUnder(join(root, 'test'), ['.test.js']).map((path) => relative(root, path));
  run(process.execPath, [
    '--import', './test/support/guard.mjs',
    '--test', '--test-concurrency=1', `--test-timeout=${FILE_TIMEOUT}`, '--test-reporter=spec',
    ...(named.length > 0 ? named : all.sort()),
  ]);
}
