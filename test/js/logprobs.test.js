/** What the model itself says: logprobs of steps and inspections, and of ids that somebody else chose. */

import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { load } from '../../src/js/index.js';
import { near, refuses, rejects } from '../support/check.js';
import { formulaRow } from '../support/fixtures.js';
import { randomNumbers, randomPolicy, randomRow } from '../support/random.js';

const nucleus = await load();
const logprobs = suite('logprobs');

/** log softmax in float64, plainly. */
function logSoftmax(row) {
  const top = Math.max(...row);
  const sum = row.reduce((total, score) => total + Math.exp(score - top), 0);
  return Array.from(row, (score) => score - top - Math.log(sum));
}

/** The ids by logprob, ties to the lower one, masked ids last. */
const ranked = (row) => [...row.keys()].sort((a, b) => row[b] - row[a] || a - b || 0);

function checkTop(top, row, count, final) {
  const expected = logSoftmax(row);
  const order = row.every((score) => score > -Infinity) ? ranked(row) : ranked(row.map((s) => Math.max(s, -1e30)));
  assert.equal(
    top.map(({ id }) => id),
    order.slice(0, count),
  );
  for (const { id, logprob, probability } of top) {
    near(logprob, expected[id], 1e-6, `logprob of ${id}`);
    assert.is(probability, final[id]);
  }
}

const steering = { temperature: 0.7, topP: 0.8, repetitionPenalty: 1.3, logitBias: { 0: 0.5 } };

logprobs('inspect tells logprobs of the row as it was given, and final probabilities after everything', () => {
  const random = randomNumbers(3);
  for (let n = 0; n < 200; n++) {
    const row = randomRow(random, 2000, n % 2 ? Float64Array : Float32Array);
    const options = { ...randomPolicy(random), repetitionPenalty: 1.2, ids: [0, 1, 2], seed: n };
    const plain = nucleus.inspect(row, options);
    for (const count of [0, 5, 100]) {
      const { logprob, top, ...rest } = nucleus.inspect(row, { ...options, logprobs: count });
      assert.equal(rest, plain);
      near(logprob, logSoftmax(row)[plain.id], 1e-6);
      checkTop(top, row, Math.min(count, row.length), plain.probabilities);
    }
  }
});

logprobs('more than the vocabulary gives all, masked ids last with -Infinity', () => {
  const { top } = nucleus.inspect([1, -Infinity, 3, 1], { seed: 1, logprobs: 50 });
  assert.equal(
    top.map(({ id }) => id),
    [2, 0, 3, 1],
  );
  assert.is(top[3].logprob, -Infinity);
  assert.is(top[3].probability, 0);
});

logprobs('steps of generate and stream have them when asked, and neither field without', async () => {
  const model = (ids) => formulaRow({ vocab: 65, M: 997, spread: 10, salt: 9 }, ids.length, ids.at(-1));
  const loop = { ...steering, maxTokens: 12, seed: 5 };
  const told = (options) => {
    const steps = [];
    const { ids } = nucleus.generate(model, [1], { ...loop, ...options, onStep: (step) => steps.push(step) });
    return { ids, steps };
  };
  const plain = told({});
  for (const step of plain.steps) assert.ok(!('logprob' in step) && !('top' in step));
  for (const count of [0, 3, 100]) {
    const { ids, steps } = told({ logprobs: count });
    assert.equal(ids, plain.ids);
    steps.forEach(({ logprob, top, ...rest }, n) => {
      assert.equal(rest, plain.steps[n]);
      const [row, before] = [model(ids.slice(0, n + 1)), ids.slice(0, n + 1)];
      near(logprob, logSoftmax(row)[rest.id], 1e-6);
      checkTop(top, row, Math.min(count, 65), nucleus.probabilities(row, { ...steering, ids: before }));
    });
    const streamed = [];
    for await (const step of nucleus.stream(async (ids) => model(ids), [1], { ...loop, logprobs: count })) {
      streamed.push(step);
    }
    assert.equal(streamed, steps);
  }
});

logprobs('belongs to generate, stream and inspect, and is an integer from 0 to 100', () => {
  for (const value of [-1, 101, 1.5, NaN]) {
    refuses(() => nucleus.inspect([1, 2], { logprobs: value }), RangeError, 'logprobs', value);
  }
  refuses(() => nucleus.inspect([1, 2], { logprobs: true }), TypeError, 'logprobs');
  refuses(() => nucleus.sample([1, 2], { logprobs: 1 }), TypeError, 'logprobs', 'inspect');
});

// ------------------------------------------------------------------------------------------------------------ evaluate

const model = (ids) => formulaRow({ vocab: 20, M: 97, spread: 8, salt: 2 }, ids.length, ids.at(-1));

logprobs('evaluate judges each id by the row after those before it', () => {
  const ids = [3, 1, 4, 1, 5, 19, 2, 6, -2, 20, 5];
  for (const policy of [
    {},
    { topK: 4 },
    { topP: 0.7, minP: 0.05 },
    { temperature: 0 },
    { ...steering, presencePenalty: 1 },
  ]) {
    for (const promptLength of [0, 2, ids.length]) {
      const told = nucleus.evaluate((context) => model(context), ids, { ...policy, promptLength });
      assert.is(told.length, ids.length - promptLength);
      told.forEach(({ id, step, logprob, probability, rank, survives }, n) => {
        const before = ids.slice(0, promptLength + n);
        const row = model(before);
        assert.is(id, ids[promptLength + n]);
        assert.is(step, n);
        if (id < 0 || id >= row.length) {
          assert.equal(
            { logprob, probability, rank, survives },
            { logprob: -Infinity, probability: 0, rank: -1, survives: false },
          );
          return;
        }
        const seen = nucleus.inspect(row, { ...policy, ids: before, promptLength, seed: 1 });
        near(logprob, logSoftmax(row)[id], 1e-6);
        assert.is(probability, seen.probabilities[id]);
        assert.is(rank, seen.order.indexOf(id));
        assert.is(survives, seen.probabilities[id] > 0);
      });
    }
  }
});

logprobs('evaluate gives a promise where logits does, of the same', async () => {
  const ids = [3, 1, 4, 1, 5];
  const plain = nucleus.evaluate(model, ids, { topP: 0.9 });
  assert.equal(await nucleus.evaluate(async (context) => model(context), ids, { topP: 0.9 }), plain);
  const mixed = (context) => (context.length % 2 ? model(context) : Promise.resolve(model(context)));
  assert.equal(await nucleus.evaluate(mixed, ids, { topP: 0.9 }), plain);
  assert.equal(
    nucleus.evaluate(() => assert.unreachable(), []),
    [],
  );
  const reason = new Error('mine');
  assert.is(await nucleus.evaluate(() => Promise.reject(reason), ids).catch((error) => error), reason);
});

logprobs('evaluate takes no seed and no generator, and refuses what is wrong before the first call', async () => {
  const never = () => assert.unreachable();
  refuses(() => nucleus.evaluate(never, [1], { seed: 1 }), TypeError, 'seed');
  refuses(() => nucleus.evaluate(never, [1], { generator: nucleus.generator(1) }), TypeError, 'generator');
  refuses(() => nucleus.evaluate(never, [1], { promptLength: 2 }), RangeError, 'promptLength', '2');
  refuses(() => nucleus.evaluate(never, [1.5]), RangeError, 'ids[0]');
  refuses(() => nucleus.evaluate(5, [1]), TypeError, 'logits');
  refuses(() => nucleus.evaluate(() => [1, NaN], [1]), RangeError, 'logits[1]', 'NaN');
  refuses(() => nucleus.evaluate(() => [1, 2], [1], { logitBias: { 2: 1 } }), RangeError, 'logitBias');
  await rejects(
    nucleus.evaluate(async () => Int8Array.of(1), [1]),
    TypeError,
    'logits',
  );
});

logprobs('a draft is verified for nothing: sample at each row accepts while the ids agree', () => {
  const options = { topP: 0.9, seed: 42 };
  const prompt = [3, 1];
  const { ids } = nucleus.generate(model, prompt, { ...options, maxTokens: 10 });
  const draft = ids.with(8, (ids[8] + 1) % 20);
  let step = 0;
  while (
    nucleus.sample(model(draft.slice(0, prompt.length + step)), { ...options, step }) === draft[prompt.length + step]
  )
    step++;
  assert.is(step, 6);
});

logprobs.run();
