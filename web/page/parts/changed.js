/** In words: how the step was drawn, and what the sliders make of it. */

import { element, setAttribute } from '../dom.js';
import { spoken } from '../format.js';
import { clausesOf } from '../sentence.js';
import { changed as words, terms } from '../strings.js';
import { createWords } from './words.js';

export function createChanged(root, { pin, unpin, restore }) {
  const sentence = element('p', { id: 'changed', class: 'sentence' });
  const button = (label, onclick) => element('button', { type: 'button', class: 'quiet', onclick }, label);
  const [restoreButton, pinButton, unpinButton] = [
    button(words.restore, restore),
    button(words.pin, pin),
    button(words.unpin, unpin),
  ];
  root.append(
    element('div', { class: 'side' }, element('h2', {}, words.title), restoreButton, pinButton, unpinButton),
    sentence,
  );
  const drawn = [];
  const createClause = (name) => {
    const node = element('span', { 'data-clause': name });
    sentence.append(node, ' ');
    return createWords(node);
  };

  return function render(view) {
    setAttribute(root, 'hidden', view.isPending);
    if (view.isPending) return;
    clausesOf(view).forEach(({ name, parts }, i) => {
      drawn[i] ??= createClause(name);
      drawn[i](parts, view.letters);
    });
    setAttribute(restoreButton, 'hidden', !view.isWhatIf);
    setAttribute(pinButton, 'hidden', !view.isMoved);
    setAttribute(unpinButton, 'hidden', !view.isPinned);
  };
}

/** The same sentence for a screen reader: spaces and new lines by name. */
export const spokenSentence = (view) =>
  clausesOf(view)
    .map(({ parts }) => parts.map((part) => spokenPart(part, view.letters)).join(''))
    .join(' ');

function spokenPart(part, letters) {
  if (typeof part === 'string') return part;
  if (part.term) return terms[part.term].word;
  return part.text ?? spoken(letters[part.letter]);
}
