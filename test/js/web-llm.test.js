/**
 * createLogitProcessor against the interface of WebLLM's LogitProcessor, by a driver that calls it as the pipeline of
 * WebLLM 0.2.86 does. The real engine needs a GPU, and was not run.
 */

import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { load } from '../../src/js/index.js';
import { createLogitProcessor } from '../../src/js/web-llm.js';
import { refuses, thrownBy } from '../support/check.js';
import { randomNumbers } from '../support/random.js';

const nucleus = await load();
const VOCABULARY = 50;
const policy = { temperature: 0.7, topP: 0.95 };

function scoresAfter(ids) {
  const random = randomNumbers(ids.reduce((hash, id) => (hash * 31 + id) % 65_521, 7) + 1);
  return Float32Array.from({ length: VOCABULARY }, () => 6 * random());
}

/** The engine's own draw, at any temperature: softmax, then the id where the running total passes a uniform number. */
function engineDraw(logits, random) {
  const largest = Math.max(...logits);
  const weights = Array.from(logits, (score) => Math.exp((score - largest) / 1.3));
  let left = random() * weights.reduce((sum, weight) => sum + weight);
  return weights.findIndex((weight) => (left -= weight) < 0);
}

/** A completion: forward, processLogits, the engine's draw, processSampledToken. */
function complete(processor, prompt, maxTokens) {
  const random = randomNumbers(99);
  const ids = [...prompt];
  for (let step = 0; step < maxTokens; step++) {
    const processed = processor.processLogits(scoresAfter(ids));
    const token = engineDraw(processed, random);
    processor.processSampledToken(token);
    ids.push(token);
  }
  return ids;
}

const generated = (prompt, options) => nucleus.generate(scoresAfter, prompt, { maxTokens: 12, ...options }).ids;

const processors = suite('createLogitProcessor');

processors('the ids are those of generate', () => {
  for (const seed of [0, 1337, 2n ** 64n - 1n]) {
    const processor = createLogitProcessor(nucleus, { ...policy, seed });
    assert.equal(complete(processor, [1, 2], 12), generated([1, 2], { ...policy, seed }));
  }
});

processors('a reset starts at step 0 again', () => {
  const processor = createLogitProcessor(nucleus, { ...policy, seed: 3 });
  const first = complete(processor, [5], 12);
  assert.is.not(complete(processor, [5], 12).join(), first.join());
  processor.resetState();
  assert.equal(complete(processor, [5], 12), first);
});

processors('asking twice for one step gives one answer', () => {
  const processor = createLogitProcessor(nucleus, { ...policy, seed: 3 });
  assert.equal(processor.processLogits(scoresAfter([5])), processor.processLogits(scoresAfter([5])));
});

processors('the scores come back, the same array, with one id left', () => {
  const scores = scoresAfter([1]);
  const processor = createLogitProcessor(nucleus, { seed: 1 });
  assert.is(processor.processLogits(scores), scores);
  assert.equal(
    [...scores].filter((score) => score !== -Infinity),
    [0],
  );
});

processors('a random seed can be read', () => {
  const processor = createLogitProcessor(nucleus, policy);
  assert.equal(complete(processor, [5], 12), generated([5], { ...policy, seed: processor.seed }));
});

processors('onStep gets the steps of generate; a signal ends it', () => {
  const expected = [];
  generated([1, 2], { ...policy, seed: 3, onStep: (step) => expected.push(step) });
  const steps = [];
  const control = new AbortController();
  const { signal } = control;
  const processor = createLogitProcessor(nucleus, { ...policy, seed: 3, signal, onStep: (step) => steps.push(step) });
  complete(processor, [1, 2], 12);
  assert.equal(steps, expected);
  control.abort('enough');
  assert.is(
    thrownBy(() => complete(processor, [1], 1)),
    'enough',
  );
});

processors('penalties count the new ids', () => {
  const steering = { repetitionPenalty: 1.3, presencePenalty: 0.4, frequencyPenalty: -0.2, logitBias: { 7: 1.5 } };
  const processor = createLogitProcessor(nucleus, { ...policy, ...steering, seed: 3 });
  assert.equal(complete(processor, [], 12), generated([], { ...policy, ...steering, seed: 3 }));
});

processors('refuses what it cannot work with', () => {
  const made = (options) => () => createLogitProcessor(nucleus, options);
  refuses(made({ promptLength: 0 }), TypeError, 'promptLength must be left out');
  refuses(made({ step: 0 }), TypeError, 'step must be left out');
  refuses(made({ seed: [1, 2] }), TypeError, 'seed must be one integer');
  refuses(made({ top_p: 1 }), TypeError, 'topP');
  refuses(made(null), TypeError, 'options');
  const processor = createLogitProcessor(nucleus);
  for (const given of [undefined, [1, 2], new Float64Array(3)])
    refuses(() => processor.processLogits(given), TypeError, 'logits must be a Float32Array');
  refuses(() => processor.processLogits(new Float32Array(3).fill(NaN)), RangeError, 'NaN');
});

processors.run();
