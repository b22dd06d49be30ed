/**
 * Picture 3: the draw as a race on a logarithmic axis. A tick at log p is the letter's head start; an arrow of length
 * -log q is its luck; the arrow's head stands at log(p / q). The furthest to the right wins, and a dotted line at its
 * score runs down all rows. Luck does not depend on T or p, so sliders move the ticks and never the arrows' lengths.
 */

import { createPicture, point, rectangle, upright } from './picture.js';

export const styles = `
  .race-luck { fill: var(--luck); }
  .race-start { fill: var(--chance); }
  .race-best { stroke: var(--ink); stroke-width: 2px; stroke-dasharray: 2 2; }
  @media (forced-colors: active) {
    .race-luck, .race-start { fill: CanvasText; }
    .race-best { stroke: CanvasText; }
  }
`;

const usual = { shaft: 1, long: 8, high: 5 };
const winner = { shaft: 2, long: 11, high: 7 };

/** A row is { p, score, isPick }, or undefined where the letter is not racing; `winningScore` is undefined where none is. */
export const createRacePicture = () =>
  createPicture(
    'race',
    ['race-best', 'race-luck', 'race-start'],
    (shapes, rows, { width, height, band }, winningScore, axis) => {
      const x = (value) => width * along(value, axis);
      if (winningScore !== undefined) shapes['race-best'] += upright(x(winningScore), -1, height);
      rows.forEach((row, i) => {
        if (!row) return;
        const { top, height: high, middle } = band(i, 0.22);
        shapes['race-luck'] += arrow(x(row.p), x(row.score), middle, row.isPick ? winner : usual);
        shapes['race-start'] += rectangle(x(row.p) - 1.5, top, 3, high);
      });
    },
  );

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

export const axisLabels = ({ from, to }) => [power(from), power(to)];

const power = (exponent) => String(Number((10 ** exponent).toPrecision(2)));
