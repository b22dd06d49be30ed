/** Numbers and letters as the page prints them. Nothing here computes a probability. */

/** A probability in percent: 31 %, 1.7 %, <0.1 %. "0 %" is kept for exactly zero, "100 %" for exactly one. */
export function percent(p) {
  if (p === 0 || p === 1) return `${100 * p} %`;
  if (p < 0.001) return '<0.1 %';
  if (p < 0.0995) return `${(100 * p).toFixed(1)} %`;
  return p < 0.995 ? `${(100 * p).toFixed(0)} %` : '>99 %';
}

/** A running total, three decimals: never 0.000 or 1.000 for something in between. */
export function total(mass) {
  if (mass > 0 && mass < 0.0005) return '<0.001';
  return mass < 1 && mass >= 0.9995 ? '>0.999' : mass.toFixed(3);
}

export const fixed2 = (value) => value.toFixed(2);
export const bits = (value) => (value > 0 && value < 0.05 ? '<0.1' : value.toFixed(1));
export const topK = (k) => (k === 0 ? 'off' : thousands(k));

/**
 * A whole number with commas. (toLocaleString first loads its tables, which takes longer than anything else at the
 * start.)
 */
export const thousands = (whole) => String(whole).replace(/\B(?=(\d{3})+$)/g, ',');

/** How much likelier, as people say it: 1.3×, 16×, 2,400×. */
export function times(ratio) {
  if (!Number.isFinite(ratio)) return 'endlessly ×';
  if (ratio < 9.95) return `${ratio.toFixed(1)}×`;
  return ratio < 1e6 ? `${thousands(Math.round(ratio))}×` : 'over a million ×';
}

/** The decimals that tell the race's first from its second, at least three. */
export function decimalsToSeparate(first, second) {
  let decimals = 3;
  while (decimals < 9 && first.toFixed(decimals) === second.toFixed(decimals)) decimals++;
  return decimals;
}

export function score(value, decimals) {
  if (value === 0) return '0';
  if (!Number.isFinite(value)) return '∞';
  const least = 10 ** -decimals;
  return value < least / 2 ? `<${least.toFixed(decimals)}` : value.toFixed(decimals);
}

/** Three figures, enough to multiply by hand. */
export const figures = (value) => (Number.isFinite(value) ? trimmed(value) : '∞');
function trimmed(value) {
  if (value === 0 || (value >= 1000 && value < 1e6)) return String(Math.round(value));
  return value >= 1e6 || value < 1e-4 ? value.toExponential(2) : value.toPrecision(3);
}

/** The push that a luck gives: 1 / luck. */
export const push = (luck) => figures(1 / luck);

/** A score of the model, a logit. */
export const logit = (value) => (value === -Infinity ? '−inf' : value.toFixed(2).replace('-', '−'));

const signs = { ' ': '·', '\n': '¶' };
const names = {
  ' ': 'space',
  '\n': 'new line',
  '!': 'exclamation mark',
  $: 'dollar sign',
  '&': 'ampersand',
  "'": 'apostrophe',
  ',': 'comma',
  '-': 'hyphen',
  '.': 'full stop',
  3: 'three',
  ':': 'colon',
  ';': 'semicolon',
  '?': 'question mark',
};

/** A letter as a visible sign: · and ¶ stand for space and new line. */
export const sign = (letter) => signs[letter] ?? letter;

export const hasSign = (letter) => letter in signs;

/** A letter as it is spoken. */
export const spoken = (letter) => (letter.length > 1 ? spokenToken(letter) : spokenLetter(letter));

const spokenToken = (token) => token.replaceAll('·', ' ').replaceAll('⏎', ' new line ').trim();

const spokenLetter = (letter) => names[letter] ?? (/[A-Z]/.test(letter) ? `capital ${letter}` : letter);
