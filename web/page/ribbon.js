/**
 * Which letter this step's luck picks at every value of one slider: the pick is asked of the core at each position,
 * and between two positions that differ the interval is halved until the flip is pinned down.
 */

const FINEST = 1e-4;

/**
 * @param {(value: number) => number} pickAt the id drawn at a value
 * @param {number[]} values the slider's positions, ascending
 * @param {boolean} continuous whether values between two positions mean anything
 * @param {boolean} isCheap whether the core is quick enough to be asked for all of it whenever it is read
 * @returns {{ values: number[], pick(i: number): number, flips: { below, above, from, to }[], segments: { id, from, to
 * }[] }}
 *   pick: the id at a position; flips: the pick is `from` at `below` and `to` at `above`, and these two lie close
 *   together. The core is asked when something is read, and once.
 */
export function ribbonOf(pickAt, values, continuous, isCheap = true) {
  const picks = [];
  const pick = (i) => (picks[i] ??= pickAt(values[i]));
  let flips;
  let segments;
  let isKnown = isCheap;
  return {
    values,
    pick,
    /** Whether all of it has been asked. */
    get isKnown() {
      return isKnown;
    },
    /** Ask for some of it, until a time by the page's clock; @returns {boolean} whether it is known now */
    ask(end) {
      for (let i = 0; i < values.length && !isKnown; i++) {
        if (picks[i] !== undefined) continue;
        pick(i);
        if (performance.now() > end) return false;
      }
      isKnown = true;
      return isKnown;
    },
    get flips() {
      return (flips ??= flipsOf(pickAt, pick, values, continuous ? FINEST : Infinity));
    },
    get segments() {
      return (segments ??= segmentsBetween(values, pick(0), this.flips));
    },
  };
}

function flipsOf(pickAt, pick, values, finest) {
  const flips = [];
  for (let i = 1; i < values.length; i++) {
    collectFlips({ value: values[i - 1], id: pick(i - 1) }, { value: values[i], id: pick(i) }, pickAt, finest, flips);
  }
  return flips;
}

function collectFlips(low, high, pickAt, finest, flips) {
  if (low.id === high.id) return;
  if (high.value - low.value <= finest) {
    flips.push({ below: low.value, above: high.value, from: low.id, to: high.id });
    return;
  }
  const value = (low.value + high.value) / 2;
  const middle = { value, id: pickAt(value) };
  collectFlips(low, middle, pickAt, finest, flips);
  collectFlips(middle, high, pickAt, finest, flips);
}

function segmentsBetween(values, first, flips) {
  const ends = [...flips.map(({ below, above }) => (below + above) / 2), values.at(-1)];
  const ids = [first, ...flips.map(({ to }) => to)];
  return ids.map((id, i) => ({ id, from: i === 0 ? values[0] : ends[i - 1], to: ends[i] }));
}

/** The nearest position on each side of `at` where the pick is another one; undefined where there is none. */
export function nearestFlips({ values, pick }, at) {
  const here = nearestIndex(values, at);
  const isOther = (i) => pick(i) !== pick(here);
  let above = here;
  while (above < values.length && !isOther(above)) above++;
  let below = here;
  while (below >= 0 && !isOther(below)) below--;
  return { lastBefore: values[above - 1], above: values[above], lastAfter: values[below + 1], below: values[below] };
}

/** Going from one value to another: the first positions at which the pick is a new one. */
export function flipsBetween({ values, pick }, from, to) {
  const start = nearestIndex(values, from);
  const end = nearestIndex(values, to);
  const way = Math.sign(end - start);
  const found = [];
  for (let i = start; i !== end; i += way) if (pick(i) !== pick(i + way)) found.push(values[i + way]);
  return found;
}

function nearestIndex(values, at) {
  return values.reduce((best, value, i) => (Math.abs(value - at) < Math.abs(values[best] - at) ? i : best), 0);
}

/** The positions of a slider. */
export function positions(min, max, step) {
  return Array.from({ length: Math.round((max - min) / step) + 1 }, (_, i) => Number((min + i * step).toFixed(2)));
}
