/** The three sliders, and the buttons that go from step to step. */

import { element, setAttribute, setText } from '../dom.js';
import { fixed2, topK } from '../format.js';
import { readSeed } from '../hash.js';
import { REPEATS } from '../sampler.js';
import { sliders } from '../state.js';
import { controls as words } from '../strings.js';
import { kAt, lastPlace, placeOf, settingAt } from '../top-k.js';
import { createSlider } from './slider.js';
import { createTerm } from './term.js';

/** @returns {{ render(view), ribbons: ((view) => void)[] }} */
export function createControls(root, { setSetting, rest, back, step, play, newSeed, repeat, openTopK }) {
  const make = (name, range, write, fromSlider, ...extras) =>
    createSlider(
      { name, ...words[name], ...range, write },
      { onInput: (value) => setSetting(name, fromSlider(value), true), onRest: rest },
      ...extras,
    );
  setAttribute(root, 'aria-labelledby', 'controls-title');
  let vocabulary = 1;
  const writePlace = (place) => topK(place === lastPlace(vocabulary) ? 0 : kAt(place, vocabulary));
  const one = button(words.one, () => setSetting('temperature', 1, false), { class: 'quiet', title: words.oneTitle });
  const more = button(words.more, openTopK, { class: 'quiet', title: words.moreTitle });
  const temperature = make('temperature', { ...sliders.temperature, step: 0.01 }, fixed2, Number, one);
  const topP = make('topP', { ...sliders.topP, step: 0.01 }, fixed2, Number, more);
  const topKSlider = make('topK', { min: 1, max: 65, step: 1 }, writePlace, (place) => settingAt(place, vocabulary));

  const backButton = button(words.back, back);
  const stepButton = button(words.step, step, { class: 'step' });
  const playButton = button(words.play, play, { 'aria-pressed': 'false' });
  const seed = element('input', {
    id: 'seed',
    inputmode: 'numeric',
    autocomplete: 'off',
    size: '6',
    onchange: changeSeed,
    'aria-label': words.seed,
  });
  const seedPlace = element('div', { class: 'row seed' }, createTerm('seed'), seed);
  root.append(
    element('h2', { class: 'hidden', id: 'controls-title' }, words.title),
    element('div', { class: 'stepping' }, backButton, stepButton, playButton),
    temperature.node,
    element('div', { class: 'cuts' }, topP.node, topKSlider.node),
    element(
      'div',
      { class: 'luck' },
      button(words.again, newSeed, { title: words.againTitle }),
      button(words.repeat(REPEATS), repeat),
      seedPlace,
    ),
  );

  function changeSeed() {
    const value = readSeed(seed.value.trim());
    setAttribute(seed, 'aria-invalid', String(value === undefined));
    if (value !== undefined) setSetting('seed', value, false);
  }

  // At the far end of its own slider top-k is off.
  const all = {
    temperature: { slider: temperature, at: (settings) => settings.temperature, write: fixed2 },
    topP: { slider: topP, at: (settings) => settings.topP, write: fixed2 },
    topK: { slider: topKSlider, at: (settings) => placeOf(settings.topK, vocabulary), write: topK },
  };

  function render({ state, letters, unit, now, keptIds, isPending, isSecret, isTopKShown, longest }) {
    vocabulary = Math.max(letters.length, 1);
    setAttribute(topKSlider.node, 'hidden', !isTopKShown);
    setAttribute(more, 'hidden', isTopKShown);
    setAttribute(one, 'hidden', state.settings.temperature === 1);
    setAttribute(seedPlace, 'hidden', !state.isLab);
    setAttribute(root, 'hidden', false);
    setAttribute(backButton, 'aria-disabled', String(state.step === 0));
    setAttribute(stepButton, 'aria-disabled', String(state.step === longest - 1));
    setAttribute(playButton, 'aria-pressed', String(state.playing));
    setText(playButton, state.playing ? words.pause : words.play);
    if (document.activeElement !== seed || seed.value === '') {
      seed.value = state.settings.seed;
      setAttribute(seed, 'aria-invalid', 'false');
    }
    const { settings } = state;
    const isSilent = isPending || isSecret;
    for (const [name, { slider, at, write }] of Object.entries(all)) {
      const [label, text] = [words[name].label, write(settings[name])];
      const consequence = isSilent
        ? words.value(label, text)
        : words.consequence(label, text, keptIds.length, unit, letters[now.id]);
      const last = name === 'topK' ? lastPlace(vocabulary) : undefined;
      slider.render({ current: at(settings), text, consequence, isSilent, last });
    }
  }

  /** One for each ribbon: they are the costliest to draw, and can wait for each other. */
  const ribbons = Object.entries(all).map(
    ([name, { slider, at }]) =>
      ({ state, letters, ribbons: known, isMoving }) => {
        vocabulary = Math.max(letters.length, 1);
        return slider.renderRibbon({ current: at(state.settings), ribbon: known?.[name], letters, isMoving });
      },
  );

  return { render, ribbons };
}

function button(label, onclick, attributes = {}) {
  return element('button', { type: 'button', onclick, ...attributes }, label);
}
