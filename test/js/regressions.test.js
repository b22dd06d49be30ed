/** Repaired faults, each named after its symptom. */

import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { load } from '../../src/js/index.js';
import { loadObserved } from '../support/instance.js';

const regressions = suite('regressions');

regressions('a step whose own row made the memory grow is reported with its numbers', async () => {
  for (const Row of [Float32Array, Float64Array]) {
    const nucleus = await load();
    const steps = [];
    const { ids } = nucleus.generate(() => new Row(1_500_000), [1], {
      maxTokens: 1,
      seed: 1,
      topP: 0.9,
      onStep: (step) => steps.push(step),
    });
    assert.is(steps[0].id, ids[1]);
    assert.is(steps[0].entropyBits.toFixed(6), Math.log2(1_500_000).toFixed(6));
  }
});

regressions('a stream whose logits abort the signal and then never answer settles', async () => {
  const nucleus = await load();
  const controller = new AbortController();
  const silent = () => (controller.abort(), new Promise(() => {}));
  const { ids, stopReason } = await nucleus.stream(silent, [9], { maxTokens: 3, signal: controller.signal }).result;
  assert.equal([ids, stopReason], [[9], 'abort']);
});

regressions('an abort wins over a rejection that comes with it', async () => {
  const nucleus = await load();
  const controller = new AbortController();
  const failing = () => (controller.abort(), Promise.reject(new Error('late')));
  const { stopReason } = await nucleus.stream(failing, [9], { maxTokens: 3, signal: controller.signal }).result;
  assert.is(stopReason, 'abort');
});

regressions('an eos id beyond 64 bits matches nothing, in generate as in stream', async () => {
  const nucleus = await load();
  for (const eosId of [2n ** 64n, -(2n ** 64n), 2n ** 70n]) {
    const options = { maxTokens: 3, seed: 1, eosId };
    assert.is(nucleus.generate(() => [5, -Infinity], [9], options).stopReason, 'length');
    assert.is((await nucleus.stream(() => [5, -Infinity], [9], options).result).stopReason, 'length');
  }
});

regressions('a row that does not fit leaves room for those that do', async () => {
  const nucleus = await load();
  const before = nucleus.sample(new Float32Array(1_000_000), { topP: 0.9, seed: 1 });
  assert.throws(() => nucleus.sample(new Float32Array(190_000_000), { topP: 0.9 }), /out of memory/);
  assert.is(nucleus.sample(new Float32Array(1_000_000), { topP: 0.9, seed: 1 }), before);
  assert.type(nucleus.sample(new Float32Array(12_000_000), { topP: 0.9, seed: 1 }), 'number');
});

regressions('memory that a host grew between two calls does not bring back the policy of the first', async () => {
  const { nucleus, exports } = await loadObserved();
  nucleus.sample([1, 2, 3], { temperature: 5, seed: 4 });
  exports.memory.grow(1);
  for (let seed = 0; seed < 20; seed++) assert.is(nucleus.sample([1, 2, 3], { temperature: 0, seed }), 2);
  exports.memory.grow(1);
  assert.is(nucleus.generator(1).state.length, 625);
});

regressions('an array whose getter calls the instance is read before anything is written', async () => {
  const nucleus = await load();
  const right = [...nucleus.probabilities([1, 2, 3, 4])];
  for (const length of [10_000, 1_000_000]) {
    const row = [1, 2, 3, 4];
    Object.defineProperty(row, 1, { get: () => (nucleus.sample(new Float32Array(length), { temperature: 0 }), 2) });
    assert.equal([...nucleus.probabilities(row)], right);
  }
});

regressions('a hole in an array of rows is refused', async () => {
  const nucleus = await load();
  assert.throws(
    () => nucleus.probabilities([[1], , [2]]),
    (error) => error instanceof TypeError && /logits\[1\]/.test(error.message),
  );
});

regressions('a stream of promises that are already resolved lets timers run', async () => {
  const nucleus = await load();
  let turns = 0;
  const timer = setInterval(() => turns++, 1);
  await nucleus.stream(async () => [1, 2, 3], [], { maxTokens: 40_000, seed: 1 }).result;
  clearInterval(timer);
  assert.ok(turns >= 3, `${turns} turns`);
});

regressions('an option named like a member of Object.prototype gets the message of any unknown one', async () => {
  const nucleus = await load();
  for (const name of ['toString', 'constructor', 'hasOwnProperty']) {
    assert.throws(() => nucleus.sample([1], { [name]: 1 }), /unknown option "/);
  }
});

regressions('the nearest name is the one that other libraries spell so', async () => {
  const nucleus = await load();
  const near = { temp: 'temperature', top_p: 'topP', max_tokens: 'maxTokens', onToken: 'onStep', eosTokenId: 'eosId' };
  for (const [name, known] of Object.entries(near)) {
    assert.throws(
      () => nucleus.generate(() => [1], [], { maxTokens: 0, [name]: 1 }),
      new RegExp(`did you mean "${known}"`),
    );
  }
});

regressions('an onStep that changes the step it is given does not end a stream', async () => {
  const nucleus = await load();
  const options = { maxTokens: 4, seed: 1, eosId: 77, onStep: (step) => (step.id = 77) };
  assert.is((await nucleus.stream(() => [1, 2], [], options).result).stopReason, 'length');
});

regressions('options that only look like an object are refused', async () => {
  const nucleus = await load();
  for (const options of [new Map([['topP', 0.5]]), [], Promise.resolve({})])
    assert.throws(() => nucleus.sample([1], options), /options must be/);
});

regressions('the bytes of another module are refused by name', async () => {
  const empty = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);
  const error = await load(empty).catch((reason) => reason);
  assert.instance(error, TypeError);
  assert.match(error.message, /another module/);
});

regressions.run();
