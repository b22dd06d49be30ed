/** Which of many tokens the table shows, and that nothing gets lost between them. */

import { readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { load } from '../../src/js/index.js';
import { splitRows, unpackRow } from '../../web/page/words/decode.js';
import { MOST_ROWS, fold, principals } from '../../web/page/words/fold.js';
import { randomNumbers } from '../support/random.js';

const VOCABULARY = 49_152;
const opening = splitRows(readFileSync(new URL('../../web/model/words/opening.bin', import.meta.url)))[0];
const row = await unpackRow(opening, VOCABULARY);
const nucleus = await load();
const SETTINGS = { temperature: 0.8, topP: 0.9, seed: 1337, step: 8 };

const sum = (values) => values.reduce((total, value) => total + value, 0);
const rowsOf = (folded) => folded.filter(({ kind }) => kind === 'row');
const gapsOf = (folded) => folded.filter(({ kind }) => kind === 'gap');

/** Fold what these settings give, and check all that must hold whatever they are. */
function checked(scores, settings, { nearest, top, include = [] }) {
  const whole = nucleus.inspect(scores, settings);
  const inspection = nucleus.inspect(scores, { ...settings, nearest, include });
  const shares = settings.topK
    ? nucleus.inspect(scores, { ...settings, topK: undefined, topP: undefined, nearest, include: inspection.order })
    : undefined;
  const folded = fold(inspection, shares, { vocabulary: scores.length, top, include });
  const seen = JSON.stringify(settings);

  let next = 0;
  for (const item of folded) {
    if (item.kind === 'row') {
      assert.is(item.rank, next, `no rank is left out or shown twice: ${seen}`);
      assert.is(whole.order[item.rank], item.id);
      assert.is(inspection.order[item.entry], item.id);
      next++;
    } else {
      assert.is(item.from, next, seen);
      assert.is(item.count, item.to - item.from + 1);
      const ids = Array.from(whole.order.subarray(item.from, item.to + 1));
      assert.ok(Math.abs(item.mass - sum(ids.map((id) => whole.softmax[id]))) <= 1e-6, `mass of a gap: ${seen}`);
      const after = sum(ids.map((id) => whole.probabilities[id]));
      assert.ok(Math.abs(item.keptMass - after) <= 1e-6, `mass after the cut: ${item.keptMass}, ${after}: ${seen}`);
      next = item.to + 1;
    }
  }
  assert.is(next, scores.length, 'every id is in a row or a gap');
  const total = (of, ofGap) =>
    sum(rowsOf(folded).map(({ entry }) => inspection[of][entry])) + sum(gapsOf(folded).map((gap) => gap[ofGap]));
  assert.ok(Math.abs(total('softmax', 'mass') - 1) <= 2e-6, `shares add to 1: ${seen}`);
  assert.ok(Math.abs(total('probabilities', 'keptMass') - 1) <= 2e-6, `shares after the cut add to 1: ${seen}`);
  assert.is(
    rowsOf(folded).filter(({ rank }) => rank < whole.kept).length + sum(gapsOf(folded).map(({ kept }) => kept)),
    whole.kept,
  );
  assert.ok(rowsOf(folded).length <= MOST_ROWS);
  const ids = rowsOf(folded).map(({ id }) => id);
  for (const id of principals(inspection)) assert.ok(ids.includes(id), `id ${id} is shown: ${seen}`);
  return { folded, ids, inspection };
}

const test = suite('page: folding a step');

test('the opening step shows its thirteen kept tokens, the pick among them, and one gap', () => {
  const { folded, ids } = checked(row, SETTINGS, { nearest: 24, top: 16 });
  assert.ok(ids.includes(4528), 'London');
  assert.is(ids.length, 16 + ids.slice(16).length);
  assert.ok(gapsOf(folded).length >= 1);
  assert.is(sum(gapsOf(folded).map(({ kept }) => kept)), 0);
});

test('a pick and a crossing from far down are shown between gaps', () => {
  const { folded } = checked(row, { ...SETTINGS, temperature: 2, topP: 0.95 }, { nearest: 24, top: 12 });
  assert.ok(gapsOf(folded).length >= 2, 'more than one gap');
  assert.ok(rowsOf(folded).some(({ rank }) => rank > 1000));
});

test('a searched token is shown where it ranks', () => {
  const { ids } = checked(row, SETTINGS, { nearest: 24, top: 12, include: [0, 30_000, 49_151] });
  for (const id of [0, 30_000, 49_151]) assert.ok(ids.includes(id), `id ${id}`);
});

test('a thousand searched tokens still make at most 200 rows', () => {
  const include = Array.from({ length: 1000 }, (_, i) => i * 49);
  const { ids } = checked(row, SETTINGS, { nearest: 24, top: 12, include });
  assert.is(ids.length, MOST_ROWS);
});

test('one token alone is a row, not a gap', () => {
  const cold = { ...SETTINGS, temperature: 0 };
  const { order } = nucleus.inspect(row, cold);
  const { ids } = checked(row, cold, { nearest: 40, top: 10, include: [order[11]] });
  assert.ok(ids.includes(order[10]));
});

test('a row with all of its tokens shown has no gap', () => {
  const { folded } = checked(Float32Array.of(3, 1, 2), { seed: 1 }, { nearest: 3, top: 3 });
  assert.equal(
    folded.map(({ kind }) => kind),
    ['row', 'row', 'row'],
  );
  assert.is(fold(nucleus.inspect([5], { seed: 1, nearest: 1 }), undefined, { vocabulary: 1 }).length, 1);
});

test('masses add to 1 whatever the settings', () => {
  const random = randomNumbers(7);
  const one = (values) => values[Math.floor(random() * values.length)];
  for (let i = 0; i < 60; i++) {
    const scores = one([row, Float32Array.from({ length: 2 + Math.floor(random() * 600) }, () => 8 * random())]);
    const settings = {
      temperature: one([0, 0.3, 0.8, 1, 1.7, 5]),
      topP: one([undefined, 1, 0.3, 0.9, 0.999]),
      topK: one([undefined, undefined, 1, 5, 40, 300]),
      seed: i,
    };
    checked(scores, settings, { nearest: one([1, 10, 60]), top: one([1, 10, 60]) });
  }
});

test.run();
