/**
 * Picture 1: each token's share of the softmax at T. A filled bar now, a hollow outline for what it is compared with.
 *
 * One axis a step, whatever the sliders say: a larger share never draws a shorter bar. Up to the share at `edge` it is
 * a magnifier; there it breaks, and the rest up to 100 % has what room is left. A bar that runs past shows the break.
 */

import { bar, createPicture, point } from './picture.js';

// The left edge of the logarithmic axis.
const LEAST = 1e-4;
// Where a broken axis breaks, from 0 to 1.
const BREAK = 0.75;
const GAP = 3;

export const styles = `
  .share-bar { fill: var(--chance); }
  .share-base { fill: none; stroke: var(--ink-soft); stroke-width: 1.5px; }
  .share-break { stroke: var(--paper); stroke-width: ${GAP}px; fill: none; }
  .share-edge { stroke: var(--line); stroke-width: 1.5px; stroke-dasharray: 3 3; fill: none; }
  @media (forced-colors: active) {
    .share-bar { fill: CanvasText; }
    .share-break { stroke: Canvas; }
    .share-base, .share-edge { stroke: CanvasText; }
  }
`;

/** A row is { share, baseline }, or undefined for tokens folded into one row: they have no bar. */
export const createSoftmaxPicture = () =>
  createPicture(
    'softmax',
    ['share-edge', 'share-bar', 'share-base', 'share-break'],
    (shapes, rows, { width, height, band }, axis) => {
      const x = (p) => width * along(p, axis);
      const isBroken = axis.edge < 1 && !axis.isLog;
      if (isBroken) shapes['share-edge'] += `M${point(width * BREAK, -1)}V${height}`;
      rows.forEach((row, i) => {
        if (!row) return;
        const { share, baseline } = row;
        const [inner, outer] = [band(i, 0.24), band(i, 0.12)];
        shapes['share-bar'] += bar(inner.top, x(share), inner.height, 2);
        shapes['share-base'] += bar(outer.top + 0.75, Math.max(0, x(baseline) - 0.75), outer.height - 1.5, 3);
        if (isBroken && Math.max(share, baseline) > axis.edge) shapes['share-break'] += torn(width * BREAK, outer);
      });
    },
  );

/** Two strokes across a bar. */
const torn = (x, { top, height }) =>
  [x - GAP, x + GAP].map((at) => `M${point(at - 2, top + height + 1)}L${point(at + 2, top - 1)}`).join('');

/** How far along the axis a share lies, from 0 to 1. */
export function along(p, { edge, isLog }) {
  if (isLog) return p <= LEAST ? 0 : Math.min(Math.log(p / LEAST) / Math.log(1 / LEAST), 1);
  if (edge === 1) return p;
  return p <= edge ? (BREAK * p) / edge : BREAK + ((1 - BREAK) * (p - edge)) / (1 - edge);
}

/** What stands at the axis: { text, at } with `at` from 0 to 1. */
export function axisLabels({ edge, isLog }) {
  const start = { text: isLog ? '0.01 %' : '0 %', at: 0 };
  const end = { text: '100 %', at: 1 };
  const middle = isLog
    ? { text: '1 %', at: along(0.01, { isLog }) }
    : edge < 1
      ? { text: `${Math.round(100 * edge)} %`, at: BREAK }
      : { text: '50 %', at: 0.5 };
  return [start, middle, end];
}
