/**
 * What is written up to the step looked at, and a cursor: the prompt, then a token per step. What comes later is not
 * there, as if it had been planned. The thicker the line under a token, the less the model expected it. Clicking one
 * goes to its step; the timeline's slider does the same from the keyboard. Where the sliders pick another token than
 * stands there, theirs is shown beside it.
 */

import { arrangeChildren, element, setAttribute, setText, setWords, whenChanged } from '../dom.js';
import { bare, fixed2, percent, sign } from '../format.js';
import { CONTEXT, LONGEST_PROMPT } from '../state.js';
import { yours as ofYours, text as words } from '../strings.js';
import { firstDifference } from '../walk.js';
import { cleanPrompt } from '../worlds.js';

const LEVELS = [1, 2, 4];

export function createText(root, { goTo, setPrompt }) {
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
  const note = element('p', { class: 'text-note' });
  root.append(
    element('h2', { class: 'hidden' }, words.title),
    element('div', { class: 'lines' }, ...lines.map(({ node }) => node), note, toggle, form),
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
    const said = noteOf(view);
    setWords(note, said);
    setAttribute(note, 'hidden', said === '');
    lines.forEach((line, track) => line.render(view, { isShown: isPair || track === state.active, isPair, differ }));
  };
}

/**
 * What has to be said of the text: why it is not there, what was forced, how much of it the model reads, or what a
 * scene is.
 */
function noteOf({ isPending, isShort, recorded, step, state, path, world, now }) {
  if (world.name === 'yours') return noteOfYours({ isPending, step, world, now, recorded, state });
  if (world.name === 'words') return isPending ? words.rowWaiting(state.isCutShort) : state.isLab ? words.source : '';
  if (isPending || isShort) return words.waiting(state.model.status);
  if (world.name === 'hand') return `${words.scenes.hand} ${weightsNow(now, state.settings.temperature)}`;
  if (world.name !== 'model') return words.scenes[world.name];
  if (recorded.forced !== undefined) return words.forced(step);
  const before = path.promptLength + step;
  return before > CONTEXT ? words.context(CONTEXT, before) : '';
}

function noteOfYours({ isPending, step, world, now, recorded, state }) {
  if (isPending) return world.steps() === 0 ? ofYours.empty : words.rowWaiting(false);
  const rest = world.rest(step);
  if (rest !== undefined) return ofYours.partial(world.letters.length, percent(rest), state.settings.temperature === 1);
  return now.id !== recorded.id && step < world.steps() - 1 ? ofYours.recorded : '';
}

/** The weights 4 2 1 1 as T leaves them: how many times the least likely one's share each of the core's shares is. */
function weightsNow({ softmax }, temperature) {
  const least = softmax.at(-1);
  if (temperature === 0 || least === 0) return '';
  return words.weights(
    Array.from(softmax, (share) => bare(share / least)),
    fixed2(temperature),
  );
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
  const letters = element('span', { class: 'letters', translate: 'no', 'aria-hidden': 'true' });
  const would = element('span', { class: 'would', translate: 'no', title: words.would, 'aria-hidden': 'true' });
  const cursor = element('span', { class: 'cursor', 'aria-hidden': 'true' });
  const plain = element('span', { class: 'hidden', translate: 'no' });
  const node = element('p', { class: 'text-line', onclick: pick }, name, letters, would, cursor, plain);
  const drawLetters = whenChanged(draw);
  const places = [];

  function pick({ target }) {
    const step = target.closest('[data-step]')?.dataset.step;
    if (step !== undefined) goTo(Number(step), track);
  }

  /**
   * The places marked: where the tracks differ, which token is looked at, whether the sliders overrule it, and where
   * the text ends.
   */
  function draw({ ids: all, promptLength, steps }, world, differ, now, isOverruled, end) {
    const ids = all.slice(0, end);
    const nodes = ids.flatMap((id, i) => {
      const step = steps[i - promptLength];
      places[i] ??= createPlace();
      return places[i](
        world.letters[id],
        step,
        step && i - promptLength,
        i === now,
        i === differ,
        i === now && isOverruled,
      );
    });
    arrangeChildren(letters, nodes);
    setText(plain, ids.map((id) => world.letters[id]).join(''));
  }

  function render({ state, paths, world, step, isSecret, isWhatIf, now, recorded }, { isShown, isPair, differ }) {
    setAttribute(node, 'hidden', !isShown);
    if (!isShown) return;
    const path = paths[track];
    const isHere = track === state.active && step >= 0;
    const end = path.promptLength + Math.max(0, isSecret ? step : step + 1);
    const isOverruled = isHere && !isSecret && Boolean(isWhatIf) && now.id !== recorded.id;
    setAttribute(name, 'hidden', !isPair);
    setAttribute(name, 'aria-pressed', String(track === state.active));
    drawLetters(path, world, differ, isHere ? path.promptLength + step : undefined, isOverruled, end);
    setAttribute(would, 'hidden', !isOverruled);
    if (isOverruled) setText(would, sign(world.letters[now.id]));
  }

  return { node, render };
}

/**
 * A letter or token of the text: its node, and one at which a line may break, as the sign that stands for a blank is no
 * such place: after a letter that is a blank, and before a token that begins with one.
 */
function createPlace() {
  const [letter, mayBreak] = [element('span'), element('wbr')];
  let nodes;
  const draw = whenChanged((text, step, number, isNow, isDifferent, isOverruled) => {
    setText(letter, sign(text));
    setAttribute(letter, 'class', step ? `letter surprise-${surprise(step)}` : 'letter from-prompt');
    setAttribute(letter, 'data-step', number);
    setAttribute(letter, 'title', step && words.title_(number));
    setAttribute(letter, 'data-forced', step?.forced !== undefined);
    setAttribute(letter, 'data-now', isNow);
    setAttribute(letter, 'data-differs', isDifferent);
    setAttribute(letter, 'data-overruled', isOverruled);
    nodes = /^\s$/.test(text) ? [letter, mayBreak] : /^[·⏎]/.test(text) ? [mayBreak, letter] : [letter];
  });
  return (...now) => {
    draw(...now);
    return nodes;
  };
}

/** How many of the levels a letter's surprise, -log2 of the model's own probability, reaches. */
function surprise({ surprise: inBits }) {
  return LEVELS.filter((level) => inBits >= level).length;
}
