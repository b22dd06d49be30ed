/**
 * A step with many tokens, from few of them: what the table shows of it, at a fraction of what a look at all costs.
 * Rows stand in the order of the model's own shares (T = 1), which no slider changes; the core's ranks may differ from
 * it where shares are equal at another T.
 */

import { fold, principals } from './words/fold.js';

const LEAST_TOP = 3;

/**
 * @param {object} sampler
 * @param {Float32Array} row of scores
 * @param {object} settings
 * @param {number} step
 * @param {{ order: Int32Array, places: Int32Array }} plain all ids by their shares at T = 1, and the place of each
 * @param {{ top: number, most: number, shown: number[], isTold: boolean, ids: number[] }} wanted how many of the
 * likeliest to show, how many rows and gaps at most, unless `shown` and, where the draw may be told, the pick and the
 * cut need more; `ids`: what else to know of
 * @returns {{ now, kept: number, runnerUp: number, cut, rows }} `now` is the core's inspection by id, of the tokens
 * that were asked for. Undefined where only a look at all tells which of equal shares are kept
 */
export function lookNearby(sampler, row, settings, step, { order, places }, { top, most, shown, isTold, ids }) {
  // At T = 0 top-k changes nothing.
  const asked = settings.temperature === 0 ? { ...settings, topK: 0 } : settings;
  const known = createKnown(places, (nearest, include) => sampler.near(row, asked, step, nearest, include), top + 1);
  const { id, kept: survivors, crossing } = known.few;
  const survivor = order[survivors - 1];
  known.need([
    ...order.subarray(0, top),
    ...(order[survivors] === undefined ? [] : [order[survivors]]),
    survivor,
    ...ids,
  ]);
  // Without a cut at p the last survivors may have no chance.
  const kept =
    crossing < 0 && known.few.probabilities[known.few.order.indexOf(survivor)] === 0
      ? sampler.keptOf(row, asked)
      : survivors;
  const there = (...some) => [...new Set(some)].filter((one) => one !== undefined);
  const edges = [id, order[kept - 1], order[kept]];
  known.need(there(...edges, ...shown));
  if (isCutAmongEquals(known.few, order, kept)) return undefined;

  const rows = isTold ? there(...edges, ...shown) : shown;
  const isCutByK = asked.topK > 0;
  const foldAll = () => {
    const few = { ...known.few, kept };
    const shares = isCutByK ? sharesOf(few) : few;
    const wanted = { vocabulary: row.length, include: rows, always: isTold ? principals(few) : [] };
    return foldTo(most, top, (count) => fold(few, shares, { ...wanted, top: count }));
  };
  const sharesOf = (few) =>
    createKnown(places, (_, include) => sampler.near(row, { ...asked, topK: 0 }, step, 1, include), 1, few.order).few;
  let folded = foldAll();
  // A gap of one token takes as much room as the token.
  const lone = folded.filter(({ kind, count }) => kind === 'gap' && count === 1).map(({ from }) => order[from]);
  if (known.need(lone)) folded = foldAll();

  const { few } = known;
  const segment = segmentsOf(few, isCutByK, settings.temperature === 0);
  return {
    now: byId(few),
    kept,
    runnerUp: runnerUpOf(few),
    cut: {
      segment,
      isKept: (one) => few.probabilities[few.order.indexOf(one)] > 0,
      firstByK: isCutByK ? order[asked.topK] : undefined,
    },
    rows: rowsOf(folded, order, segment, isCutByK ? asked.topK : row.length),
  };
}

const BY_ENTRY = ['order', 'ranks', 'cumulative', 'softmax', 'probabilities', 'luck', 'scores'];

/** What is known of a step: more is asked of the core only where it is needed. */
function createKnown(places, ask, nearest, include = []) {
  let few = inOrder(ask(nearest, include), places);
  return {
    get few() {
      return few;
    },
    /** @returns {boolean} whether anything was not known yet */
    need(ids) {
      const missing = [...new Set(ids)].filter((id) => !few.order.includes(id));
      if (missing.length === 0) return false;
      const more = inOrder(ask(1, missing), places);
      const fresh = missing.map((id) => more.order.indexOf(id));
      const joined = (name) => [...few[name], ...fresh.map((entry) => more[name][entry])];
      few = { ...few, ...Object.fromEntries([...BY_ENTRY, 'ranksThen', 'totals'].map((name) => [name, joined(name)])) };
      return true;
    },
  };
}

/** Whether it may be the ids, and not the places in `order`, that decide which of some equal shares are kept. */
function isCutAmongEquals({ ranksThen, ranks, softmax, order: ids }, order, kept) {
  const [last, next] = [ids.indexOf(order[kept - 1]), ids.indexOf(order[kept])];
  if (next < 0 || softmax[last] !== softmax[next]) return false;
  return ranksThen[last] !== ranks[last] || ranksThen[next] !== ranks[next];
}

/** The same with places in another order, in which only equal shares stand elsewhere, and the totals up to there. */
function inOrder(few, places) {
  const ranks = Int32Array.from(few.order, (id) => places[id]);
  const cumulative = Array.from(few.cumulative, (sum, i) => sum + (ranks[i] - few.ranks[i]) * few.softmax[i]);
  return { ...few, ranks, ranksThen: few.ranks, cumulative, totals: few.cumulative };
}

function foldTo(most, top, foldAt) {
  for (let count = top; ; count--) {
    const folded = foldAt(count);
    if (folded.length <= most || count <= LEAST_TOP) return folded;
  }
}

/**
 * Each token's stretch of the running total, undefined where top-k, or T = 0, left it out. With top-k on, shares are
 * among what it left.
 */
function segmentsOf({ order, totals, softmax, id }, isCutByK, isGreedy) {
  const among = isCutByK ? totals[0] / softmax[0] : 1;
  return (one) => {
    const entry = order.indexOf(one);
    if (entry < 0 || Number.isNaN(totals[entry]) || (isGreedy && one !== id)) return undefined;
    return { from: Math.max(0, totals[entry] - softmax[entry] * among), to: totals[entry] };
  };
}

function byId(few) {
  const spread = (values) => Object.fromEntries(Array.from(few.order, (id, entry) => [id, values[entry]]));
  const { softmax, probabilities, luck, scores } = few;
  return {
    ...few,
    softmax: spread(softmax),
    probabilities: spread(probabilities),
    luck: spread(luck),
    scores: spread(scores),
  };
}

/** Among those asked for is always the second of the race. */
const runnerUpOf = ({ order, scores, id }) => order[secondOf(scores, order.indexOf(id))] ?? -1;

/** The place of the largest score but that at `first`, the earlier one of equals; -1 where there is no other. */
export function secondOf(scores, first) {
  let second = -1;
  for (let other = 0; other < scores.length; other++)
    if (other !== first && (second < 0 || scores[other] > scores[second])) second = other;
  return second;
}

/** Rows as the table reads them; a gap brings along what its tokens hold together. */
function rowsOf(folded, order, segmentOf, survivors) {
  const endOf = (row) => (row ? segmentOf(row.id)?.to : 0);
  const startOf = (row) => (row && segmentOf(row.id)?.from) ?? 1;
  return folded.map(({ kind, id, from, to, mass, keptMass, kept }, i) => {
    if (kind === 'row') return { id };
    const start = from < survivors ? endOf(folded[i - 1]) : undefined;
    const segment = start === undefined ? undefined : { from: start, to: Math.max(start, startOf(folded[i + 1])) };
    return { gap: order.subarray(from, to + 1), sums: { mass, after: keptMass, kept, segment } };
  });
}
