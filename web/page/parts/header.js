/** The top: what the page asks, in plain words, the one way to begin, the way to everything, and a menu. */

import { CHAPTERS, chapters } from '../chapters/list.js';
import { element, setAttribute, setText, setWords } from '../dom.js';
import { sign } from '../format.js';
import { chapter as ofChapter, quote, text as texts, header as words } from '../strings.js';

export function createHeader(root, commands) {
  const title = element('h1', { tabindex: '-1' });
  const [what, how] = [element('span'), element('span', { class: 'how' })];
  const lead = element('p', { class: 'lead' }, what, how);
  const start = button(words.start, commands.startChapters, { id: 'start-chapters', class: 'primary' });
  const leave = button(words.leave, commands.leaveChapters, { class: 'quiet leave' });
  const lab = button(words.openLab, commands.lab, { class: 'quiet', 'aria-expanded': 'false' });
  const theme = button('', commands.theme);
  const menu = createMenu(
    button(words.copyLink, commands.copyLink),
    button(words.copyFrame, commands.copyFrame),
    button(words.copyProgram, commands.copyProgram),
    button(words.copyNode, commands.copyNode),
    button(words.saveScores, commands.saveScores),
    ...Object.entries(words.print).map(([what, label]) => button(label, () => commands.print(what))),
    element('a', { href: '#lesson', class: 'button', onclick: commands.lesson }, words.lesson),
    element(
      'a',
      { href: words.other.address, lang: words.other.lang, class: 'button', onclick: commands.language },
      words.other.name,
    ),
    theme,
  );
  root.append(
    element('div', { class: 'brand' }, title, lead),
    element('div', { class: 'commands' }, start, lab, leave, menu),
  );

  return function render(view) {
    const { state, letters, unit } = view;
    setAttribute(root, 'hidden', false);
    root.classList.toggle('is-chapter', state.chapter !== undefined);
    setWords(title, ...titleOf(view));
    setWords(what, view.world.name in texts.scenes || view.isPartial ? '' : words.lead(letters.length, unit));
    setWords(how, words.move(letters.length));
    setText(lab, state.isLab ? words.closeLab : words.openLab);
    setAttribute(lab, 'aria-expanded', String(state.isLab));
    const next = chapters.findIndex(({ key }) => state.answers[key] === undefined);
    setText(start, next > 0 ? ofChapter.goOn(next + 1) : words.start);
    setAttribute(start, 'hidden', state.chapter !== undefined);
    setAttribute(lab, 'hidden', state.chapter !== undefined);
    setAttribute(leave, 'hidden', state.chapter === undefined);
    setAttribute(lead, 'hidden', state.chapter !== undefined);
    setText(theme, words.theme[state.theme]);
  };
}

/** The title, and the token that stands in it. */
function titleOf({ state, world, isPending, isSecret, recorded, letters }) {
  if (state.chapter) return [ofChapter.title(state.chapter, CHAPTERS, chapters[state.chapter - 1].key)];
  if (words.scene[world.name]) return [words.scene[world.name]];
  if (isPending || isSecret) return [words.openTitle];
  const token = sign(letters[recorded.id]);
  if (world.name !== 'words') return [words.title(quote(token))];
  const word = token.replace(/^·(?=.)/, '');
  return [words.wordTitle(word), word];
}

/** Commands that are seldom needed. It closes when one was given, and when something else is pressed. */
function createMenu(...commands) {
  const summary = element('summary', { class: 'button' }, words.menu);
  const menu = element(
    'details',
    { class: 'menu', onkeydown: ({ key }) => key === 'Escape' && close() },
    summary,
    element('div', { class: 'menu-sheet', onclick: close }, ...commands),
  );
  document.addEventListener('pointerdown', ({ target }) => {
    if (menu.open && !menu.contains(target)) menu.open = false;
  });
  function close() {
    if (!menu.open) return;
    menu.open = false;
    summary.focus();
  }
  return menu;
}

function button(label, onclick, attributes = {}) {
  return element('button', { type: 'button', onclick, ...attributes }, label);
}
