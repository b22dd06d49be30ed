/** In words: how the step differs from the baseline. */

import { element, setAttribute, setChildren, whenChanged } from '../dom.js';
import { sign, spoken } from '../format.js';
import { clausesOf } from '../sentence.js';
import { changed as words } from '../strings.js';

export function createChanged(root, { pin, unpin }) {
  const sentence = element('p', { id: 'changed', class: 'sentence' });
  const unpinButton = element('button', { type: 'button', class: 'quiet', onclick: unpin }, words.unpin);
  root.append(
    element('div', { class: 'side' }, element('h2', {}, words.title), element('button', { type: 'button', class: 'quiet', onclick: pin }, words.pin), unpinButton),
    sentence,
  );
  const draw = whenChanged((clauses, letters) => setChildren(sentence, clauses.flatMap((clause) => [element('span', {}, ...partsOf(clause, letters)), ' '])));

  return function render(view, isPinned) {
    setAttribute(root, 'hidden', view.isPending);
    if (view.isPending) return;
    const clauses = clausesOf(view);
    draw(JSON.stringify(clauses), clauses, view.letters);
    setAttribute(unpinButton, 'hidden', !isPinned);
  };
}

function partsOf(clause, letters) {
  return clause.map((part) => {
    if (typeof part === 'string') return part;
    if (part.letter !== undefined) return element('b', { class: 'glyph', 'data-letter': part.letter }, sign(letters[part.letter]));
    return element('span', { class: 'number', 'data-name': part.name, 'data-value': part.value }, part.text);
  });
}

/** The same sentence for a screen reader: spaces and new lines by name. */
export function spokenSentence(view) {
  return clausesOf(view)
    .map((clause) => clause.map((part) => part.text ?? (part.letter === undefined ? part : spoken(view.letters[part.letter]))).join(''))
    .join(' ');
}
