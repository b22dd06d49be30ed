/**
 * Faults that users reported in other samplers, each as a small input with the right answer
 * (fixtures/reported-faults.json). Cases that are rows with an expected distribution run by one table; the others have
 * a test of their own below, or in the suite named in `elsewhere`.
 */

import { readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { load } from '../../src/js/index.js';
import { allNear, near, refuses, rejects, thrownBy } from '../support/check.js';
import { fixture, given } from '../support/fixtures.js';
import { testWhere } from '../support/skip.js';

const nucleus = await load();
const cases = fixture('reported-faults');
const byId = Object.fromEntries(cases.map((fault) => [fault.id, fault]));

const elsewhere = {
  'bug-50': 'memory.test.js',
  'bug-53': '../build/package.test.js',
  'bug-55': '../build/runner.test.js',
};
const covered = new Set();

const range = (count) => Array.from({ length: count }, (_, i) => i);
const zeros = (length) => new Float32Array(length);
const logs = (weights) => weights.map(Math.log);

// ------------------------------------------------------------------------------------------------ inputs and answers

const writtenNumbers = { NaN, Infinity, '-Infinity': -Infinity, null: null, '"0.7" (string)': '0.7' };
const numberOf = (value) => (value in writtenNumbers ? writtenNumbers[value] : value);

/** Rows that the file describes in words. */
const describedRows = {
  'zeros(151936)': zeros(151936),
  'zeros(50257)': zeros(50257),
  'zeros(50000)': zeros(50000),
  'zeros(4096)': zeros(4096),
  'zeros(262144)': zeros(262144),
  'zeros(4096), handed over as Float16Array where it exists and as Float32Array': zeros(4096),
  '5.0 repeated 32 times': zeros(32).fill(5),
  'logits[i] = ((i*7919) mod 1000)/100 - 5, i=0..499': range(500).map((i) => ((i * 7919) % 1000) / 100 - 5),
  'logits[i] = ((i*7919) mod 151936)/10000, vocab 151936': range(151936).map((i) => ((i * 7919) % 151936) / 10000),
  'i for i=0..151935 (ascending)': range(151936),
  'logits[i] = -i/100, i=0..39': range(40).map((i) => -i / 100),
  'one-hot: -inf everywhere, 0 at id 1, vocab 32000': zeros(32000).fill(-Infinity).fill(0, 1, 2),
};

function rowOf({ logits, probs }) {
  if (logits === undefined) return logs(probs);
  const row = typeof logits === 'string' ? describedRows[logits] : logits.map(numberOf);
  assert.ok(row, `no row for "${logits}"`);
  return row;
}

function policyOf({ temperature, top_p: topP, top_k: topK }) {
  const named = Object.entries({ temperature, topP, topK }).map(([name, value]) => [name, numberOf(value)]);
  return Object.fromEntries(named.filter(([, value]) => value !== undefined));
}

function keptIds(row, policy) {
  const { order, kept } = nucleus.inspect(row, { ...policy, seed: 0 });
  return [...order.subarray(0, kept)].sort((a, b) => a - b);
}

function drawsOf(row, policy, seed, count) {
  const generator = nucleus.generator(seed);
  return range(count).map(() => nucleus.sample(row, { ...policy, generator }));
}

/** Every call that takes a row, so that a bad row or policy can be shown to all of them. */
const callsWithRow = {
  sample: (row, policy) => nucleus.sample(row, { ...policy, seed: 0 }),
  inspect: (row, policy) => nucleus.inspect(row, { ...policy, seed: 0 }),
  probabilities: (row, policy) => nucleus.probabilities(row, policy),
  generate: (row, policy) => nucleus.generate(() => row, [0], { ...policy, maxTokens: 1, seed: 0 }),
};

const expectations = {
  kept: (row, policy, kept) => assert.equal(keptIds(row, policy), typeof kept === 'string' ? range(1024) : kept),
  kept_count: (row, policy, count, { tolerance = 0 }) => {
    const { kept } = nucleus.inspect(row, { ...policy, seed: 0 });
    assert.ok(Math.abs(kept - count) <= tolerance, `${kept} kept, not ${count}`);
  },
  probs: (row, policy, probs) => allNear(nucleus.probabilities(row, policy), probs, 1e-6, 'probability'),
  probs_sum: (row, policy, sum) =>
    near(
      nucleus.probabilities(row, policy).reduce((a, b) => a + b),
      sum,
      1e-6,
      'sum',
    ),
  each_prob: (row, policy, p) => assert.ok(nucleus.probabilities(row, policy).every((x) => x === p)),
  kept_mass: (row, policy, mass) => near(nucleus.inspect(row, { ...policy, seed: 0 }).keptMass, mass, 1e-6, 'keptMass'),
  first_kept: (row, policy, ids) => assert.equal(keptIds(row, policy).slice(0, ids.length), ids),
  last_kept: (row, policy, ids) => assert.equal(keptIds(row, policy).slice(-ids.length), ids),
  distribution_every_time: (row, policy, expected) => {
    for (let n = 0; n < 3; n++) checkRow(row, policy, expected);
  },
  draws_one_generator: (row, policy, draws) => {
    for (const [seed, ids] of Object.entries(draws)) assert.equal(drawsOf(row, policy, Number(seed), ids.length), ids);
  },
  torch_default_path_first_draws: (row, policy, ids) => {
    assert.equal(
      ids.map((_, seed) => nucleus.sample(row, { ...policy, seed })),
      ids,
    );
  },
  token: (row, policy, id) => {
    for (const seed of range(100)) assert.is(nucleus.sample(row, { ...policy, seed }), id);
  },
  token_for_every_seed: (row, policy, id) => expectations.token(row, policy, id),
  token_set: (row, policy, ids) => {
    const drawn = new Set(range(500).map((seed) => nucleus.sample(row, { ...policy, seed })));
    assert.equal([...drawn].sort(), ids);
  },
  error: (row, policy) => {
    for (const call of Object.values(callsWithRow)) {
      const error = thrownBy(() => call(row, policy));
      assert.ok(error instanceof RangeError || error instanceof TypeError, `a RangeError or TypeError, not ${error}`);
    }
  },
  allowed: (row, policy) => expectations.error(row, policy),
};

function check({ input, expected }) {
  checkRow(rowOf(input), policyOf(input), expected);
}

function checkRow(row, policy, expected) {
  let checks = 0;
  for (const [what, value] of Object.entries(expected)) {
    if (!(what in expectations)) continue;
    expectations[what](row, policy, value, expected);
    checks++;
  }
  assert.ok(checks > 0, 'nothing was checked');
}

/** A test of the file's own: `body` gets the case, and every more_check is left to it. */
function own(id, body) {
  covered.add(id);
  const fault = byId[id];
  special(`${id}, ${fault.theme}: ${fault.symptom}`, () => body(fault));
}

// ---------------------------------------------------------------------------------------------- rows and distributions

const rows = suite('reported faults: rows and their distributions');

const plain = [
  'bug-01',
  'bug-02',
  'bug-03',
  'bug-04',
  'bug-06',
  'bug-07',
  'bug-08',
  'bug-10',
  'bug-11',
  'bug-12',
  'bug-14',
  'bug-15',
  'bug-16',
  'bug-18',
  'bug-19',
  'bug-20',
  'bug-22',
  'bug-23',
  'bug-24',
  'bug-25',
  'bug-27',
  'bug-28',
  'bug-29',
  'bug-31',
  'bug-32',
  'bug-39',
  'bug-56',
];

/** Further checks whose rows or answers are words; their tests stand below. */
const inWords = [byId['bug-24'].more_checks[0]];

for (const id of plain) {
  covered.add(id);
  const { theme, symptom, more_checks: more, ...first } = byId[id];
  rows(`${id}, ${theme}: ${symptom}`, () => check(first));
  for (const [n, further] of more.entries()) {
    if (!inWords.includes(further)) rows(`${id}, check ${n + 1}: ${further.note ?? theme}`, () => check(further));
  }
}

rows('bug-08: an unreachable top_p keeps everything and never indexes past the end', () => {
  for (const vocabulary of [1, 2, 50000, 151936]) {
    const { kept, probabilities } = nucleus.inspect(zeros(vocabulary), { topP: 1 - 2 ** -53, seed: 0 });
    assert.ok(kept >= vocabulary - 1 && kept <= vocabulary);
    assert.is(probabilities.length, vocabulary);
  }
});

rows('bug-10: the kept mass reaches top_p, and not without the smallest kept id', () => {
  const row = rowOf(byId['bug-10'].input);
  for (const topP of [0.1, 0.5, 0.9, 0.99]) {
    const { keptMass, softmax, order, kept } = nucleus.inspect(row, { topP, seed: 0 });
    assert.ok(keptMass >= topP - 1e-7);
    assert.ok(keptMass - softmax[order[kept - 1]] < topP);
  }
});

rows('bug-11: a top_p of 0 is refused with its name and value', () => {
  for (const call of Object.values(callsWithRow)) refuses(() => call([1, 5, 2], { topP: 0 }), RangeError, 'topP', '0');
});

rows('bug-14: a topK beyond 32 bits keeps all', () => {
  const row = byId['bug-14'].input.logits;
  for (const topK of [2 ** 31, 2 ** 32, 2 ** 32 + 1, 2 ** 52, Number.MAX_SAFE_INTEGER]) {
    assert.is(nucleus.inspect(row, { topK, seed: 0 }).kept, row.length, String(topK));
  }
});

rows('bug-15: a topK of 0, -1 and 2.5 is refused by every call alike, and leaving it out means no limit', () => {
  const row = byId['bug-15'].input.logits;
  for (const call of Object.values(callsWithRow)) {
    for (const topK of [0, -1, 2.5]) refuses(() => call(row, { topK }), RangeError, 'topK', topK);
    call(row, { topK: undefined });
  }
  assert.is(nucleus.inspect(row, { topK: undefined, seed: 0 }).kept, row.length);
});

rows('bug-19: a constant added to every score changes no probability', () => {
  const plainRow = [2, 1, 0];
  for (const temperature of [0.5, 0.7, 1, 2]) {
    const expected = nucleus.probabilities(plainRow, { temperature });
    for (const shift of [100, -100, -Math.log(plainRow.reduce((sum, x) => sum + Math.exp(x), 0))]) {
      allNear(
        nucleus.probabilities(
          plainRow.map((x) => x + shift),
          { temperature },
        ),
        expected,
        1e-6,
      );
    }
  }
});

rows('bug-20: the row handed in is never changed, and the second use gives the first answer', () => {
  const { input } = byId['bug-20'];
  const row = Float32Array.from(input.logits);
  const before = [...row];
  const policy = policyOf(input);
  const first = nucleus.sample(row, { ...policy, seed: 5 });
  for (let n = 0; n < 3; n++) {
    assert.is(nucleus.sample(row, { ...policy, seed: 5 }), first);
    assert.equal([...row], before);
  }
  const kept = [];
  nucleus.generate(() => row, [0], { ...policy, maxTokens: 5, seed: 0, onStep: (step) => kept.push(step.kept) });
  assert.equal(kept, [2, 2, 2, 2, 2]);
  assert.equal([...row], before);
});

rows('bug-23: at temperature 0 and -0 the first of the largest wins, whatever the seed and the filters', () => {
  for (const temperature of [0, -0]) {
    for (const filter of [{}, { topK: 3, topP: 0.1 }, { topP: 0.5 }, { minP: 1 }]) {
      for (const seed of range(100)) assert.is(nucleus.sample([1, 4, 2, 4], { temperature, ...filter, seed }), 1);
    }
  }
});

rows('bug-24: among sixteen equal scores greedy takes id 0', () => {
  for (let score = -10; score <= 9; score++) {
    for (const Row of [Float32Array, Float64Array])
      assert.is(nucleus.sample(new Row(16).fill(score), { temperature: 0 }), 0);
  }
});

rows('bug-27: a bad temperature is refused before drawing, so the generator has not moved', () => {
  const temperatures = [byId['bug-27'], ...byId['bug-27'].more_checks].map(({ input }) => numberOf(input.temperature));
  assert.equal(temperatures, [NaN, Infinity, -Infinity, -1, -1e-30, '0.7', null]);
  const generator = nucleus.generator(3);
  for (const temperature of temperatures) thrownBy(() => nucleus.sample([1, 2, 3], { temperature, generator }));
  assert.is(nucleus.sample(zeros(50), { generator }), nucleus.sample(zeros(50), { generator: nucleus.generator(3) }));
});

rows('bug-29: a NaN or +Infinity is found wherever it stands, by name, and the filters do not hide it', () => {
  for (const bad of [NaN, Infinity]) {
    for (const at of [0, 1, 2, 7, 15, 16, 17, 999]) {
      const row = zeros(1000);
      row[at] = bad;
      for (const policy of [{}, { temperature: 0 }, { topK: 1 }, { topK: 1, topP: 0.5 }, { minP: 0.5 }]) {
        for (const call of Object.values(callsWithRow))
          refuses(() => call(row, policy), RangeError, new RegExp(`\\b${at}\\b`), bad);
      }
    }
  }
});

rows('bug-31: adding 10,000 to every score gives the same answer', () => {
  const { input, expected } = byId['bug-31'];
  const row = input.logits.map((x) => x + 1e4);
  allNear(nucleus.probabilities(row), expected.probs, 1e-6);
  assert.equal(keptIds(row, {}), expected.kept);
});

const withFloat16 = testWhere(rows, 'Float16Array' in globalThis, 'this engine has no Float16Array');

withFloat16('bug-32: half-precision rows are widened once and normalised in float32', () => {
  const p = nucleus.probabilities(new Float16Array(4096));
  assert.instance(p, Float32Array);
  assert.ok(p.every((x) => x === 1 / 4096));
});

rows('bug-39: twenty seeds at temperature 1 draw more than five different ids', () => {
  assert.ok(new Set(range(20).map((seed) => nucleus.sample(zeros(10), { seed }))).size > 5);
});

rows('bug-56: a large vocabulary keeps what a full stable sort keeps, ties included', () => {
  const row = Float32Array.from(rowOf(byId['bug-56'].input), (x) => Math.fround(Math.round(x)));
  const { softmax, kept, order } = nucleus.inspect(row, { topP: 0.95, seed: 0 });
  const sorted = range(row.length).sort((a, b) => softmax[b] - softmax[a] || a - b);
  assert.equal([...order.subarray(0, kept)], sorted.slice(0, kept));
});

rows.run();

// ------------------------------------------------------------------------------------------------------- what is drawn

const special = suite('reported faults: draws, loops and instances');

own('bug-33', (fault) => {
  const seen = (ids) => new Set(ids);
  const masked = ({ input }, never, draws, options) => {
    const ids = nucleus.multinomial(input.probs, draws, options);
    assert.not.ok(
      ids.some((id) => never.includes(id)),
      'with replacement',
    );
    assert.not.ok(seen(drawsOf(logs(input.probs), {}, options.seed, 100_000)).has(never[0]), 'single draws');
  };
  masked(fault, fault.expected.never, fault.input.draws, { seed: fault.input.seed });
  expectations.draws_one_generator(logs(fault.input.probs), {}, fault.expected.draws_one_generator);

  const [leadingZero, formula] = fault.more_checks;
  for (const seed of range(10)) masked(leadingZero, leadingZero.expected.never, leadingZero.input.draws, { seed });

  assert.match(formula.input.logits, '((i*37) mod 101)/5 - 10');
  const row = range(50).map((i) => (i % 5 === 0 ? ((i * 37) % 101) / 5 - 10 : -Infinity));
  const generator = nucleus.generator(0);
  for (let n = 0; n < formula.input.draws; n++) {
    const id = nucleus.sample(row, { generator });
    if (id % 5 !== 0) assert.unreachable(`masked id ${id} was drawn`);
  }
});

own('bug-34', (fault) => {
  const inside = (weights, allowed, draws) => {
    assert.ok(
      nucleus.multinomial(weights, draws, { seed: 1 }).every((id) => allowed.has(id)),
      'with replacement',
    );
    assert.ok(
      drawsOf(logs(weights), {}, 1, draws / 10).every((id) => allowed.has(id)),
      'single draws',
    );
  };
  const [thirds, filtered] = fault.more_checks;
  inside(fault.input.probs, new Set([0, 1]), fault.input.draws);
  inside(thirds.input.weights, new Set([0, 1, 2]), thirds.input.draws);
  inside([0.3333334, 0.3333334, 0.3333334, 0], new Set([0, 1, 2]), thirds.input.draws);

  const row = rowOf(filtered.input);
  const policy = policyOf(filtered.input);
  assert.equal(keptIds(row, policy), filtered.expected.kept);
  const kept = new Set(filtered.expected.kept);
  assert.ok(drawsOf(row, policy, 0, 100_000).every((id) => kept.has(id)));
});

own('bug-36', (fault) => {
  const { weights, seed } = fault.input;
  assert.equal([...nucleus.multinomial(weights, 1, { seed })], fault.expected.count_1);
  assert.equal([...nucleus.multinomial(weights, 5, { seed })], fault.expected.count_5);

  const [singly, atOnce, withZero] = fault.more_checks;
  for (const s of singly.input.seeds) {
    assert.equal(drawsOf(logs(singly.input.probs), {}, s, 12), singly.expected[s]);
    assert.equal([...nucleus.multinomial(atOnce.input.probs, 12, { seed: s })], atOnce.expected[s]);
  }
  assert.equal(drawsOf(logs(withZero.input.probs), {}, withZero.input.seed, 10), withZero.expected);
});

// ------------------------------------------------------------------------------------------------------------ the loop

own('bug-38', (fault) => {
  for (const { input, expected } of [fault, ...fault.more_checks]) {
    const options = { maxTokens: input.max_tokens, seed: input.seed, temperature: 1 };
    const logits = () => zeros(8);
    const perCall = nucleus.generate(logits, [0], { ...options, seeding: 'call' }).ids.slice(1);
    assert.equal(perCall, expected.new_tokens);
    assert.equal(perCall, drawsOf(zeros(8), {}, input.seed, 12), 'the same as single draws from one generator');
    const perStep = nucleus.generate(logits, [0], { ...options, seeding: 'step' }).ids.slice(1);
    assert.not.equal(perStep, perCall);
    assert.ok(new Set(perStep).size > 1);
  }
});

/** The i-th call returns 0 everywhere and 5 at ids[i]; what it was handed is kept in `calls`. */
function argmaxCallback(ids, vocabulary) {
  const calls = [];
  const logits = (context) => {
    const row = zeros(vocabulary);
    row[ids[Math.min(calls.length, ids.length - 1)]] = 5;
    calls.push(context);
    return row;
  };
  return { logits, calls };
}

function loopOf(input) {
  const { logits, calls } = argmaxCallback(input.callback_argmax ?? [0], input.vocab ?? 1);
  const prompt = typeof input.prompt === 'string' ? BigInt64Array.of(1n, 2n) : input.prompt;
  const options = given({ temperature: input.temperature, eosId: input.eos, maxTokens: numberOf(input.max_tokens) });
  return { run: () => nucleus.generate(logits, prompt, options), prompt, calls };
}

function checkLoop({ input, expected }) {
  const { run, calls, prompt } = loopOf(input);
  if (expected.error) return refuses(run, RangeError, 'maxTokens', numberOf(input.max_tokens));
  const { ids, stopReason } = run();
  assert.equal([...ids].map(Number), expected.tokens);
  assert.is.not(ids, prompt);
  assert.is(calls.length, expected.callback_calls);
  if (expected.stop) assert.is(stopReason, expected.stop);
  if (expected.first_call_sees) assert.equal(calls[0], expected.first_call_sees);
}

for (const id of ['bug-40', 'bug-42', 'bug-43', 'bug-44']) {
  own(id, (fault) => {
    for (const one of [fault, ...fault.more_checks]) checkLoop(one);
  });
}

special('bug-43: leaving maxTokens out is an error, not 0', () => {
  refuses(() => nucleus.generate(() => [1], [1], {}), TypeError, 'maxTokens');
  refuses(() => nucleus.generate(() => [1], [1]), TypeError, 'maxTokens');
});

own('bug-46', async ({ input, expected }) => {
  const reason = { not: 'even an Error' };
  let calls = 0;
  const logits = () => {
    if (++calls === expected.callback_calls) throw reason;
    return [0, 1];
  };
  const options = { temperature: input.temperature, maxTokens: input.max_tokens };
  assert.is(
    thrownBy(() => nucleus.generate(logits, input.prompt, options)),
    reason,
  );
  assert.is(calls, expected.callback_calls);
  assert.equal(nucleus.generate(() => [0, 1], [1], { ...options, maxTokens: 2 }).ids, [1, 1, 1]);

  const controller = new AbortController();
  let asked = 0;
  const aborting = () => {
    if (++asked === 4) controller.abort();
    return [0, 1];
  };
  const stream = nucleus.stream(aborting, input.prompt, { ...options, signal: controller.signal });
  const { ids, stopReason } = await stream.result;
  assert.is(stopReason, 'abort');
  assert.equal(ids, [1, 1, 1, 1]);
});

own('bug-48', (fault) => {
  checkLoop(fault);
  const { prompt: _, eos: __, ...rest } = fault.input;
  for (const eos of [2, 2n, [2], [2n, 77]]) {
    for (const prompt of [[1, 2], Int32Array.of(1, 2), Uint32Array.of(1, 2), Uint8Array.of(1, 2), new Set([1, 2])]) {
      checkLoop({ input: { ...rest, eos, prompt }, expected: fault.expected });
    }
  }
  const wide = BigInt64Array.of(1n, 2n);
  const { run } = loopOf(fault.input);
  assert.instance(run().ids, BigInt64Array);
  assert.equal(wide, BigInt64Array.of(1n, 2n));

  const handed = [];
  const prompt = [-1, 2 ** 31, 2 ** 32, -(2 ** 40)];
  const { ids } = nucleus.generate((seen) => (handed.push(seen), [0]), prompt, { maxTokens: 1 });
  assert.equal(handed, [prompt]);
  assert.equal(ids, [...prompt, 0]);
  refuses(() => nucleus.generate(() => [0], [1.5], { maxTokens: 1 }), RangeError, 'prompt', '1.5');
});

// ------------------------------------------------------------------------------------------------------- the instance

own('bug-49', async () => {
  const fresh = await load();
  const small = [1, 2, 3, 4];
  const large = new Float32Array(4_194_304);
  const answer = () => [fresh.sample(small, { seed: 9 }), ...fresh.inspect(small, { seed: 9 }).scores];
  const before = answer();
  fresh.sample(large, { seed: 9 });
  assert.equal(answer(), before);

  const nested = await load();
  const seen = [];
  const logits = (ids) => {
    nested.sample(large, { seed: 1 });
    seen.push(ids);
    return small;
  };
  const grown = nested.generate(logits, [7, 8], { maxTokens: 3, seed: 4 });
  const still = nucleus.generate(() => small, [7, 8], { maxTokens: 3, seed: 4 });
  assert.equal(grown.ids, still.ids);
  assert.equal(
    seen,
    [0, 1, 2].map((n) => still.ids.slice(0, 2 + n)),
  );
});

own('bug-52', async ({ expected }) => {
  const settled = {
    'a promise': () => Promise.resolve([1, 2, 3]),
    'a promise that rejects later': () => new Promise((_, reject) => setTimeout(reject, 5, new Error('later'))),
    'a promise that has rejected': async () => {
      throw new Error('at once');
    },
  };
  const unhandled = [];
  const listen = (reason) => unhandled.push(reason);
  process.on('unhandledRejection', listen);
  for (const make of Object.values(settled)) {
    let calls = 0;
    const logits = () => (calls++, make());
    refuses(() => nucleus.generate(logits, [1], { maxTokens: 3 }), TypeError, /promise/i, 'stream');
    assert.is(calls, expected.callback_calls);
  }
  await new Promise((settle) => setTimeout(settle, 30));
  process.off('unhandledRejection', listen);
  assert.equal(unhandled, []);

  for (const nothing of [undefined, null])
    refuses(() => nucleus.generate(() => nothing, [1], { maxTokens: 3 }), TypeError, String(nothing));
  await rejects(nucleus.stream(async () => undefined, [1], { maxTokens: 3 }).result, TypeError, 'undefined');
});

special('every reported fault has a test', () => {
  for (const [id, file] of Object.entries(elsewhere)) {
    if (readFileSync(new URL(file, import.meta.url), 'utf8').includes(id)) covered.add(id);
  }
  assert.equal(
    cases.map(({ id }) => id).filter((id) => !covered.has(id)),
    [],
  );
});

special.run();
