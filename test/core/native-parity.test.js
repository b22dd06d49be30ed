/**
 * The native build and the wasm module give the same bits: probabilities, luck, kept sets and ids, in both precisions.
 */

import { execFileSync } from 'node:child_process';
import { closeSync, existsSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { filesUnder, root } from '../../src/build/project.mjs';
import { load } from '../../src/js/index.js';
import { randomNumbers, randomPolicy, randomRow } from '../support/random.js';

const STEPS = 20_000;
const program = join(root, 'build/native/test/core/digest');

const parity = suite('native parity');

/** One of sixteen rows is large: vocabulary 1 to 5,000; the others 1 to 500. */
function* randomSteps(count) {
  const random = randomNumbers(7);
  for (let n = 0; n < count; n++) {
    const row = randomRow(random, n % 16 ? 500 : 5000, n % 2 ? Float64Array : Float32Array);
    yield { row, policy: randomPolicy(random), seed: BigInt.asUintN(64, BigInt(n) * 0x9e3779b97f4a7c15n) };
  }
}

/** A step as digest.c reads it. */
function encode({ row, policy, seed }) {
  const { temperature, topP = 1, minP = 0, topK = 0 } = policy;
  const bytes = new Uint8Array(48 + Math.ceil(row.byteLength / 8) * 8);
  const view = new DataView(bytes.buffer);
  [temperature, topP, minP].forEach((value, i) => view.setFloat64(8 * i, value, true));
  view.setBigUint64(24, seed, true);
  [topK, row.BYTES_PER_ELEMENT === 8 ? 1 : 0, row.length, 0].forEach((value, i) =>
    view.setUint32(32 + 4 * i, value, true),
  );
  bytes.set(new Uint8Array(row.buffer), 48);
  return bytes;
}

/** Goes on with the hash of the bits of some arrays. */
function hashArrays(hash, arrays) {
  for (const array of arrays) {
    for (const word of new Uint32Array(array.buffer, array.byteOffset, array.byteLength / 4))
      hash = Math.imul(hash ^ word, 0x01000193);
  }
  return hash;
}

function hashInspection(hash, seen) {
  const { rank, kept, keptMass, probability, entropyBits, crossing, entropyBitsAfter } = seen;
  const fields = Float64Array.of(rank, kept, keptMass, probability, entropyBits, crossing, entropyBitsAfter);
  const { softmax, order, cutOrder = new Int32Array(0), cumulative, probabilities, luck, scores } = seen;
  return hashArrays(hash, [softmax, order, cutOrder, cumulative, probabilities, luck, scores, fields]);
}

/** The line that digest.c prints for a step, from what the wasm module does. */
function line(nucleus, { row, policy, seed }) {
  const near = nucleus.inspect(row, { ...policy, seed, nearest: 5, include: [0, row.length >> 1] });
  let hash = hashInspection(0x811c9dc5, nucleus.inspect(row, { ...policy, seed }));
  hash = hashArrays(hashInspection(hash, near), [near.ranks]);
  return `${nucleus.sample(row, { ...policy, seed })} ${(hash >>> 0).toString(16).padStart(8, '0')}`;
}

parity.before((context) => {
  context.folder = mkdtempSync(join(tmpdir(), 'nucleus-parity-'));
  context.path = join(context.folder, 'steps');
  const file = openSync(context.path, 'w');
  for (const step of randomSteps(STEPS)) writeSync(file, encode(step));
  closeSync(file);
});

parity.after(({ folder }) => rmSync(folder, { recursive: true }));

/** What a build of digest.c prints for the steps. */
const digestBy = (built, path) => execFileSync(built, [path], { encoding: 'utf8', maxBuffer: 1e8 });

parity(`${STEPS} random steps, vocabulary 1 to 5,000`, async ({ path }) => {
  assert.ok(existsSync(program), 'npm test builds the native program');
  const native = digestBy(program, path).trimEnd().split('\n');
  assert.is(native.length, STEPS);

  const nucleus = await load();
  let n = 0;
  for (const step of randomSteps(STEPS)) {
    const expected = line(nucleus, step);
    if (native[n] !== expected) assert.unreachable(`step ${n}: native "${native[n]}", wasm "${expected}"`);
    n++;
  }
});

parity('a compiler that may fuse multiplications and additions gives the same bits', ({ folder, path }) => {
  const built = join(folder, 'fused');
  const sources = filesUnder(join(root, 'src/core'), ['.c']).filter((file) => !file.includes('wasm'));
  const flags = ['-O3', '-std=gnu17', '-march=native', '-ffp-contract=fast', `-I${join(root, 'src/core')}`];
  const compiler = process.env.CC ?? 'cc';
  // clang's "fast" takes no heed of what a file says; "on" is what it does by itself.
  if (/clang/.test(execFileSync(compiler, ['--version'], { encoding: 'utf8' }))) flags[3] = '-ffp-contract=on';
  execFileSync(compiler, [...flags, join(root, 'test/core/digest.c'), ...sources, '-lm', '-o', built]);
  assert.ok(digestBy(built, path) === digestBy(program, path));
});

parity.run();
