/** The steps that the page shows before the network has arrived. */

import { readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { loadGpt } from '../../src/js/gpt/index.js';
import { load } from '../../src/js/index.js';
import { shippedBytes } from './support/shipped.js';

const recorded = JSON.parse(readFileSync(new URL('../../web/model/recorded.json', import.meta.url), 'utf8'));
const bytes = Buffer.from(recorded.logits, 'base64');
const row = (step) =>
  Float32Array.from({ length: recorded.vocabulary }, (_, id) =>
    bytes.readFloatLE(4 * (step * recorded.vocabulary + id)),
  );

const gpt = await loadGpt(shippedBytes);
const steps = suite('the recorded steps');

steps('are of the shipped file', () => {
  assert.is(recorded.weights, gpt.checksum);
  assert.is(recorded.alphabet, gpt.alphabet);
  assert.is(bytes.length, recorded.steps * recorded.vocabulary * 4);
});

steps('have the bits of the network', () => {
  for (let step = 0; step < recorded.steps; step++) {
    const ids = recorded.ids.slice(0, recorded.prompt.length + step);
    assert.equal(new Uint32Array(gpt.logits(ids).buffer), new Uint32Array(row(step).buffer), `step ${step}`);
  }
});

steps('are what the sampler draws', async () => {
  const { prompt, temperature, topP, seed, steps: maxTokens } = recorded;
  assert.equal((await load()).generate(gpt.logits, prompt, { temperature, topP, seed, maxTokens }).ids, recorded.ids);
});

steps.run();
