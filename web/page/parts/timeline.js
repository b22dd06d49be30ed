/**
 * A column per drawn letter: how open the choice was, how many letters were kept, and where the pick was not the top.
 */

import { arrangeChildren, element, setAttribute, setText, whenChanged } from '../dom.js';
import { bits, sign, spoken } from '../format.js';
import { timeline as words } from '../strings.js';

// Of more columns than these none has room for its number and token.
const FEW = 24;

export function createTimeline(root, { goTo }) {
  const columns = element('div', {
    class: 'columns',
    translate: 'no',
    'aria-hidden': 'true',
    onclick: ({ target }) => {
      const step = target.closest('[data-step]')?.dataset.step;
      if (step !== undefined) goTo(Number(step));
    },
  });
  const scrub = element('input', {
    type: 'range',
    id: 'scrub',
    min: 0,
    step: 1,
    autocomplete: 'off',
    oninput: () => goTo(scrub.valueAsNumber),
  });
  const hint = element('p', { class: 'hint' });
  const label = element('label', { for: 'scrub' }, words.label);
  const key = element('span', { class: 'hint key' }, words.key);
  root.append(
    element('div', { class: 'side' }, element('h2', {}, words.title), label, key),
    element('div', { class: 'lane' }, element('div', { class: 'lane-track' }, columns, scrub), hint),
  );
  const drawn = [];
  const draw = whenChanged(({ steps }, letters) => {
    arrangeChildren(
      columns,
      steps.map((step, i) => {
        drawn[i] ??= createColumn(i);
        drawn[i].render(step, letters);
        return drawn[i].node;
      }),
    );
    columns.classList.toggle('is-dense', steps.length > FEW);
    root.style.setProperty('--columns', steps.length);
    setAttribute(scrub, 'max', steps.length - 1);
  });
  const mark = whenChanged((step, { steps }, letters, isSecret) => {
    [...columns.children].forEach((column, i) => setAttribute(column, 'data-now', i === step));
    const { entropyBits, rank, id, forced, kept } = steps[step];
    setAttribute(
      scrub,
      'aria-valuetext',
      isSecret
        ? words.only(step)
        : words.at(
            step,
            spoken(letters[id]),
            bits(entropyBits),
            kept,
            forced !== undefined ? words.isForced : rank > 0 ? words.isNotTop : '',
          ),
    );
  });

  return function render(view) {
    const { state, path, step, letters, isSecret, unit } = view;
    const isHidden = view.isPending || state.length < 2;
    setAttribute(root, 'hidden', isHidden);
    if (isHidden) return;
    setText(hint, words.hint(unit));
    setAttribute(hint, 'hidden', !state.isLab);
    setAttribute(key, 'hidden', state.isLab);
    draw(path, letters);
    if (scrub.valueAsNumber !== step) scrub.value = step;
    mark(step, path, letters, isSecret);
  };
}

function createColumn(step) {
  const bar = element('i', { class: 'entropy' });
  const [kept, glyph] = ['kept', 'glyph'].map((name) => element('span', { class: name }));
  const node = element('div', { class: 'column', 'data-step': step }, bar, kept, glyph);
  const render = whenChanged(({ entropyBits, rank, id, forced, kept: count }, letters) => {
    bar.style.height = `${(100 * (entropyBits ?? 0)) / Math.log2(letters.length)}%`;
    setAttribute(node, 'data-mark', forced !== undefined ? words.forced : rank > 0 && words.notTop);
    setAttribute(node, 'data-kept', count);
    setAttribute(node, 'data-entropy', entropyBits);
    setText(kept, count === undefined ? '' : count > 999 ? words.many : String(count));
    setText(glyph, sign(letters[id]));
  });
  return { node, render };
}
