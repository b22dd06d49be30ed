/** In words: how the step differs from the baseline. */

import { element, setAttribute } from '../dom.js';
import { spoken } from '../format.js';
import { clausesOf } from '../sentence.js';
import { changed as words } from '../strings.js';
import { createWords } from './words.js';

export function createChanged(root, { pin, unpin }) {
  const sentence = element('p', { id: 'changed', class: 'sentence' });
  const unpinButton = element('button', { type: 'button', class: 'quiet', onclick: unpin }, words.unpin);
  root.append(
    element(
      'div',
      { class: 'side' },
      element('h2', {}, words.title),
      element('button', { type: 'button', class: 'quiet', onclick: pin }, words.pin),
      unpinButton,
    ),
    sentence,
  );
  const drawn = [];
  const createClause = () => {
    const node = element('span');
    sentence.append(node, ' ');
    return createWords(node);
  };

  return function render(view) {
    setAttribute(root, 'hidden', view.isPending);
    if (view.isPending) return;
    clausesOf(view).forEach((clause, i) => {
      drawn[i] ??= createClause();
      drawn[i](clause, view.letters);
    });
    setAttribute(unpinButton, 'hidden', !view.isPinned);
  };
}

/** The same sentence for a screen reader: spaces and new lines by name. */
export function spokenSentence(view) {
  return clausesOf(view)
    .map((clause) =>
      clause
        .map((part) => part.text ?? (part.letter === undefined ? part : spoken(view.letters[part.letter])))
        .join(''),
    )
    .join(' ');
}
