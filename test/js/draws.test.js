/**
 * Draws held against a generator and a race written plainly: long rows, generators that go on, luck of 0, exact totals.
 */

import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { load } from '../../src/js/index.js';
import { randomNumbers } from '../support/random.js';
import { stateGiving, uniforms } from '../support/twister.js';

const nucleus = await load();
const draws = suite('draws');

/** A row of some spread whose best ids are well apart. */
function someRow(length, seed, Row = Float32Array) {
  const random = randomNumbers(seed);
  return Row.from({ length }, () => 6 * random() * random());
}

/** The id that the race of exponential variates gives, one variate per id. */
function race(p, numbers) {
  let winner = -1;
  let best = -1;
  for (let id = 0; id < p.length; id++) {
    const luck = -Math.log1p(-numbers.next().value);
    const score = p[id] === 0 ? 0 : p[id] / luck;
    if (score > best) [winner, best] = [id, score];
  }
  return winner;
}

/** A generator with this state. */
function generatorOf(state) {
  const generator = nucleus.generator(0);
  generator.state = state;
  return generator;
}

for (const length of [9_000, 150_000]) {
  draws(`sample with one generator goes on from draw to draw, at ${length} ids as in a plain race`, () => {
    for (const policy of [{}, { topP: 0.9 }, { topK: 50, temperature: 0.8 }, { minP: 0.1 }]) {
      const row = someRow(length, length);
      const p = nucleus.probabilities(row, policy);
      const generator = nucleus.generator(77);
      const numbers = uniforms(77);
      const expected = Array.from({ length: 8 }, () => race(p, numbers));
      const drawn = expected.map(() => nucleus.sample(row, { ...policy, generator }));
      assert.equal(drawn, expected, JSON.stringify(policy));
      assert.ok(new Set(drawn).size > 1);
    }
  });

  draws(`seeds one after the other, with more and more ids kept, draw as a plain race, at ${length} ids`, () => {
    const row = someRow(length, 5);
    for (const [n, topP] of [1e-6, 0.01, 0.1, 0.3, 0.5, 0.8, 0.95, 0.999, 1].entries()) {
      const p = nucleus.probabilities(row, { topP });
      assert.is(nucleus.sample(row, { topP, seed: 40 + n }), race(p, uniforms(40 + n)), `topP ${topP}`);
    }
  });

  draws(`where all luck is 0 the lowest id that is kept wins, at ${length} ids`, () => {
    for (const Row of [Float32Array, Float64Array]) {
      const row = someRow(length, 3, Row).fill(-Infinity, 0, 7);
      for (const policy of [{}, { topP: 0.5 }, { topK: 3 }]) {
        const lowest = nucleus.probabilities(row, policy).findIndex((p) => p > 0);
        assert.is(nucleus.sample(row, { ...policy, generator: generatorOf(stateGiving()) }), lowest);
      }
    }
  });
}

draws('inspect tells a luck of 0 as it is: kept ids score Infinity, the others 0', () => {
  for (const Row of [Float32Array, Float64Array]) {
    const seen = nucleus.inspect(Row.of(1, 9, 2, 8), { topK: 2, generator: generatorOf(stateGiving(0.5)) });
    assert.ok(seen.luck[0] > 0.69);
    assert.equal([...seen.luck.subarray(1)], [0, 0, 0]);
    assert.equal([...seen.scores], [0, Infinity, 0, Infinity]);
    assert.is(seen.id, 1);
  }
});

draws('multinomial never draws an id of weight 0, a uniform number of 0 included', () => {
  for (const Row of [Float32Array, Float64Array]) {
    const generator = generatorOf(stateGiving(0, 0));
    assert.equal([...nucleus.multinomial(Row.of(0, 0, 3, 0, 1), 3, { generator })], [2, 2, 2]);
    assert.equal([...nucleus.multinomial(Row.of(0, 3), 1, { generator: generatorOf(stateGiving()) })], [1]);
  }
});

draws('multinomial gives the id whose running total equals the uniform number', () => {
  for (const Row of [Float32Array, Float64Array]) {
    const generator = generatorOf(stateGiving(0.25, 0.5, 0.75, 0.25 + 2 ** -53));
    assert.equal([...nucleus.multinomial(Row.of(1, 0, 1, 1, 1), 4, { generator })], [0, 2, 3, 2]);
  }
});

draws('a contextSize and a topK of more than 32 bits are no limit', () => {
  const huge = 2 ** 32 + 1;
  const seen = [];
  const logits = (ids) => (seen.push(ids.length), [1, 2, 3]);
  const options = { maxTokens: 4, seed: 1, contextSize: huge, topK: huge };
  const { ids, contextLengths } = nucleus.generate(logits, [0, 1, 2], options);
  assert.equal(seen, [3, 4, 5, 6]);
  assert.equal(contextLengths, seen);
  assert.equal(ids, nucleus.generate(logits, [0, 1, 2], { maxTokens: 4, seed: 1 }).ids);
  for (const row of [[1, 2, 3], someRow(9000, 2, Float32Array)])
    for (const [call, options] of Object.entries({ probabilities: {}, sample: { seed: 3 }, inspect: { seed: 3 } }))
      assert.equal(nucleus[call](row, { ...options, topK: huge }), nucleus[call](row, options), call);
});

draws('multinomial with one generator goes on where the last call ended', () => {
  for (const Row of [Float32Array, Float64Array]) {
    const [whole, parts] = [nucleus.generator(8), nucleus.generator(8)];
    const atOnce = nucleus.multinomial(Row.of(0.5, 0, 3, 1, 2, 0), 1333, { generator: whole });
    const inParts = [2, 5, 311, 312, 700, 3].flatMap((count) => [
      ...nucleus.multinomial(Row.of(0.5, 0, 3, 1, 2, 0), count, { generator: parts }),
    ]);
    assert.equal(inParts, [...atOnce]);
    assert.equal(parts.state, whole.state);
  }
});

draws('a contextSize of more than 32 bits is no limit to a stream', async () => {
  const logits = () => [1, 2, 3];
  const options = { maxTokens: 3, seed: 1, contextSize: 2 ** 32 + 1 };
  assert.equal((await nucleus.stream(logits, [0, 1], options).result).contextLengths, [2, 3, 4]);
});

draws.run();
