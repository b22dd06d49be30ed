/**
 * Picture 3: the draw as a race on a logarithmic axis. A tick at log p is the letter's head start; an arrow of length
 * -log q is its luck; the arrow's head stands at log(p / q). The furthest to the right wins, and a dotted line at its
 * score runs down all rows. Luck does not depend on T or p, so sliders move the ticks and never the arrows' lengths.
 */

import { element, place, setAttribute, setText } from '../dom.js';

export const styles = `
  .race-luck { position: absolute; top: 50%; height: 2px; margin-top: -1px; background: var(--luck); }
  .race-head { position: absolute; top: 50%; width: 8px; height: 10px; margin-top: -5px; background: var(--luck); }
  .race-head.is-right { margin-left: -8px; clip-path: polygon(0 0, 100% 50%, 0 100%); }
  .race-head.is-left { clip-path: polygon(100% 0, 0 50%, 100% 100%); }
  .race-start { position: absolute; inset-block: 22%; width: 3px; margin-left: -1.5px; background: var(--chance); }
  .race-best { position: absolute; inset-block: -1px 0; width: 0; margin-left: -1px; border-left: 2px dotted var(--ink); }
  .race-none { position: absolute; inset-block: 0; font-size: 0.8125rem; color: var(--ink-soft); white-space: nowrap; }
  [data-pick] .race-luck { height: 4px; margin-top: -2px; }
  [data-pick] .race-head { height: 14px; width: 11px; margin-top: -7px; }
  [data-pick] .race-head.is-right { margin-left: -11px; }
  @media (forced-colors: active) {
    .race-luck, .race-head, .race-start { forced-color-adjust: none; background: CanvasText; }
  }
`;

export function drawRace(cell) {
  const luck = element('i', { class: 'race-luck' });
  const head = element('i', { class: 'race-head' });
  const start = element('i', { class: 'race-start' });
  const best = element('i', { class: 'race-best' });
  const none = element('i', { class: 'race-none' });
  cell.append(best, luck, head, start, none);

  /** `p` and `score` of the letter, or undefined where it is not racing: then `text` says why. */
  return function update({ p, score, winningScore, text }, axis) {
    const x = (value) => 100 * along(value, axis);
    const isRacing = p > 0;
    for (const part of [luck, head, start]) setAttribute(part, 'hidden', !isRacing);
    setText(none, isRacing ? '' : text);
    setAttribute(best, 'hidden', winningScore === undefined);
    if (winningScore !== undefined) place(best, x(winningScore));
    if (!isRacing) return;
    const [from, to] = [x(p), x(score)];
    place(start, from);
    place(luck, Math.min(from, to), Math.abs(to - from));
    place(head, to);
    head.classList.toggle('is-right', to >= from);
    head.classList.toggle('is-left', to < from);
  };
}

/** How far along the axis of powers of ten a value lies, from 0 to 1: what lies outside stands at the edge. */
function along(value, { from, to }) {
  return Math.min(Math.max((Math.log10(value) - from) / (to - from), 0), 1);
}

export const axisLabels = ({ from, to }) => [power(from), power(to)];

const power = (exponent) => String(Number((10 ** exponent).toPrecision(2)));
