/** The shipped network against PyTorch running the very same expanded weights: see fixtures/make.py. */

import { readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { loadGpt } from '../../src/js/gpt/index.js';
import { load } from '../../src/js/index.js';
import { compareRow, continueAs } from './support/pytorch.js';
import { shippedBytes } from './support/shipped.js';

const TOLERANCE = 5e-5;

const golden = JSON.parse(readFileSync(new URL('fixtures/pytorch.json', import.meta.url), 'utf8'));
const gpt = await loadGpt(shippedBytes);
const nucleus = await load();

const pytorch = suite('the shipped network and PyTorch');

pytorch('the recording is of the shipped file', () => {
  assert.is(gpt.checksum, golden.weights);
});

for (const row of golden.reference) {
  pytorch(`logits after ${JSON.stringify(row.prompt)}`, () => {
    const { worst, sameTop } = compareRow(gpt, row);
    assert.ok(worst < TOLERANCE, `off by ${worst}`);
    assert.ok(sameTop, 'another letter is the likeliest');
    assert.equal(gpt.encode(row.prompt), row.ids);
    assert.is(gpt.decode(row.ids), row.prompt);
  });
}

for (const run of golden.continuations) {
  pytorch(`${run.n} letters, ${run.recipe}'s recipe, ${run.name}`, () => {
    assert.equal(continueAs(nucleus, gpt, run), run.ids);
  });
}

pytorch.run();
