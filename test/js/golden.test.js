/**
 * What PyTorch computed, case by case: see fixtures/make.py. Tolerances: float32 1e-6, float64 1e-12; ids are exact.
 */

import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { load } from '../../src/js/index.js';
import { allEqualWithin, allNear, near } from '../support/check.js';
import { fixture, formulaRow, given, ruleRow } from '../support/fixtures.js';

const nucleus = await load();

/** A running total this close to top_p may fall on either side of it: PyTorch's own exp is off in the last bit. */
const TOO_CLOSE = 2e-7;

function checkKept(actual, expected, distance, what) {
  const slack = distance !== null && distance < TOO_CLOSE ? 1 : 0;
  assert.ok(Math.abs(actual - expected) <= slack, `${what}: ${actual} kept, not ${expected}`);
}

// ---------------------------------------------------------------------------------------------------------------------
const generate = suite('generate.json');

for (const golden of fixture('generate')) {
  const { name, callback, prompt, max_tokens: maxTokens, eos_id: eosId, temperature, top_p: topP } = golden;
  const seed = BigInt(golden.seed);

  generate(name, () => {
    const steps = [];
    const rows = [];
    const logits = (ids) => {
      rows.push(ruleRow(callback, ids.length - prompt.length, ids.length, ids.at(-1)));
      return rows.at(-1);
    };
    const result = nucleus.generate(logits, prompt, {
      maxTokens,
      eosId,
      temperature,
      topP,
      seed,
      onStep: (step) => steps.push(step),
    });

    assert.equal(result.ids, golden.ids);
    assert.is(result.stopReason, golden.ids.length > prompt.length && golden.ids.at(-1) === eosId ? 'eos' : 'length');
    assert.is(result.seed, seed);
    assert.is(steps.length, golden.steps.length);
    golden.steps.forEach((expected, n) => {
      const { id, kept, probability } = steps[n];
      assert.is(id, expected.id);
      checkKept(kept, expected.kept, expected.near, `step ${n}`);
      if (kept === expected.kept) near(probability, expected.p, 1e-6, `step ${n}: probability`);
      checkLead(nucleus.inspect(rows[n], { temperature, topP, seed, step: n }).scores, expected.lead);
    });
  });
}

/** How far the winner is ahead: its score over the runner-up's. */
function checkLead(scores, lead) {
  const [best, second] = twoLargest(scores);
  if (lead === null) assert.ok(second === 0 || second === undefined, 'nobody else races');
  else near(best / second, lead, 3e-6, 'lead');
}

function twoLargest(values) {
  let best = -Infinity;
  let second;
  for (const value of values) {
    if (value > best) [best, second] = [value, best === -Infinity ? undefined : best];
    else if (second === undefined || value > second) second = value;
  }
  return [best, second];
}

generate.run();

// ---------------------------------------------------------------------------------------------------------------------
const chapter = suite('stream.json');

for (const golden of fixture('stream')) {
  const { callback, prompt, temperature, seed } = golden;
  const policy = given({ temperature, topK: golden.top_k, topP: golden.top_p });

  function scoresOf() {
    let step = 0;
    return (context) => Float64Array.from(ruleRow(callback, step++, context.length, context.at(-1)));
  }

  chapter(`${golden.name}: the loop`, () => {
    const options = {
      ...policy,
      ...given({ eosId: golden.eos_id }),
      maxTokens: golden.n,
      contextSize: golden.block_size,
      seed,
      seeding: 'call',
    };
    const result = nucleus.generate(scoresOf(), prompt, options);
    assert.equal(result.ids, golden.ids);
    assert.equal(result.contextLengths, golden.contexts);
    assert.is(result.stopReason, golden.stop);
  });

  chapter(`${golden.name}: single draws from one generator`, () => {
    const logits = scoresOf();
    const generator = nucleus.generator(seed);
    const ids = [...prompt];
    const leads = [];
    while (ids.length < golden.ids.length) {
      const row = logits(ids.slice(-golden.block_size));
      if (temperature > 0) leads.push(nucleus.inspect(row, { ...policy, generator }).scores);
      ids.push(nucleus.sample(row, { ...policy, generator }));
    }
    assert.equal(ids, golden.ids);
    assert.is(leads.length, golden.leads.length);
    leads.forEach((scores, n) => checkLead(scores, golden.leads[n]));
  });
}

chapter.run();

// ---------------------------------------------------------------------------------------------------------------------
const probabilities = suite('probabilities.json');

for (const [n, golden] of fixture('probabilities').entries()) {
  const { name, logits, temperature, top_k: topK, top_p: topP } = golden;
  const options = given({ temperature, topK, topP });
  const isMatrix = Array.isArray(logits) && Array.isArray(logits[0]);
  const rows = (isMatrix ? logits : [Array.isArray(logits) ? logits : formulaRow(logits)]).map((row) =>
    Float64Array.from(row),
  );

  probabilities(`${n}: ${name}`, () => {
    const answers = isMatrix ? nucleus.probabilities(rows, options) : [nucleus.probabilities(rows[0], options)];
    assert.is(answers.length, rows.length);
    answers.forEach((p, i) => {
      assert.instance(p, Float64Array);
      checkKept(p.filter((x) => x > 0).length, golden.kept[i], golden.near, `row ${i}`);
      near(nucleus.entropyBits(p), golden.entropy_bits[i], 1e-12, 'entropy');
    });
    if (golden.p)
      allNear(
        answers.flatMap((p) => [...p]),
        golden.p.flat(),
        1e-12,
        'p',
      );
    allNear(answers[0].slice().sort().reverse().subarray(0, golden.top.length), golden.top, 1e-12, 'largest p');
  });
}

probabilities.run();

// ---------------------------------------------------------------------------------------------------------------------
const multinomial = suite('multinomial.json');

for (const { dtype, weights, seed, draws, first, counts } of fixture('multinomial')) {
  multinomial(`${dtype}, ${weights.length} weights, seed ${seed}`, () => {
    const row = dtype === 'float64' ? Float64Array.from(weights) : Float32Array.from(weights);
    const ids = nucleus.multinomial(row, draws, { seed });
    assert.instance(ids, Int32Array);
    assert.is(ids.length, draws);
    assert.equal([...ids.subarray(0, first.length)], first);
    assert.equal(
      weights.map((_, id) => ids.filter((drawn) => drawn === id).length),
      counts,
    );
  });
}

multinomial.run();

// ---------------------------------------------------------------------------------------------------------------------
const race = suite('race.json');

for (const { dtype, seed, vocab, first, last, next_float64: next } of fixture('race')) {
  race(`${dtype}, seed ${seed}, vocabulary ${vocab}`, () => {
    const [Row, relative] = dtype === 'float64' ? [Float64Array, 4.5e-16] : [Float32Array, 0];
    const row = new Row(vocab);
    const { luck } = nucleus.inspect(row, { seed: BigInt(seed) });
    assert.instance(luck, Row);
    assert.is(luck.length, vocab);
    allEqualWithin(luck.subarray(0, first.length), first.map(hexFloat), relative, 'luck');
    allEqualWithin(luck.subarray(-1), [hexFloat(last)], relative, 'last luck');

    const generator = nucleus.generator(BigInt(seed));
    nucleus.sample(row, { generator });
    allEqualWithin(nucleus.inspect(new Float64Array(1), { generator }).luck, [hexFloat(next)], 4.5e-16, 'next');
  });
}

/** A C hexadecimal float, such as 0x1.8p-3. */
function hexFloat(text) {
  const [, whole, fraction, exponent] = text.match(/^0x([01])\.([0-9a-f]+)p([+-]\d+)$/);
  return (Number(whole) + parseInt(fraction, 16) / 16 ** fraction.length) * 2 ** Number(exponent);
}

race.run();
