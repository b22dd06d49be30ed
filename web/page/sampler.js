/** The page's one door to the core: every probability, luck and pick on the page comes through here. */

import { load } from '../../src/js/index.js';

export const REPEATS = 1000;

/** @param {ArrayBuffer} bytes of the core's WebAssembly module */
export async function loadSampler(bytes) {
  const module = await WebAssembly.compile(bytes);
  const nucleus = await load(module);
  return {
    /** For a worker that draws on its own. */
    module,

    /** Everything about one step. */
    look: (row, settings, step) => nucleus.inspect(row, options(settings, step)),

    /** Only which id is drawn. */
    pick: (row, settings, step) => nucleus.sample(row, options(settings, step)),

    /** Who wins each of `count` races of the same shares, with the seeds after the step's own: the race of number `first` and on. */
    races: (row, settings, step, first, count) =>
      Array.from({ length: count }, (_, i) => nucleus.sample(row, options(settings, step + 1 + first + i))),
  };
}

const options = ({ temperature, topP, topK, seed }, step) => ({
  temperature,
  topP,
  topK: topK || undefined,
  seed,
  step,
});
