/**
 * Picture 2: the running total. Each letter owns the stretch from the total before it to the total after it. One line
 * at p runs down all rows; the stretch it falls in is the crossing letter, ringed and kept. What lies beyond is hatched.
 */

import { element, place, setAttribute, setText } from '../dom.js';

export const styles = `
  .total-part { position: absolute; inset-block: 22%; min-width: 2px; background: var(--chance); }
  .total-line { position: absolute; inset-block: -1px 0; width: 0; margin-left: -1px; border-left: 2px solid var(--ink); }
  .total-word { position: absolute; inset-block: 0; font-size: 0.8125rem; color: var(--ink); white-space: nowrap; }
  [data-cut='crossing'] .total-part { outline: 2px solid var(--ink); outline-offset: 1px; border-radius: 1px; }
  :is([data-cut='out'], [data-cut='top-k']) .total-part { background: repeating-linear-gradient(-45deg, var(--ink-soft) 0 1.5px, transparent 1.5px 5px); }
  :is([data-cut='out'], [data-cut='top-k']) .total-word { color: var(--ink-soft); }
  .gap .total-part { opacity: 0.6; }
  .k-edge :is(td, th) { border-top: 2px dashed var(--ink); }
  @media (forced-colors: active) {
    .total-part { forced-color-adjust: none; background: CanvasText; }
    [data-cut='out'] .total-part { background: repeating-linear-gradient(-45deg, CanvasText 0 1.5px, transparent 1.5px 5px); }
  }
`;

// A word of a few letters needs about this much of the picture's width.
const WORD = 0.34;

export function drawCut(cell) {
  const part = element('i', { class: 'total-part' });
  const line = element('i', { class: 'total-line' });
  const word = element('span');
  const detail = element('span', { class: 'total-detail' });
  const words = element('i', { class: 'total-word' }, word, detail);
  cell.append(part, words, line);

  /** `segment` is undefined where top-k left the letter out; `threshold` is p, or undefined where the cut is off. */
  return function update({ segment, threshold, text: [name, more = ''] }) {
    setAttribute(part, 'hidden', segment === undefined);
    setAttribute(line, 'hidden', threshold === undefined);
    if (threshold !== undefined) place(line, 100 * threshold);
    if (segment) place(part, 100 * segment.from, 100 * (segment.to - segment.from));
    setText(word, name);
    setText(detail, more);
    // The words stand at the left edge, where the stretches of unlikely letters leave room; else beyond stretch and line.
    const isRoom = !segment || segment.from > WORD;
    place(words, isRoom ? 0 : 100 * Math.max(segment.to, threshold ?? 0) + 2);
  };
}
