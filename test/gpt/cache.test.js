/**
 * The cache of keys and values must never show: every answer has the bits of a network that has seen nothing before.
 */

import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { loadGpt } from '../../src/js/gpt/index.js';
import { load } from '../../src/js/index.js';
import { randomNumbers } from '../support/random.js';
import { positionFile } from './support/network-file.js';
import { shippedBytes } from './support/shipped.js';

const gpt = await loadGpt(shippedBytes);
const other = await loadGpt(shippedBytes);
const { contextSize, vocabularySize } = gpt;

const cache = suite('the cache');

const randomIds = (random, count) => Array.from({ length: count }, () => Math.floor(random() * vocabularySize));

/** The scores by a network that is made to forget what it knows first: no id of the window stays in place. */
function freshLogits(ids) {
  const window = ids.slice(-contextSize);
  other.logits(window.map((id) => (id + 1) % vocabularySize));
  return other.logits(window);
}

function checkBits(actual, expected, what) {
  const words = (row) => new Uint32Array(row.buffer, row.byteOffset, row.length);
  assert.equal(words(actual), words(expected), what);
}

const edits = [
  ['appending one id after another', (ids, random) => [...ids, ...randomIds(random, 1)]],
  ['appending several ids', (ids, random) => [...ids, ...randomIds(random, 9)]],
  ['going back', (ids, random) => ids.slice(0, 1 + Math.floor(random() * ids.length))],
  [
    'changing a letter',
    (ids, random) => ids.with(Math.floor(random() * ids.length), Math.floor(random() * vocabularySize)),
  ],
  ['branching', (ids, random) => [...ids.slice(0, Math.floor(random() * ids.length)), ...randomIds(random, 5)]],
  ['dropping the first id', (ids) => (ids.length > 1 ? ids.slice(1) : ids)],
  ['asking again', (ids) => ids],
];

edits.forEach(([name, edit], n) => {
  cache(`${name} gives the bits of a fresh network`, () => {
    const random = randomNumbers(n + 1);
    let ids = randomIds(random, 30);
    for (let turn = 0; turn < 12; turn++) {
      gpt.logits(ids);
      ids = edit(ids, random);
      checkBits(gpt.logits(ids), freshLogits(ids), `turn ${turn}`);
    }
  });
});

cache('going back and forth over a text gives the same bits each time', () => {
  const ids = randomIds(randomNumbers(20), 60);
  const rows = ids.map((_, i) => gpt.logits(ids.slice(0, i + 1)));
  for (const i of [59, 10, 58, 11, 0, 59, 30]) checkBits(gpt.logits(ids.slice(0, i + 1)), rows[i], `${i + 1} ids`);
});

cache('every row of logitsEach has the bits of logits', () => {
  const ids = randomIds(randomNumbers(21), contextSize);
  const rows = gpt.logitsEach(ids);
  assert.is(rows.length, contextSize);
  rows.forEach((row, i) => checkBits(gpt.logits(ids.slice(0, i + 1)), row, `${i + 1} ids`));
});

cache('past the context the last ids are seen, and positions count from zero', () => {
  const ids = randomIds(randomNumbers(22), contextSize + 20);
  for (let count = contextSize - 2; count <= ids.length; count++) {
    const seen = ids.slice(0, count);
    checkBits(gpt.logits(seen), freshLogits(seen), `${count} ids`);
  }
});

cache('ids before the window are never looked at', () => {
  const ids = randomIds(randomNumbers(23), contextSize);
  checkBits(gpt.logits([-5, 1e9, 'x', ...ids]), freshLogits(ids));
});

cache('the last position is the one that is read', async () => {
  const context = 24;
  const positions = await loadGpt(positionFile(context));
  const likeliest = (row) => row.indexOf(Math.max(...row));
  for (let count = 1; count <= context + 5; count++) {
    const expected = Math.min(count, context) - 1;
    assert.is(likeliest(positions.logits(Array(count).fill(0))), expected, `${count} equal ids`);
    assert.is(
      likeliest(positions.logits(Array.from({ length: count }, (_, i) => i % context))),
      expected,
      `${count} ids`,
    );
  }
  assert.equal(
    positions.logitsEach(Array(context).fill(3)).map(likeliest),
    Array.from({ length: context }, (_, i) => i),
  );
});

cache('an appended id costs a fraction of the whole window', () => {
  const ids = randomIds(randomNumbers(24), contextSize);
  const timeOf = (call) => {
    const start = performance.now();
    call();
    return performance.now() - start;
  };
  const rounds = Array.from({ length: 5 }, (_, i) => {
    ids[0] = i;
    const whole = timeOf(() => gpt.logits(ids.slice(0, -1)));
    return timeOf(() => gpt.logits(ids)) / whole;
  });
  assert.ok(Math.min(...rounds) < 0.2, `${rounds}`);
});

cache('a prompt of 130 ids gives context lengths 128 and 128', async () => {
  const nucleus = await load();
  const prompt = gpt.encode('\n'.repeat(130));
  const { ids, contextLengths } = nucleus.generate(gpt.logits, prompt, { maxTokens: 2, temperature: 0, contextSize });
  assert.equal(contextLengths, [128, 128]);
  assert.is(ids.length, 132);
});

cache.run();
