/** Which kinds of rows are taken, in which precision they are worked on, and which are refused. */

import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { load } from '../../src/js/index.js';
import { refuses, rejects } from '../support/check.js';
import { testWhere } from '../support/skip.js';

const nucleus = await load();
const rows = suite('rows');
const withFloat16 = testWhere(rows, 'Float16Array' in globalThis, 'this engine has no Float16Array');

const scores = [0.1, 2.3, -1.7, 0.6];
const single = Float32Array.from(scores);
const double = Float64Array.from(scores);

/** Every way a row comes in; each gives back something comparable. */
const ways = {
  sample: (row) => nucleus.sample(row, { seed: 3 }),
  inspect: (row) => nucleus.inspect(row, { seed: 3 }),
  probabilities: (row) => nucleus.probabilities(row),
  generate: (row) => nucleus.generate(() => row, [0], { maxTokens: 3, seed: 3 }),
};

rows('a number[] is worked on in float32, as a Float32Array is', () => {
  for (const [name, way] of Object.entries(ways)) assert.equal(way(scores), way(single), name);
  assert.instance(nucleus.probabilities(scores), Float32Array);
});

rows('a Float64Array is worked on in float64', () => {
  const p = nucleus.probabilities(double);
  assert.instance(p, Float64Array);
  assert.ok(p.some((x) => x !== Math.fround(x)));
  for (const name of ['softmax', 'cumulative', 'probabilities', 'luck', 'scores']) {
    assert.instance(nucleus.inspect(double, { seed: 3 })[name], Float64Array, name);
    assert.instance(nucleus.inspect(single, { seed: 3 })[name], Float32Array, name);
  }
});

rows('the luck of a float32 row is that of a float64 row, rounded', () => {
  const wide = nucleus.inspect(new Float64Array(999), { seed: 3 }).luck;
  assert.equal(nucleus.inspect(new Float32Array(999), { seed: 3 }).luck, Float32Array.from(wide));
});

withFloat16('a Float16Array, where the engine has it, is widened to float32', () => {
  const half = Float16Array.from(scores);
  for (const [name, way] of Object.entries(ways)) assert.equal(way(half), way(Float32Array.from(half)), name);
});

rows('a view into a larger buffer is read at its own place', () => {
  for (const [whole, Row] of [
    [single, Float32Array],
    [double, Float64Array],
  ]) {
    const larger = new Row(100).fill(50);
    larger.set(whole, 37);
    const view = larger.subarray(37, 37 + whole.length);
    for (const [name, way] of Object.entries(ways)) assert.equal(way(view), way(whole), name);
  }
});

rows('a subclass of a kind is taken as that kind', () => {
  class Scores extends Float32Array {}
  class List extends Array {}
  for (const [name, way] of Object.entries(ways)) {
    assert.equal(way(Scores.from(scores)), way(single), name);
    assert.equal(way(List.from(scores)), way(single), name);
  }
});

rows('other kinds are refused by every call, and as what a callback returns', () => {
  const others = [
    Int32Array.of(1, 2),
    Uint8Array.of(1),
    Uint16Array.of(1, 2),
    BigInt64Array.of(1n),
    new DataView(new ArrayBuffer(8)),
    new ArrayBuffer(8),
    [1, , 2],
    null,
    undefined,
    5,
    'scores',
    { length: 2, 0: 1, 1: 2 },
    new Set([1, 2]),
    Promise.resolve(scores),
    () => scores,
    Symbol('row'),
    true,
  ];
  for (const other of others) {
    for (const way of Object.values(ways)) refuses(() => way(other), TypeError);
  }
});

rows('a list that holds something other than numbers is refused, with the id', () => {
  for (const odd of ['2', null, undefined, 2n, {}, true]) {
    for (const way of Object.values(ways)) refuses(() => way([1, odd, 3]), TypeError, /\b1\b/);
  }
});

rows('an empty row is refused', () => {
  for (const empty of [[], new Float32Array(0), new Float64Array(0)]) {
    for (const way of Object.values(ways)) refuses(() => way(empty), RangeError, /empty|at least one/);
  }
});

rows('a NaN or +Infinity is a RangeError that names the id and the value', () => {
  for (const bad of [NaN, Infinity]) {
    for (const Row of [Array, Float32Array, Float64Array]) {
      for (const way of Object.values(ways)) refuses(() => way(Row.from([1, 2, bad, 4])), RangeError, /\b2\b/, bad);
    }
  }
});

rows('values are judged after rounding to the precision of the row', () => {
  refuses(() => nucleus.sample([0, 1e39]), RangeError, /\b1\b/, 'Infinity');
  assert.equal([...nucleus.probabilities([0, -1e39])], [1, 0]);
  assert.equal([...nucleus.probabilities(Float64Array.of(0, 1e39))], [0, 1]);
});

rows('-Infinity masks an id, and a row of nothing else is refused', () => {
  assert.equal([...nucleus.probabilities([-Infinity, 0, -Infinity, 0])], [0, 0.5, 0, 0.5]);
  for (let seed = 0; seed < 200; seed++) assert.is(nucleus.sample([-Infinity, 3, -Infinity], { seed }), 1);
  for (const masked of [[-Infinity], [-Infinity, -Infinity], new Float64Array(9).fill(-Infinity)]) {
    for (const way of Object.values(ways)) refuses(() => way(masked), RangeError);
  }
});

rows('probabilities of an array of rows are an array, each in its own precision', () => {
  const answers = nucleus.probabilities([single, double, scores], { topP: 0.9 });
  assert.ok(Array.isArray(answers));
  assert.equal(
    answers,
    [single, double, scores].map((row) => nucleus.probabilities(row, { topP: 0.9 })),
  );
  assert.equal(nucleus.probabilities([scores]), [nucleus.probabilities(scores)]);
  refuses(() => nucleus.probabilities([scores, null]), TypeError);
  refuses(() => nucleus.probabilities([scores, []]), RangeError);
});

rows('every temperature works, however small or large', () => {
  const rowsOfEachPrecision = [[10, 0, -10, 10], Float64Array.of(10, 0, -10, 10)];
  for (const row of rowsOfEachPrecision) {
    for (const temperature of [5e-324, 1e-310, 1e-46, 1e-45, 1e-38, 1e-10])
      assert.equal([...nucleus.probabilities(row, { temperature })], [0.5, 0, 0, 0.5]);
    for (const temperature of [1e39, 1e300, Number.MAX_VALUE])
      assert.equal([...nucleus.probabilities(row, { temperature })], [0.25, 0.25, 0.25, 0.25]);
  }
  assert.equal([...nucleus.probabilities([3e38, -3e38, 3e38], { temperature: 0.1 })], [0.5, 0, 0.5]);
  assert.equal([...nucleus.probabilities(Float64Array.of(1e300, -1e300, 0))], [1, 0, 0]);
});

rows('a row that shares memory with other threads is copied before it is judged', () => {
  const shared = new Float32Array(new SharedArrayBuffer(16));
  shared.set(scores);
  for (const [name, way] of Object.entries(ways)) assert.equal(way(shared), way(single), name);
});

rows('stream takes the same rows and awaits promises of them', async () => {
  const options = { maxTokens: 3, seed: 3 };
  const expected = ways.generate(single);
  for (const row of [scores, single, Promise.resolve(single)])
    assert.equal(await nucleus.stream(() => row, [0], options).result, expected);
  for (const row of [Int32Array.of(1), null, Promise.resolve(null), Promise.resolve(Promise.resolve(5))]) {
    await rejects(nucleus.stream(() => row, [0], options).result, TypeError);
  }
  await rejects(nucleus.stream(() => [NaN], [0], options).result, RangeError, 'NaN');
});

rows('a tensor is refused with a word on its data', () => {
  class Tensor {
    data = single;
    dims = [1, 4];
  }
  for (const way of Object.values(ways))
    refuses(() => way(new Tensor()), TypeError, 'with scores in its .data: pass that');
  refuses(() => nucleus.sample({ data: [1, 2] }), TypeError, /\[object Object\]$/);
});

rows.run();
