/** Files of scores that real tools wrote, opened as a visitor opens them. */

import { openAsBlob, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openFiles, rowOf } from '../../web/page/yours/open.js';
import { safetensorsFile } from '../../web/page/yours/save.js';
import { blobOf, refusal } from './support/yours.js';

const path = (name) => fileURLToPath(new URL(`../fixtures/yours/${name}`, import.meta.url));
const expected = JSON.parse(readFileSync(path('expected.json'), 'utf8')).bits.map((row) => Int32Array.from(row));
const bitsOf = (row) => new Int32Array(row.buffer, row.byteOffset, row.length);
const open = async (name) => openFiles([await openAsBlob(path(name))]);

async function sameRows({ scores }, rows, what) {
  assert.is(scores.kind, 'whole', what);
  assert.equal([scores.steps, scores.vocabulary], [rows.length, rows[0].length], what);
  for (let step = 0; step < rows.length; step++)
    assert.equal(bitsOf(await rowOf(scores, step)), rows[step], `${what}, row ${step}`);
}

const files = suite('page: files of scores');

for (const name of [
  ...['f32', 'f16', 'bf16', 'stacked', 'with-ids', 'numpy'].map((stem) => `${stem}.safetensors`),
  ...['little', 'big', 'half', 'big-half', 'version-2', 'version-3'].map((stem) => `${stem}.npy`),
])
  files(`${name} gives the very bits`, async () => sameRows(await open(name), expected, name));

for (const name of ['one-step.safetensors', 'one-step.npy'])
  files(`${name} is one step`, async () => sameRows(await open(name), [expected[1]], name));

const refused = {
  'fortran.npy':
    'The scores must be in C order, step after step; this array is in Fortran order: save np.ascontiguousarray of it.',
  'double.npy': 'The scores must be float32 or float16 ("<f4", ">f4", "<f2", ">f2"); the .npy header says "<f8".',
  'integers.npy': 'The scores must be float32 or float16 ("<f4", ">f4", "<f2", ">f2"); the .npy header says "<i4".',
  'fields.npy':
    'The scores must be float32 or float16 ("<f4", ">f4", "<f2", ">f2"); the .npy header says "a record of fields".',
  'f64.safetensors': 'The scores must be F32, F16 or BF16; tensor "logits" is "F64".',
  'three-dimensions.safetensors': 'The shape must be [vocabulary] or [steps, vocabulary]; tensor "logits" has [2,3,4].',
  'two-tensors.safetensors':
    'The file must have a tensor named "logits", or only one of floating-point numbers; its 2 tensors: "a", "b".',
  'no-steps.safetensors': 'The shape of tensor "logits" must be positive whole numbers, found [0,4].',
};
for (const [name, sentence] of Object.entries(refused))
  files(`${name} is refused with a sentence`, async () => assert.is(await refusal(open(name)), sentence));

files('a saved file is what the tool would have written, and opens as the same bits', async () => {
  const rows = expected.map((bits) => new Float32Array(bits.buffer));
  const bytes = new Uint8Array(await safetensorsFile(rows).arrayBuffer());
  assert.equal(bytes, Uint8Array.from(readFileSync(path('f16.safetensors'))));
  await sameRows(await openFiles([new Blob([bytes])]), expected, 'saved');
});

files('a saved file is float32 where float16 would lose a bit', async () => {
  const row = Float32Array.of(0.1, 1e6, -Infinity, 1e-30, -0);
  const saved = safetensorsFile([row, row], { prompt: 'a <b>' });
  await sameRows(await openFiles([saved]), [bitsOf(row), bitsOf(row)], 'saved');
});

files('every float16 number survives the way there and back', async () => {
  const halves = Uint16Array.from({ length: 65_536 }, (_, i) => i).filter(
    (half) => (half & 0x7fff) <= 0x7c00 && half !== 0x7c00,
  );
  const header = `{"x":{"dtype":"F16","shape":[${halves.length}],"data_offsets":[0,${halves.byteLength}]}}`;
  const opened = await openFiles([blobOf(header, halves)]);
  const row = await rowOf(opened.scores, 0);
  const reference = (half) => {
    const sign = half & 0x8000 ? -1 : 1;
    const [exponent, fraction] = [(half >> 10) & 31, half & 1023];
    if (exponent === 31) return sign * Infinity;
    return sign * (exponent === 0 ? fraction * 2 ** -24 : (1024 + fraction) * 2 ** (exponent - 25));
  };
  halves.forEach((half, i) => assert.ok(Object.is(row[i], reference(half)), `half ${half}: ${row[i]}`));
  const again = new Uint8Array(await safetensorsFile([row]).arrayBuffer());
  assert.equal(new Uint16Array(again.slice(again.length - halves.byteLength).buffer), halves);
});

files('a large file is opened without being held: 64 steps of 262,144 scores', async () => {
  const [steps, vocabulary] = [64, 262_144];
  const header = `{"logits":{"dtype":"BF16","shape":[${steps},${vocabulary}],"data_offsets":[0,${steps * vocabulary * 2}]}}`;
  const fractions = [];
  const opened = await openFiles([blobOf(header, new Uint16Array(steps * vocabulary))], (at) => fractions.push(at));
  assert.equal([opened.scores.steps, opened.scores.vocabulary], [steps, vocabulary]);
  assert.is(opened.scores.rows, undefined);
  assert.ok(
    fractions.length >= 64 && fractions.at(-1) === 1 && fractions.every((at, i) => i === 0 || at >= fractions[i - 1]),
  );
});

files.run();
