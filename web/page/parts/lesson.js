/**
 * The lesson below the lab: scenes, questions, the quiz and the common mistakes. Links set the page to what proves
 * them.
 */

import { element } from '../dom.js';
import { lesson as words, quote } from '../strings.js';
import { links } from './lesson-links.js';

/**
 * @param {(hash: string) => void} show what a link does when it is followed here
 * @returns {(() => void)[]} what adds the sections, one by one
 */
export function createLesson(root, show) {
  root.addEventListener('click', (event) => {
    const link = event.target.closest('a');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    show(link.getAttribute('href'));
  });
  const sections = [
    () => section('lesson', words.title, element('p', { class: 'lead' }, words.intro)),
    () => section('scenes', words.scenesTitle, linksTo(words.scenes)),
    () => section('questions', words.questionsTitle, ...words.questions.map(card)),
    () =>
      section('always', words.alwaysTitle, element('ul', {}, ...words.always.map((claim) => element('li', {}, claim)))),
    () =>
      section(
        'quiz',
        words.quizTitle,
        element('p', { class: 'hint' }, words.quizHint),
        element('ol', {}, ...words.quiz.map((item) => element('li', {}, card(item)))),
      ),
    () => section('mistakes', words.mistakesTitle, element('dl', {}, ...words.mistakes.map(mistake))),
  ];
  return sections.map((make) => () => {
    root.hidden = false;
    root.append(make());
  });
}

function section(id, title, ...children) {
  return element(
    'section',
    { id, 'aria-labelledby': `${id}-title` },
    element('h2', { id: `${id}-title`, tabindex: '-1' }, title),
    ...children,
  );
}

function card({ ask, answer, show }) {
  return element('details', {}, element('summary', {}, ask), element('p', {}, answer), show ? linksTo(show) : '');
}

const linksTo = (labels) =>
  element(
    'p',
    { class: 'links' },
    ...Object.entries(labels).map(([name, label]) => element('a', { href: links[name] }, label)),
  );

const mistake = ([claim, truth]) => element('div', {}, element('dt', {}, quote(claim)), element('dd', {}, truth));
