/** What the page shows, worked out from the state: the parts only draw it. */

import { positions, ribbonOf } from './ribbon.js';
import { sameSettings, sliders } from './state.js';
import { createWalk } from './walk.js';

const ROWS = 10;
const POSITIONS = {
  temperature: positions(sliders.temperature.min, sliders.temperature.max, 0.01),
  topP: positions(sliders.topP.min, sliders.topP.max, 0.01),
};

/** @returns {(state) => object} the view of a state; with `isPending` while the first row of scores has yet to come */
export function createView(sampler, worlds) {
  const walk = createWalk(sampler);
  const ribbons = createRibbons(sampler);
  const shareAxis = createShareAxis();
  // Of the three looks at a step only one changes while a slider moves.
  const baselineOf = remembering((row, settings, step) => {
    const base = sampler.look(row, settings, step);
    return { base, baseKeptIds: cutOf(base, settings).order.slice(0, base.kept) };
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
    const shared = { state, world, letters: world.letters, paths, path, step, isShort, isSecret };
    if (step < 0) return { ...shared, isPending: true };

    const recorded = path.steps[step];
    const { row } = recorded;
    const now = sampler.look(row, state.settings, step);
    const { base, baseKeptIds } = baselineOf(row, state.baseline, step);
    // The model's own shares, and this step's luck.
    const { plain, order, race } = plainlyOf(
      row,
      { temperature: 1, topP: 1, topK: 0, seed: state.settings.seed },
      step,
    );
    const cut = cutOf(now, state.settings);
    const shown = { ...shared, recorded, row, now, base, plain, order, cut };
    return {
      ...shown,
      isPending: false,
      isLate: step < state.step,
      isWhatIf: recorded.forced === undefined && !sameSettings(recorded.settings, state.settings),
      keptIds: cut.order.slice(0, now.kept),
      baseKeptIds,
      runnerUp: runnerUpOf(now),
      ribbons: ribbons(row, state.settings, step),
      rows: state.allRows ? order.map((id) => ({ id })) : rowsOf(order, cut, now),
      axes: { share: shareAxis(shown), race },
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
    isKept: (id) => place.has(id) && place.get(id) < look.kept,
  };
}

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

/** Picture 1's axis. It follows the numbers at rest and stands still while a slider is being dragged. */
function createShareAxis() {
  let last;
  return function shareAxis(shown) {
    if (!last || !shown.state.dragging || last.row !== shown.row) last = { row: shown.row, edge: shareEdge(shown) };
    return last.edge;
  };
}

/** The share at the right edge of picture 1: a round number that holds the longest bar. */
function shareEdge({ now, base, order: [top] }) {
  const longest = Math.max(now.softmax[top], base.softmax[top]);
  return [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8].find((edge) => longest <= edge) ?? 1;
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
