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
  if (!('popover' in sheet)) openWithoutPopovers(sheet, button);
  // A popover stands where the window says, and not at its word: that it is put there is the page's own work.
  sheet.addEventListener('toggle', ({ newState }) => newState === 'open' && putAt(button, sheet));
  return element('span', { class: 'term-place' }, button, sheet);
}

function putAt(button, sheet) {
  const { left, bottom } = button.getBoundingClientRect();
  sheet.style.left = `${Math.max(8, Math.min(left, innerWidth - sheet.offsetWidth - 8))}px`;
  sheet.style.top = `${Math.max(8, Math.min(bottom + 6, innerHeight - sheet.offsetHeight - 8))}px`;
}

/** The same in browsers that know no popovers: pressed anywhere else, or by Escape, it closes. */
function openWithoutPopovers(sheet, button) {
  const show = (isOpen) => {
    sheet.hidden = !isOpen;
    button.setAttribute('aria-expanded', String(isOpen));
    if (isOpen) putAt(button, sheet);
  };
  show(false);
  sheet.classList.add('is-by-hand');
  button.addEventListener('click', () => show(sheet.hidden));
  addEventListener('pointerdown', ({ target }) => button.contains(target) || sheet.contains(target) || show(false));
  addEventListener('keydown', ({ key }) => key === 'Escape' && show(false));
}
