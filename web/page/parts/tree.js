/** The two-step tree: the four pairs with their chances, so that the greedy one and the likeliest can be compared. */

import { element, setAttribute, setChildren, whenChanged } from '../dom.js';
import { tree as words } from '../strings.js';

const three = (p) => p.toFixed(3);

/** @param {(row: Float32Array, id: number) => number} chance a letter's softmax share at T = 1, from the core */
export function createTree(root, chance) {
  const list = element('ul');
  root.append(element('h2', {}, words.title), list);
  const draw = whenChanged((world) => {
    const paths = pathsOf(world, chance);
    const likeliest = Math.max(...paths.map(({ product }) => product));
    const [greedy] = paths.toSorted((a, b) => b.a - a.a || b.b - a.b);
    setChildren(
      list,
      paths.map((path) =>
        element(
          'li',
          { 'data-product': path.product },
          element(
            'span',
            {},
            words.path(
              world.letters[path.first],
              world.letters[path.second],
              three(path.a),
              three(path.b),
              three(path.product),
            ),
          ),
          path === greedy ? element('b', {}, words.greedy) : '',
          path.product === likeliest ? element('b', {}, words.best) : '',
        ),
      ),
    );
  });
  return function render(view) {
    const isHere = view.world.name === 'tree';
    setAttribute(root, 'hidden', !isHere);
    if (isHere) draw(view.world);
  };
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
