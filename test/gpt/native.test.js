/** The native programs, by every compiler here and at every level of optimisation, against the WebAssembly module. */

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { loadGpt } from '../../src/js/gpt/index.js';
import { near } from '../support/check.js';
import { bitsOf } from './support/digest.js';
import { shippedBytes } from './support/shipped.js';

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const source = path('../../src/gpt');
const weights = path('../../web/model/shakespeare.gpt');
const folder = mkdtempSync(join(tmpdir(), 'gpt-native-'));
const library = readdirSync(source)
  .filter((name) => name.endsWith('.c') && !['wasm.c', 'validate.c'].includes(name))
  .map((name) => join(source, name));
const isInstalled = (name) => spawnSync(name, ['--version']).status === 0;
const compilers = ['gcc', 'clang'].filter(isInstalled);
if (compilers.length === 0) compilers.push('cc');

/** Compiles a program with the library, and gives what it prints. */
function compileAndRun(compiler, levels, program, args) {
  const binary = join(folder, 'program');
  const flags = ['-std=c11', ...levels, '-ffp-contract=off', `-I${source}`, ...library, program, '-lm', '-o', binary];
  const compiled = spawnSync(compiler, flags, { encoding: 'utf8' });
  assert.is(compiled.status, 0, compiled.stderr);
  const { status, stdout, stderr } = spawnSync(binary, args, { encoding: 'utf8' });
  assert.is(status, 0, stderr);
  return stdout;
}

const native = suite('native programs');
native.after(() => rmSync(folder, { recursive: true }));

const expected = bitsOf(await loadGpt(shippedBytes));

for (const compiler of compilers) {
  for (const levels of [['-O0'], ['-O1'], ['-O2'], ['-O3'], ['-O2', '-DGPT_PORTABLE']]) {
    native(`${compiler} ${levels.join(' ')} gives the bits of the module`, () => {
      assert.is(compileAndRun(compiler, levels, path('native/bits.c'), [weights]), expected);
    });
  }
}

native("gpt_validate gives PyTorch's loss", () => {
  const golden = JSON.parse(readFileSync(path('fixtures/pytorch.json'), 'utf8'));
  const printed = compileAndRun(compilers[0], ['-O2'], join(source, 'validate.c'), [
    path('fixtures/passage.txt'),
    weights,
    weights,
  ]);
  near(Number(printed.match(/: (\d\.\d+) nats over 384 positions/)[1]), golden.passage_loss, 2e-6, 'loss');
  assert.match(printed, '+0.000000 nats, same likeliest character at 100.00 %');
});

native.run();
