/** The loop hands over the right context: rows that depend on the position and on the last id tell. */

import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { load } from '../../src/js/index.js';
import { fixture, formulaRow } from '../support/fixtures.js';

const nucleus = await load();
const context = suite('context');

/** Scores that differ for every length, last id and next-to-last id of the context. */
function model(ids) {
  const last = (ids.at(-1) ?? -1) + 31 * (ids.at(-2) ?? -1);
  return formulaRow({ vocab: 65, M: 997, spread: 10, salt: 5 }, ids.length, last);
}

/** The loop, written out with single draws. */
function byHand(prompt, { maxTokens, contextSize = Infinity, eosId, ...policy }) {
  const ids = [...prompt];
  const contextLengths = [];
  for (let step = 0; step < maxTokens; step++) {
    const seen = ids.slice(-contextSize);
    contextLengths.push(seen.length);
    ids.push(nucleus.sample(model(seen), { ...policy, step }));
    if (ids.at(-1) === eosId) break;
  }
  return { ids, contextLengths };
}

const prompts = { 'no prompt': [], 'one id': [7], 'several ids': [1, 2, 3, 64, -9, 900] };

for (const [name, prompt] of Object.entries(prompts)) {
  for (const contextSize of [undefined, 1, 2, 3, 7, 8, 1000]) {
    context(`${name}, contextSize ${contextSize}: the same ids as a loop written out`, () => {
      const options = { maxTokens: 60, contextSize, seed: 77, temperature: 0.9, topP: 0.95 };
      const { ids, contextLengths } = nucleus.generate(model, prompt, options);
      const expected = byHand(prompt, options);
      assert.equal(ids, expected.ids);
      assert.equal(contextLengths, expected.contextLengths);
    });
  }
}

context('logits sees exactly the last contextSize ids', () => {
  const seen = [];
  const { ids, contextLengths } = nucleus.generate((given) => (seen.push(given), model(given)), [1, 2, 3], {
    maxTokens: 20,
    contextSize: 4,
    seed: 1,
  });
  assert.equal(
    seen,
    seen.map((_, n) => ids.slice(0, 3 + n).slice(-4)),
  );
  assert.equal(
    contextLengths,
    seen.map(({ length }) => length),
  );
});

context('a wrong context would be noticed', () => {
  const options = { maxTokens: 60, seed: 77 };
  const right = nucleus.generate(model, [1, 2, 3], options).ids;
  const faults = {
    'one id short': (ids) => ids.slice(0, -1),
    'one id late': (ids) => ids.slice(1),
    'always the prompt': () => [1, 2, 3],
    'the wrong last id': (ids) => [...ids.slice(0, -1), 0],
    reversed: (ids) => [...ids].reverse(),
  };
  for (const [fault, distort] of Object.entries(faults)) {
    assert.not.equal(nucleus.generate((ids) => model(distort(ids)), [1, 2, 3], options).ids, right, fault);
  }
});

context('a 130-id prompt and a window of 128 give context lengths [128, 128]', () => {
  const { contextLengths } = nucleus.generate(model, new Array(130).fill(0), {
    maxTokens: 2,
    contextSize: 128,
    seed: 1,
  });
  assert.equal(contextLengths, [128, 128]);
});

context('an eos id in the prompt or outside the context does not stop; a drawn one does, and stays', () => {
  const long = nucleus.generate(model, [4, 4, 4], { maxTokens: 60, seed: 77 }).ids;
  const eosId = long[20];
  const first = long.indexOf(eosId, 3);
  const { ids, stopReason } = nucleus.generate(model, [4, 4, 4], { maxTokens: 60, seed: 77, eosId: [4000, eosId, -1] });
  assert.equal(ids, long.slice(0, first + 1));
  assert.is(stopReason, 'eos');

  const { ids: all, stopReason: why } = nucleus.generate(model, [eosId, 4000], { maxTokens: 5, seed: 1, eosId: 4000 });
  assert.is(all.length, 7);
  assert.is(why, 'length');
});

context('an eos id drawn as the very last token counts as eos', () => {
  const { ids, stopReason } = nucleus.generate(() => [0, 50], [0], { maxTokens: 1, eosId: 1 });
  assert.equal(ids, [0, 1]);
  assert.is(stopReason, 'eos');
});

context('maxTokens 0 returns the prompt without one call', () => {
  const { ids, stopReason, contextLengths } = nucleus.generate(() => assert.unreachable(), [1, 2], {
    maxTokens: 0,
    eosId: 2,
  });
  assert.equal(ids, [1, 2]);
  assert.equal(contextLengths, []);
  assert.is(stopReason, 'length');
});

context('seed + step: a loop can be taken up where it was left', () => {
  for (const seed of [0, -2, 2n ** 64n - 3n, 2 ** 32 - 2, 2n ** 63n - 2n, -(2n ** 63n)]) {
    const whole = nucleus.generate(model, [1], { maxTokens: 8, seed }).ids;
    const later = whole.slice(1, 4);
    const rest = whole.slice(0, 4);
    for (let step = 3; step < 8; step++) rest.push(nucleus.sample(model(rest), { seed, step }));
    assert.is(later.length, 3);
    assert.equal(rest, whole, String(seed));
  }
});

context('the seed in the result repeats the run; a random one is a safe integer and differs from call to call', () => {
  const once = nucleus.generate(model, [1], { maxTokens: 20 });
  assert.ok(Number.isSafeInteger(once.seed));
  assert.equal(nucleus.generate(model, [1], { maxTokens: 20, seed: once.seed }), once);
  const seeds = new Set(Array.from({ length: 20 }, () => nucleus.generate(model, [1], { maxTokens: 0 }).seed));
  assert.ok(seeds.size > 15);
  for (const seed of [5, -1, 5n, 2n ** 64n - 1n])
    assert.is(nucleus.generate(model, [1], { maxTokens: 1, seed }).seed, seed);
});

context(
  'the golden callbacks depend on the position or the last id, so their ids hold only for the right context',
  () => {
    const rules = fixture('generate')
      .map(({ callback }) => callback)
      .filter(({ kind }) => kind === 'formula');
    assert.ok(rules.some(({ by_step: byStep }) => byStep) && rules.some(({ by_step: byStep }) => !byStep));
  },
);

context.run();
