/**
 * Picture 1: each letter's share of the softmax at T. A filled bar now, a hollow outline for the baseline; after
 * "Repeat the draw" also a tick for the share after the cut and a dot for how often the letter won.
 */

import { bar, createPicture, point, upright } from './picture.js';

// The left edge of the logarithmic axis.
const LEAST = 1e-4;
// The tear at the end of a bar that is longer than the axis.
const TEAR = 7;
const DOT = 4.5;

export const styles = `
  .share-bar { fill: var(--chance); }
  .share-base { fill: none; stroke: var(--ink-soft); stroke-width: 1.5px; }
  .share-over { fill: var(--paper); }
  .share-final { stroke: var(--ink); stroke-width: 2px; }
  .share-wins { fill: var(--luck); stroke: var(--paper); stroke-width: 1.5px; }
  @media (forced-colors: active) {
    .share-bar, .share-wins { fill: CanvasText; }
    .share-over { fill: Canvas; }
    .share-base, .share-final { stroke: CanvasText; }
    .share-wins { fill: Highlight; stroke: Canvas; }
  }
`;

/** A row is { share, baseline, final, observed }, or undefined for letters folded into one row: they have no bar. `observed` is the share of a repeated draw, undefined before one was made. */
export const createSoftmaxPicture = () =>
  createPicture(
    'softmax',
    ['share-bar', 'share-base', 'share-over', 'share-final', 'share-wins'],
    (shapes, rows, { width, band }, { edge, isLog }) => {
      const x = (p) => width * along(p, edge, isLog);
      rows.forEach((row, i) => {
        if (!row) return;
        const { share, baseline, final, observed } = row;
        const [inner, outer, tick] = [band(i, 0.24), band(i, 0.12), band(i, 0.04)];
        shapes['share-bar'] += bar(inner.top, x(share), inner.height, 2);
        shapes['share-base'] += bar(outer.top + 0.75, Math.max(0, x(baseline) - 0.75), outer.height - 1.5, 3);
        if (share > edge) shapes['share-over'] += torn(width, inner);
        if (observed === undefined) return;
        shapes['share-final'] += upright(x(final), tick.top, tick.top + tick.height);
        shapes['share-wins'] += dot(x(observed), inner.middle);
      });
    },
  );

const torn = (right, { top, height, middle }) =>
  `M${point(right + 1, top)}H${right - 0.4 * TEAR}L${point(right - TEAR, middle)}L${point(right - 0.4 * TEAR, top + height)}H${right + 1}z`;

const dot = (x, y) => `M${point(x - DOT, y)}a${DOT} ${DOT} 0 0 1 ${2 * DOT} 0a${DOT} ${DOT} 0 0 1 ${-2 * DOT} 0z`;

/** How far along the axis a share lies, from 0 to 1. */
function along(p, edge, isLog) {
  if (!isLog) return Math.min(p / edge, 1);
  return p <= LEAST ? 0 : Math.min(Math.log(p / LEAST) / Math.log(1 / LEAST), 1);
}

export const axisLabels = (edge, isLog) => (isLog ? ['0.01 %', '100 %'] : ['0 %', `${Math.round(100 * edge)} %`]);
