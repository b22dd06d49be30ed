/** Where a page may not write to the clipboard: a box with the text, selected, to copy by hand. */

import { element } from '../dom.js';
import { status as words } from '../strings.js';

export function askForCopy(text) {
  const box = element('textarea', { readonly: true, rows: 6, id: 'copy-box' });
  box.value = text;
  const dialog = element(
    'dialog',
    { 'aria-labelledby': 'copy-title', onclose: () => dialog.remove() },
    element('h2', { id: 'copy-title' }, words.copyTitle),
    element('label', { for: 'copy-box' }, words.copyFailed),
    box,
    element('form', { method: 'dialog' }, element('button', {}, words.close)),
  );
  document.body.append(dialog);
  dialog.showModal();
  box.select();
}
