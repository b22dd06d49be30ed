/** The two-step tree, drawn as a tree: branches as thick as their chances, and at each end the chance of the pair. */

import { element, setAttribute, setChildren, svgElement, whenChanged } from '../dom.js';
import { tree as words } from '../strings.js';

const three = (p) => p.toFixed(3);
const SIZE = { width: 560, height: 208 };
const X = { root: 26, middle: 210, end: 390 };
const THICKEST = 16;

/** @param {(row: Float32Array, id: number) => number} chance a letter's softmax share at T = 1, from the core */
export function createTree(root, chance) {
  const list = element('ul', { class: 'hidden' });
  const drawing = svgElement('svg', {
    viewBox: `0 0 ${SIZE.width} ${SIZE.height}`,
    class: 'tree-drawing',
    'aria-hidden': 'true',
  });
  root.append(element('h2', {}, words.title), drawing, list);
  const draw = whenChanged((world, first, second) => {
    const paths = pathsOf(world, chance);
    const likeliest = Math.max(...paths.map(({ product }) => product));
    const [greedy] = paths.toSorted((a, b) => b.a - a.a || b.b - a.b);
    const notes = (path) => [path === greedy && words.greedy, path.product === likeliest && words.best].filter(Boolean);
    setChildren(
      list,
      paths.map((path) => pathInWords(world, path, notes(path))),
    );
    drawing.replaceChildren(...drawTree(world, paths, notes, { first, second }));
  });
  return function render(view) {
    const isHere = view.world.name === 'tree' && !view.isPending;
    setAttribute(root, 'hidden', !isHere);
    if (!isHere) return;
    const [first, second] = view.path.ids;
    draw(view.world, first, view.step > 0 ? second : undefined);
  };
}

const pathInWords = (world, { first, second, a, b, product }, notes) =>
  element(
    'li',
    { 'data-product': product },
    element('span', {}, words.path(world.letters[first], world.letters[second], three(a), three(b), three(product))),
    ...notes.map((note) => element('b', {}, ` ${note}`)),
  );

/** `taken`: the letters that the text has. */
function drawTree(world, paths, notes, taken) {
  const y = (place) => 34 + 46 * place;
  const middles = [0.5, 2.5].map(y);
  const shapes = [];
  const firsts = [paths[0], paths[2]];
  firsts.forEach(({ first, a }, i) => {
    shapes.push(branch([X.root, y(1.5)], [X.middle, middles[i]], a, first === taken.first));
    shapes.push(label((X.root + X.middle) / 2, (y(1.5) + middles[i]) / 2 + (i === 0 ? -12 : 22), three(a)));
  });
  paths.forEach((path, i) => {
    const isTaken = path.first === taken.first && path.second === taken.second;
    const from = middles[Math.floor(i / 2)];
    shapes.push(branch([X.middle, from], [X.end, y(i)], path.b, isTaken));
    shapes.push(label((X.middle + X.end) / 2 + 10, (from + y(i)) / 2 + (i % 2 === 0 ? -9 : 19), three(path.b)));
    shapes.push(...knot(X.end, y(i), world.letters[path.second]));
    shapes.push(label(X.end + 26, y(i) + (notes(path).length > 0 ? -2 : 6), `= ${three(path.product)}`, 'start'));
    if (notes(path).length > 0) shapes.push(label(X.end + 26, y(i) + 16, notes(path).join(', '), 'start', 'tree-note'));
  });
  firsts.forEach(({ first }, i) => shapes.push(...knot(X.middle, middles[i], world.letters[first])));
  return [...shapes, ...knot(X.root, y(1.5), '·')];
}

const branch = ([x1, y1], [x2, y2], p, isTaken) =>
  svgElement('path', {
    class: isTaken ? 'tree-branch is-taken' : 'tree-branch',
    d: `M${x1} ${y1}C${(x1 + x2) / 2} ${y1} ${(x1 + x2) / 2} ${y2} ${x2} ${y2}`,
    'stroke-width': Math.max(1.5, THICKEST * p),
  });

const label = (x, y, text, anchor = 'middle', kind = 'tree-label') =>
  svgElement('text', { x, y, class: kind, 'text-anchor': anchor }, text);

const knot = (x, y, letter) => [
  svgElement('circle', { cx: x, cy: y, r: 16, class: 'tree-knot' }),
  svgElement('text', { x, y: y + 6, class: 'tree-letter', 'text-anchor': 'middle' }, letter),
];

function pathsOf(world, chance) {
  const firstRow = world.row([]);
  return [0, 1].flatMap((first) => {
    const row = world.row([first]);
    return [2, 3].map((second) => {
      const [a, b] = [chance(firstRow, first), chance(row, second)];
      return { first, second, a, b, product: a * b };
    });
  });
}
