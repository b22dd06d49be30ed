/** Checkouts that were moved, copied, closed to writing, or stand where no compiler is. */

import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { root } from '../../src/build/project.mjs';
import { testWhere } from '../support/skip.js';

const NOBODY = 65534;
const checkout = suite('checkout');
const copy = mkdtempSync(join(tmpdir(), 'nucleus-checkout-'));
const nowhere = join(copy, 'no-programs');
const modules = ['nucleus.wasm', 'gpt.wasm'].map((name) => `src/js/generated/${name}`);

checkout.before(() => {
  const sources = [
    'src',
    'web',
    'test/core',
    'test/gpt/native',
    'test/bench',
    'CMakeLists.txt',
    'package.json',
    'package-lock.json',
  ];
  const built = ['build', 'node_modules/.package-lock.json'];
  const isLeftOut = (path) => /\/build\/(native|lock|[\w-]*cache)\b/.test(path);
  for (const path of [...sources, ...built])
    cpSync(join(root, path), join(copy, path), { recursive: true, filter: (source) => !isLeftOut(source) });
  mkdirSync(nowhere);
});

checkout.after(() => {
  setWritable(copy, true);
  rmSync(copy, { recursive: true });
});

function setWritable(path, isWritable) {
  chmodSync(path, isWritable ? 0o755 : 0o555);
  for (const entry of readdirSync(path, { withFileTypes: true }))
    if (entry.isDirectory()) setWritable(join(path, entry.name), isWritable);
}

/** npm start in the copy, until it prints an address or ends. */
function start(options) {
  const child = spawn(process.execPath, ['web/start.mjs', '--port', '0'], { cwd: copy, ...options });
  return new Promise((settle) => {
    let output = '';
    const listen = (text) => {
      output += text;
      if (output.includes('http://')) child.kill();
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    child.on('close', () => settle(output));
  });
}

checkout('a built copy starts without a compiler and without writing anything', async () => {
  const before = statSync(join(copy, 'web/dist/index.html')).mtimeMs;
  assert.match(await start({ env: { PATH: nowhere } }), /^The page is at http:\/\/[\d.]+:\d+\//);
  assert.is(statSync(join(copy, 'web/dist/index.html')).mtimeMs, before);
});

const asAnotherUser = testWhere(checkout, process.getuid?.() === 0, 'only root can become another user');

asAnotherUser('a built copy starts without write permission', async () => {
  setWritable(copy, false);
  const output = await start({ env: { PATH: nowhere }, uid: NOBODY, gid: NOBODY });
  setWritable(copy, true);
  assert.match(output, /^The page is at /);
});

checkout(
  'packing, and so installing from git, without a compiler fails with one sentence that says what to install',
  () => {
    rmSync(join(copy, modules[0]));
    const { status, stderr } = spawnSync(process.execPath, ['src/build/prepare.mjs'], {
      cwd: copy,
      encoding: 'utf8',
      env: { PATH: nowhere },
    });
    assert.is(status, 1);
    assert.match(
      stderr,
      /^nucleus-sampling is built from C here, and emcc, cmake, make, zopfli are missing: install with/,
    );
    assert.is(stderr.trimEnd().split('\n').length, 1);
  },
);

checkout('a copy builds although its caches name the place it was copied from, twice at once', async () => {
  for (const path of modules) rmSync(join(copy, path), { force: true });
  for (const name of ['esbuild', '@esbuild', 'fflate'])
    symlinkSync(join(root, 'node_modules', name), join(copy, 'node_modules', name));
  const build = () => {
    const child = spawn(process.execPath, ['src/build/wasm.mjs'], { cwd: copy, stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    child.stderr.on('data', (text) => (said += text));
    return new Promise((settle) => child.on('close', (code) => settle({ code, said })));
  };
  for (const { code, said } of await Promise.all([build(), build()])) assert.is(code, 0, said);
  for (const path of modules)
    assert.ok(readFileSync(join(copy, path)).equals(readFileSync(join(root, path))), `${path} is the same`);
});

checkout.run();
