/** createSampler against the interface of transformers.js's processors; test/everywhere has the library itself. */

import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { load } from '../../src/js/index.js';
import { createSampler } from '../../src/js/transformers.js';
import { refuses, thrownBy } from '../support/check.js';
import { randomNumbers } from '../support/random.js';

const nucleus = await load();
const VOCABULARY = 40;
const EARLY = 4;
const policy = { temperature: 0.8, topP: 0.9, topK: 30 };

/** Scores after ids, the same each time. */
function scoresAfter(ids) {
  const random = randomNumbers(ids.reduce((hash, id) => (hash * 31 + Number(id)) % 65_521, 7) + 1);
  return Float32Array.from({ length: VOCABULARY }, () => 6 * random());
}

const tensorOf = (rows) => ({
  dims: [rows.length, VOCABULARY],
  data: Float32Array.from(rows.flatMap((row) => [...row])),
});

/** The library's greedy loop, over a batch of prompts of one length; the processors are what it was given. */
function greedyLoop(processors, prompts, maxTokens) {
  const list = [];
  list.push(...processors);
  const all = prompts.map((prompt) => prompt.map(BigInt));
  for (let step = 0; step < maxTokens; step++) {
    let logits = tensorOf(all.map(scoresAfter));
    for (const processor of list) logits = processor(all, logits);
    all.forEach((ids, b) => {
      const row = logits.data.subarray(b * VOCABULARY, (b + 1) * VOCABULARY);
      ids.push(BigInt(row.indexOf(Math.max(...row))));
    });
  }
  return all.map((ids) => ids.map(Number));
}

const generated = (prompt, options) => nucleus.generate(scoresAfter, prompt, { maxTokens: 12, ...options }).ids;

const sampler = suite('createSampler');

sampler('with promptLength the ids are those of generate', () => {
  const prompt = [3, 1, 4];
  for (const seed of [0, 1337, -5, 2n ** 63n, 2n ** 64n - 3n]) {
    const processor = createSampler(nucleus, { ...policy, seed, promptLength: 3 });
    assert.equal(greedyLoop([processor], [prompt], 12), [generated(prompt, { ...policy, seed })]);
  }
});

sampler('without promptLength the step is the length of the sequence', () => {
  const prompt = [3, 1, 4];
  const processor = createSampler(nucleus, { ...policy, seed: 20 });
  assert.equal(greedyLoop([processor], [prompt], 12), [generated(prompt, { ...policy, seed: 23 })]);
});

sampler('one sampler gives the same ids in every call', () => {
  const processor = createSampler(nucleus, { ...policy, promptLength: 2 });
  assert.equal(greedyLoop([processor], [[1, 2]], 9), greedyLoop([processor], [[1, 2]], 9));
});

sampler('row b of a batch draws with the seed plus 1,000,003 b', () => {
  const prompts = [
    [1, 2],
    [1, 2],
    [9, 7],
  ];
  for (const seed of [1337, -4, 2n ** 64n - 2n]) {
    const rows = greedyLoop([createSampler(nucleus, { ...policy, seed, promptLength: 2 })], prompts, 12);
    rows.forEach((ids, b) => {
      const own = BigInt.asUintN(64, BigInt(seed) + 1_000_003n * BigInt(b));
      assert.equal(ids, generated(prompts[b], { ...policy, seed: own }), `seed ${seed}, row ${b}`);
    });
  }
});

sampler('an array of seeds gives each row its own', () => {
  const seeds = [5, 9n];
  const rows = greedyLoop([createSampler(nucleus, { ...policy, seed: seeds, promptLength: 1 })], [[1], [1]], 12);
  rows.forEach((ids, b) => assert.equal(ids, generated([1], { ...policy, seed: seeds[b] })));
  const processor = createSampler(nucleus, { seed: seeds });
  assert.equal(processor.seed, seeds);
  refuses(() => createSampler(nucleus, { seed: [] }), RangeError, 'seed must hold one seed per row', 'got none');
  refuses(() => greedyLoop([processor], [[1], [1], [1]], 1), RangeError, 'seed must hold one seed per row', 'got 2');
});

sampler('without a seed one random seed is drawn, and can be read', () => {
  const processor = createSampler(nucleus, { ...policy, promptLength: 1 });
  assert.ok(Number.isSafeInteger(processor.seed));
  assert.is.not(processor.seed, createSampler(nucleus).seed);
  assert.equal(greedyLoop([processor], [[1]], 12), [generated([1], { ...policy, seed: processor.seed })]);
});

sampler('a generator is drawn from and advances', () => {
  const ids = greedyLoop([createSampler(nucleus, { ...policy, generator: nucleus.generator(8) })], [[1]], 12);
  assert.equal(ids, [generated([1], { ...policy, seed: 8, seeding: 'call' })]);
  const seen = [];
  const generator = nucleus.generator(8);
  const watched = createSampler(nucleus, { ...policy, generator, onStep: ({ id }) => seen.push(id) });
  assert.equal(greedyLoop([watched], [[1]], 12), ids);
  assert.equal(seen, ids[0].slice(1));
  assert.is(watched.seed, undefined);
});

sampler('onStep gets the steps of generate, and the row of the batch', () => {
  const expected = [];
  generated([1, 2], { ...policy, seed: 3, onStep: (step) => expected.push(step) });
  const steps = [];
  const onStep = (step, row) => {
    if (row === 0) steps.push({ ...step });
    step.id = -1;
  };
  greedyLoop(
    [createSampler(nucleus, { ...policy, seed: 3, promptLength: 2, onStep })],
    [
      [1, 2],
      [5, 6],
    ],
    12,
  );
  assert.equal(steps, expected);
});

const steering = {
  repetitionPenalty: 1.3,
  presencePenalty: 0.4,
  frequencyPenalty: -0.2,
  logitBias: { 5: -Infinity, 7: 1.5 },
};

for (const options of [steering, ...Object.entries(steering).map(([name, value]) => ({ [name]: value }))]) {
  sampler(`${Object.keys(options).join(', ')}: as generate, in every row of a batch`, () => {
    const prompts = [
      [5, 7, 7],
      [1, 2, 3],
    ];
    const processor = createSampler(nucleus, { ...policy, ...options, seed: 6, promptLength: 3 });
    greedyLoop([processor], prompts, 12).forEach((ids, b) => {
      const expected = generated(prompts[b], { ...policy, ...options, seed: 6n + 1_000_003n * BigInt(b) });
      assert.equal(ids, expected);
    });
  });
}

sampler('penalties on new ids ask for promptLength; one on all ids and a bias do not', () => {
  for (const name of ['presencePenalty', 'frequencyPenalty'])
    refuses(() => createSampler(nucleus, { [name]: 0.5 }), TypeError, 'promptLength must be given', name);
  const { repetitionPenalty, logitBias } = steering;
  const options = { ...policy, repetitionPenalty, logitBias };
  const ids = greedyLoop([createSampler(nucleus, { ...options, seed: 6 })], [[5, 7]], 12);
  assert.equal(ids, [generated([5, 7], { ...options, seed: 8 })]);
});

sampler(
  'a penalty or bias that cannot be is refused when it is made, one outside the vocabulary at the first step',
  () => {
    refuses(() => createSampler(nucleus, { repetitionPenalty: 0 }), RangeError, 'repetitionPenalty');
    refuses(() => createSampler(nucleus, { logitBias: 5 }), TypeError, 'logitBias');
    refuses(() => createSampler(nucleus, { logitBias: { 3: NaN } }), RangeError, 'logitBias[3]', 'NaN');
    refuses(() => createSampler(nucleus, { logitBias: { 3: '1' } }), TypeError, 'logitBias[3]');
    refuses(() => createSampler(nucleus, { logitBias: { x: 1 } }), TypeError, 'logitBias[0][0]', 'x');
    const processor = createSampler(nucleus, { logitBias: { [VOCABULARY]: 1 } });
    refuses(() => processor([[1n]], tensorOf([scoresAfter([1])])), RangeError, `${VOCABULARY}`);
  },
);

sampler('biases from an iterator hold in every step, and those of an object are as they were at first', () => {
  const banned = [...Array(VOCABULARY).keys()].filter((id) => id !== 4 && id !== 7).map((id) => [id, -Infinity]);
  const object = Object.fromEntries(banned);
  for (const logitBias of [new Map(banned).entries(), banned.values(), object]) {
    const processor = createSampler(nucleus, { seed: 1, promptLength: 1, logitBias });
    object[4] = -Infinity;
    const [ids] = greedyLoop([processor], [[1]], 12);
    delete object[4];
    assert.equal([ids], [generated([1], { seed: 1, logitBias: banned })]);
  }
});

sampler('logprobs are told to onStep as by generate', () => {
  const expected = [];
  const options = { ...policy, ...steering, seed: 3, logprobs: 2 };
  generated([1, 2], { ...options, onStep: (step) => expected.push(step) });
  const steps = [];
  const onStep = (step) => steps.push(step);
  greedyLoop([createSampler(nucleus, { ...options, promptLength: 2, onStep })], [[1, 2]], 12);
  assert.equal(steps, expected);
  refuses(() => createSampler(nucleus, { logprobs: 101 }), RangeError, 'logprobs');
});

sampler('what onStep throws comes out unchanged, and the logits are as they were', () => {
  for (const thrown of [new Error('mine'), undefined, 'text']) {
    const processor = createSampler(nucleus, {
      seed: 1,
      onStep() {
        throw thrown;
      },
    });
    const logits = tensorOf([scoresAfter([1])]);
    assert.is(
      thrownBy(() => processor([[1n]], logits)),
      thrown,
    );
    assert.equal(logits.data, scoresAfter([1]));
  }
});

sampler('a bad score in a later row leaves the whole batch as it was', () => {
  const rows = [scoresAfter([1]), scoresAfter([2]).fill(NaN, 7, 8)];
  const logits = tensorOf(rows);
  refuses(() => createSampler(nucleus, { seed: 1 })([[1n], [2n]], logits), RangeError, 'NaN', '7');
  assert.equal(new Uint32Array(logits.data.buffer), new Uint32Array(tensorOf(rows).data.buffer));
});

sampler('the reason of an aborted signal is thrown', () => {
  const control = new AbortController();
  const processor = createSampler(nucleus, { seed: 1, signal: control.signal });
  processor([[1n]], tensorOf([scoresAfter([1])]));
  control.abort('enough');
  assert.is(
    thrownBy(() => processor([[1n]], tensorOf([scoresAfter([1])]))),
    'enough',
  );
});

sampler('gives back the tensor it was handed, with the drawn id alone in each row', () => {
  const logits = tensorOf([scoresAfter([1]), scoresAfter([2])]);
  assert.is(createSampler(nucleus, { seed: 1 })([[1n], [2n]], logits), logits);
  for (const b of [0, 1]) {
    const row = logits.data.subarray(b * VOCABULARY, (b + 1) * VOCABULARY);
    assert.equal(
      [...row].filter((score) => score !== -Infinity),
      [0],
    );
  }
});

sampler('takes sequences as typed arrays too', () => {
  const left = (ids) => createSampler(nucleus, { seed: 1 })([ids], tensorOf([scoresAfter([1])])).data.indexOf(0);
  assert.is(left(BigInt64Array.of(1n, 2n)), left([1n, 2n]));
});

sampler('works bare as in an array', () => {
  const processor = createSampler(nucleus, { ...policy, seed: 4, promptLength: 1 });
  assert.equal(greedyLoop(processor, [[1]], 6), greedyLoop([processor], [[1]], 6));
});

sampler('rows refuse to be sampled from again, and let the largest be picked', () => {
  const logits = { ...tensorOf([scoresAfter([1])]), _getitem: () => ({ data: logits.data, dims: [VOCABULARY] }) };
  createSampler(nucleus, { seed: 1 })([[1n]], logits);
  assert.is(logits._getitem(0).data, logits.data);
  refuses(() => logits._getitem(0).dims, TypeError, 'do_sample must be false');
});

const wrong = [
  [{ top_p: 0.9 }, TypeError, 'did you mean "topP"'],
  [{ maxTokens: 5 }, TypeError, 'maxTokens'],
  [{ step: 1 }, TypeError, 'step must be left out'],
  [{ ids: [1] }, TypeError, 'ids must be left out'],
  [{ temperature: -1 }, RangeError, 'temperature'],
  [{ topP: 0 }, RangeError, 'topP'],
  [{ seed: 1.5 }, RangeError, 'seed'],
  [{ seed: [1, 'x'] }, TypeError, 'seed'],
  [{ seed: 1, generator: nucleus.generator(1) }, TypeError, 'seed and generator'],
  [{ promptLength: -1 }, RangeError, 'promptLength must be an integer >= 0, got -1'],
  [{ promptLength: 1.5 }, RangeError, 'promptLength'],
  [{ promptLength: '3' }, TypeError, 'promptLength'],
  [{ onStep: 5 }, TypeError, 'onStep must be a function'],
  [{ signal: {} }, TypeError, 'signal must be an AbortSignal'],
  [null, TypeError, 'options must be a plain object'],
];

for (const [options, Type, ...fragments] of wrong) {
  sampler(`refuses when it is made: ${JSON.stringify(options)}`, () => {
    refuses(() => createSampler(nucleus, options), Type, ...fragments);
  });
}

sampler('refuses what is no instance, no tensor, no batch', () => {
  for (const given of [undefined, null, {}, load])
    refuses(() => createSampler(given, {}), TypeError, 'nucleus', 'load()');
  const processor = createSampler(nucleus, { seed: 1, promptLength: EARLY });
  const logits = tensorOf([scoresAfter([1])]);
  for (const given of [undefined, null, logits.data, { data: [1, 2], dims: [1, 2] }, { ...logits, dims: [1, 7] }])
    refuses(() => processor([[1n, 2n, 3n, 4n]], given), TypeError, 'logits must be a tensor');
  for (const given of [undefined, [], [1n], [[1n], [2n]]])
    refuses(() => processor(given, logits), TypeError, 'input_ids must be 1 arrays');
  refuses(
    () => processor([[1n]], logits),
    RangeError,
    'promptLength must be at most the length of the sequence, 1, got 4',
  );
});

sampler.run();
