/** The page's one door to the core: every probability, luck and pick on the page comes through here. */

import { load } from '../../src/js/index.js';

export const REPEATS = 1000;

/** @param {ArrayBuffer} bytes of the core's WebAssembly module */
export async function loadSampler(bytes) {
  const module = await WebAssembly.compile(bytes);
  const nucleus = await load(module);
  const summaries = new WeakMap();
  return {
    /** For a worker that draws on its own. */
    module,

    /** Everything about one step. */
    look: (row, settings, step) => nucleus.inspect(row, options(settings, step)),

    /** The same about the likeliest tokens, the drawn one, the crossing one, the second of the race, and these ids. */
    near: (row, settings, step, nearest, include) =>
      nucleus.inspect(row, { ...options(settings, step), nearest, include }),

    /** How many ids the cuts leave a chance. */
    keptOf(row, { temperature, topP, topK }) {
      const chances = nucleus.probabilities(row, { temperature, topP, topK: topK || undefined });
      return countOf(chances);
    },

    /** What is kept of a step when another one is looked at: the same answer again for the same row and settings. */
    summary(row, settings, step, forced) {
      const known = summaries.get(row) ?? new Map();
      summaries.set(row, known);
      const key = [settings.temperature, settings.topP, settings.topK, settings.seed, step, forced].join();
      if (!known.has(key)) known.set(key, summaryOf(nucleus.inspect(row, options(settings, step)), forced));
      return known.get(key);
    },

    /** Only which id is drawn. */
    pick: (row, settings, step) => nucleus.sample(row, options(settings, step)),

    /**
     * Who wins each of `count` races of the same shares, with the seeds after the step's own: the race of number
     * `first` and on.
     */
    races: (row, settings, step, first, count) =>
      Array.from({ length: count }, (_, i) => nucleus.sample(row, options(settings, step + 1 + first + i))),
  };
}

function summaryOf({ id, entropyBits, rank, probabilities, softmax, order }, forced) {
  const stands = forced ?? id;
  return {
    id: stands,
    entropyBits,
    rank,
    kept: countOf(probabilities),
    surprise: -Math.log2(softmax[stands]),
    topShare: softmax[order[0]],
  };
}

function countOf(chances) {
  let count = 0;
  for (const p of chances) if (p > 0) count++;
  return count;
}

const options = ({ temperature, topP, topK, seed }, step) => ({
  temperature,
  topP,
  topK: topK || undefined,
  seed,
  step,
});
