/** What inspect says about a step: every field, and what must hold between them. */

import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { load } from '../../src/js/index.js';
import { allNear, near } from '../support/check.js';
import { formulaRow } from '../support/fixtures.js';
import { randomNumbers, randomPolicy, randomRow } from '../support/random.js';

const nucleus = await load();
const inspect = suite('inspect');

const decimals = [0.5, 0.2, 0.15, 0.1, 0.05].map(Math.log);
const stepFields = ['id', 'step', 'probability', 'rank', 'kept', 'keptMass', 'entropyBits'];

/** The row [.1 .5 .05 .2 .15] by id, cut at 0.75. */
const shuffled = [3, 0, 4, 1, 2].map((rank) => decimals[rank]);

inspect('the fields of a small step, by hand', () => {
  const {
    softmax,
    order,
    cumulative,
    crossing,
    probabilities,
    kept,
    keptMass,
    entropyBits,
    entropyBitsAfter,
    rank,
    id,
    probability,
  } = nucleus.inspect(shuffled, { topP: 0.75, seed: 1 });
  allNear(softmax, [0.1, 0.5, 0.05, 0.2, 0.15], 1e-6);
  assert.equal(order, Int32Array.of(1, 3, 4, 0, 2));
  allNear(cumulative, [0.5, 0.7, 0.85, 0.95, 1], 1e-6);
  assert.is(crossing, 4);
  allNear(probabilities, [0, 0.5 / 0.85, 0, 0.2 / 0.85, 0.15 / 0.85], 1e-6);
  assert.is(kept, 3);
  near(keptMass, 0.85, 1e-6);
  const bits = (p) => -p.reduce((sum, x) => sum + (x > 0 ? x * Math.log2(x) : 0), 0);
  near(entropyBits, bits([0.5, 0.2, 0.15, 0.1, 0.05]), 1e-5);
  near(entropyBitsAfter, bits([0.5, 0.2, 0.15].map((p) => p / 0.85)), 1e-5);
  assert.is(order[rank], id);
  assert.is(probability, probabilities[id]);
});

inspect('has every field of the API, and no other', () => {
  const arrays = ['softmax', 'order', 'cutOrder', 'cumulative', 'probabilities', 'luck', 'scores'];
  const scalars = ['crossing', 'entropyBitsAfter', ...stepFields];
  assert.equal(Object.keys(nucleus.inspect([1, 2], { seed: 0 })).sort(), [...arrays, ...scalars].sort());
});

inspect('with top-k on, cumulative, crossing and keptMass are over the renormalised survivors', () => {
  const { softmax, order, cumulative, crossing, keptMass, kept, probabilities } = nucleus.inspect(shuffled, {
    topK: 3,
    topP: 0.75,
    seed: 1,
  });
  allNear(softmax, [0.1, 0.5, 0.05, 0.2, 0.15], 1e-6, 'softmax is over all ids');
  assert.equal(order, Int32Array.of(1, 3, 4, 0, 2));
  allNear(cumulative, [0.5 / 0.85, 0.7 / 0.85, 1], 1e-6);
  assert.is(crossing, 3);
  assert.is(kept, 2);
  near(keptMass, 0.7 / 0.85, 1e-6);
  allNear(probabilities, [0, 0.5 / 0.7, 0, 0.2 / 0.7, 0], 1e-6);
});

inspect('cutOrder holds what top-k let through, ids of no probability at the end, and cumulative is along it', () => {
  const row = [3, -Infinity, 1, 3, -200, 2, -Infinity];
  const orderAt = (topK) => [...nucleus.inspect(row, { topK, topP: 0.9, seed: 1 }).cutOrder];
  assert.equal(orderAt(3), [0, 3, 5]);
  assert.equal(orderAt(5), [0, 3, 5, 2, 4]);
  assert.equal(orderAt(6), [0, 3, 5, 2, 1, 4]);
  assert.equal(orderAt(), [0, 3, 5, 2, 1, 4, 6]);
  const { cutOrder } = nucleus.inspect([3, -Infinity, -Infinity, -200], { topK: 3, seed: 1 });
  assert.equal([...cutOrder], [0, 1, 3], 'the lower of the masked ids');
});

inspect(
  'where the probabilities of two scores are one among the survivors and not among all, the cut goes by id',
  () => {
    const row = [-1.5219700336456299, -1.5219699144363403, 0, -9, -9.5, -10, -10.5]; // 0 and 1 are neighbouring floats
    const { order, cutOrder } = nucleus.inspect(row, { topK: 3, seed: 1 });
    assert.equal([...order.subarray(0, 3)], [2, 1, 0]);
    assert.equal([...cutOrder], [2, 0, 1]);
  },
);

inspect('top-k alone: keptMass is 1, nothing crosses', () => {
  const { cumulative, crossing, keptMass, kept } = nucleus.inspect(shuffled, { topK: 2, seed: 1 });
  allNear(cumulative, [5 / 7, 1], 1e-6);
  assert.is(crossing, -1);
  near(keptMass, 1, 1e-6);
  assert.is(kept, 2);
});

inspect('min-p works after top-p, on the largest probability', () => {
  const { kept, keptMass, probabilities, crossing } = nucleus.inspect(shuffled, { topP: 0.9, minP: 0.35, seed: 1 });
  assert.is(kept, 2);
  assert.is(crossing, 0);
  near(keptMass, 0.7, 1e-6);
  allNear(probabilities, [0, 5 / 7, 0, 2 / 7, 0], 1e-6);
});

inspect('minP 1 keeps the ids tied with the largest, minP 0 all', () => {
  assert.is(nucleus.inspect([2, 5, 5, 1], { minP: 1, seed: 0 }).kept, 2);
  assert.is(nucleus.inspect([2, 5, 5, 1], { minP: 0, seed: 0 }).kept, 4);
});

inspect('topP 1 keeps ids of probability 0, and crosses nowhere', () => {
  const { kept, crossing, keptMass, scores } = nucleus.inspect([0, -Infinity, -1000], { seed: 0 });
  assert.is(kept, 3);
  assert.is(crossing, -1);
  assert.is(keptMass, 1);
  assert.equal([...scores.subarray(1)], [0, 0]);
});

inspect('at temperature 0 everything is at the largest score, and the luck is as ever', () => {
  for (const temperature of [0, -0]) {
    for (const row of [[1, 4, 2, 4, -Infinity], Float64Array.of(1, 4, 2, 4, -Infinity)]) {
      const Row = row.constructor === Float64Array ? Float64Array : Float32Array;
      const seen = nucleus.inspect(row, { temperature, topK: 3, topP: 0.2, minP: 0.5, seed: 6 });
      assert.is(seen.id, 1);
      assert.equal(seen.softmax, Row.of(0, 1, 0, 0, 0));
      assert.equal(seen.probabilities, Row.of(0, 1, 0, 0, 0));
      assert.equal(seen.order, Int32Array.of(1, 0, 2, 3, 4));
      assert.is(seen.kept, 1);
      assert.is(seen.keptMass, 1);
      assert.is(seen.rank, 0);
      assert.is(seen.probability, 1);
      assert.is(seen.entropyBits, 0);
      assert.is(seen.entropyBitsAfter, 0);
      assert.equal(seen.luck, nucleus.inspect(row, { seed: 6 }).luck);
    }
  }
});

inspect('the luck depends on the seed and the step alone, never on the policy or the scores', () => {
  const row = formulaRow({ vocab: 300, M: 997, spread: 10, salt: 0 });
  const { luck } = nucleus.inspect(row, { seed: 40, step: 2 });
  for (const policy of [{ temperature: 0 }, { temperature: 3 }, { topP: 0.1 }, { topK: 1 }, { minP: 0.9 }]) {
    assert.equal(nucleus.inspect(row, { ...policy, seed: 40, step: 2 }).luck, luck);
  }
  assert.equal(nucleus.inspect(new Float32Array(300), { seed: 40, step: 2 }).luck, luck);
  assert.equal(nucleus.inspect(row, { seed: 42 }).luck, luck, 'seed + step');
  assert.not.equal(nucleus.inspect(row, { seed: 41 }).luck, luck);
});

inspect('a generator is read without advancing it', () => {
  const generator = nucleus.generator(12);
  const row = [1, 2, 3];
  const first = nucleus.inspect(row, { generator });
  assert.equal(nucleus.inspect(row, { generator }), first);
  assert.is(nucleus.sample(row, { generator }), first.id);
  assert.not.equal(nucleus.inspect(row, { generator }).luck, first.luck);
});

inspect("a generator's state can be read and restored", () => {
  const generator = nucleus.generator(12);
  const draw = (count) => Array.from({ length: count }, () => nucleus.sample([1, 1, 1, 1], { generator }));
  draw(7);
  const { state } = generator;
  const ahead = draw(400);
  generator.state = state;
  assert.equal(draw(400), ahead);
  const other = nucleus.generator(0);
  other.state = state;
  assert.equal(
    Array.from({ length: 400 }, () => nucleus.sample([1, 1, 1, 1], { generator: other })),
    ahead,
  );
});

inspect('a generator without a seed is randomly seeded', () => {
  const first = () => nucleus.inspect([0], { generator: nucleus.generator() }).luck[0];
  assert.is.not(first(), first());
});

inspect('greedy steps consume nothing of a generator, other steps two outputs per id, cut ids too', () => {
  const generator = nucleus.generator(5);
  nucleus.sample([1, 2, 3], { generator, temperature: 0 });
  const { luck } = nucleus.inspect(new Float32Array(10), { generator });
  assert.equal(luck, nucleus.inspect(new Float32Array(10), { seed: 5 }).luck);
  nucleus.sample([1, 2, -Infinity], { generator, topK: 1 });
  assert.equal([...nucleus.inspect(new Float32Array(7), { generator }).luck], [...luck.subarray(3)]);
});

inspect("the arrays are the caller's own, and stay as they are", () => {
  const row = [3, 1, 2];
  const seen = nucleus.inspect(row, { seed: 3, topP: 0.9 });
  const copy = structuredClone(seen);
  nucleus.inspect([9, 9, 9], { seed: 4 });
  nucleus.sample(new Float32Array(2_000_000), { seed: 1 });
  assert.equal(seen, copy);
  seen.softmax.fill(7);
  seen.order.fill(7);
  assert.equal(nucleus.inspect(row, { seed: 3, topP: 0.9 }), copy);
});

inspect('the extreme rows: vocabulary 1, and all equal', () => {
  const one = nucleus.inspect([-5], { topP: 0.3, topK: 4, minP: 0.5, seed: 2 });
  assert.is(one.id, 0);
  assert.equal([one.kept, one.crossing, one.rank, one.probability, one.keptMass, one.entropyBits], [1, 0, 0, 1, 1, 0]);
  const flat = nucleus.inspect(new Float32Array(8), { topP: 0.5, seed: 2 });
  assert.equal(
    [...flat.cumulative],
    [1, 2, 3, 4, 5, 6, 7, 8].map((n) => n / 8),
  );
  assert.is(flat.crossing, 3);
  assert.is(flat.entropyBits, 3);
  assert.is(flat.entropyBitsAfter, 2);
});

// --------------------------------------------------------------------------------- what holds for every row and policy

const sum = (values) => values.reduce((total, x) => total + x, 0);

function checkInvariants(row, policy, seed) {
  const seen = nucleus.inspect(row, { ...policy, seed });
  const { softmax, order, cutOrder, cumulative, crossing, probabilities, luck, scores } = seen;
  const { kept, keptMass, rank, id, probability } = seen;
  const { length } = row;
  const { topK = Infinity, topP = 1, minP = 0 } = policy;
  const survivors = Math.min(topK, length);
  const round = row.constructor === Float64Array ? Number : Math.fround;
  const slack = row.constructor === Float64Array ? 1e-12 : 1e-6;

  near(sum(softmax), 1, slack, 'sum of softmax');
  near(sum(probabilities), 1, slack, 'sum of probabilities');
  assert.equal(
    [...order].sort((a, b) => a - b),
    [...row.keys()],
    'order holds every id once',
  );
  for (let i = 1; i < length; i++) {
    const [before, after] = [order[i - 1], order[i]];
    assert.ok(
      softmax[before] > softmax[after] || (softmax[before] === softmax[after] && before < after),
      'order: probability, then id',
    );
  }
  assert.is(cumulative.length, survivors);
  assert.is(new Set(cutOrder).size, survivors);
  if (survivors === length) assert.equal(cutOrder, order);
  const best = [...row.keys()].sort((a, b) => row[b] - row[a] || a - b).slice(0, survivors);
  assert.equal([...cutOrder].sort(), best.sort(), 'the cut goes through the best scores');
  if (minP === 0) {
    assert.ok(
      cutOrder.every((other, place) => place < kept || probabilities[other] === 0),
      'what is kept comes first in the cut',
    );
    if (crossing >= 0) assert.is(cutOrder[kept - 1], crossing);
  }
  for (let i = 1; i < survivors; i++) assert.ok(cumulative[i] >= cumulative[i - 1], 'totals never fall');

  assert.ok(kept >= 1 && kept <= survivors);
  assert.ok(probabilities.filter((p) => p > 0).length <= kept);
  for (let i = 0; i < length; i++) {
    assert.ok(luck[i] > 0);
    assert.is(scores[i], round(probabilities[i] / luck[i]));
  }
  assert.is(id, scores.indexOf(Math.max(...scores)), 'the largest score wins, the lower id on a tie');
  assert.is(order[rank], id);
  assert.is(probability, probabilities[id]);
  assert.ok(probability > 0);

  if (topP === 1) assert.is(crossing, -1);
  if (topP === 1 && minP === 0) {
    assert.is(kept, survivors);
    near(keptMass, 1, slack);
  }
  if (topP === 1 && minP === 0 && survivors === length) assert.equal(probabilities, softmax);
  if (topP < 1 && minP === 0) near(keptMass, cumulative[kept - 1], slack);
  if (topP < 1 && minP === 0 && crossing >= 0 && row.constructor === Float32Array) {
    assert.ok(cumulative[kept - 1] >= round(topP), 'the kept mass reaches top-p');
    if (kept > 1) assert.ok(cumulative[kept - 2] < round(topP), 'and not without the last one');
    if (survivors === length) assert.is(order[kept - 1], crossing);
  }
  assert.ok(
    minP === 0 ||
      probabilities.every((p) => p === 0 || p >= round(minP) * Math.max(...probabilities) * (1 - 2 * slack)),
    'min-p',
  );
  return seen;
}

for (const Row of [Float32Array, Float64Array]) {
  inspect(`${Row.name}: what must hold holds on 1,500 random steps, and the other calls agree`, () => {
    const random = randomNumbers(Row.BYTES_PER_ELEMENT);
    for (let n = 0; n < 1500; n++) {
      const row = randomRow(random, 400, Row);
      const policy = randomPolicy(random);
      const seen = checkInvariants(row, policy, n);
      assert.is(nucleus.sample(row, { ...policy, seed: n }), seen.id);
      assert.is(nucleus.sample(row, { ...policy, generator: nucleus.generator(n) }), seen.id);
      assert.equal(nucleus.probabilities(row, policy), seen.probabilities);
      assert.is(nucleus.entropyBits(seen.softmax), seen.entropyBits);
      assert.is(nucleus.entropyBits(seen.probabilities), seen.entropyBitsAfter);
      const steps = [];
      nucleus.generate(() => row, [], { ...policy, maxTokens: 1, seed: n, onStep: (step) => steps.push(step) });
      assert.equal(steps, [Object.fromEntries(stepFields.map((name) => [name, seen[name]]))]);
    }
  });
}

// ----------------------------------------------------------------------------------------------------- the nearest ids

/** What `nearest` must give, taken from an inspection of all ids. */
function excerptOf({ order, cutOrder, cumulative, ...all }, nearest, include) {
  const rivals = [...all.scores.keys()].filter((id) => id !== all.id && all.scores[id] > 0);
  const runnerUp = rivals.reduce((best, id) => (all.scores[id] > (all.scores[best] ?? 0) ? id : best), -1);
  const wanted = [...order.subarray(0, nearest), all.crossing, all.id, runnerUp, ...include].filter((id) => id >= 0);
  const ids = Int32Array.from(new Set(wanted));
  const places = new Map([...order].map((id, place) => [id, place]));
  const ranks = Int32Array.from(ids, (id) => places.get(id));
  const pick = (array) => array.constructor.from(ids, (id) => array[id]);
  const totals = new Map([...cutOrder].map((id, i) => [id, cumulative[i]]));
  return {
    ...all,
    order: ids,
    ranks,
    softmax: pick(all.softmax),
    probabilities: pick(all.probabilities),
    luck: pick(all.luck),
    scores: pick(all.scores),
    cumulative: cumulative.constructor.from(ids, (id) => totals.get(id) ?? NaN),
  };
}

function checkNearest(random, row, policy, seed) {
  const below = (limit) => Math.floor(random() * limit);
  const nearest = 1 + below(random() < 0.3 ? row.length + 2 : 15);
  const include = Array.from({ length: below(random() < 0.1 ? 30 : 5) }, () => below(row.length));
  const given = { ...policy, seed };
  const expected = excerptOf(nucleus.inspect(row, given), nearest, include);
  const comparable = (seen) => ({ ...seen, cumulative: [...seen.cumulative].map(String) }); // NaN equals NaN
  assert.equal(comparable(nucleus.inspect(row, { ...given, nearest, include })), comparable(expected));
}

for (const Row of [Float32Array, Float64Array]) {
  inspect(`${Row.name}: nearest gives the numbers that all ids get, to the last bit, on 1,500 random steps`, () => {
    const random = randomNumbers(40 + Row.BYTES_PER_ELEMENT);
    for (let n = 0; n < 1500; n++) {
      const policy = randomPolicy(random);
      if (n % 40 === 0) policy.temperature = 0;
      checkNearest(random, randomRow(random, 400, Row), policy, n);
    }
  });

  inspect(`${Row.name}: so it does at 20,000 ids and more, whatever the shape`, () => {
    const random = randomNumbers(50 + Row.BYTES_PER_ELEMENT);
    const normal = () => random() + random() + random() + random() - 2;
    const shapes = [
      (id) => (id % 7919 === 5 ? 20 + id / 1e4 : normal()),
      () => 6 * normal(),
      normal,
      () => Math.round(6 * normal()),
      () => (random() < 0.7 ? -Infinity : 6 * normal()),
      () => 0,
      () => 200 * normal(),
      () => 1e-9 * normal(), // doubles that share what they are sorted by
    ];
    for (const shape of shapes) {
      const row = Row.from({ length: 20_000 + Math.floor(20_000 * random()) }, (_, id) => shape(id));
      for (const policy of [{ topP: 0.9 }, {}, { topK: 50, topP: 0.9 }, { topK: 15_000 }, { minP: 0.01 }]) {
        checkNearest(random, row, { temperature: 0.8, ...policy }, row.length);
      }
    }
  });
}

inspect(
  'nearest: the crossing, the drawn, the runner-up and the included ids come after the nearest, each once',
  () => {
    const { order, ranks, cumulative, crossing, id } = nucleus.inspect(shuffled, {
      topK: 4,
      topP: 0.75,
      seed: 1,
      nearest: 1,
      include: [2, 1, 2],
    });
    assert.is(crossing, 4);
    assert.equal([...order].slice(0, 2), [1, 4]);
    assert.ok(order.includes(id));
    assert.is(order.at(-1), 2);
    assert.is(new Set(order).size, order.length);
    assert.equal(
      [...ranks],
      [...order].map((other) => [1, 3, 4, 0, 2].indexOf(other)),
    );
    assert.ok(Number.isNaN(cumulative.at(-1)), 'top-k cut it');
  },
);

inspect('nearest and include are checked before anything is drawn', () => {
  const generator = nucleus.generator(3);
  const { state } = generator;
  const fails = (options, kind, message) =>
    assert.throws(
      () => nucleus.inspect([1, 2, 3], { generator, ...options }),
      (error) => error instanceof kind && error.message === message,
      message,
    );
  fails({ nearest: 0 }, RangeError, 'nearest must be an integer >= 1, got 0');
  fails({ nearest: 1.5 }, RangeError, 'nearest must be an integer >= 1, got 1.5');
  fails({ nearest: '2' }, TypeError, 'nearest must be a number, an integer >= 1, got "2"');
  fails({ include: [1] }, TypeError, 'include must be given together with nearest');
  fails({ nearest: 1, include: 1 }, TypeError, 'include must be an iterable of integers, got 1');
  fails({ nearest: 1, include: [0, '1'] }, TypeError, 'include[1] must be an integer, got "1"');
  fails({ nearest: 1, include: [0, 3] }, RangeError, 'include must name ids of the row, 0 to 2, got 3');
  fails({ nearest: 1, include: [-1] }, RangeError, 'include must name ids of the row, 0 to 2, got -1');
  assert.equal(generator.state, state);
  assert.is(nucleus.inspect([1, 2, 3], { seed: 1, nearest: 1e15, include: Int32Array.of(2) }).order.length, 3);
  assert.throws(() => nucleus.sample([1, 2, 3], { nearest: 1 }), /sample takes no option "nearest"/);
});

inspect('entropy of known distributions', () => {
  near(nucleus.entropyBits([0.5, 0.25, 0.125, 0.125]), 1.75, 1e-7);
  near(nucleus.entropyBits(Float64Array.of(0.5, 0.25, 0.125, 0.125)), 1.75, 1e-15);
  assert.is(nucleus.entropyBits([1, 0, 0]), 0);
  assert.is(nucleus.entropyBits(new Float64Array(1024).fill(1 / 1024)), 10);
});

inspect('where the generator gives 0 and the luck is 0, a masked id still cannot win', () => {
  const generator = nucleus.generator(0);
  generator.state = new Uint32Array(generator.state.length);
  for (const row of [[-Infinity, 0, 0], Float64Array.of(-Infinity, 0, 0)]) {
    const { luck, scores, id } = nucleus.inspect(row, { generator });
    assert.equal([...luck], [0, 0, 0]);
    assert.equal([...scores], [0, Infinity, Infinity]);
    assert.is(id, 1);
    assert.is(nucleus.sample(row, { generator }), 1);
  }
  // With replacement a uniform of 0 goes to the first id of positive weight.
  for (const count of [1, 2, 50]) {
    assert.equal([...nucleus.multinomial([0, 0, 3, 1], count, { generator })], new Array(count).fill(2));
  }
});

inspect.run();
