/**
 * Picture 1: each letter's share of the softmax at T. A filled bar now, a hollow outline for the baseline; after
 * "Repeat the draw" also a tick for the share after the cut and a dot for how often the letter won.
 */

import { element, place, setAttribute } from '../dom.js';

// The left edge of the logarithmic axis.
const LEAST = 1e-4;

export const styles = `
  .share-bar, .share-base { position: absolute; inset-block: 24%; left: 0; }
  .share-bar { background: var(--chance); border-radius: 0 2px 2px 0; }
  .share-base { inset-block: 12%; border: 1.5px solid var(--ink-soft); border-left: 0; border-radius: 0 3px 3px 0; }
  .share-over { position: absolute; right: 0; inset-block: 24%; width: 0.55em; background: var(--paper); clip-path: polygon(60% 0, 100% 0, 100% 100%, 60% 100%, 0 50%); }
  .share-final { position: absolute; inset-block: 4%; width: 2px; margin-left: -1px; background: var(--ink); }
  .share-wins { position: absolute; top: 50%; width: 9px; height: 9px; margin: -4.5px; border-radius: 50%; background: var(--luck); border: 1.5px solid var(--paper); }
  .gap .share-bar { opacity: 0.45; }
  @media (forced-colors: active) {
    .share-bar, .share-final, .share-wins { forced-color-adjust: none; background: CanvasText; }
    .share-wins { background: Highlight; }
  }
`;

export function drawSoftmax(cell) {
  const base = element('i', { class: 'share-base' });
  const bar = element('i', { class: 'share-bar' });
  const over = element('i', { class: 'share-over' });
  const final = element('i', { class: 'share-final' });
  const wins = element('i', { class: 'share-wins' });
  cell.append(bar, base, over, final, wins);

  /** `observed` is the share of a repeated draw, undefined before one was made. */
  return function update({ share, baseline, final: afterCut, observed }, { edge, isLog }) {
    const x = (p) => 100 * along(p, edge, isLog);
    place(bar, 0, x(share));
    place(base, 0, x(baseline));
    setAttribute(over, 'hidden', share <= edge);
    for (const part of [final, wins]) setAttribute(part, 'hidden', observed === undefined);
    if (observed === undefined) return;
    place(final, x(afterCut));
    place(wins, x(observed));
  };
}

/** How far along the axis a share lies, from 0 to 1. */
function along(p, edge, isLog) {
  if (!isLog) return Math.min(p / edge, 1);
  return p <= LEAST ? 0 : Math.min(Math.log(p / LEAST) / Math.log(1 / LEAST), 1);
}

export const axisLabels = (edge, isLog) => (isLog ? ['0.01 %', '100 %'] : ['0 %', `${Math.round(100 * edge)} %`]);
