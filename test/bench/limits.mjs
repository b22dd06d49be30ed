/**
 * How many ids a row may hold before wasm's 4 GB are full: node test/bench/limits.mjs
 *
 * Each length in an instance of its own; after one that failed, a row of a million ids must still be drawn from.
 */

import { load } from '../../src/js/index.js';

const MILLION = 1_000_000;
const calls = {
  'top-p alone': { options: { topP: 0.9 }, call: 'sample', millions: [120] },
  'top-k 50': { options: { topK: 50 }, call: 'sample', millions: [50, 60] },
  'top-k 50 and top-p': { options: { topK: 50, topP: 0.9 }, call: 'sample', millions: [50, 60] },
  inspect: { options: {}, call: 'inspect', millions: [25, 30] },
};

const longest = Math.max(...Object.values(calls).flatMap(({ millions }) => millions));
const row = new Float32Array(longest * MILLION);
for (let i = 0, state = 1; i < row.length; i++) {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  row[i] = state / 2 ** 29;
}

for (const [name, { options, call, millions }] of Object.entries(calls))
  for (const length of millions) {
    const nucleus = await load();
    const draw = (ids) => nucleus[call](row.subarray(0, ids), { ...options, seed: 1 });
    let outcome = 'held';
    try {
      draw(length * MILLION);
    } catch (error) {
      outcome = error.message;
      draw(MILLION);
    }
    console.log(`${name}, ${length} million ids: ${outcome}`);
  }
