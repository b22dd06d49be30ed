/** Every bad option and argument: refused before anything is asked or drawn, with its name and value in the message. */

import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { load } from '../../src/js/index.js';
import { refuses } from '../support/check.js';

const nucleus = await load();
const row = [1, 2, 3];

/** Each call with good arguments and the given options; those with a loop count what they ask of the model. */
let asked = 0;
const model = () => (asked++, row);
const calls = {
  generate: (options) => nucleus.generate(model, [0], { maxTokens: 2, ...options }),
  stream: (options) => nucleus.stream(model, [0], { maxTokens: 2, ...options }),
  sample: (options) => nucleus.sample(row, options),
  inspect: (options) => nucleus.inspect(row, options),
  probabilities: (options) => nucleus.probabilities(row, options),
  evaluate: (options) => nucleus.evaluate(model, [0, 1], options),
  multinomial: (options) => nucleus.multinomial(row, 2, options),
};
const everyCall = Object.keys(calls);
const loops = ['generate', 'stream'];
const steps = ['sample', 'inspect'];
const rowCalls = [...loops, ...steps, 'probabilities', 'evaluate'];
const given = [...steps, 'probabilities'];

/** Per option: the calls it belongs to, values of the wrong kind (TypeError) and wrong values (RangeError). */
const rules = {
  maxTokens: { of: loops, kinds: ['3', null, true, {}, 3n], values: [-1, 1.5, NaN, Infinity, 2 ** 53] },
  eosId: { of: loops, kinds: ['2', null, {}, true, [1, '2'], [null]], values: [1.5, NaN, Infinity, 2 ** 53, [1, 1.5]] },
  temperature: { of: rowCalls, kinds: ['0.7', null, true, 1n, [], {}], values: [NaN, Infinity, -Infinity, -1, -1e-30] },
  topK: { of: rowCalls, kinds: ['5', null, true, {}], values: [0, -1, 2.5, NaN, Infinity, -Infinity] },
  topP: {
    of: rowCalls,
    kinds: ['0.9', null, true, {}],
    values: [0, -0, -0.1, 1.5, NaN, Infinity, 1 + 2 ** -52, 1.0000001192092896],
  },
  minP: { of: rowCalls, kinds: ['0.1', null, true, {}], values: [-0.1, 1.1, NaN, Infinity, -1e-30] },
  repetitionPenalty: { of: rowCalls, kinds: ['1', null, true, {}], values: [0, -0, -1, NaN, Infinity] },
  presencePenalty: { of: rowCalls, kinds: ['1', null, true, {}], values: [NaN, Infinity, -Infinity] },
  frequencyPenalty: { of: rowCalls, kinds: ['1', null, true, {}], values: [NaN, Infinity, -Infinity] },
  logitBias: {
    of: rowCalls,
    kinds: [5, null, 'a', { 1: '2' }, { one: 1 }, [1, 2], [[1]], [['1', 2]], [[1, 2, 3]], new Map([[1, null]])],
    values: [{ 1: NaN }, { 1: Infinity }, [[1.5, 1]], { '99999999999999999': 1 }],
  },
  ids: { of: given, kinds: [5, null, {}, '12', [null], [[1]]], values: [[1.5], [NaN], [2 ** 53], [2n ** 60n]] },
  promptLength: { of: [...given, 'evaluate'], kinds: ['1', null, true, {}], values: [-1, 1.5, NaN, 2 ** 53] },
  logprobs: { of: [...loops, 'inspect'], kinds: ['1', null, true, {}], values: [-1, 101, 1.5, NaN] },
  seed: {
    of: [...loops, ...steps, 'multinomial'],
    kinds: ['1', null, true, {}, [1]],
    values: [1.5, NaN, Infinity, 2 ** 53, -(2 ** 53), 2n ** 64n, -(2n ** 63n) - 1n],
  },
  seeding: { of: loops, kinds: [1, null, true, {}], values: ['Step', 'calls', ''] },
  step: { of: steps, kinds: ['0', null, true, {}], values: [-1, 1.5, NaN, Infinity] },
  generator: { of: [...steps, 'multinomial'], kinds: [{}, null, 5, 'mt19937', () => 0.5], values: [] },
  contextSize: { of: loops, kinds: ['4', null, true, {}], values: [0, -1, 1.5, NaN, Infinity] },
  signal: { of: ['stream'], kinds: [{}, null, true, 'abort'], values: [] },
  onStep: { of: loops, kinds: [5, null, {}, 'log'], values: [] },
};

/** What a message is expected to hold of a value: nothing definite of objects and functions. */
function written(value) {
  if (Object.is(value, -0)) return '0';
  return value === null || !['object', 'function'].includes(typeof value) ? String(value) : '';
}

// --------------------------------------------------------------------------------------------------------- the options

const options = suite('options');

options.before.each(() => {
  asked = 0;
});

for (const [name, { of, kinds, values }] of Object.entries(rules)) {
  for (const call of of) {
    options(`${call} refuses a bad ${name}, naming it and its value, before the first call`, () => {
      for (const value of kinds) refuses(() => calls[call]({ [name]: value }), TypeError, name, written(value));
      for (const value of values) refuses(() => calls[call]({ [name]: value }), RangeError, name, written(value));
      assert.is(asked, 0);
    });

    options(`${call} takes an undefined ${name} as absent`, () => {
      if (name !== 'maxTokens') calls[call]({ [name]: undefined });
      else refuses(() => calls[call]({ [name]: undefined }), TypeError, name);
    });
  }

  for (const call of everyCall.filter((other) => !of.includes(other))) {
    options(`${call} refuses ${name}, an option of other calls`, () => {
      refuses(() => calls[call]({ [name]: 1 }), TypeError, name);
      assert.is(asked, 0);
    });
  }
}

options('the message says the rule and the value', () => {
  refuses(() => calls.sample({ topP: 1.5 }), RangeError, /^topP must be in \(0, 1\], got 1\.5$/);
});

options('an unknown option throws and names the nearest', () => {
  const nearest = {
    top_p: 'topP',
    topp: 'topP',
    top_k: 'topK',
    min_p: 'minP',
    temprature: 'temperature',
    Temperature: 'temperature',
    seeds: 'seed',
  };
  for (const [unknown, meant] of Object.entries(nearest)) {
    refuses(() => calls.generate({ [unknown]: 1 }), TypeError, `unknown option "${unknown}": did you mean "${meant}"?`);
  }
  for (const [unknown, meant] of Object.entries({
    max_tokens: 'maxTokens',
    maxTokenss: 'maxTokens',
    eos_id: 'eosId',
    eosID: 'eosId',
    context_size: 'contextSize',
  })) {
    refuses(() => calls.stream({ [unknown]: 1 }), TypeError, `unknown option "${unknown}": did you mean "${meant}"?`);
  }
});

options('names of other libraries are known, with and without a name here', () => {
  const known = {
    repetition_penalty: 'repetitionPenalty',
    repeat_penalty: 'repetitionPenalty',
    frequency_penalty: 'frequencyPenalty',
    logit_bias: 'logitBias',
    max_new_tokens: 'maxTokens',
    n_predict: 'maxTokens',
    num_predict: 'maxTokens',
    eos_token_id: 'eosId',
    stop_token_ids: 'eosId',
    num_ctx: 'contextSize',
    top_logprobs: 'logprobs',
  };
  for (const [theirs, ours] of Object.entries(known)) {
    refuses(() => calls.generate({ [theirs]: 1 }), TypeError, `unknown option "${theirs}": did you mean "${ours}"?`);
  }
  refuses(() => calls.sample({ n_predict: 1 }), TypeError, 'did you mean "maxTokens"? It belongs to generate, stream');
  refuses(
    () => calls.generate({ do_sample: true }),
    TypeError,
    'unknown option "do_sample"',
    'temperature 0 is greedy',
  );
  for (const stop of ['stop', 'stop_strings', 'stop_sequences']) {
    refuses(() => calls.generate({ [stop]: ['.'] }), TypeError, `unknown option "${stop}"`, 'eosId');
  }
  refuses(() => calls.sample({ max_tokens: 1 }), TypeError, 'did you mean "maxTokens"? It belongs to generate, stream');
  refuses(() => calls.generate({ eos_token: 1 }), TypeError, 'did you mean "eosId"?');
  const noneHere =
    'typical_p mirostat num_beams guidance_scale no_repeat_ngram_size early_stopping bos_token_id pad_token_id ' +
    'repeat_last_n logits_processor inputs greedy grammar replacement';
  for (const none of noneHere.split(' ')) {
    refuses(() => calls.generate({ [none]: 1 }), TypeError, /^unknown option "\w+"$/);
  }
});

options('a filter is turned off by leaving it out, and the refusal of 0 says so', () => {
  for (const call of rowCalls) {
    refuses(() => calls[call]({ topK: 0 }), RangeError, 'got 0: leave it out to turn it off');
    refuses(() => calls[call]({ topK: -1 }), RangeError, 'leave it out');
    refuses(() => calls[call]({ topP: 0 }), RangeError, 'got 0: leave it out to turn it off');
  }
});

options('an unknown option is refused by every call, also far from every name', () => {
  for (const call of everyCall) {
    for (const name of ['top_p', 'zzzzzzzzzzzzzzz', 'x', ''])
      refuses(() => calls[call]({ [name]: 1 }), TypeError, `unknown option "${name}"`);
  }
});

options('seed together with generator is refused', () => {
  for (const call of ['sample', 'inspect', 'multinomial']) {
    refuses(() => calls[call]({ seed: 1, generator: nucleus.generator(1) }), TypeError, 'seed', 'generator');
    calls[call]({ seed: undefined, generator: nucleus.generator(1) });
    calls[call]({ seed: 1, generator: undefined });
  }
});

options('options that are no object are refused, and may be left out where none is required', () => {
  for (const call of everyCall) {
    const bare =
      {
        generate: (value) => nucleus.generate(model, [0], value),
        stream: (value) => nucleus.stream(model, [0], value),
        evaluate: (value) => nucleus.evaluate(model, [], value),
        multinomial: (value) => nucleus.multinomial(row, 2, value),
      }[call] ?? ((value) => nucleus[call](row, value));
    for (const value of [null, 5, 'topP', true]) refuses(() => bare(value), TypeError, 'options');
    if (loops.includes(call)) refuses(() => bare(undefined), TypeError, 'maxTokens');
    else bare(undefined);
  }
  assert.is(asked, 0);
});

options('a generator does not move when a call is refused', () => {
  const generator = nucleus.generator(11);
  const refused = [
    () => nucleus.sample(row, { generator, temperature: NaN }),
    () => nucleus.sample(row, { generator, topP: 0 }),
    () => nucleus.sample(row, { generator, topK: 0 }),
    () => nucleus.sample([1, NaN], { generator }),
    () => nucleus.sample([-Infinity], { generator }),
    () => nucleus.sample([], { generator }),
    () => nucleus.sample(row, { generator, nonsense: 1 }),
    () => nucleus.multinomial([0, 0], 3, { generator }),
    () => nucleus.multinomial([1, -1], 3, { generator }),
    () => nucleus.multinomial(row, -1, { generator }),
  ];
  for (const run of refused) assert.throws(run);
  assert.equal(
    nucleus.multinomial(row, 50, { generator }),
    nucleus.multinomial(row, 50, { generator: nucleus.generator(11) }),
  );
});

const FROM_SEED_0_TO_19 = Array.from({ length: 20 }, (_, seed) => seed);
const draws = (given, scores = row) => FROM_SEED_0_TO_19.map((seed) => nucleus.sample(scores, { ...given, seed }));

options('the narrowest values leave the best id alone', () => {
  for (const temperature of [0, -0, 5e-324, 1e-300, 1e-45])
    assert.equal(new Set(draws({ temperature })), new Set([2]), `temperature ${temperature}`);
  for (const topP of [5e-324, 1e-46, 7e-46, 1e-45, 1e-9])
    assert.equal(new Set(draws({ topP })), new Set([2]), `topP ${topP}`);
  assert.equal(new Set(draws({ topK: 1 })), new Set([2]));
  assert.equal(new Set(draws({ minP: 1 })), new Set([2]));
});

options('the widest values draw as if the option were left out', () => {
  const plain = draws({});
  assert.ok(new Set(plain).size === 3);
  for (const topP of [1 - 2 ** -53, 1]) assert.equal(draws({ topP }), plain, `topP ${topP}`);
  for (const minP of [0, -0, 5e-324]) assert.equal(draws({ minP }), plain, `minP ${minP}`);
  for (const topK of [3, 4, 2 ** 32 - 1, 2 ** 32, 2 ** 32 + 1, 2 ** 40]) {
    assert.equal(draws({ topK }), plain, `topK ${topK}`);
  }
  for (const temperature of [1e38, 1e300, Number.MAX_VALUE])
    assert.equal(draws({ temperature }), draws({}, [0, 0, 0]), `temperature ${temperature}`);
  for (const [contextSize, seen] of [
    [2, 2],
    [2 ** 32, 3],
    [2 ** 32 + 1, 3],
    [2 ** 32 + 2, 3],
  ]) {
    const { contextLengths } = nucleus.generate(model, [0, 1, 2], { maxTokens: 1, contextSize });
    assert.equal(contextLengths, [seen], `contextSize ${contextSize}`);
  }
});

options('seeds and eos ids at the ends of their ranges', () => {
  for (const [seed, same] of [
    [-1, 2n ** 64n - 1n],
    [Number.MAX_SAFE_INTEGER, BigInt(Number.MAX_SAFE_INTEGER)],
    [Number.MIN_SAFE_INTEGER, 2n ** 64n - 2n ** 53n + 1n],
    [0, -(2n ** 63n)], // by the low 32 bits
  ]) {
    const generator = nucleus.generator(seed);
    assert.is(calls.sample({ seed }), calls.sample({ seed: same }));
    assert.is(nucleus.sample(row, { generator }), calls.sample({ seed }));
  }
  const free = calls.generate({ seed: 1 });
  for (const eosId of [-1, [], 5n, [5n, 6], -(2n ** 63n), 2n ** 63n - 1n]) {
    assert.equal(calls.generate({ seed: 1, eosId }), free);
  }
  const [, first] = free.ids;
  const { ids, stopReason } = calls.generate({ seed: 1, eosId: [2n ** 63n - 1n, first] });
  assert.equal([ids, stopReason], [[0, first], 'eos']);
});

options('a top-p too small for a float keeps the first of the best ids alone, in every size and call', () => {
  const shapes = [
    { length: 11, ties: 11 },
    { length: 65, ties: 40 },
    { length: 9000, ties: 20 },
    { length: 9000, ties: 8990 },
    { length: 150_000, ties: 140_000 },
  ];
  for (const Row of [Float32Array, Float64Array]) {
    for (const { length, ties } of shapes) {
      const scores = new Row(length).fill(2, length - ties); // the low ids are the worse ones
      const best = length - ties;
      for (const topP of [7e-46, 1e-46, 1e-300, 5e-324]) {
        const given = { topP, seed: 5 };
        const seen = nucleus.inspect(scores, given);
        assert.equal([seen.id, seen.kept, seen.crossing], [best, 1, best], `${Row.name} ${length} ${topP}`);
        assert.is(nucleus.sample(scores, given), best);
        assert.is(nucleus.sample(scores, { topP, generator: nucleus.generator(1) }), best);
        assert.is(nucleus.probabilities(scores, { topP })[best], 1);
        assert.equal(nucleus.generate(() => scores, [], { ...given, maxTokens: 2 }).ids, [best, best]);
      }
    }
  }
});

options.run();

// ------------------------------------------------------------------------------------------------- the other arguments

const others = suite('arguments');

others.before.each(() => {
  asked = 0;
});

others('logits must be a function', () => {
  for (const call of loops) {
    for (const logits of [undefined, null, 5, {}, [1, 2]])
      refuses(() => nucleus[call](logits, [0], { maxTokens: 1 }), TypeError, 'logits');
  }
});

others('a prompt must be an iterable of integers', () => {
  for (const call of loops) {
    for (const prompt of [undefined, null, 5, {}, 'abc', [1, '2'], [null], [true], [[1]]]) {
      refuses(() => nucleus[call](model, prompt, { maxTokens: 1 }), TypeError, 'prompt');
    }
    for (const prompt of [[1.5], [NaN], [Infinity], [2 ** 53], [0, -(2 ** 53)], Float32Array.of(0.5)]) {
      refuses(() => nucleus[call](model, prompt, { maxTokens: 1 }), RangeError, 'prompt', [...prompt].at(-1));
    }
  }
  assert.is(asked, 0);
});

others('an id beyond the safe integers in a BigInt64Array prompt is refused, since logits gets numbers', () => {
  refuses(() => nucleus.generate(model, BigInt64Array.of(2n ** 60n), { maxTokens: 1 }), RangeError, 2n ** 60n);
  assert.is(asked, 0);
});

others('a prompt of any iterable kind gives number[] ids and is never changed', () => {
  const prompts = [
    [0, 1],
    Int8Array.of(0, 1),
    Uint32Array.of(0, 1),
    Float64Array.of(0, 1),
    new Set([0, 1]),
    [0, 1].values(),
  ];
  const expected = calls.generate({ seed: 1 }).ids.slice(1);
  for (const prompt of prompts) {
    const { ids } = nucleus.generate(model, prompt, { maxTokens: 2, seed: 1 });
    assert.ok(Array.isArray(ids));
    assert.equal(ids, [0, 1, ...expected]);
  }
  const frozen = Object.freeze([0, 1]);
  nucleus.generate(model, frozen, { maxTokens: 2 });
  assert.equal(frozen, [0, 1]);
});

others('multinomial wants weights that are finite, >= 0 and not all 0', () => {
  for (const weights of [undefined, null, 5, 'weights', Int32Array.of(1), {}])
    refuses(() => nucleus.multinomial(weights, 1), TypeError, 'weights');
  for (const [weights, id, value] of [
    [[1, -1], 1, -1],
    [[1, 2, NaN], 2, NaN],
    [[Infinity], 0, Infinity],
    [Float64Array.of(-Infinity), 0, -Infinity],
  ]) {
    for (const count of [0, 1, 5]) refuses(() => nucleus.multinomial(weights, count), RangeError, id, value);
  }
  for (const weights of [[0, 0], Float64Array.of(0)]) refuses(() => nucleus.multinomial(weights, 1), RangeError);
  assert.throws(() => nucleus.multinomial([], 1));
});

others('multinomial wants a count that is an integer >= 0', () => {
  for (const count of [undefined, null, '3', true, {}])
    refuses(() => nucleus.multinomial(row, count), TypeError, 'count', written(count));
  for (const count of [-1, 1.5, NaN, Infinity])
    refuses(() => nucleus.multinomial(row, count), RangeError, 'count', count);
  assert.equal(nucleus.multinomial(row, 0), new Int32Array(0));
});

others('entropyBits wants p finite and >= 0', () => {
  for (const p of [undefined, null, 5, Int32Array.of(1)]) refuses(() => nucleus.entropyBits(p), TypeError);
  for (const [p, id, value] of [
    [[0.5, -0.5], 1, -0.5],
    [[NaN, 1], 0, NaN],
    [Float32Array.of(0, 0, Infinity), 2, Infinity],
  ]) {
    refuses(() => nucleus.entropyBits(p), RangeError, id, value);
  }
});

others('generator takes the seeds that the option takes', () => {
  for (const seed of rules.seed.kinds) refuses(() => nucleus.generator(seed), TypeError, 'seed', written(seed));
  for (const seed of rules.seed.values) refuses(() => nucleus.generator(seed), RangeError, 'seed', written(seed));
});

others.run();
