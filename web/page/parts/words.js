/**
 * A run of words in which letters and numbers stand. Its nodes stay while it is built alike: a drag moves the numbers
 * in it.
 */

import { element, setAttribute, setChildren, setText, setWords } from '../dom.js';
import { sign } from '../format.js';
import { createTerm } from './term.js';

/**
 * @returns {(parts, letters) => void} shows parts: strings, { letter: id }, { term }, or { text, name, value } for a
 * number that a reader can check
 */
export function createWords(node) {
  let built;
  let nodes;
  return function render(parts, letters) {
    const build = parts.map((part) => (kindOf(part) === 'sign' ? part : kindOf(part))).join();
    if (build !== built) setChildren(node, (nodes = parts.map((part) => kinds[kindOf(part)].make(part))));
    built = build;
    parts.forEach((part, i) => kinds[kindOf(part)].fill(nodes[i], part, letters));
  };
}

function kindOf(part) {
  if (typeof part === 'string') return /[\p{L}\d]/u.test(part) ? 'text' : 'sign';
  if (part.term) return 'term';
  return part.letter === undefined ? 'number' : 'letter';
}

const kinds = {
  term: {
    make: ({ term }) => createTerm(term),
    fill() {},
  },
  // An arrow or a full stop is the same in every language: another one makes a run that is built in another way.
  sign: {
    make: (text) => document.createTextNode(text),
    fill() {},
  },
  text: {
    make: () => element('span'),
    fill: (node, text) => setWords(node, text),
  },
  letter: {
    make: () => element('b', { class: 'glyph', translate: 'no' }),
    fill(node, { letter }, letters) {
      setAttribute(node, 'data-letter', letter);
      setText(node, sign(letters[letter]));
    },
  },
  number: {
    make: () => element('span', { class: 'number', translate: 'no' }),
    fill(node, { text, name, value }) {
      setAttribute(node, 'data-name', name);
      setAttribute(node, 'data-value', value);
      setText(node, text);
    },
  },
};
