/** "Your own step": a place to paste into, and to open files with. What is wrong with them is one sentence. */

import { element, setAttribute, setText } from '../dom.js';
import { holdFocus } from '../focus.js';
import { yours as words } from '../strings.js';

/**
 * @param {{ openYours(files: Blob[], onProgress, signal): Promise<void> }} commands openYours rejects with the sentence
 * to show
 */
export function createYoursPanel(root, { openYours }) {
  const box = element('textarea', {
    id: 'yours-box',
    rows: '3',
    spellcheck: 'false',
    autocomplete: 'off',
    placeholder: words.example,
  });
  const files = element('input', {
    type: 'file',
    id: 'yours-files',
    multiple: true,
    onchange: () => open([...files.files]),
  });
  const outcome = element('p', { class: 'yours-outcome', role: 'alert' });
  const bar = element('progress', { max: '1', 'aria-label': words.reading, hidden: true });
  const cancel = element('button', { type: 'button', hidden: true, onclick: () => controller.abort() }, words.cancel);
  const paste = element('button', { type: 'button', onclick: () => open([new Blob([box.value])]) }, words.paste);
  let controller;
  root.append(
    element('h2', {}, words.title),
    element('p', {}, words.lead),
    element('label', { for: 'yours-box' }, words.box),
    box,
    element('div', { class: 'row' }, paste, element('label', { for: 'yours-files' }, words.files), files, bar, cancel),
    outcome,
  );

  async function open(chosen) {
    controller?.abort();
    controller = new AbortController();
    const { signal } = controller;
    setText(outcome, '');
    for (const node of [bar, cancel]) node.hidden = false;
    try {
      await openYours(chosen, (fraction) => setAttribute(bar, 'value', fraction), signal);
    } catch (error) {
      setText(outcome, signal.aborted ? words.cancelled : error.message);
    }
    const handFocusOn = holdFocus();
    for (const node of [bar, cancel]) node.hidden = true;
    handFocusOn();
    files.value = '';
  }

  return function render({ world }) {
    setAttribute(root, 'hidden', world.name !== 'yours');
  };
}
