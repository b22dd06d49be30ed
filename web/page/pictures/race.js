/**
 * Picture 3: the draw as a race, chance x push, on a logarithmic axis. A tick at log p is the token's head start; an
 * arrow of length log (1 / q) is the push that its luck q gives; the arrow's head stands at log(p / q). The furthest to
 * the right wins, and a dotted line at its score runs down all rows. Luck does not depend on T or p, so sliders move
 * the ticks and never the arrows' lengths.
 *
 * After many draws the same column shows how often each token won: dots beside a hollow bar of what was expected.
 */

import { short } from '../format.js';
import { createPicture, point, rectangle, upright } from './picture.js';

export const styles = `
  .race-luck { fill: var(--luck); }
  .race-start { fill: var(--chance); }
  .race-best { stroke: var(--ink); stroke-width: 2px; stroke-dasharray: 2 2; }
  .wins-expected { fill: none; stroke: var(--chance); stroke-width: 1.5px; }
  .wins-dots { stroke: var(--luck); stroke-width: 2.8px; stroke-linecap: round; fill: none; }
  @media (forced-colors: active) {
    .race-luck, .race-start { fill: CanvasText; }
    .race-best, .wins-expected, .wins-dots { stroke: CanvasText; }
  }
`;

const usual = { shaft: 1, long: 8, high: 5 };
const winner = { shaft: 2, long: 11, high: 7 };

// Dots of many draws stand in this many rows.
const DOT_ROWS = 4;
const LEAST_PITCH = 3;
const DOT_STEPS = [1, 2, 5, 10, 20, 50];

/**
 * A row is { p, score, isPick, won }, or undefined where the token is not racing; `winningScore` is undefined where
 * none is. `wins` is { most, per }: the most wins that the axis has to hold, and how many one dot stands for; undefined
 * before many draws were made.
 */
export function createRacePicture() {
  return createPicture(
    'race',
    ['race-best', 'race-luck', 'race-start', 'wins-expected', 'wins-dots'],
    (shapes, rows, sheet, winningScore, axis, wins) =>
      wins ? drawWins(shapes, rows, sheet, wins) : drawRace(shapes, rows, sheet, winningScore, axis),
  );
}

function drawRace(shapes, rows, { width, height, band }, winningScore, axis) {
  const x = (value) => width * along(value, axis);
  if (winningScore !== undefined) shapes['race-best'] += upright(x(winningScore), -1, height);
  rows.forEach((row, i) => {
    if (!row) return;
    const { top, height: high, middle } = band(i, 0.22);
    shapes['race-luck'] += arrow(x(row.p), x(row.score), middle, row.isPick ? winner : usual);
    shapes['race-start'] += rectangle(x(row.p) - 1.5, top, 3, high);
  });
}

/** A dot for every so many wins, column by column, and around them the bar that the chance makes expect. */
function drawWins(shapes, rows, { width, band }, { most, per, draws }) {
  const columns = most / (per * DOT_ROWS);
  const pitch = width / columns;
  rows.forEach((row, i) => {
    if (!row) return;
    const { top, height } = band(i, 0.14);
    const gap = height / DOT_ROWS;
    const expected = (row.p * draws) / (per * DOT_ROWS);
    shapes['wins-expected'] += rectangle(0.75, top - 1, Math.min(expected, columns) * pitch, height + 2);
    const dots = Math.round(row.won / per);
    for (let dot = 0; dot < dots; dot++) {
      const [column, line] = [Math.floor(dot / DOT_ROWS), dot % DOT_ROWS];
      shapes['wins-dots'] += `M${point(Math.min((column + 0.5) * pitch, width), top + (line + 0.5) * gap)}h0`;
    }
  });
}

/** An axis for how often tokens won, of so many draws: what it holds, and how many wins a dot stands for. */
export function winsAxis(rows, draws) {
  const most = Math.max(1, ...rows.map((row) => (row ? Math.max(row.won, row.p * draws) : 0))) * 1.05;
  const dots = (NARROW / LEAST_PITCH) * DOT_ROWS;
  return { most, draws, per: DOT_STEPS.find((per) => most / per <= dots) ?? DOT_STEPS.at(-1) };
}
// The picture's width on a phone, by which the number of dots is chosen.
const NARROW = 160;

/** A shaft from tail to tip, and the head that ends there. */
function arrow(tail, tip, y, { shaft, long, high }) {
  const way = tip < tail ? -1 : 1;
  const head = Math.min(long, Math.abs(tip - tail));
  return (
    `M${point(tail, y - shaft)}L${point(tip, y - shaft)}L${point(tip, y + shaft)}L${point(tail, y + shaft)}z` +
    `M${point(tip, y)}l${-way * head} ${high}v${-2 * high}z`
  );
}

/** How far along the axis of powers of ten a value lies, from 0 to 1: what lies outside stands at the edge. */
function along(value, { from, to }) {
  return Math.min(Math.max((Math.log10(value) - from) / (to - from), 0), 1);
}

export const axisLabels = ({ from, to }) => [
  { text: short(10 ** from), at: 0 },
  { text: short(10 ** to), at: 1 },
];
