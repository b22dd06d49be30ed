/** The top bar: the name, which scores are at work, and the page's few commands. */

import { element, setAttribute, setText } from '../dom.js';
import { header as words } from '../strings.js';

export function createHeader(root, commands) {
  const badge = element('p', { class: 'badge' });
  const bar = element('progress', { max: '1', 'aria-label': words.progress, hidden: true });
  const predict = button(words.predict, commands.predict, { id: 'predict', 'aria-pressed': 'false' });
  const compare = button(words.compare, commands.compare, { 'aria-pressed': 'false' });
  const theme = button('', commands.theme, {});
  root.append(
    element('div', { class: 'brand' }, element('h1', {}, words.name), element('div', { class: 'source' }, badge, bar)),
    element(
      'div',
      { class: 'commands' },
      predict,
      compare,
      button(words.copyLink, commands.copyLink),
      button(words.copyProgram, commands.copyProgram),
      theme,
      element('a', { class: 'button', href: '#lesson', onclick: commands.lesson }, words.lesson),
    ),
  );

  return function render({ state, world }) {
    const { status, progress } = state.model;
    setAttribute(root, 'hidden', false);
    const isModel = world.name === 'model';
    setText(badge, isModel ? words.badge[status] : words.scene[world.name]);
    setAttribute(badge, 'data-source', isModel && status === 'ready' ? 'model' : 'recorded');
    setAttribute(bar, 'hidden', !isModel || status !== 'loading');
    setAttribute(bar, 'value', progress);
    setAttribute(predict, 'aria-pressed', String(state.predict !== undefined));
    setAttribute(compare, 'aria-pressed', String(state.compare));
    setText(theme, words.theme[state.theme]);
  };
}

function button(label, onclick, attributes = {}) {
  return element('button', { type: 'button', onclick, ...attributes }, label);
}
