/** A labelled slider with its value, and under it the ribbon: which letter this step's luck picks at every position. */

import { arrangeChildren, element, place, setAttribute, setText, setWords } from '../dom.js';
import { hasSign, sign } from '../format.js';
import { ribbon as words } from '../strings.js';

// So long a frame asks the core for a ribbon at most.
const ASKING = 4;
// A sign needs about so much of a ribbon's width, in percent.
const SIGN = 5;

/**
 * @param {{ name, label, hint, min, max, step, write(value): string }} description
 * @param {{ onInput(value: number), onRest() }} handlers
 * @param {HTMLElement[]} extras what else stands beside the label
 */
export function createSlider({ name, label, hint, min, max, step, write }, { onInput, onRest }, ...extras) {
  const input = element('input', {
    type: 'range',
    id: name,
    min,
    max,
    step,
    autocomplete: 'off',
    oninput: () => onInput(input.valueAsNumber),
    onchange: onRest,
    // A drag that ends where it began is no change.
    onpointerup: onRest,
    onpointercancel: onRest,
  });
  const value = element('output', { for: name, translate: 'no' });
  const strip = element('div', { class: 'ribbon', translate: 'no', 'aria-hidden': 'true' });
  const marker = element('i', { class: 'ribbon-marker' });
  const summary = element('p', { class: 'hidden', id: `${name}-hint` });
  let drawn;
  let drawnLetters;
  const pieces = [];
  const node = element(
    'div',
    { class: `slider ${name}` },
    element(
      'div',
      { class: 'slider-head' },
      element('label', { for: name }, label),
      value,
      element('span', { class: 'hint' }, hint),
      ...extras,
    ),
    input,
    element('div', { class: 'ribbon-frame' }, strip, marker),
    element('span', { class: 'ribbon-caption', 'aria-hidden': 'true' }, words.caption),
    summary,
  );

  function draw({ segments }, letters) {
    const along = (at) => (100 * (at - segments[0].from)) / (segments.at(-1).to - segments[0].from);
    segments.forEach(({ id, from, to }, i) => {
      pieces[i] ??= element('span', { class: 'ribbon-piece' });
      const piece = pieces[i];
      setAttribute(piece, 'data-id', id);
      setAttribute(piece, 'data-from', from);
      setAttribute(piece, 'data-to', to);
      setText(piece, sign(letters[id]));
      place(piece, along(from), along(to) - along(from));
      piece.classList.toggle('is-narrow', along(to) - along(from) < 1 + SIGN * letters[id].length);
      piece.classList.toggle('is-sign', hasSign(letters[id]));
    });
    arrangeChildren(strip, pieces.slice(0, segments.length));
    setWords(summary, words.summary(segments.map((segment) => inWords(segment, letters))));
  }

  /** Where the slider knows whole numbers alone, a flip between two of them is told as these. */
  const inWords = ({ id, from, to }, letters) => ({
    letter: letters[id],
    from: write(step === 1 ? Math.ceil(from) : from),
    to: write(step === 1 ? Math.floor(to) : to),
  });

  function render({ current, text, consequence, isSilent, last = max }) {
    setAttribute(input, 'max', last);
    if (input.valueAsNumber !== current) input.value = current;
    setText(value, text);
    setAttribute(input, 'aria-valuetext', consequence);
    setAttribute(input, 'aria-describedby', !isSilent && summary.id);
    setAttribute(summary, 'hidden', isSilent);
    place(marker, (100 * (current - min)) / (last - min));
  }

  /** @returns {boolean} whether there is more of it to come */
  function renderRibbon({ current, ribbon, letters, isMoving }) {
    setAttribute(strip, 'hidden', !ribbon);
    if (!ribbon) return false;
    // While another slider moves, this ribbon waits, and says so.
    const isStale = isMoving && ribbon !== drawn;
    setAttribute(strip, 'data-stale', isStale);
    if (isStale) return false;
    if (!ribbon.ask(performance.now() + ASKING)) {
      setAttribute(strip, 'data-stale', true);
      return true;
    }
    if (ribbon !== drawn || letters !== drawnLetters) draw(ribbon, letters);
    [drawn, drawnLetters] = [ribbon, letters];
    ribbon.segments.forEach(({ from, to }, i) =>
      setAttribute(pieces[i], 'data-here', from <= current && current <= to),
    );
    return false;
  }

  return { node, render, renderRibbon };
}
