/**
 * The places of the slider for top-k: one for every k of an alphabet; in a large vocabulary one for every k up to 100,
 * and from there in strides of a tenth. At the far end, where all tokens stay, top-k is off.
 */

const FEW = 200;
const EACH = 100;
const STRIDE = 1.1;

let known = { vocabulary: 0, ks: [] };

/** @returns {number[]} what k is at place 1, 2, and so on; the last is the vocabulary's size */
function ksOf(vocabulary) {
  if (known.vocabulary === vocabulary) return known.ks;
  const ks = Array.from({ length: vocabulary <= FEW ? vocabulary : EACH }, (_, i) => i + 1);
  while (ks.at(-1) < vocabulary) ks.push(Math.min(rounded(STRIDE * ks.at(-1)), vocabulary));
  known = { vocabulary, ks };
  return ks;
}

/** To two figures. */
const rounded = (k) => Number(k.toPrecision(2));

/** The last place, where top-k is off. */
export const lastPlace = (vocabulary) => ksOf(vocabulary).length;

/** The k of a place, and halfway between two places the one halfway between theirs; of the last one the vocabulary. */
export function kAt(place, vocabulary) {
  const ks = ksOf(vocabulary);
  const [below, above] = [ks[Math.floor(place) - 1], ks[Math.ceil(place) - 1]];
  const k = below + (above - below) * (place % 1);
  return vocabulary <= FEW ? k : Math.round(k);
}

/** The place that is nearest to a k; 0 is off. */
export function placeOf(k, vocabulary) {
  const ks = ksOf(vocabulary);
  if (k === 0 || k >= vocabulary) return ks.length;
  return 1 + ks.reduce((best, one, i) => (Math.abs(one - k) < Math.abs(ks[best] - k) ? i : best), 0);
}

/** What is set where the slider stands: 0, which is off, at its end. */
export const settingAt = (place, vocabulary) => (place === lastPlace(vocabulary) ? 0 : kAt(place, vocabulary));
