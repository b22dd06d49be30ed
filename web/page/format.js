/** Numbers and letters as the page prints them. Nothing here computes a probability. */

import { controls, numbers, speech } from './strings.js';

/** A number's digits with the language's own point. */
const pointed = (digits) => digits.replace('.', numbers.decimal);
const fixed = (value, decimals) => pointed(value.toFixed(decimals));

/** A probability in percent: 31 %, 1.7 %, <0.1 %. "0 %" is kept for exactly zero, "100 %" for exactly one. */
export function percent(p) {
  if (p === 0 || p === 1) return `${100 * p} %`;
  if (p < 0.001) return pointed('<0.1 %');
  if (p < 0.0995) return `${fixed(100 * p, 1)} %`;
  return p < 0.995 ? `${fixed(100 * p, 0)} %` : '>99 %';
}

/** A running total, three decimals: never 0.000 or 1.000 for something in between. */
export function total(mass) {
  if (mass > 0 && mass < 0.0005) return pointed('<0.001');
  return mass < 1 && mass >= 0.9995 ? pointed('>0.999') : fixed(mass, 3);
}

export const fixed2 = (value) => fixed(value, 2);
export const bits = (value) => (value > 0 && value < 0.05 ? pointed('<0.1') : fixed(value, 1));
export const topK = (k) => (k === 0 ? controls.off : thousands(k));

/**
 * A whole number in groups of three digits. (toLocaleString first loads its tables, which takes longer than anything
 * else at the start.)
 */
export const thousands = (whole) => String(whole).replace(/\B(?=(\d{3})+$)/g, numbers.thousands);

/** How much likelier, as people say it: 1.3×, 16×, 2,400×. */
export function times(ratio) {
  if (!Number.isFinite(ratio)) return numbers.endless;
  if (ratio < 9.95) return `${fixed(ratio, 1)}×`;
  return ratio < 1e6 ? `${thousands(Math.round(ratio))}×` : numbers.vast;
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
  return value < least / 2 ? `<${fixed(least, decimals)}` : fixed(value, decimals);
}

/** Three figures, enough to multiply by hand. */
export const figures = (value) => (Number.isFinite(value) ? pointed(trimmed(value)) : '∞');
function trimmed(value) {
  if (value === 0 || (value >= 1000 && value < 1e6)) return String(Math.round(value));
  return value >= 1e6 || value < 1e-4 ? value.toExponential(2) : value.toPrecision(3);
}

/** As many figures as it takes, three at most. */
export const bare = (value) => pointed(String(Number(trimmed(value))));

/** Two figures at most: the end of an axis. */
export const short = (value) => pointed(String(Number(value.toPrecision(2))));

/** The push that a luck gives: 1 / luck. */
export const push = (luck) => figures(1 / luck);

/** A score of the model, a logit. */
export const logit = (value) => (value === -Infinity ? '−inf' : fixed(value, 2).replace('-', '−'));

const signs = { ' ': '·', '\n': '¶' };

/** A letter as a visible sign: · and ¶ stand for space and new line. */
export const sign = (letter) => signs[letter] ?? letter;

export const hasSign = (letter) => letter in signs;

/** A letter as it is spoken. */
export const spoken = (letter) => (letter.length > 1 ? spokenToken(letter) : spokenLetter(letter));

const spokenToken = (token) => token.replaceAll('·', ' ').replaceAll('⏎', ` ${speech.marks['⏎']} `).trim();

const spokenLetter = (letter) =>
  speech.marks[letter] ?? speech.signs[letter] ?? (/[A-Z]/.test(letter) ? speech.capital(letter) : letter);
