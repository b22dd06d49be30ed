/** The lab's own line: which world to look at, which scores are at work, and two texts beside each other. */

import { element, setAttribute, setText } from '../dom.js';
import { lab as words } from '../strings.js';

const WORLDS = Object.keys(words.world);

export function createLab(root, { goToWorld, compareBy, compare }) {
  const worlds = WORLDS.map((name) =>
    element('button', { type: 'button', onclick: () => goToWorld(name) }, words.world[name]),
  );
  const badge = element('p', { class: 'badge' });
  const bar = element('progress', { max: '1', 'aria-label': words.progress, hidden: true });
  const choices = Object.entries(words.compareBy).map(([what, label]) =>
    element('button', { type: 'button', onclick: () => choose(what) }, label),
  );
  const sheet = element(
    'details',
    { class: 'menu', onkeydown: ({ key }) => key === 'Escape' && (sheet.open = false) },
    element('summary', { class: 'button' }, words.compare),
    element('div', { class: 'menu-sheet' }, element('p', { class: 'hint' }, words.compareTitle), ...choices),
  );
  const uncompare = element('button', { type: 'button', onclick: compare }, words.uncompare);
  root.append(
    element('h2', { class: 'hidden' }, words.title),
    element('div', { class: 'worlds', role: 'group', 'aria-label': words.worlds }, ...worlds),
    sheet,
    uncompare,
    element('div', { class: 'source' }, badge, bar),
  );

  function choose(what) {
    sheet.open = false;
    compareBy(what);
  }

  return function render({ state, world }) {
    setAttribute(root, 'hidden', !state.isLab && ['words', 'model'].includes(world.name));
    const { status, progress } = state.model;
    worlds.forEach((button, i) => setAttribute(button, 'aria-pressed', String(WORLDS[i] === world.name)));
    setText(badge, words.badge[status]);
    setAttribute(badge, 'hidden', world.name !== 'model');
    setAttribute(badge, 'data-source', status === 'ready' ? 'model' : 'recorded');
    setAttribute(bar, 'hidden', world.name !== 'model' || status !== 'loading');
    setAttribute(bar, 'value', progress);
    setAttribute(sheet, 'hidden', world.name !== 'model');
    setAttribute(uncompare, 'hidden', !state.compare);
  };
}
