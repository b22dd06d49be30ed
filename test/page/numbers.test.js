import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { bits, decimalsToSeparate, percent, score, sign, spoken, times, total } from '../../web/page/format.js';
import { flipsBetween, nearestFlips, positions, ribbonOf } from '../../web/page/ribbon.js';
import { kAt, lastPlace, placeOf, settingAt } from '../../web/page/top-k.js';

const test = suite('page: numbers in print, and ribbons');

test('percentages: 0.009 prints 0.9 %, and 0 is only said of nothing', () => {
  const expected = [
    [0, '0 %'],
    [1e-30, '<0.1 %'],
    [0.0009, '<0.1 %'],
    [0.001, '0.1 %'],
    [0.009, '0.9 %'],
    [0.017, '1.7 %'],
    [0.0994, '9.9 %'],
    [0.0996, '10 %'],
    [0.31, '31 %'],
    [0.994, '99 %'],
    [0.996, '>99 %'],
    [1, '100 %'],
  ];
  for (const [p, text] of expected) assert.is(percent(p), text);
});

test('running totals never pretend to be nothing or all', () => {
  assert.equal([0, 0.0001, 0.9, 0.90649, 0.9996, 1].map(total), [
    '0.000',
    '<0.001',
    '0.900',
    '0.906',
    '>0.999',
    '1.000',
  ]);
});

test('scores get the digits that tell first from second', () => {
  assert.is(decimalsToSeparate(0.253, 0.247), 3);
  assert.is(decimalsToSeparate(0.25341, 0.25339), 5);
  assert.is(decimalsToSeparate(0.2500001, 0.25), 7);
  assert.is(decimalsToSeparate(1, 1), 9);
  assert.equal(
    [0, 0.0001, 0.2534, Infinity].map((value) => score(value, 3)),
    ['0', '<0.001', '0.253', '∞'],
  );
});

test('ratios and bits as people say them', () => {
  assert.equal([1, 4.04, 9.96, 16.2, 2400.4, 1e9].map(times), [
    '1.0×',
    '4.0×',
    '10×',
    '16×',
    '2,400×',
    'over a million ×',
  ]);
  assert.equal([0, 0.01, 2.25].map(bits), ['0.0', '<0.1', '2.3']);
});

test('spaces and new lines have a sign and a name, and capitals are told from small letters', () => {
  assert.equal([' ', '\n', 'a'].map(sign), ['·', '¶', 'a']);
  assert.equal([' ', '\n', ',', 'I', 'l', '3'].map(spoken), ['space', 'new line', 'comma', 'capital I', 'l', 'three']);
});

// Picks 7 up to 0.333, then 8, and 9 from 2.5 on.
const pickAt = (value) => (value < 0.3331 ? 7 : value < 2.5 ? 8 : 9);
const ribbon = ribbonOf(pickAt, positions(0, 3, 0.01), true);

test('flips are pinned down between positions', () => {
  assert.equal(
    ribbon.flips.map(({ from, to }) => [from, to]),
    [
      [7, 8],
      [8, 9],
    ],
  );
  for (const { below, above, from, to } of ribbon.flips) {
    assert.ok(above - below <= 1e-4);
    assert.is(pickAt(below), from);
    assert.is(pickAt(above), to);
  }
  assert.equal(
    ribbon.segments.map(({ id }) => id),
    [7, 8, 9],
  );
  assert.is(ribbon.segments[0].from, 0);
  assert.is(ribbon.segments[2].to, 3);
});

test('a third letter between two positions is found', () => {
  const narrow = ribbonOf((value) => (value < 0.503 ? 1 : value < 0.506 ? 2 : 3), positions(0, 1, 0.01), true);
  assert.equal(
    narrow.segments.map(({ id }) => id),
    [1, 2, 3],
  );
});

test('the nearest flips of a position, and those on the way to another', () => {
  assert.equal(nearestFlips(ribbon, 1), { lastBefore: 2.49, above: 2.5, lastAfter: 0.34, below: 0.33 });
  assert.equal(nearestFlips(ribbon, 3), { lastBefore: 3, above: undefined, lastAfter: 2.5, below: 2.49 });
  assert.equal(flipsBetween(ribbon, 0, 3), [0.34, 2.5]);
  assert.equal(flipsBetween(ribbon, 3, 0), [2.49, 0.33]);
  assert.equal(flipsBetween(ribbon, 1, 1), []);
});

test('top-k has a place for every k of an alphabet, and reaches all of a large vocabulary', () => {
  for (let k = 1; k < 65; k++) assert.is(placeOf(k, 65), k);
  assert.is(lastPlace(65), 65);
  for (const vocabulary of [201, 49_152, 262_144]) {
    const last = lastPlace(vocabulary);
    assert.ok(last <= 260, `${last} places`);
    assert.is(settingAt(last, vocabulary), 0);
    assert.is(placeOf(0, vocabulary), last);
    for (let place = 1; place < last; place++) {
      const k = settingAt(place, vocabulary);
      assert.ok(Number.isInteger(k) && k < vocabulary, `${k}`);
      assert.ok(k < kAt(place + 1, vocabulary), 'each is more than the one before');
      assert.ok(kAt(place + 1, vocabulary) <= Math.max(k + 1, 1.2 * k), `from ${k} no further than a fifth`);
      assert.is(placeOf(k, vocabulary), place);
    }
  }
});

test.run();
