/**
 * The text so far: the prompt, then a letter per step. The thicker the line under a letter, the less the model expected
 * it. Clicking one goes to its step; the timeline's slider does the same from the keyboard.
 */

import { arrangeChildren, element, setAttribute, setText, whenChanged } from '../dom.js';
import { sign } from '../format.js';
import { LONGEST_PROMPT } from '../state.js';
import { text as words } from '../strings.js';
import { firstDifference } from '../walk.js';
import { cleanPrompt } from '../worlds.js';
import { createBanner } from './banner.js';

const LEVELS = [1, 2, 4];

export function createText(root, commands) {
  const { goTo, setPrompt } = commands;
  const lines = [0, 1].map((track) => createLine(track, goTo));
  const input = element('textarea', {
    id: 'prompt',
    rows: '2',
    'aria-describedby': 'prompt-hint',
    spellcheck: 'false',
    autocomplete: 'off',
  });
  const hint = element('p', { class: 'hint', id: 'prompt-hint' }, words.promptHint);
  const form = element(
    'form',
    { class: 'prompt-form', hidden: true, onsubmit: submit },
    element('label', { for: 'prompt' }, words.promptLabel),
    input,
    element('div', { class: 'row' }, element('button', {}, words.promptApply), hint),
  );
  const toggle = element(
    'button',
    { type: 'button', class: 'quiet', 'aria-expanded': 'false', onclick: () => open(form.hidden) },
    words.promptChange,
  );
  const banner = createBanner(commands);
  root.append(
    element('div', { class: 'side' }, element('h2', {}, words.title), toggle),
    element('div', { class: 'lines' }, ...lines.map(({ node }) => node), banner.node, form),
  );

  function open(isOpen) {
    form.hidden = !isOpen;
    setAttribute(toggle, 'aria-expanded', String(isOpen));
    if (isOpen) input.focus();
  }

  function submit(event) {
    event.preventDefault();
    const prompt = cleanPrompt(input.value).slice(0, LONGEST_PROMPT);
    setAttribute(input, 'aria-invalid', prompt === '' && 'true');
    setText(hint, prompt === '' ? words.promptEmpty : words.promptHint);
    if (prompt === '') return input.focus();
    open(false);
    toggle.focus();
    setPrompt(prompt);
  }

  return function render(view) {
    const { state, paths, world } = view;
    setAttribute(root, 'hidden', false);
    setAttribute(toggle, 'hidden', world.name !== 'model');
    if (form.hidden) input.value = state.prompt;
    const isPair = state.compare && paths.length > 1;
    const differ = isPair ? firstDifference(paths[0].ids, paths[1].ids) : undefined;
    banner.render(view);
    lines.forEach((line, track) => line.render(view, { isShown: isPair || track === state.active, isPair, differ }));
  };
}

function createLine(track, goTo) {
  const name = element(
    'button',
    {
      type: 'button',
      id: `track-${track}`,
      class: 'track-name',
      title: words.trackTitle(words.track[track]),
      onclick: () => goTo(undefined, track),
    },
    words.track[track],
  );
  const letters = element('span', { class: 'letters', 'aria-hidden': 'true' });
  const plain = element('span', { class: 'hidden' });
  const node = element('p', { class: 'text-line', onclick: pick }, name, letters, plain);
  const drawLetters = whenChanged(draw);
  const places = [];

  function pick({ target }) {
    const step = target.closest('[data-step]')?.dataset.step;
    if (step !== undefined) goTo(Number(step), track);
  }

  /** The places marked: where the tracks differ, which letter is looked at, and where an open question breaks the text off. */
  function draw({ ids: all, promptLength, steps }, world, differ, now, end) {
    const ids = all.slice(0, end);
    const nodes = ids.flatMap((id, i) => {
      const step = steps[i - promptLength];
      places[i] ??= createPlace();
      return places[i](world.letters[id], step, step && i - promptLength, i === now, i === differ);
    });
    arrangeChildren(letters, nodes);
    setText(plain, ids.map((id) => world.letters[id]).join(''));
  }

  function render({ state, paths, world, step, isSecret }, { isShown, isPair, differ }) {
    setAttribute(node, 'hidden', !isShown);
    if (!isShown) return;
    const path = paths[track];
    const end = isSecret ? path.promptLength + step : undefined;
    setAttribute(name, 'hidden', !isPair);
    setAttribute(name, 'aria-pressed', String(track === state.active));
    drawLetters(path, world, differ, track === state.active && step >= 0 ? path.promptLength + step : undefined, end);
  }

  return { node, render };
}

/** A letter of the text: its node, and after a blank also one at which a line may break, as the sign that stands for it is no such place. */
function createPlace() {
  const [letter, mayBreak] = [element('span'), element('wbr')];
  let nodes;
  const draw = whenChanged((text, step, number, isNow, isDifferent) => {
    setText(letter, sign(text));
    setAttribute(letter, 'class', step ? `letter surprise-${surprise(step)}` : 'letter from-prompt');
    setAttribute(letter, 'data-step', number);
    setAttribute(letter, 'title', step && words.title_(number));
    setAttribute(letter, 'data-forced', step?.forced !== undefined);
    setAttribute(letter, 'data-now', isNow);
    setAttribute(letter, 'data-differs', isDifferent);
    nodes = /\s/.test(text) ? [letter, mayBreak] : [letter];
  });
  return (...now) => {
    draw(...now);
    return nodes;
  };
}

/** How many of the levels a letter's surprise, -log2 of the model's own probability, reaches. */
function surprise({ look, id }) {
  const inBits = -Math.log2(look.softmax[id]);
  return LEVELS.filter((level) => inBits >= level).length;
}
