/** The two-step tree, drawn as a tree: branches as thick as their chances, and at each end the chance of the pair. */

import { element, place, setAttribute, setChildren, svgElement, whenChanged } from '../dom.js';
import { fixed2, total } from '../format.js';
import { tree as words } from '../strings.js';

const SIZE = { width: 560, height: 208 };
const X = { root: 22, middle: 165, end: 320 };
const THICKEST = 16;

/** @param {(row: Float32Array, id: number) => number} chance a letter's softmax share at T = 1, from the core */
export function createTree(root, chance) {
  const list = element('ul', { class: 'tree-paths hidden' });
  const branches = svgElement('svg', {
    viewBox: `0 0 ${SIZE.width} ${SIZE.height}`,
    preserveAspectRatio: 'none',
  });
  const labels = element('div', { class: 'tree-labels' });
  const drawing = element('div', { class: 'tree-drawing', 'aria-hidden': 'true' }, branches, labels);
  root.append(element('h2', {}, words.title), drawing, list);
  const draw = whenChanged((world, first, second) => {
    const paths = pathsOf(world, chance);
    const likeliest = Math.max(...paths.map(({ product }) => product));
    const [greedy] = [...paths].sort((a, b) => b.a - a.a || b.b - a.b);
    const notes = (path) => [path === greedy && words.greedy, path.product === likeliest && words.best].filter(Boolean);
    setChildren(
      list,
      paths.map((path) => pathInWords(world, path, notes(path))),
    );
    const { shapes, texts } = drawTree(world, paths, notes, { first, second });
    branches.replaceChildren(...shapes);
    setChildren(labels, texts);
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
    element('span', {}, words.path(world.letters[first], world.letters[second], total(a), total(b), total(product))),
    ...notes.map((note) => element('b', {}, ` ${note}`)),
  );

/** The branches, and what stands at them; `taken`: the letters that the text has. */
function drawTree(world, paths, notes, taken) {
  const y = (place) => 28 + 50 * place;
  const middles = [0.5, 2.5].map(y);
  const shapes = [];
  const texts = [knot(X.root, y(1.5), '·')];
  [paths[0], paths[2]].forEach(({ first, a }, i) => {
    shapes.push(branch([X.root, y(1.5)], [X.middle, middles[i]], a, first === taken.first));
    texts.push(label((X.root + X.middle) / 2, (y(1.5) + middles[i]) / 2, fixed2(a)));
    texts.push(knot(X.middle, middles[i], world.letters[first]));
  });
  paths.forEach((path, i) => {
    const isTaken = path.first === taken.first && path.second === taken.second;
    const from = middles[Math.floor(i / 2)];
    shapes.push(branch([X.middle, from], [X.end, y(i)], path.b, isTaken));
    texts.push(label((X.middle + X.end) / 2, (from + y(i)) / 2, fixed2(path.b)));
    texts.push(knot(X.end, y(i), world.letters[path.second]));
    const said = [`= ${total(path.product)}`, ...notes(path)];
    texts.push(
      at(element('span', { class: 'tree-end' }, ...said.map((line) => element('span', {}, line))), X.end, y(i)),
    );
  });
  return { shapes, texts };
}

const branch = ([x1, y1], [x2, y2], p, isTaken) =>
  svgElement('path', {
    class: isTaken ? 'tree-branch is-taken' : 'tree-branch',
    d: `M${x1} ${y1}C${(x1 + x2) / 2} ${y1} ${(x1 + x2) / 2} ${y2} ${x2} ${y2}`,
    'stroke-width': Math.max(1.5, THICKEST * p),
  });

const label = (x, y, text) => at(element('span', { class: 'tree-label' }, text), x, y);
const knot = (x, y, letter) => at(element('span', { class: 'tree-knot' }, letter), x, y);

function at(node, x, y) {
  place(node, (100 * x) / SIZE.width);
  node.style.top = `${(100 * y) / SIZE.height}%`;
  return node;
}

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
