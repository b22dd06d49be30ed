/** Values that lie about what they are, or that change while they are read: nothing of the instance may suffer. */

import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { load } from '../../src/js/index.js';
import { refuses } from '../support/check.js';

const nucleus = await load();
const forgeries = suite('forgeries');

/** Every call that takes a row or weights. */
const ways = {
  sample: (row) => nucleus.sample(row, { seed: 3 }),
  inspect: (row) => nucleus.inspect(row, { seed: 3 }),
  probabilities: (row) => nucleus.probabilities(row),
  generate: (row) => nucleus.generate(() => row, [0], { maxTokens: 3, seed: 3 }),
  entropyBits: (row) => nucleus.entropyBits(row),
  multinomial: (row) => nucleus.multinomial(row, 5, { seed: 3 }),
};

/** Draws of many kinds; the same before and after whatever a forgery does. */
const health = () => [
  nucleus.sample(
    Float32Array.from({ length: 3000 }, (_, i) => i % 7),
    { seed: 8, topP: 0.9 },
  ),
  nucleus.generate((ids) => [ids.length % 3, 1, 2], [1, 2], { maxTokens: 5, seed: 2 }).ids,
  nucleus.multinomial([1, 2, 3], 5, { seed: 3 }),
];
const healthy = health();

for (const Row of [Float32Array, Float64Array]) {
  forgeries(`a ${Row.name} that lies about its length, place or buffer is read as what it is`, () => {
    for (const claimed of [0, 1, 4, 1e9, -1, NaN, '7', {}]) {
      class Liar extends Row {
        get length() {
          return claimed;
        }
        get byteLength() {
          return claimed;
        }
        get byteOffset() {
          return claimed;
        }
        get buffer() {
          return new ArrayBuffer(8);
        }
        get [Symbol.toStringTag]() {
          return 'Float64Array';
        }
        *[Symbol.iterator]() {
          yield 7;
        }
      }
      const honest = Row.from({ length: 100 }, (_, i) => 1 + (i % 9));
      const liar = new Liar(100);
      Row.prototype.set.call(liar, honest);
      for (const [name, way] of Object.entries(ways)) assert.equal(way(liar), way(honest), `${name}, ${claimed}`);
      assert.equal(health(), healthy);
    }
  });

  forgeries(`what merely looks like a ${Row.name} is refused`, () => {
    const real = Row.of(1, 2, 3);
    const fakes = [
      new Proxy(real, {}),
      new Proxy(real, { get: (target, name) => (name === 'length' ? 1e9 : target[name]) }),
      Object.create(Row.prototype),
      Object.create(real),
      Object.setPrototypeOf([1, 2], Row.prototype).constructor,
      { [Symbol.toStringTag]: Row.name, length: 2, 0: 1, 1: 2 },
    ];
    for (const fake of fakes) {
      for (const way of Object.values(ways)) refuses(() => way(fake), TypeError);
      assert.equal(health(), healthy);
    }
  });
}

forgeries('a typed array of another kind with a foreign prototype is still of its own kind', () => {
  const integers = Object.setPrototypeOf(Int32Array.of(1, 2), Float32Array.prototype);
  for (const way of Object.values(ways)) refuses(() => way(integers), TypeError);
});

forgeries('a list that calls the instance while it is read is read once and used as it was read', () => {
  for (const [name, way] of Object.entries(ways)) {
    let reads = 0;
    const list = [0.5, 1, 2, 3];
    Object.defineProperty(list, 2, {
      get() {
        reads++;
        health();
        nucleus.inspect(
          Float64Array.from({ length: 5000 }, (_, i) => i),
          { seed: 1 },
        );
        return 2;
      },
    });
    const expected = way([0.5, 1, 2, 3]);
    reads = 0;
    assert.equal(way(list), expected, name);
    assert.is(reads, name === 'generate' ? 3 : 1, `${name} reads each score once`);
  }
});

forgeries('a list, a proxy of one included, that changes while it is read is no danger', () => {
  const shrinking = [1, 2, 3];
  Object.defineProperty(shrinking, 0, { get: () => ((shrinking.length = 1), 1), configurable: false });
  const growing = [1, 2, 3];
  Object.defineProperty(growing, 0, { get: () => (growing.push(9), 1) });
  const proxy = new Proxy([1, 2, 3], { get: (list, name) => (health(), list[name]) });
  refuses(() => nucleus.sample(shrinking, { seed: 1 }), TypeError, /logits\[1\]/);
  assert.equal(nucleus.inspect(growing, { seed: 1 }), nucleus.inspect([1, 2, 3], { seed: 1 }));
  assert.equal(nucleus.probabilities(proxy), nucleus.probabilities([1, 2, 3]));
  assert.equal(health(), healthy);
});

forgeries('a sparse list of 4 billion places is refused at its first hole, in no time', () => {
  const sparseAfter = (first) => Object.assign([first], { length: 2 ** 32 - 1 });
  const start = performance.now();
  for (const way of Object.values(ways))
    refuses(() => way(sparseAfter(1)), TypeError, /(logits|p|weights)\[1\] must be a number/);
  for (const row of [[1, 2], Float32Array.of(1, 2)])
    refuses(() => nucleus.probabilities(sparseAfter(row)), TypeError, /logits\[1\]/);
  assert.ok(performance.now() - start < 2000);
  assert.equal(health(), healthy);
});

forgeries('a list that grows while probabilities reads it is read as long as it was', () => {
  for (const [honest, more] of [
    [[1, 2, 3], 4],
    [[[1, 2], [3], [4]], [5]],
  ]) {
    const growing = [...honest];
    Object.defineProperty(growing, 1, { get: () => (growing.push(more), health(), honest[1]) });
    assert.equal(nucleus.probabilities(growing), nucleus.probabilities(honest));
  }
});

forgeries('a row on memory that can grow is read as long as it is', () => {
  if (!ArrayBuffer.prototype.resize) return;
  const buffer = new ArrayBuffer(16, { maxByteLength: 4000 });
  const row = new Float32Array(buffer);
  row.set([1, 2, 3, 4]);
  assert.equal(nucleus.probabilities(row), nucleus.probabilities([1, 2, 3, 4]));
  buffer.resize(8);
  assert.equal(nucleus.probabilities(row), nucleus.probabilities([1, 2]));
  buffer.resize(0);
  refuses(() => nucleus.probabilities(row), RangeError, 'empty row');
});

forgeries('a row whose memory was given away is an empty one', () => {
  const row = Float32Array.of(1, 2);
  structuredClone(row.buffer, { transfer: [row.buffer] });
  for (const way of Object.values(ways)) refuses(() => way(row), RangeError, 'empty row');
});

// ---------------------------------------------------------------------------------------------------- generator states

forgeries('a state that ends in more than 624 is refused, and the generator stays', () => {
  const generator = nucleus.generator(5);
  const before = generator.state;
  for (const used of [625, 626, 1e9, 2 ** 32 - 1]) {
    const state = new Uint32Array(625);
    state[624] = used;
    refuses(() => (generator.state = state), RangeError, 'state', used);
  }
  assert.equal(generator.state, before);
  generator.state = before.with?.(624, 624) ?? before;
});

forgeries('a state that is not the Uint32Array it claims to be is refused, and the generator stays', () => {
  const generator = nucleus.generator(5);
  const before = generator.state;
  let reads = 0;
  const changing = new Proxy(before.slice(), {
    get: (target, name) => (name === '624' && reads++ > 0 ? 1e9 : Reflect.get(target, name, target)),
  });
  const fakes = [changing, Object.create(Uint32Array.prototype), new Int32Array(625), [...before], before.buffer, null];
  for (const fake of fakes) refuses(() => (generator.state = fake), TypeError, 'state');
  assert.equal(generator.state, before);
});

forgeries('a state whose memory was given away, or shrank, is refused, and the generator stays', () => {
  const generator = nucleus.generator(5);
  const [before, away] = [generator.state, generator.state];
  structuredClone(away.buffer, { transfer: [away.buffer] });
  refuses(() => (generator.state = away), RangeError, 'state must be 624 words', 'got 0 words');
  if (ArrayBuffer.prototype.resize) {
    const buffer = new ArrayBuffer(2500, { maxByteLength: 5000 });
    const tracking = new Uint32Array(buffer);
    tracking.set(before);
    generator.state = tracking;
    buffer.resize(2496);
    refuses(() => (generator.state = tracking), RangeError, 'state', 'got 624 words');
  }
  assert.equal(generator.state, before);
});

forgeries('a state that lies about its length is taken as what it is', () => {
  class Liar extends Uint32Array {
    get length() {
      return 625;
    }
    at() {
      return 0;
    }
    *[Symbol.iterator]() {
      yield 1;
    }
  }
  const generator = nucleus.generator(5);
  refuses(() => (generator.state = new Liar(3)), RangeError, 'state', '3 words');
  const full = new Liar(625).fill(9);
  Uint32Array.prototype.fill.call(full, 9);
  generator.state = full;
  assert.equal(generator.state, new Uint32Array(625).fill(9));
});

// ------------------------------------------------------------------------------------------------------------- prompts

forgeries('a prompt that lies about its length or kind is taken as what it is iterated to', () => {
  class Liar extends Int32Array {
    get length() {
      return 1e9;
    }
    get [Symbol.toStringTag]() {
      return 'BigInt64Array';
    }
  }
  const logits = (ids) => [ids.length, 1, 2];
  const options = { maxTokens: 3, seed: 4 };
  const expected = nucleus.generate(logits, [1, 2], options).ids;
  assert.equal(nucleus.generate(logits, Liar.of(1, 2), options).ids, expected);
  assert.equal(health(), healthy);
});

// ---------------------------------------------------------------------------------------------- options and prototypes

/** Runs with something enumerable on Object.prototype. */
function polluted(properties, run) {
  Object.assign(Object.prototype, properties);
  try {
    return run();
  } finally {
    for (const name in properties) if (Object.hasOwn(properties, name)) delete Object.prototype[name];
  }
}

forgeries('what somebody put on Object.prototype is not an option', async () => {
  const row = [1, 2, 3, 1.5];
  const logits = () => row;
  const calls = [
    () => nucleus.sample(row, { seed: 3 }),
    () => nucleus.inspect(row, { seed: 3, topP: 0.9 }),
    () => nucleus.probabilities(row),
    () => nucleus.probabilities(row, {}),
    () => nucleus.multinomial([1, 2], 4, { seed: 3 }),
    () => nucleus.generate(logits, [0], { maxTokens: 6, seed: 3 }),
  ];
  const wrong = () => assert.unreachable();
  const everything = {
    ...{ topK: 1, topP: 0.1, minP: 1, temperature: 0, seed: 9, generator: {}, step: 5, eosId: [0, 1, 2, 3] },
    ...{ seeding: 'call', contextSize: 1, signal: AbortSignal.abort(), extend: wrong, onStep: wrong, maxTokens: 1 },
  };
  for (const call of calls) {
    const expected = call();
    assert.equal(JSON.stringify(polluted(everything, call)), JSON.stringify(expected));
  }
  const expected = await nucleus.stream(logits, [0], { maxTokens: 6, seed: 3 }).result;
  const running = polluted(everything, () => nucleus.stream(logits, [0], { maxTokens: 6, seed: 3 }));
  assert.equal(await running.result, expected);
  polluted(everything, () => refuses(() => nucleus.generate(logits, [0], {}), TypeError, 'maxTokens'));
});

forgeries('options may come from defaults by Object.create, at any depth, or have no prototype', () => {
  const row = [1, 2, 3, 1.5];
  const defaults = Object.create({ seed: 3 }, { topK: { value: 2, enumerable: true } });
  const expected = nucleus.inspect(row, { seed: 3, topK: 2, temperature: 0.5 });
  assert.equal(nucleus.inspect(row, Object.assign(Object.create(defaults), { temperature: 0.5 })), expected);
  const bare = Object.assign(Object.create(null), { seed: 3, topK: 2, temperature: 0.5 });
  assert.equal(nucleus.inspect(row, bare), expected);
  assert.equal(nucleus.inspect(row, Object.create(bare)), expected);
  const nearer = Object.assign(Object.create({ topK: 1, seed: 8 }), { topK: 2, seed: 3, temperature: 0.5 });
  assert.equal(nucleus.inspect(row, nearer), expected);
  refuses(() => nucleus.sample(row, Object.create({ top_k: 1 })), TypeError, 'top_k', 'topK');
});

forgeries('each option is read once', () => {
  const reads = [];
  const options = { maxTokens: 2, seed: 1, topK: 2, topP: 0.9, eosId: 1, onStep: () => {} };
  const watched = new Proxy(options, { get: (target, name) => (reads.push(name), target[name]) });
  nucleus.generate(() => [1, 2, 3], [0], watched);
  assert.equal(reads.sort(), Object.keys(options).sort());
});

forgeries('a signal that cannot be listened to and left again is refused at the call', () => {
  const whole = { aborted: false, addEventListener() {}, removeEventListener() {} };
  const options = { maxTokens: 1, seed: 1 };
  for (const name of Object.keys(whole)) {
    const signal = { ...whole, [name]: undefined };
    refuses(() => nucleus.stream(() => [1], [0], { ...options, signal }), TypeError, 'signal');
  }
  nucleus.stream(() => [1], [0], { ...options, signal: whole });
});

forgeries.run();
