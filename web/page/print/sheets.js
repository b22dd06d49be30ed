/**
 * Sheets for paper: the six questions with boxes to tick and their answers apart, the slips of the lesson without
 * devices, and the step that is looked at with its three pictures. Each is made when it is asked for, stands in the
 * page for print alone, and goes when the reader goes on.
 */

import { labelOf } from '../chapters/label.js';
import { chapters } from '../chapters/list.js';
import { questions } from '../chapters/questions.js';
import { element, place } from '../dom.js';
import { percent } from '../format.js';
import { chapter as frame, chapters as words, quote, sheets as texts } from '../strings.js';

const QUESTIONS_A_SHEET = 3;
const SHOWN = 5;
// Of the page, on the sheet of a step.
const PARTS = ['.text .lines', '.pictures table', '.sentence'];
const BLANK_SLIPS = 8;
// Milliseconds to wait for answers that have yet to be worked out, and between two looks.
const PATIENCE = 30_000;
const PAUSE = 5;
// Where the three pictures stand beside each other, and a chapter's panel beside them.
const WIDE = '62rem';
const WIDE_BESIDE = '84rem';

/** Sides of a die with ten, by token: made up, in the order in which the model has them, and colder and hotter. */
const SLIPS = {
  plain: { Paris: 6, the: 2, London: 1, a: 1 },
  cold: { Paris: 9, the: 1 },
  hot: { Paris: 3, the: 3, London: 2, a: 2 },
};

/**
 * @param {'questions' | 'slips' | 'step'} what
 * @param {{ app: HTMLElement, at: (fields: string) => object, nextFrame: () => Promise<void> }} page at: the view of a
 *   state of the list; nextFrame: until what was asked for is drawn
 */
export async function printSheets(what, page) {
  const made = { questions: questionSheets, slips: () => [slipSheet()], step: stepSheet };
  document.querySelector('.sheets')?.remove();
  document.body.append(element('div', { class: 'sheets' }, ...(await made[what](page))));
  document.body.dataset.prints = what;
  // Telephones take their picture of the page after print() has returned.
  for (const type of ['pointerdown', 'keydown']) addEventListener(type, putAway, { once: true, capture: true });
  window.print();
}

function putAway() {
  document.querySelector('.sheets')?.remove();
  delete document.body.dataset.prints;
}

const sheet = (title, ...children) => element('section', { class: 'sheet' }, element('h2', {}, title), ...children);

// ------------------------------------------------------------------------------------------------
// The six questions
// ------------------------------------------------------------------------------------------------

async function questionSheets({ at }) {
  await untilSolved(at);
  const solved = chapters.map((one, i) => ({
    ...one,
    number: i + 1,
    view: at(one.asks),
    ...questions[one.key](at, one),
  }));
  const asked = [];
  for (let from = 0; from < solved.length; from += QUESTIONS_A_SHEET)
    asked.push(sheet(texts.questions, nameLine(), ...solved.slice(from, from + QUESTIONS_A_SHEET).map(question)));
  return [...asked, sheet(texts.answers, ...solved.map(answer))];
}

/** The texts of the last chapters are written a letter at a time, and the scores of the others may be on their way. */
async function untilSolved(at) {
  const isOpen = (one) => questions[one.key](at, one)?.truth === undefined;
  let open = chapters.filter(isOpen);
  for (const end = performance.now() + PATIENCE; open.length > 0 && performance.now() < end;) {
    await new Promise((settle) => setTimeout(settle, PAUSE));
    open = open.filter(isOpen);
  }
}

const nameLine = () => element('p', { class: 'sheet-name' }, texts.name, element('span', { class: 'sheet-line' }));

const heading = ({ number, key }) => element('h3', {}, `${number} ${frame.titles()[key]}`);

function question(one) {
  const { key, choices, facts, view, hides } = one;
  if (!choices) return element('div', { class: 'sheet-item' }, heading(one), element('p', {}, words.waiting('')));
  return element(
    'div',
    { class: 'sheet-item' },
    heading(one),
    element('p', {}, words.text[key]),
    element('p', { class: 'sheet-text' }, textOf(view)),
    // What the chapter itself shows beside its question.
    hides > 1 && view.world.name === 'words' ? shares(view) : '',
    element('p', { class: 'sheet-ask' }, words.ask[key](facts)),
    element('ul', { class: 'sheet-boxes' }, ...choices.map((choice) => box(labelOf(key, choice, facts)))),
    element('p', { class: 'sheet-name' }, texts.because, element('span', { class: 'sheet-line' })),
  );
}

function answer(one) {
  const { key, choices, facts, truth, mistake } = one;
  const [claim, isSo] = words.mistake[mistake.key];
  const known = truth !== undefined;
  return element(
    'div',
    { class: 'sheet-item' },
    heading(one),
    element(
      'ul',
      { class: 'sheet-boxes' },
      ...(known ? choices.filter((choice) => choice === truth) : []).map((choice) =>
        box(labelOf(key, choice, facts), true),
      ),
    ),
    element('p', {}, known ? words.explain[key](facts) : words.waiting('failed')),
    element('p', {}, `${words.saying}${quote(claim)} ${isSo}`),
  );
}

const box = (label, isTicked) =>
  element('li', {}, element('span', { class: 'sheet-box', 'aria-hidden': 'true' }, isTicked ? '✓' : ''), label);

/** The text as it stands when the question is asked. */
function textOf({ path, step, letters }) {
  const ids = Array.from(path.ids.slice(0, path.promptLength + Math.max(step, 0)));
  return `${ids
    .map((id) => letters[id])
    .join('')
    .replaceAll('·', ' ')
    .replaceAll(/[\n⏎]/g, ' ')} …`;
}

/** The likeliest tokens with their shares, as bars from 0 to 100 %. */
function shares({ isPending, order, now, letters }) {
  if (isPending) return '';
  const rows = Array.from(order.slice(0, SHOWN), (id) => {
    const bar = element('span', { class: 'sheet-bar' });
    place(bar, 0, 100 * now.softmax[id]);
    return element(
      'tr',
      {},
      element('th', { scope: 'row', class: 'sheet-token' }, letters[id]),
      element('td', {}, element('span', { class: 'sheet-track' }, bar)),
      element('td', { class: 'sheet-number' }, percent(now.softmax[id])),
    );
  });
  return element('table', { class: 'sheet-shares' }, element('tbody', {}, ...rows));
}

// ------------------------------------------------------------------------------------------------
// Slips
// ------------------------------------------------------------------------------------------------

function slipSheet() {
  const groups = Object.entries(SLIPS).map(([key, sides]) =>
    element(
      'div',
      { class: 'sheet-item' },
      element('h3', {}, texts.slips[key]),
      element('div', { class: 'slips' }, ...slipsOf(sides)),
    ),
  );
  const blank = Array.from({ length: BLANK_SLIPS }, () => slip('', texts.sidesBlank));
  return sheet(
    texts.slipsTitle,
    element('p', {}, texts.slipsHow),
    ...groups,
    element(
      'div',
      { class: 'sheet-item' },
      element('h3', {}, texts.slips.blank),
      element('div', { class: 'slips' }, ...blank),
    ),
  );
}

function slipsOf(sides) {
  let from = 1;
  return Object.entries(sides).map(([token, count]) => {
    const made = slip(token, texts.sides(from, from + count - 1));
    from += count;
    return made;
  });
}

const slip = (token, sides) =>
  element('div', { class: 'slip' }, element('b', { translate: 'no' }, token), element('span', {}, sides));

// ------------------------------------------------------------------------------------------------
// The step that is looked at
// ------------------------------------------------------------------------------------------------

/** The page is as wide as its three pictures for as long as it takes to draw them, on a telephone too. */
async function stepSheet({ app, nextFrame }) {
  const { hidden } = app.querySelector('.chapter');
  app.style.width = hidden ? WIDE : WIDE_BESIDE;
  document.body.dataset.widens = '';
  for (let frames = 0; frames < 4; frames++) await nextFrame();
  const paper = app.cloneNode(false);
  paper.className = 'app sheet sheet-step';
  // As wide as the table for which the pictures were drawn.
  paper.style.width = `${app.querySelector('.pictures table').getBoundingClientRect().width}px`;
  for (const name of ['data-dock', 'data-beside', 'data-short']) paper.removeAttribute(name);
  paper.append(
    element('h2', {}, app.querySelector('h1').textContent),
    ...PARTS.map((part) => app.querySelector(part))
      // While a question is open the sentence is not there.
      .filter((part) => part.offsetParent)
      .map(copyOf),
    element('p', { class: 'sheet-settings' }, app.querySelector('caption').textContent),
  );
  paper.dataset.layout = 'wide';
  app.style.width = '';
  delete document.body.dataset.widens;
  return [paper];
}

/** Without what a document may hold once. */
function copyOf(node) {
  const copy = node.cloneNode(true);
  // The pictures' hatch is asked for by its id.
  for (const part of [copy, ...copy.querySelectorAll('[id]:not(pattern)')]) part.removeAttribute('id');
  for (const part of copy.querySelectorAll('caption, form, button.quiet, .term-sheet')) part.remove();
  return copy;
}
