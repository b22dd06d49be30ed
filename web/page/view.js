/** What the page shows, worked out from the state: the parts only draw it. */

import { positions, ribbonOf } from './ribbon.js';
import { sameSettings, sliders } from './state.js';
import { createWalk } from './walk.js';

const ROWS = 8;
const POSITIONS = {
  temperature: positions(sliders.temperature.min, sliders.temperature.max, 0.01),
  topP: positions(sliders.topP.min, sliders.topP.max, 0.01),
};

/** @returns {(state) => object} the view of a state; with `isPending` while the first row of scores has yet to come */
export function createView(sampler, worlds) {
  const walk = createWalk(sampler);
  const ribbons = createRibbons(sampler);
  // Of the three looks at a step only one changes while a slider moves.
  const baselineOf = remembering((row, settings, step) => {
    const base = sampler.look(row, settings, step);
    return { base, baseKeptIds: keptIdsOf(base, cutOf(base, settings)) };
  });
  const plainlyOf = remembering((row, settings, step) => {
    const plain = sampler.look(row, settings, step);
    const order = Array.from(plain.order);
    return { plain, order, race: raceAxis(plain, order) };
  });
  return function view(state) {
    const world = worlds[state.world];
    const paths = state.tracks.map((origins) => walk(world, state.prompt, origins, state.length));
    const path = paths[state.active];
    const step = Math.min(state.step, path.steps.length - 1);
    // Letters that only the real model can write, and it is not there.
    const isShort = path.steps.length < state.length && state.model.status !== 'ready';
    // While a question is open nothing may give its answer away.
    const isSecret = Boolean(state.predict && !state.predict.answered);
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
    };
    if (step < 0) return { ...shared, isPending: true };

    const recorded = path.steps[step];
    const { row } = recorded;
    const now = sampler.look(row, state.settings, step);
    const reference = state.baseline ?? recorded.settings;
    const { base, baseKeptIds } = baselineOf(row, reference, step);
    // The model's own shares, and this step's luck.
    const { plain, order, race } = plainlyOf(
      row,
      { temperature: 1, topP: 1, topK: 0, seed: state.settings.seed },
      step,
    );
    const cut = cutOf(now, state.settings);
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
      keptIds: keptIdsOf(now, cut),
      baseKeptIds,
      runnerUp: runnerUpOf(now),
      ribbons: ribbons(row, state.settings, step),
      rows: state.allRows ? order.map((id) => ({ id })) : rowsOf(order, cut, now),
      // By what the token was drawn with, and never by the sliders.
      axes: { share: state.axis === 'full' ? 1 : shareEdge(recorded.look), race },
    };
  };
}

/** What is known of a step at some settings: the last answer again, while nothing that was asked has changed. */
function remembering(answer) {
  let last;
  return (row, settings, step) => {
    if (last?.row !== row || last.step !== step || !sameSettings(last.settings, settings)) {
      last = { row, settings, step, known: answer(row, settings, step) };
    }
    return last.known;
  };
}

/**
 * The cut, row by row: the order in which running totals were added, each id's place in it, and the ids that top-k
 * left out beforehand. At T = 0 only the chosen letter is there.
 */
function cutOf(look, { temperature }) {
  const order = temperature === 0 ? [look.id] : Array.from(look.cutOrder);
  const place = new Map(order.map((id, i) => [id, i]));
  const before = (i) => (i === 0 ? 0 : look.cumulative[i - 1]);
  return {
    order,
    /** An id's segment of the running total, or undefined where top-k (or T = 0) left it out. */
    segment: (id) => (place.has(id) ? { from: before(place.get(id)), to: look.cumulative[place.get(id)] } : undefined),
    // An id without a chance is not kept, whatever the totals say.
    isKept: (id) => look.probabilities[id] > 0,
  };
}

const keptIdsOf = (look, { order, isKept }) => order.slice(0, look.kept).filter(isKept);

function runnerUpOf({ id, scores }) {
  let second = -1;
  scores.forEach((value, other) => {
    if (other !== id && (second < 0 || value > scores[second])) second = other;
  });
  return second;
}

/**
 * The rows of the table: the top letters, and always the pick, the last kept letter and the first cut one, with "gaps"
 * that stand for the letters between. As many letters as leave the table at its usual height.
 */
function rowsOf(order, { isKept }, { id: pick }) {
  const kept = order.map(isKept);
  const lastKept = kept.lastIndexOf(true);
  const musts = [order.indexOf(pick), lastKept, lastKept + 1];
  for (let top = Math.min(ROWS, order.length); ; top--) {
    const isShown = (rank) => rank < top || musts.includes(rank);
    const rows = foldGaps(order, isShown);
    if (rows.length <= ROWS || top === 1) return rows;
  }
}

function foldGaps(order, isShown) {
  const rows = [];
  order.forEach((id, rank) => {
    const last = rows.at(-1);
    if (isShown(rank)) rows.push({ id });
    else if (last?.gap) last.gap.push(id);
    else rows.push({ gap: [id] });
  });
  // A gap of one letter takes the place of that letter.
  return rows.map((row) => (row.gap?.length === 1 ? { id: row.gap[0] } : row));
}

function createRibbons(sampler) {
  const remembered = {};
  return function ribbons(row, settings, step) {
    const vocabulary = row.length;
    const values = { ...POSITIONS, topK: positions(1, vocabulary, 1) };
    const found = {};
    for (const name of ['temperature', 'topP', 'topK']) {
      const others = JSON.stringify([{ ...settings, [name]: 0 }, step]);
      if (remembered[name]?.row !== row || remembered[name].others !== others) {
        const pickAt = (value) =>
          sampler.pick(row, { ...settings, [name]: name === 'topK' && value === vocabulary ? 0 : value }, step);
        remembered[name] = { row, others, ribbon: ribbonOf(pickAt, values[name], name !== 'topK') };
      }
      found[name] = remembered[name].ribbon;
    }
    return found;
  };
}

/** The share at which picture 1's axis breaks: a round number that holds the longest bar. 1 is an axis without a break. */
function shareEdge({ softmax, order: [top] }) {
  return [0.1, 0.2, 0.3, 0.4, 0.5, 0.6].find((edge) => softmax[top] <= edge) ?? 1;
}

/**
 * The powers of ten at the edges of picture 3. They depend on the step and its luck alone, so that no slider moves an
 * arrow's length: the letter at place n never has more than 1/n of the chances, hence never a score above 1 / (n q).
 */
function raceAxis(plain, order) {
  const most = order.map((id, place) => -Math.log10((place + 1) * plain.luck[id]));
  const least = order
    .filter((id) => plain.softmax[id] >= 0.01)
    .map((id) => Math.log10(plain.softmax[id]) - Math.max(0, Math.log10(plain.luck[id])));
  return { from: halfBelow(Math.min(-1, ...least)), to: -halfBelow(-Math.max(0, ...most.filter(Number.isFinite))) };
}

const halfBelow = (exponent) => Math.floor(2 * exponent - 0.2) / 2;
