/**
 * The panel of a chapter: its text, its question with the choices, and once one was chosen what is true, what people
 * say, and the way on. What was answered stays answered, wherever a link has led in between.
 */

import { element, setAttribute, setChildren, setText, whenChanged } from '../dom.js';
import { chapter as frame, chapters as words, quote } from '../strings.js';
import { labelOf } from './label.js';
import { CHAPTERS, chapters } from './list.js';
import { questions } from './questions.js';

/**
 * @param {HTMLElement} root
 * @param {{ openChapter(number), answer(choice), showMistake(), showProof(), openWhole(), openOwn(), startAgain(),
 *   done(number) }} commands
 * @param {(fields: string) => object} at the view of a state of the list
 */
export function createPanel(root, commands, at) {
  const places = chapters.map((_, i) => createPlace(i + 1, commands.openChapter));
  const text = element('p', { class: 'chapter-text' });
  const question = element('legend');
  const choices = element('div', { class: 'choices' });
  const asked = element('fieldset', {}, question, choices);
  const waiting = element('p', { class: 'hint' });
  const outcome = element('p', { class: 'outcome', tabindex: '-1' });
  const said = element('b');
  const truth = element('span');
  const show = button(words.show, () => commands.showMistake());
  const back = button(words.back, () => commands.showProof());
  const mistake = element('div', { class: 'mistake' }, element('p', {}, said, ' ', truth, ' ', show, back));
  const next = element('button', { type: 'button', class: 'primary', onclick: goOn });
  const score = element('p', { class: 'score' });
  const end = element(
    'div',
    { class: 'row' },
    button(words.whole, commands.openWhole),
    button(words.own, commands.openOwn),
    button(words.again, commands.startAgain, { class: 'quiet' }),
  );
  root.append(
    element(
      'nav',
      { 'aria-label': frame.place },
      element('ol', { class: 'chapter-places' }, ...places.map(({ node }) => node)),
    ),
    text,
    element('div', { class: 'chapter-ask' }, asked, waiting, outcome),
    element('div', { class: 'chapter-on' }, mistake, score, next, end),
  );
  let number;
  let stage;

  function goOn() {
    commands.openChapter(number + 1);
  }

  /** What the core says of the question, once: asked again only while it is not known. */
  const known = {};
  function find(one, view) {
    const { key } = one;
    const when = `${view.state.model.status} ${one.asks}`;
    if (known[key]?.truth === undefined || known[key].when !== when) known[key] = { ...questions[key](at, one), when };
    return known[key];
  }

  // By what they say: others in their place would lose the focus.
  const drawChoices = whenChanged((key, said) => {
    setChildren(
      choices,
      JSON.parse(said).map(([choice, label]) =>
        element('button', { type: 'button', 'data-choice': choice, onclick: () => commands.answer(choice) }, label),
      ),
    );
  });

  return function render(view) {
    const { state } = view;
    const one = chapters[state.chapter - 1];
    setAttribute(root, 'hidden', !one);
    if (!one) {
      stage = undefined;
      return;
    }
    number = state.chapter;
    const { key } = one;
    const { choices: list, truth: right, facts } = find(one, view);
    const choice = state.answers[key];
    const isAnswered = choice !== undefined;
    const isKnown = right !== undefined;
    for (const [i, place] of places.entries())
      place.render({ isHere: i + 1 === number, isDone: state.answers[chapters[i].key] !== undefined });
    setText(text, words.text[key]);
    setAttribute(root, 'data-answered', isAnswered && isKnown);
    setAttribute(asked, 'hidden', !list);
    if (list) {
      setText(question, words.question + words.ask[key](facts));
      drawChoices(key, JSON.stringify(list.map((choice) => [choice, labelOf(key, choice, facts)])));
      for (const option of choices.children) {
        const { choice: its } = option.dataset;
        setAttribute(option, 'aria-disabled', isAnswered && 'true');
        setAttribute(option, 'data-true', isAnswered && isKnown && its === right);
        setAttribute(option, 'data-chosen', its === choice);
        setAttribute(option, 'aria-pressed', isAnswered && String(its === choice));
      }
    }
    // Where the model cannot be had, that is said before anybody predicts in vain.
    const isVain = state.world === 'model' && ['failed', 'blocked'].includes(state.model.status);
    const isWaiting = !isKnown && (!list || isAnswered || isVain);
    setText(waiting, isWaiting ? words.waiting(state.model.status, state.isCutShort && state.world === 'words') : '');
    setAttribute(waiting, 'hidden', !isWaiting);
    setText(outcome, isAnswered && isKnown ? outcomeOf(key, choice === right, facts) : '');
    renderMistake(one, isAnswered, state.shown === 'mistake');
    const isLast = number === CHAPTERS;
    setAttribute(next, 'hidden', !isAnswered || isLast);
    if (!isLast) setText(next, words.next(frame.titles()[chapters[number].key]));
    setAttribute(end, 'hidden', !isLast || !isAnswered);
    setAttribute(score, 'hidden', !isLast || !isAnswered);
    if (isLast && isAnswered) setText(score, scoreOf(view));
    // The focus goes along, to the answer that was just given.
    const now = `${number} ${isAnswered && isKnown}`;
    if (stage === `${number} false` && now === `${number} true`) {
      outcome.focus();
      commands.done(number);
    }
    stage = now;
  };

  function renderMistake({ mistake: { key: name } }, isAnswered, isShown) {
    setAttribute(mistake, 'hidden', !isAnswered);
    if (!isAnswered) return;
    const [claim, answer] = words.mistake[name];
    setText(said, `${words.saying}${quote(claim)}`);
    setText(truth, isShown ? answer : '');
    setAttribute(show, 'hidden', isShown);
    setAttribute(back, 'hidden', !isShown);
    setAttribute(mistake, 'data-mistake', name);
  }

  function scoreOf(view) {
    const answered = chapters.filter(({ key }) => view.state.answers[key] !== undefined);
    const right = answered.filter((one) => find(one, view).truth === view.state.answers[one.key]);
    const open = CHAPTERS - answered.length;
    return words.score(right.length, CHAPTERS) + (open > 0 ? words.unanswered(open) : '');
  }
}

const outcomeOf = (key, isRight, facts) => (isRight ? words.right : words.wrong) + words.explain[key](facts);

function createPlace(number, open) {
  const tick = element('span', { class: 'tick', 'aria-hidden': 'true' });
  const name = element('span', { class: 'hidden' });
  const link = element(
    'a',
    {
      href: `#chapter=${number}`,
      onclick(event) {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        open(number);
      },
    },
    element('span', { 'aria-hidden': 'true' }, String(number)),
    tick,
    name,
  );
  return {
    node: element('li', {}, link),
    render({ isHere, isDone }) {
      setAttribute(link, 'aria-current', isHere && 'step');
      setAttribute(tick, 'data-done', isDone);
      setText(name, words.link(number, frame.titles()[chapters[number - 1].key], isDone));
    },
  };
}

const button = (label, onclick, attributes = {}) =>
  element('button', { type: 'button', onclick, ...attributes }, label);
