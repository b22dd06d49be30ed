/**
 * What the three pictures have in common. Each is one drawing for its whole column, laid over the table's rows, which
 * are all of one height. A layer is a single path that holds its mark for every row: a frame changes a handful of
 * nodes, however many letters there are, and none of them moves the table.
 */

import { element, setAttribute, svgElement } from '../dom.js';

/**
 * @param {string} name class of the picture
 * @param {string[]} layers classes of its paths, the lowest first
 * @param {(shapes, rows, sheet, ...rest) => void} draw adds to `shapes`, a path's data per layer, what `rows` look
 * like;
 *   `sheet` is { width, height, band }: see below
 * @returns {{ node: HTMLElement, show(rows, ...rest) }}
 */
export function createPicture(name, layers, draw) {
  const paths = layers.map((layer) => svgElement('path', { class: layer }));
  const node = element('div', { class: `picture ${name}`, 'aria-hidden': 'true' }, svgElement('svg', {}, ...paths));
  let [width, rowHeight] = [0, 0];
  let shown;

  // The size comes with the layout that the browser does anyway, and is never asked for.
  new ResizeObserver(([{ contentRect }]) => {
    // While the first row of scores is awaited there is nothing to draw, nor room for it.
    if (!shown) return;
    const before = `${width} ${rowHeight}`;
    [width, rowHeight] = [contentRect.width, contentRect.height / shown[0].length];
    if (before !== `${width} ${rowHeight}`) redraw();
  }).observe(node);

  function redraw() {
    // A column that is not on show has no width.
    if (width === 0) return;
    const [rows, ...rest] = shown;
    const shapes = Object.fromEntries(layers.map((layer) => [layer, '']));
    draw(
      shapes,
      rows,
      { width, height: rowHeight * rows.length, band: (i, inset) => bandOf(i, inset, rowHeight) },
      ...rest,
    );
    layers.forEach((layer, i) => setAttribute(paths[i], 'd', shapes[layer]));
  }

  return {
    node,
    show(...now) {
      if (shown?.[0].length !== now[0].length) node.style.setProperty('--rows', now[0].length);
      shown = now;
      redraw();
    },
  };
}

/** The part of row `i` that is left when a share of its height is kept clear above and below. */
function bandOf(i, inset, rowHeight) {
  // Between two rows runs a line.
  const inner = rowHeight - 1;
  return { top: i * rowHeight + inset * inner, height: (1 - 2 * inset) * inner, middle: i * rowHeight + inner / 2 };
}

/** Hundredths of a pixel are enough for a path. */
const rounded = (value) => Math.round(100 * value) / 100;
export const point = (x, y) => `${rounded(x)} ${rounded(y)}`;

export function rectangle(left, top, width, height) {
  const [right, bottom] = [left + width, top + height];
  return `M${point(left, top)}L${point(right, top)}L${point(right, bottom)}L${point(left, bottom)}z`;
}

/** A bar from the left edge, round at its right end, and open at its left. */
export function bar(top, width, height, radius) {
  const round = rounded(Math.min(radius, width));
  const [side, bottom] = [rounded(width) - round, rounded(top + height) - round].map(rounded);
  return `M${point(0, top)}H${side}q${round} 0 ${round} ${round}V${bottom}q0 ${round} ${-round} ${round}H0`;
}

export const upright = (x, from, to) => `M${point(x, from)}V${to}`;
