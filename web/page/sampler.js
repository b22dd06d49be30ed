/** The page's one door to the core: every probability, luck and pick on the page comes through here. */

import { load } from '../../src/js/index.js';

const REPEATS = 1000;
// Far from any seed a learner types, so that the repeats' luck is not a later step's.
const REPEAT_SEED = 1_000_000_007;

/** @param {ArrayBuffer} bytes of the core's WebAssembly module */
export async function loadSampler(bytes) {
  const nucleus = await load(bytes);
  return {
    /** Everything about one step. */
    look: (row, settings, step) => nucleus.inspect(row, options(settings, step)),

    /** Only which id is drawn. */
    pick: (row, settings, step) => nucleus.sample(row, options(settings, step)),

    /** The same draw a thousand times, with new luck each time: how often each id won. */
    repeat(row, settings) {
      const wins = new Int32Array(row.length);
      for (let i = 0; i < REPEATS; i++) wins[nucleus.sample(row, options({ ...settings, seed: REPEAT_SEED }, i))]++;
      return wins;
    },
  };
}

export { REPEATS };

const options = ({ temperature, topP, topK, seed }, step) => ({
  temperature,
  topP,
  topK: topK || undefined,
  seed,
  step,
});
