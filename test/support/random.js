/** Repeatable random rows and policies for property tests. */

/** Numbers in [0, 1): the small generator known as mulberry32. */
export function randomNumbers(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A row with what rows have in life and in nightmares: ties, masked ids, plateaus, wide and narrow spreads. */
export function randomRow(random, longest, Row) {
  const share = random();
  const length = 1 + Math.floor(longest * share * share * share);
  const spread = [0, 0.01, 1, 3, 10, 50, 1000][Math.floor(random() * 7)];
  const grid = random() < 0.3 ? 1 + Math.floor(random() * 5) : 0;
  const masked = random() < 0.2 ? 0.3 : 0;
  const row = Row.from({ length }, () => {
    if (random() < masked) return -Infinity;
    const score = (random() + random() + random() - 1.5) * spread;
    return grid > 0 ? Math.round(score * grid) / grid : score;
  });
  if (!row.some((score) => score > -Infinity)) row[Math.floor(random() * length)] = 1;
  return row;
}

export function randomPolicy(random) {
  const pick = (...values) => values[Math.floor(random() * values.length)];
  return {
    temperature: pick(1, 1, 0.01, 0.5, 0.8, 1.7, 10, 100, 1e7, 1e30, 0.1 + 2 * random()),
    topK: pick(undefined, undefined, 1, 2, 5, 40, 1 + Math.floor(random() * 1000)),
    topP: pick(undefined, 1, 0.9, 0.5, 0.1, 1e-9, 1e-45, 1e-46, 5e-324, 0.9999999, Math.max(random(), 1e-3)),
    minP: pick(undefined, undefined, undefined, 0.05, 0.5, 1, 5e-324, random()),
  };
}
