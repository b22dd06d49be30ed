/** A word that explains itself where it stands: pressed, it opens a small sheet; pressed elsewhere, that closes. */

import { element } from '../dom.js';
import { terms } from '../strings.js';

let made = 0;

/**
 * @param {string} name of the term in strings.js @param {string} label what stands there, where it is not the term's
 * own word
 */
export function createTerm(name, label = terms[name].word) {
  const id = `term-${++made}`;
  const sheet = element('span', { class: 'term-sheet', id, popover: 'auto' }, terms[name].more);
  const button = element(
    'button',
    { type: 'button', class: 'term', popovertarget: id, onclick: (event) => event.stopPropagation() },
    label,
  );
  // A popover stands where the window says, and not at its word: that it is put there is the page's own work.
  sheet.addEventListener('toggle', ({ newState }) => {
    if (newState !== 'open') return;
    const { left, bottom } = button.getBoundingClientRect();
    sheet.style.left = `${Math.max(8, Math.min(left, innerWidth - sheet.offsetWidth - 8))}px`;
    sheet.style.top = `${Math.max(8, Math.min(bottom + 6, innerHeight - sheet.offsetHeight - 8))}px`;
  });
  return element('span', { class: 'term-place' }, button, sheet);
}
