/** Penalties and biases against plain formulas: the same row, changed beforehand, gives the same bits. */

import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { load } from '../../src/js/index.js';
import { refuses, rejects } from '../support/check.js';
import { randomNumbers, randomRow } from '../support/random.js';

const nucleus = await load();
const penalties = suite('penalties');

/** The row after penalties, as it is written down: each number rounded first, each operation once. */
function penalised(row, { repetitionPenalty = 1, presencePenalty = 0, frequencyPenalty = 0, logitBias = [], ...of }) {
  const { ids = [], promptLength = 0 } = of;
  const round = row.BYTES_PER_ELEMENT === 4 ? Math.fround : (x) => x;
  const out = row.slice();
  const fresh = ids.slice(promptLength);
  for (const id of new Set(ids.filter((id) => id >= 0 && id < row.length))) {
    const times = fresh.filter((other) => other === id).length;
    const by = round(repetitionPenalty);
    out[id] = out[id] < 0 ? out[id] * by : out[id] / by;
    if (times === 0) continue;
    out[id] = round(out[id] - round(round(frequencyPenalty) * times));
    out[id] = round(out[id] - round(presencePenalty));
  }
  for (const [id, bias] of logitBias) out[id] = round(out[id] + round(bias));
  return out;
}

function randomPenalties(random, length) {
  const pick = (...values) => values[Math.floor(random() * values.length)];
  const anyId = () => Math.floor(random() * (length + 4)) - 2;
  const ids = Array.from({ length: Math.floor(random() * 40) }, anyId);
  const biased = Array.from({ length: pick(0, 0, 1, 5) }, () => Math.floor(random() * length));
  return {
    repetitionPenalty: pick(1, 1.1, 1.3, 0.7, 2, 1e-3),
    presencePenalty: pick(0, 0.5, -0.3, 1.7),
    frequencyPenalty: pick(0, 0.1, -0.2, 0.7),
    logitBias: [...new Set(biased)].map((id) => [id, pick(1, -2.5, 0.1, -100)]),
    ids,
    promptLength: Math.floor(random() * (ids.length + 1)),
  };
}

penalties('sample, inspect and probabilities see the penalised row, in both precisions', () => {
  const random = randomNumbers(11);
  for (let n = 0; n < 400; n++) {
    const row = randomRow(random, 3000, n % 2 ? Float64Array : Float32Array);
    const steering = randomPenalties(random, row.length);
    const plain = penalised(row, steering);
    const policy = { temperature: 0.8, topP: 0.9, topK: n % 3 ? undefined : 20 };
    const before = row.slice();
    assert.equal(nucleus.probabilities(row, { ...policy, ...steering }), nucleus.probabilities(plain, policy));
    const [seen, expected] = [{ ...policy, ...steering }, policy].map((options, i) =>
      nucleus.inspect(i ? plain : row, { ...options, seed: n }),
    );
    assert.equal(seen, expected);
    assert.is(nucleus.sample(row, { ...policy, ...steering, seed: n }), expected.id);
    const generator = nucleus.generator(n);
    assert.is(nucleus.sample(row, { ...policy, ...steering, generator }), expected.id);
    assert.equal(row, before, "the row is the caller's");
  }
});

for (const contextSize of [undefined, 3]) {
  const seen = contextSize ? 'also beyond contextSize' : 'as sample does with all ids';
  penalties(`generate and stream count the whole sequence, ${seen}`, async () => {
    const random = randomNumbers(5);
    const rows = Array.from({ length: 40 }, () => Float32Array.from({ length: 12 }, () => 4 * random() - 2));
    const prompt = [3, 3, 7, -1, 99];
    const steering = {
      repetitionPenalty: 1.2,
      presencePenalty: 0.4,
      frequencyPenalty: 0.3,
      logitBias: { 2: 0.5, 5: -1 },
    };
    const logits = (step) => rows[step];
    const ids = [...prompt];
    rows.forEach((row, step) => {
      ids.push(nucleus.sample(row, { ...steering, ids, promptLength: prompt.length, seed: 9, step }));
    });
    const options = { ...steering, maxTokens: rows.length, seed: 9, contextSize };
    let [a, b] = [0, 0];
    assert.equal(nucleus.generate(() => logits(a++), prompt, options).ids, ids);
    assert.equal((await nucleus.stream(async () => logits(b++), prompt, options).result).ids, ids);
  });
}

penalties('biases come as an object, a Map or pairs, and -Infinity bans', () => {
  const row = [1, 2, 3, 4];
  const expected = nucleus.probabilities([1, 2.5, 3, -Infinity]);
  const pairs = [
    [1, 0.5],
    [3, -Infinity],
  ];
  for (const logitBias of [
    { 1: 0.5, 3: -Infinity },
    new Map(pairs),
    pairs,
    new Map([
      [1n, 0.5],
      [3, -Infinity],
    ]),
  ]) {
    assert.equal(nucleus.probabilities(row, { logitBias }), expected);
  }
  assert.equal(nucleus.probabilities(row, { logitBias: {} }), nucleus.probabilities(row));
});

penalties('a masked id stays masked, whatever is added', () => {
  const steering = { repetitionPenalty: 0.5, presencePenalty: -3, frequencyPenalty: -3, logitBias: { 0: 50 } };
  assert.equal([...nucleus.probabilities([-Infinity, 1], { ...steering, ids: [0, 0], promptLength: 1 })], [0, 1]);
});

penalties('penalties of 1, 0, 0 and no bias change nothing, ids or not', () => {
  const row = Float32Array.of(1, -2, 3);
  const off = { repetitionPenalty: 1, presencePenalty: 0, frequencyPenalty: 0, logitBias: [] };
  assert.equal(nucleus.inspect(row, { ...off, ids: [1, 2, 2], seed: 1 }), nucleus.inspect(row, { seed: 1 }));
});

penalties('what cannot be done is a RangeError that names the id, and the row and the instance stay', async () => {
  const row = Float32Array.of(1, 3e38, 2);
  const overflow = { repetitionPenalty: 1e-3, ids: [1] };
  const loop = { maxTokens: 2, seed: 1 };
  for (const call of [
    (options) => nucleus.sample(row, options),
    (options) => nucleus.inspect(row, options),
    (options) => nucleus.probabilities(row, options),
  ]) {
    refuses(() => call(overflow), RangeError, 'logits[1]', 'penalties', '3.00000000');
    refuses(() => call({ logitBias: { 3: 1 } }), RangeError, 'logitBias', '0 to 2', 'got 3');
    refuses(() => call({ logitBias: [[-1, 1]] }), RangeError, 'logitBias', '-1');
    refuses(() => call({ logitBias: [0, 1, 2].map((id) => [id, -Infinity]) }), RangeError, 'logits', '-Infinity');
  }
  refuses(() => nucleus.generate(() => row, [1], { ...loop, repetitionPenalty: 1e-3 }), RangeError, 'logits[1]');
  refuses(() => nucleus.generate(() => row, [1], { ...loop, logitBias: { 7: 1 } }), RangeError, 'logitBias', '7');
  const biased = nucleus.stream(() => row, [1], { ...loop, logitBias: { 7: 1 } });
  await rejects(biased.result, RangeError, 'logitBias', '7');
  assert.equal([...row], [1, Math.fround(3e38), 2]);
  assert.equal([...nucleus.probabilities([0, 0])], [0.5, 0.5]);
});

penalties('presence and frequency want promptLength, which is at most the number of ids', () => {
  for (const name of ['presencePenalty', 'frequencyPenalty']) {
    refuses(() => nucleus.sample([1, 2], { [name]: 1, ids: [0] }), TypeError, 'promptLength');
    nucleus.sample([1, 2], { [name]: 0, ids: [0] });
    nucleus.sample([1, 2], { [name]: 1, ids: [0], promptLength: 1 });
  }
  nucleus.sample([1, 2], { repetitionPenalty: 1.5, ids: [0] });
  refuses(() => nucleus.sample([1, 2], { ids: [0, 1], promptLength: 3 }), RangeError, 'promptLength', '3');
});

penalties.run();
