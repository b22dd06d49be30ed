/** A column per drawn letter: how open the choice was, how many letters were kept, and where the pick was not the top. */

import { element, setAttribute, setChildren, whenChanged } from '../dom.js';
import { bits, sign, spoken } from '../format.js';
import { timeline as words } from '../strings.js';

export function createTimeline(root, { goTo }) {
  const columns = element('div', { class: 'columns', 'aria-hidden': 'true', onclick: ({ target }) => {
    const step = target.closest('[data-step]')?.dataset.step;
    if (step !== undefined) goTo(Number(step));
  } });
  const scrub = element('input', { type: 'range', id: 'scrub', min: 0, step: 1, autocomplete: 'off', oninput: () => goTo(scrub.valueAsNumber) });
  const label = element('label', { for: 'scrub' }, words.label);
  root.append(
    element('div', { class: 'side' }, element('h2', {}, words.title), label),
    element('div', { class: 'lane' }, element('div', { class: 'lane-track' }, columns, scrub), element('p', { class: 'hint' }, words.hint)),
  );
  const draw = whenChanged(({ steps }, letters) => {
    setChildren(columns, steps.map((step, i) => column(step, i, letters)));
    columns.classList.toggle('is-dense', steps.length > 48);
    root.style.setProperty('--columns', steps.length);
    setAttribute(scrub, 'max', steps.length - 1);
  });
  const mark = whenChanged((step, { steps }, letters) => {
    [...columns.children].forEach((column, i) => setAttribute(column, 'data-now', i === step));
    const { look, id, forced } = steps[step];
    setAttribute(scrub, 'aria-valuetext', words.at(step, spoken(letters[id]), bits(look.entropyBits), look.kept, forced !== undefined ? words.isForced : look.rank > 0 ? words.isNotTop : ''));
  });

  return function render(view) {
    const { state, path, step, letters } = view;
    const isHidden = view.isPending || state.length < 2;
    setAttribute(root, 'hidden', isHidden);
    if (isHidden) return;
    draw(path, letters);
    if (scrub.valueAsNumber !== step) scrub.value = step;
    mark(step, path, letters);
  };
}

function column({ look, id, forced }, step, letters) {
  const bar = element('i', { class: 'entropy' });
  bar.style.height = `${(100 * look.entropyBits) / Math.log2(letters.length)}%`;
  const mark = forced !== undefined ? words.forced : look.rank > 0 ? words.notTop : '';
  return element(
    'div', { class: 'column', 'data-step': step, 'data-kept': look.kept, 'data-entropy': look.entropyBits },
    element('span', { class: 'mark', 'data-mark': mark }), element('span', { class: 'entropy-frame' }, bar),
    element('span', { class: 'kept' }, String(look.kept)), element('span', { class: 'glyph' }, sign(letters[id])),
  );
}
