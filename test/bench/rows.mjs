/** The rows that are timed: the same on every machine. */

import { randomNumbers } from '../support/random.js';

export const policy = { temperature: 0.8, topP: 0.9 };
export const vocabularies = [65, 1000, 32_000, 50_257, 128_256, 151_936];
export const large = vocabularies.slice(-2);

/** At `policy`: four ids are kept; about 1,300 of a large vocabulary; half of it. */
export const shapes = ['peaked', 'mid', 'flat'];

const PEAKS = 4;

export function makeRow(shape, length) {
  const normal = normalNumbers(length);
  const row = Float32Array.from({ length }, () => normal() * (shape === 'mid' ? 3 : 1));
  for (let peak = 0; shape === 'peaked' && peak < PEAKS; peak++)
    row[Math.floor((length * (peak + 0.5)) / PEAKS)] = 15 + peak / 4;
  return row;
}

/** Numbers from N(0, 1), by Box and Muller. */
function normalNumbers(seed) {
  const random = randomNumbers(seed);
  return () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
