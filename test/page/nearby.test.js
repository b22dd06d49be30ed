/** A step with many tokens, seen from few of them: every number is the one that a look at all of them gives. */

import { readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { load } from '../../src/js/index.js';
import { lookNearby } from '../../web/page/nearby.js';
import { loadSampler } from '../../web/page/sampler.js';
import { splitRows, unpackRow } from '../../web/page/words/decode.js';
import { randomNumbers } from '../support/random.js';

const read = (path) => readFileSync(new URL(path, import.meta.url));
const opening = await unpackRow(splitRows(read('../../web/model/words/opening.bin'))[0], 49_152);
const sampler = await loadSampler(read('../../src/js/generated/nucleus.wasm'));
const nucleus = await load();
const random = randomNumbers(11);
const one = (values) => values[Math.floor(random() * values.length)];

const rows = {
  'the opening step': opening,
  'no two scores alike': Float32Array.from(opening, (score) => score + 1e-5 * random()),
  'a thousand and one': Float32Array.from({ length: 1001 }, () => 12 * random()),
  'half of them masked': Float32Array.from(opening, (score, id) => (id % 2 ? score : -Infinity)),
};

const sum = (ids, values) => ids.reduce((total, id) => total + values[id], 0);
const near = (a, b, what) => assert.ok(Math.abs(a - b) <= 2e-6, `${what}: ${a}, ${b}`);

/** A step, folded, against a look at all of it. */
function check(row, settings, step, wanted) {
  const plain = nucleus.inspect(row, { seed: settings.seed, step });
  const places = new Int32Array(row.length);
  plain.order.forEach((id, place) => {
    places[id] = place;
  });
  const all = sampler.look(row, settings, step);
  const seen = lookNearby(
    sampler,
    row,
    settings,
    step,
    { order: plain.order, places },
    {
      isTold: true,
      ...wanted,
    },
  );
  const said = JSON.stringify({ ...settings, step, wanted });
  if (!seen) return undefined;

  assert.is(seen.now.id, all.id, said);
  assert.is(seen.kept, all.probabilities.filter((p) => p > 0).length, `kept, ${said}`);
  assert.is(seen.now.keptMass, all.keptMass);
  assert.is(seen.now.entropyBits, all.entropyBits);
  const others = all.scores.filter((_, id) => id !== all.id);
  assert.is(
    all.scores[seen.runnerUp],
    others.reduce((most, score) => Math.max(most, score)),
    `runner-up, ${said}`,
  );
  const total = (id) => all.cumulative[all.cutOrder.indexOf(id)];
  let place = 0;
  for (const { id, gap, sums } of seen.rows) {
    if (gap) {
      assert.is(gap[0], plain.order[place]);
      place += gap.length;
      near(sums.mass, sum(gap, all.softmax), `mass of a gap, ${said}`);
      near(sums.after, sum(gap, all.probabilities), `after the cut, ${said}`);
      assert.is(
        sums.kept > 0,
        gap.some((one) => all.probabilities[one] > 0),
        `whether a gap is kept, ${said}`,
      );
      continue;
    }
    assert.is(id, plain.order[place++], `rows stand in the order that no slider changes, ${said}`);
    for (const name of ['softmax', 'probabilities', 'luck', 'scores'])
      assert.is(seen.now[name][id], all[name][id], `${name} of ${id}, ${said}`);
    const segment = seen.cut.segment(id);
    if (settings.temperature === 0) assert.is(segment !== undefined, id === all.id);
    else assert.is(segment?.to, total(id), `total of ${id}, ${said}`);
    assert.is(seen.cut.isKept(id), all.probabilities[id] > 0);
  }
  assert.is(place, row.length, `every token is in a row or a gap, ${said}`);
  const shown = seen.rows.map(({ id }) => id);
  const principals = wanted.isTold === false ? [] : [all.id, all.crossing];
  for (const id of [...principals, ...wanted.shown]) if (id >= 0) assert.ok(shown.includes(id), `${id}, ${said}`);
  for (const id of wanted.ids) assert.is(seen.now.softmax[id], all.softmax[id], `asked for ${id}`);
  return seen;
}

const test = suite('page: a few of many tokens');

test('whatever the sliders say, rows and gaps are what a look at all tokens gives', () => {
  let known = 0;
  for (const [name, row] of Object.entries(rows)) {
    for (let i = 0; i < 12; i++) {
      const settings = {
        temperature: one([0, 0.05, 0.3, 0.8, 1, 1.7, 3]),
        topP: one([0.01, 0.3, 0.9, 0.999, 1]),
        topK: one([0, 0, 1, 7, 300]),
        seed: i,
      };
      const id = Math.floor(random() * row.length);
      try {
        const wanted = { top: 8, most: 8, shown: i % 3 ? [] : [id], ids: [id, 5] };
        known += check(row, settings, one([0, 8]), wanted) ? 1 : 0;
      } catch (error) {
        error.message = `${name}: ${error.message}`;
        throw error;
      }
    }
  }
  assert.ok(known >= 40, `${known} of 48: the others are cut between equal shares`);
});

test('the table keeps its height: eight rows, or the three likeliest and what must be shown', () => {
  for (let i = 0; i < 30; i++) {
    const settings = { temperature: one([0.3, 0.8, 1.5, 3]), topP: one([0.5, 0.9, 1]), topK: 0, seed: i };
    const { rows: shown } = check(opening, settings, 8, { top: 8, most: 8, shown: [], ids: [] });
    assert.ok(shown.length <= 9, `${shown.length}`);
  }
});

test('while a question asks for it, neither the pick nor the crossing token is shown for what it is', () => {
  for (let i = 0; i < 30; i++) {
    const settings = { temperature: one([0.3, 0.8, 1.5]), topP: one([0.5, 0.9]), topK: one([0, 40]), seed: i };
    const wanted = { top: 8, most: 8, shown: [], isTold: false, ids: [] };
    const { rows: shown } = check(opening, settings, 8, wanted) ?? { rows: [] };
    if (shown.length > 0)
      assert.equal(
        shown.map(({ gap }) => gap?.length),
        [...new Array(7).fill(undefined), 49_145],
      );
  }
});

test('two hundred rows can be asked for', () => {
  const settings = { temperature: 0.8, topP: 0.9, topK: 0, seed: 1337 };
  const { rows: shown } = check(opening, settings, 8, { top: 200, most: Infinity, shown: [], ids: [] });
  assert.is(shown.filter(({ gap }) => !gap).length, 200);
});

test.run();
