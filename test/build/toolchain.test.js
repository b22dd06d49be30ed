/** What the two commands do about missing programs: apt on Debian as root, exact instructions anywhere else. */

import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { root } from '../../src/build/project.mjs';
import { testWhere } from '../support/skip.js';

const toolchain = suite('toolchain');
const asRoot = testWhere(toolchain, process.getuid?.() === 0, 'only root installs by apt');
const NOBODY = 65534;

let folder;

toolchain.before.each(() => {
  folder = mkdtempSync(join(tmpdir(), 'nucleus-tools-'));
  chmodSync(folder, 0o755);
});

toolchain.after.each(() => rmSync(folder, { recursive: true }));

/** A shell script in the folder, which stands for a program on the PATH. */
function program(name, text) {
  writeFileSync(join(folder, name), `#!/bin/sh\n${text}\n`);
  chmodSync(join(folder, name), 0o755);
}

function ensure(purpose, options = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['src/build/toolchain.mjs', purpose], {
    cwd: root,
    encoding: 'utf8',
    env: { PATH: folder },
    ...options,
  });
  return { status, output: stdout + stderr };
}

const emccOf = (version) => `echo 'emcc (Emscripten gcc/clang-like replacement) ${version}'`;

/** Writes down how it was called, and installs the programs that `install` names: emcc, cmake, make, zopfli. */
function fakeApt(emccVersion = '3.1.6~dfsg-5') {
  const install = ['cmake', 'make', 'zopfli'].map(
    (name) => `printf '#!/bin/sh\\n' > ${folder}/${name}; /bin/chmod 755 ${folder}/${name}`,
  );
  const emcc = `printf '#!/bin/sh\\necho emcc ${emccVersion}\\n' > ${folder}/emcc; /bin/chmod 755 ${folder}/emcc`;
  program(
    'apt-get',
    `echo "$DEBIAN_FRONTEND $*" >> ${folder}/log\nif [ "$1" = install ]; then ${[...install, emcc].join('; ')}; fi`,
  );
}

toolchain('everything there: nothing is said or done', () => {
  for (const name of ['cmake', 'make', 'zopfli']) program(name, '');
  for (const version of ['3.1.6~dfsg-5', '3.1.10 (abc)', '4.0.1']) {
    program('emcc', emccOf(version));
    assert.equal(ensure('start'), { status: 0, output: '' });
  }
});

asRoot('as root on Debian, apt installs what is missing, without recommended packages, and says so', () => {
  fakeApt();
  const { status, output } = ensure('start');
  assert.is(status, 0, output);
  assert.match(output, 'Missing: emcc, cmake, make, zopfli. Installing by apt: emscripten cmake make zopfli');
  assert.equal(readFileSync(join(folder, 'log'), 'utf8').trim().split('\n'), [
    'noninteractive update -q',
    'noninteractive install -q -y --no-install-recommends emscripten cmake make zopfli',
  ]);
});

asRoot('only what is missing is installed', () => {
  fakeApt();
  for (const name of ['cmake', 'make', 'zopfli', 'cc']) program(name, '');
  const { output } = ensure('test');
  assert.match(output, 'Missing: emcc, chromium. Installing by apt: emscripten chromium');
});

asRoot('what makes the suites faster is installed where apt has it, and done without where it fails', () => {
  for (const name of ['cmake', 'make', 'zopfli', 'cc', 'chromium']) program(name, '');
  program('emcc', emccOf('4.0.1'));
  for (const status of [0, 100]) {
    program('apt-get', `echo "$*" >> ${folder}/log\nexit ${status}`);
    const { output } = ensure('test');
    assert.match(output, 'Installing by apt, to test faster: chromium-headless-shell');
    assert.not.match(output, 'failed');
  }
  const calls = readFileSync(join(folder, 'log'), 'utf8').trim().split('\n');
  const install = /^-o .* install -q -y --no-install-recommends --no-remove chromium-headless-shell$/;
  assert.is(calls.length, 3);
  for (const call of calls.slice(0, 2)) assert.match(call, install);
  assert.match(calls[2], /update -q$/);
});

asRoot('a distribution whose Emscripten is too old is told where to find a newer one', () => {
  fakeApt('2.0.12');
  const { status, output } = ensure('start');
  assert.is(status, 1);
  assert.match(output, 'Missing: emcc');
  assert.match(output, '3.1.6 or later');
});

asRoot('an apt that fails ends the command', () => {
  program('apt-get', 'exit 100');
  assert.is(ensure('start').status, 100);
});

asRoot('on Debian without root, the exact command is printed', () => {
  fakeApt();
  // A clone in root's home is closed to others.
  const copy = join(folder, 'copy');
  cpSync(join(root, 'src/build'), join(copy, 'src/build'), { recursive: true });
  const { status, output } = ensure('start', { cwd: copy, uid: NOBODY, gid: NOBODY });
  assert.is(status, 1);
  assert.match(
    output,
    'sudo apt-get update && sudo apt-get install -y --no-install-recommends emscripten cmake make zopfli',
  );
});

toolchain('on Fedora the exact command is printed', () => {
  program('dnf', '');
  const { status, output } = ensure('everywhere');
  assert.is(status, 1);
  assert.match(output, 'sudo dnf install emscripten cmake make zopfli gcc libasan libubsan chromium firefox');
});

toolchain('anywhere else the programs are named', () => {
  const { status, output } = ensure('start');
  assert.is(status, 1);
  assert.match(output, 'Missing: emcc, cmake, make, zopfli');
});

toolchain.run();
