/**
 * Picture 2: the running total. Each letter owns the stretch from the total before it to the total after it. One line
 * at p runs down all rows; the stretch it falls in is the crossing letter, ringed and kept. What lies beyond is
 * hatched.
 */

import { svgElement } from '../dom.js';
import { createPicture, rectangle, upright } from './picture.js';

export const styles = `
  .total-part { fill: var(--chance); }
  .total-part.is-out { fill: url(#hatch); }
  .total-part.is-folded { opacity: 0.6; }
  .total-ring { fill: none; stroke: var(--ink); stroke-width: 2px; stroke-linejoin: round; }
  .total-line { stroke: var(--ink); stroke-width: 2px; }
  .hatching { fill: var(--ink-soft); }
  .k-edge :is(td, th) { border-top: 2px dashed var(--ink); }
  @media (forced-colors: active) {
    .total-part:not(.is-out), .hatching { fill: CanvasText; }
    .total-ring, .total-line { stroke: CanvasText; }
  }
`;

// A word of a few letters needs about this much of the picture's width, and a few words this much.
const WORD = 0.34;
const WORDS = 0.57;
const parts = {
  kept: 'total-part',
  keptFolded: 'total-part is-folded',
  out: 'total-part is-out',
  outFolded: 'total-part is-out is-folded',
};

/**
 * A row is { segment, isOut, isCrossing, isFolded }, `segment` undefined where top-k left the letter out; `threshold`
 * is p, or undefined where the cut is off.
 */
export function createCutPicture() {
  const picture = createPicture(
    'cut',
    [...Object.values(parts), 'total-ring', 'total-line'],
    (shapes, rows, { width, height, band }, threshold) => {
      rows.forEach(({ segment, isOut, isCrossing, isFolded }, i) => {
        if (!segment) return;
        const { top, height: high } = band(i, 0.22);
        const [left, wide] = [width * segment.from, Math.max(2, width * (segment.to - segment.from))];
        shapes[parts[`${isOut ? 'out' : 'kept'}${isFolded ? 'Folded' : ''}`]] += rectangle(left, top, wide, high);
        if (isCrossing) shapes['total-ring'] += rectangle(left - 2, top - 2, wide + 4, high + 4);
      });
      if (threshold !== undefined) shapes['total-line'] += upright(width * threshold, -1, height);
    },
  );
  picture.node.firstChild.prepend(hatch());
  return picture;
}

const hatch = () =>
  svgElement(
    'pattern',
    { id: 'hatch', width: 5, height: 5, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)' },
    svgElement('rect', { class: 'hatching', width: 1.5, height: 5 }),
  );

/** What stands at the axis: { text, at } with `at` from 0 to 1. */
export const axisLabels = [
  { text: '0', at: 0 },
  { text: '1', at: 1 },
];

/**
 * Where a row's words stand: { start, isOnBar, isRoomForMore }, `start` in percent of the width. At the left edge,
 * where the stretches of unlikely letters leave room; else beyond the stretch; on it, where it is too long for that.
 */
export function placeWords(segment, threshold = 0) {
  if (!segment || segment.from > WORD)
    return { start: 0, isOnBar: false, isRoomForMore: !segment || segment.from > WORDS };
  const end = Math.max(segment.to, threshold);
  if (1 - end > WORD) return { start: 100 * end + 2, isOnBar: false, isRoomForMore: 1 - end > WORDS };
  const [before, after] = [threshold - segment.from, segment.to - threshold];
  return {
    start: 100 * (before > after ? segment.from : Math.max(threshold, segment.from)) + 2,
    isOnBar: true,
    isRoomForMore: false,
  };
}
