/** One number for what the sampler does on many random steps: equal only where every bit is. Runs in browsers too. */

import { randomNumbers, randomPolicy, randomRow } from './random.js';

const STEPS = 400;

/** FNV-1a over the 32-bit words of all arrays and fields of `STEPS` steps, half float32 and half float64. */
export function digest(nucleus) {
  const random = randomNumbers(2024);
  let hash = 0x811c9dc5;
  const add = (array) => {
    const words = new Int32Array(array.buffer, array.byteOffset, array.byteLength / 4);
    for (let i = 0; i < words.length; i++) hash = Math.imul(hash ^ words[i], 0x01000193);
  };
  for (let n = 0; n < STEPS; n++) {
    const row = randomRow(random, 3000, n % 2 ? Float64Array : Float32Array);
    const seen = nucleus.inspect(row, { ...randomPolicy(random), seed: n });
    for (const name of ['softmax', 'order', 'cumulative', 'probabilities', 'luck', 'scores']) add(seen[name]);
    add(
      Float64Array.of(
        seen.id,
        seen.rank,
        seen.kept,
        seen.keptMass,
        seen.crossing,
        seen.entropyBits,
        seen.entropyBitsAfter,
      ),
    );
  }
  return (hash >>> 0).toString(16);
}
