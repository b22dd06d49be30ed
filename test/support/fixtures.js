/** The golden values, and the rows of scores they were computed from. */

import { readFileSync } from 'node:fs';

const infinities = { inf: Infinity, '-inf': -Infinity };

/** The cases of a file in test/fixtures/, with infinities as numbers. */
export function fixture(name) {
  const text = readFileSync(new URL(`../fixtures/${name}.json`, import.meta.url), 'utf8');
  return JSON.parse(text, (_, value) => infinities[value] ?? value).cases;
}

/** A row by the formula at the top of fixtures/make.py. */
export function formulaRow({ vocab, M, spread, salt }, step = 0, last = 0) {
  return Float32Array.from({ length: vocab }, (_, i) => {
    const k = (i * 7919 + step * 104729 + last * 31 + salt) % M;
    return ((k < 0 ? k + M : k) / M) * spread - spread / 2;
  });
}

/** The row a fixture's callback gives at a step; `length` is that of the sequence so far, `last` its last id. */
export function ruleRow(rule, step, length, last = -1) {
  if (rule.kind === 'rows') return Float32Array.from(rule.rows[Math.min(step, rule.rows.length - 1)]);
  if (rule.kind === 'formula') return formulaRow(rule, rule.by_step ? step : 0, last);
  const row = new Float32Array(rule.vocab).fill(rule.low);
  row[length < rule.length ? rule.until : rule.then] = rule.high;
  return row;
}

/** Drop the options that a fixture leaves open (null). */
export function given(options) {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== null && value !== undefined));
}
