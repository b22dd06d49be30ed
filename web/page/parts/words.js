/**
 * A run of words in which letters and numbers stand. Its nodes stay while it is built alike: a drag moves the numbers
 * in it.
 */

import { element, setAttribute, setChildren, setText } from '../dom.js';
import { sign } from '../format.js';
import { createTerm } from './term.js';

/**
 * @returns {(parts, letters) => void} shows parts: strings, { letter: id }, { term }, or { text, name, value } for a
 * number that a reader can check
 */
export function createWords(node) {
  let built;
  return function render(parts, letters) {
    const build = parts.map(kindOf).join();
    if (build !== built)
      setChildren(
        node,
        parts.map((part) => kinds[kindOf(part)].make(part)),
      );
    built = build;
    parts.forEach((part, i) => kinds[kindOf(part)].fill(node.childNodes[i], part, letters));
  };
}

function kindOf(part) {
  if (typeof part === 'string') return 'text';
  if (part.term) return 'term';
  return part.letter === undefined ? 'number' : 'letter';
}

const kinds = {
  term: {
    make: ({ term }) => createTerm(term),
    fill() {},
  },
  text: {
    make: () => document.createTextNode(''),
    fill(node, text) {
      if (node.data !== text) node.data = text;
    },
  },
  letter: {
    make: () => element('b', { class: 'glyph' }),
    fill(node, { letter }, letters) {
      setAttribute(node, 'data-letter', letter);
      setText(node, sign(letters[letter]));
    },
  },
  number: {
    make: () => element('span', { class: 'number' }),
    fill(node, { text, name, value }) {
      setAttribute(node, 'data-name', name);
      setAttribute(node, 'data-value', value);
      setText(node, text);
    },
  },
};
