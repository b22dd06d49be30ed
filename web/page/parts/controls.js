/** The three sliders, and the buttons that go from step to step. */

import { element, setAttribute, setText } from '../dom.js';
import { fixed2, topK } from '../format.js';
import { readSeed } from '../hash.js';
import { sliders } from '../state.js';
import { controls as words } from '../strings.js';
import { createSlider } from './slider.js';

/** @returns {{ render(view), ribbons: ((view) => void)[] }} */
export function createControls(root, { setSetting, rest, back, step, play, newSeed }) {
  const make = (name, range, write, fromSlider = Number) =>
    createSlider(
      { name, ...words[name], ...range, write },
      { onInput: (value) => setSetting(name, fromSlider(value), true), onRest: rest },
    );
  setAttribute(root, 'aria-labelledby', 'controls-title');
  let vocabulary = 0;
  const k = (value) => (value === vocabulary ? 0 : value);
  const temperature = make('temperature', { ...sliders.temperature, step: 0.01 }, fixed2);
  const topP = make('topP', { ...sliders.topP, step: 0.01 }, fixed2);
  const topKSlider = make('topK', { min: 1, max: 65, step: 1 }, (value) => topK(k(value)), k);

  const backButton = element('button', { type: 'button', onclick: back }, words.back);
  const stepButton = element('button', { type: 'button', class: 'primary', onclick: step }, words.step);
  const playButton = element('button', { type: 'button', onclick: play, 'aria-pressed': 'false' }, words.play);
  const seed = element('input', {
    id: 'seed',
    inputmode: 'numeric',
    autocomplete: 'off',
    size: '6',
    onchange: changeSeed,
  });
  const luckButton = element('button', { type: 'button', onclick: newSeed }, words.newSeed);
  root.append(
    element('h2', { class: 'hidden', id: 'controls-title' }, words.title),
    topKSlider.node,
    temperature.node,
    topP.node,
    element(
      'div',
      { class: 'stepping' },
      element('div', { class: 'row' }, backButton, stepButton, playButton),
      element('div', { class: 'row seed' }, element('label', { for: 'seed' }, words.seed), seed, luckButton),
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
    topK: { slider: topKSlider, at: (settings) => settings.topK || vocabulary, write: topK },
  };

  function render({ state, letters, now, isPending, isSecret, longest }) {
    vocabulary = letters.length;
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
        : words.consequence(label, text, now.kept, letters[now.id]);
      slider.render({ current: at(settings), consequence, isSilent, last: name === 'topK' ? vocabulary : undefined });
    }
  }

  /** One for each ribbon: they are the costliest to draw, and can wait for each other. */
  const ribbons = Object.entries(all).map(
    ([name, { slider, at }]) =>
      ({ state, letters, ribbons: known, isMoving }) => {
        vocabulary = letters.length;
        slider.renderRibbon({ current: at(state.settings), ribbon: known?.[name], letters, isMoving });
      },
  );

  return { render, ribbons };
}
