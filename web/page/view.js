/** What the page shows, worked out from the state: the parts only draw it. */

import { lookNearby, secondOf } from './nearby.js';
import { lookAtReported } from './reported.js';
import { positions, ribbonOf } from './ribbon.js';
import { asking, sameSettings, sliders } from './state.js';
import { lastPlace, settingAt } from './top-k.js';
import { createWalk } from './walk.js';

const ROWS = 8;
const MOST_ROWS = 200;
const LAST_PICTURE = 3;
// Above so many ids the core takes its time: few of them are looked at, and ribbons fill in behind.
const CHEAP = 1000;
// However many tokens are searched for, so many of the likeliest stay.
const LEAST_TOP = 3;
const POSITIONS = {
  temperature: positions(sliders.temperature.min, sliders.temperature.max, 0.01),
  topP: positions(sliders.topP.min, sliders.topP.max, 0.01),
};

/** @returns {(state) => object} the view of a state; with `isPending` while the first row of scores has yet to come */
export function createView(sampler, worlds) {
  const walk = createWalk(sampler);
  const ribbons = createRibbons(sampler);
  // Of the three looks at a step only one changes while a slider moves.
  const look = (row, settings, step, rest) =>
    rest === undefined ? sampler.look(row, settings, step) : lookAtReported(sampler, row, settings, step, rest);
  const lookAtAll = remembering((row, settings, step, rest) => {
    const now = look(row, settings, step, rest);
    const cut = cutOf(now, settings);
    return { now, cut, keptIds: keptIdsOf(now, cut), runnerUp: secondOf(now.scores, now.id) };
  });
  const lookAtFew = remembering((row, settings, step, wanted, plain) => {
    const seen = lookNearby(sampler, row, settings, step, plain, wanted);
    return seen && { ...seen, keptIds: plain.order.subarray(0, seen.kept) };
  });
  const baselineOf = remembering((row, settings, step, rest) => {
    const base = look(row, settings, step, rest);
    return { base, baseKeptIds: keptIdsOf(base, cutOf(base, settings)) };
  });
  const plainlyOf = remembering((row, settings, step) => {
    const plain = sampler.look(row, settings, step);
    const { order } = plain;
    const places = placesIn(order);
    return { plain, order, places, race: raceAxis(plain, order) };
  });
  return function view(state) {
    const world = worlds[state.world];
    const paths = state.tracks.map((origins) => walk(world, state.prompt, origins, state.length));
    const path = paths[state.active];
    const step = Math.min(state.step, path.steps.length - 1);
    // Letters that only the real model can write, and it is not there.
    const isShort = path.steps.length < state.length && state.model.status !== 'ready';
    // While a question is open nothing may give its answer away.
    const isSecret = asking(state) !== undefined;
    // Neither may the choice of rows.
    const isTold = !isSecret || asking(state).hides > LAST_PICTURE;
    const isTopKShown = state.isLab || state.isTopKOpen || state.settings.topK > 0;
    const shared = {
      state,
      world,
      letters: world.letters,
      unit: world.unit,
      isTopKShown,
      paths,
      path,
      step,
      isShort,
      isSecret,
      isPartial: world.rest?.(step) !== undefined,
    };
    if (step < 0 || !path.steps[step].row) return { ...shared, isPending: true };

    const recorded = path.steps[step];
    const { row } = recorded;
    const rest = world.rest?.(step);
    const reference = state.baseline ?? recorded.settings;
    const { base, baseKeptIds } = baselineOf(row, reference, step, rest);
    // The model's own shares, and this step's luck.
    const plainly = plainlyOf(row, { temperature: 1, topP: 1, topK: 0, seed: state.settings.seed }, step);
    const { plain, order, places, race } = plainly;
    const isLarge = row.length > CHEAP;
    const few = isLarge ? lookAtFew(row, state.settings, step, wantedOf(state, base, isTold), plainly) : undefined;
    const { now, cut, keptIds, runnerUp, rows } = few ?? lookAtAll(row, state.settings, step, rest);
    const musts = [...(isTold ? [now.id] : []), ...state.searched];
    return {
      ...shared,
      recorded,
      row,
      now,
      base,
      plain,
      order,
      cut,
      reference,
      isPinned: state.baseline !== undefined,
      isMoved: !sameSettings(reference, state.settings),
      isPending: false,
      isLate: step < state.step,
      isWhatIf: recorded.forced === undefined && !sameSettings(recorded.settings, state.settings),
      keptIds,
      baseKeptIds,
      // Of a large vocabulary both are its likeliest tokens, so many of them.
      added: few ? keptIds.subarray(baseKeptIds.length) : keptIds.filter((id) => base.probabilities[id] === 0),
      dropped: few ? baseKeptIds.subarray(keptIds.length) : baseKeptIds.filter((id) => now.probabilities[id] === 0),
      runnerUp,
      ribbons: ribbons(row, state.settings, step),
      rows: withRest(
        rest,
        rows ?? rowsOf(order, places, state.allRows ? order.length : ROWS, musts, isTold ? keptIds : []),
      ),
      // By what the token was drawn with, and never by the sliders.
      axes: { share: state.axis === 'full' ? 1 : shareEdge(recorded.topShare), race },
    };
  };
}

/** What is known of a step at some settings: the last answer again, while nothing that was asked has changed. */
function remembering(answer) {
  let last;
  return (row, settings, step, more, ...others) => {
    const key = JSON.stringify([step, more]);
    if (last?.row !== row || last.key !== key || !sameSettings(last.settings, settings))
      last = { row, settings, key, known: answer(row, settings, step, more, ...others) };
    return last.known;
  };
}

/** Of a large vocabulary: how many rows, and which tokens besides the likeliest. */
function wantedOf({ allRows, searched, focus }, base, isTold) {
  const ids = [...searched, base.id, ...(focus === undefined ? [] : [focus])];
  return { top: allRows ? MOST_ROWS : ROWS, most: allRows ? Infinity : ROWS, shown: searched, isTold, ids };
}

/**
 * The cut, row by row: the order in which running totals were added, and each id's place in it. What top-k left out
 * beforehand has none. At T = 0 only the chosen token is there.
 */
function cutOf(look, { temperature, topK }) {
  const order = temperature === 0 ? Int32Array.of(look.id) : look.cutOrder;
  const places = placesIn(order, look.probabilities.length);
  return {
    order,
    /** An id's segment of the running total, or undefined where top-k (or T = 0) left it out. */
    segment(id) {
      const place = places[id];
      return place < 0 ? undefined : { from: place === 0 ? 0 : look.cumulative[place - 1], to: look.cumulative[place] };
    },
    // An id without a chance is not kept, whatever the totals say.
    isKept: (id) => look.probabilities[id] > 0,
    /** The likeliest that top-k left out, if it did. */
    firstByK: topK > 0 && temperature > 0 ? look.order[topK] : undefined,
  };
}

/** The place of each id in an order; -1 where it is not there. */
function placesIn(order, vocabulary = order.length) {
  const places = new Int32Array(vocabulary).fill(-1);
  for (let place = 0; place < order.length; place++) places[order[place]] = place;
  return places;
}

const keptIdsOf = (look, { order, isKept }) => order.subarray(0, look.kept).filter(isKept);

/**
 * The rows of the table: the top tokens, and always the pick, the last kept one, the first cut one, and those that were
 * searched for, with "gaps" that stand for the tokens between. As many as leave the table at its usual height.
 */
function rowsOf(order, places, most, wanted, keptIds) {
  let lastKept = 0;
  for (const id of keptIds) lastKept = Math.max(lastKept, places[id]);
  const ends = keptIds.length > 0 ? [lastKept, lastKept + 1] : [];
  const musts = [...wanted.map((id) => places[id]), ...ends].filter((rank) => rank < order.length);
  for (let top = Math.min(most, order.length, MOST_ROWS); ; top--) {
    const rows = foldGaps(order, top, musts);
    if (rows.length <= most || top <= LEAST_TOP) return rows;
  }
}

/** Below the rows, what a list of some tokens leaves out. */
const withRest = (rest, rows) => (rest === undefined ? rows : [...rows, { rest }]);

/** Rows for the ranks below `top` and for `musts`; a gap of one token takes the place of that token. */
function foldGaps(order, top, musts) {
  const ranks = [...new Set([...Array.from({ length: top }, (_, rank) => rank), ...musts])].sort((a, b) => a - b);
  const rows = [];
  let next = 0;
  for (const rank of [...ranks, order.length]) {
    if (rank === next + 1) rows.push({ id: order[next] });
    else if (rank > next) rows.push({ gap: order.subarray(next, rank) });
    if (rank < order.length) rows.push({ id: order[rank] });
    next = rank + 1;
  }
  return rows;
}

function createRibbons(sampler) {
  const remembered = {};
  return function ribbons(row, settings, step) {
    const values = { ...POSITIONS, topK: positions(1, lastPlace(row.length), 1) };
    const found = {};
    for (const name of ['temperature', 'topP', 'topK']) {
      const others = JSON.stringify([{ ...settings, [name]: 0 }, step]);
      if (remembered[name]?.row !== row || remembered[name].others !== others) {
        const pickAt = (value) =>
          sampler.pick(row, { ...settings, [name]: name === 'topK' ? settingAt(value, row.length) : value }, step);
        remembered[name] = {
          row,
          others,
          ribbon: ribbonOf(pickAt, values[name], name !== 'topK', row.length <= CHEAP),
        };
      }
      found[name] = remembered[name].ribbon;
    }
    return found;
  };
}

/**
 * The share at which picture 1's axis breaks: a round number that holds the longest bar. 1 is an axis without a break.
 */
function shareEdge(topShare) {
  return [0.1, 0.2, 0.3, 0.4, 0.5, 0.6].find((edge) => topShare <= edge) ?? 1;
}

/**
 * The powers of ten at the edges of picture 3. They depend on the step and its luck alone, so that no slider moves an
 * arrow's length: the letter at place n never has more than 1/n of the chances, hence never a score above 1 / (n q).
 */
function raceAxis({ softmax, luck }, order) {
  let [most, least] = [0, -1];
  for (let place = 0; place < order.length; place++) {
    const id = order[place];
    const push = -Math.log10(luck[id]);
    const end = push - Math.log10(place + 1);
    if (Number.isFinite(end)) most = Math.max(most, end);
    if (softmax[id] >= 0.01) least = Math.min(least, Math.log10(softmax[id]) + Math.min(0, push));
  }
  return { from: halfBelow(least), to: -halfBelow(-most) };
}

const halfBelow = (exponent) => Math.floor(2 * exponent - 0.2) / 2;
