/** Predict first: a question about the live step, with what would give it away hidden until it is answered. */

import { element, setAttribute, setChildren, setText, whenChanged } from '../dom.js';
import { fixed2, percent, spoken, total } from '../format.js';
import { predict as words } from '../strings.js';

const CHOICES = 4;

/**
 * The questions. `settings` prepares the step, `stage` is the picture that shows the answer, `hides` is the first stage
 * that stays hidden (4 hides the ribbons alone); `ask` gives the text and the choices, `answer` the true choice, why,
 * and the settings that show it.
 */
const questions = [
  {
    settings: { temperature: 1, topP: 0.9, topK: 0 },
    stage: 1,
    hides: 2,
    ask: ({ view }) => ({
      text: words.grow.ask(name(view, view.order[0]), fixed2(view.state.settings.temperature)),
      choices: [words.grow.longer, words.grow.same, words.grow.shorter],
    }),
    answer({ view, look }) {
      const [top] = view.order;
      const [before, after] = [view.now.softmax[top], look({ temperature: 0.5 }).softmax[top]];
      const truth = after > before ? words.grow.longer : after < before ? words.grow.shorter : words.grow.same;
      return {
        truth,
        why: words.grow.explain(name(view, top), percent(before), percent(after)),
        show: { temperature: 0.5 },
      };
    },
  },
  {
    settings: { temperature: 1, topP: 0.9, topK: 0 },
    stage: 2,
    hides: 2,
    ask: ({ look }) => ({ text: words.survive.ask, choices: numbersAround(look({ topP: 0.5 }).kept) }),
    answer({ look }) {
      const { kept, keptMass } = look({ topP: 0.5 });
      return { truth: String(kept), why: words.survive.explain(kept, total(keptMass)), show: { topP: 0.5 } };
    },
  },
  {
    settings: { temperature: 1, topP: 0.7, topK: 0 },
    stage: 2,
    hides: 2,
    ask: ({ view }) => ({ text: words.crossing.ask(fixed2(view.state.settings.topP)), choices: [words.yes, words.no] }),
    answer({ view }) {
      const { crossing, kept, keptMass } = view.now;
      return {
        truth: view.cut.isKept(crossing) ? words.yes : words.no,
        why: words.crossing.explain(name(view, crossing), kept, total(keptMass)),
      };
    },
  },
  {
    settings: { temperature: 1, topP: 0.9, topK: 0 },
    stage: 3,
    hides: 3,
    ask: ({ view }) => ({ text: words.race.ask, choices: racers(view).map((id) => name(view, id)) }),
    answer({ view: { now, ...view } }) {
      return {
        truth: name(view, now.id),
        why: words.race.explain(
          name(view, now.id),
          inFigures(now.probabilities[now.id]),
          inFigures(1 / now.luck[now.id]),
          inFigures(now.scores[now.id]),
        ),
      };
    },
  },
  {
    settings: { temperature: 1, topP: 0.9, topK: 0 },
    stage: 3,
    hides: 4,
    ask: ({ view }) => ({ text: words.flip.ask(name(view, view.now.id)), choices: [words.yes, words.no] }),
    answer({ view, look }) {
      const [before, after] = [view.now.id, look({ temperature: 1.5 }).id];
      const why = words.flip.explain(name(view, before), name(view, after));
      return { truth: before === after ? words.no : words.yes, why, show: { temperature: 1.5 } };
    },
  },
];

/** `before`: the settings that the learner had before the questions. */
export const firstQuestion = (before) => ({ index: 0, before, answered: undefined });
export const nextQuestion = ({ index, before }) => ({
  index: (index + 1) % questions.length,
  before,
  answered: undefined,
});
export const settingsFor = ({ index }) => questions[index].settings;
/** The picture that shows the answer, where there is room for one. */
export const stageOf = ({ index }) => questions[index].stage;
/** The first stage that it hides while it is open. */
export const hidesOf = ({ index }) => questions[index].hides;

/**
 * @param {(view, settings) => object} viewAt the view of the live step at other settings: a question is asked, and
 *   answered, at its own, wherever the sliders have gone in the meantime
 * @param {(view, changes) => object} look what the core says of a view's step with some settings changed
 */
export function createPredict(root, { answer, next, stop }, viewAt, look) {
  const question = element('legend');
  const choices = element('div', { class: 'choices' });
  const outcome = element('p', { class: 'outcome', tabindex: '-1' });
  const nextButton = element('button', { type: 'button', class: 'primary', onclick: next }, words.next);
  const title = element('h2', { tabindex: '-1' }, words.title);
  root.append(
    title,
    element('fieldset', {}, question, choices),
    outcome,
    element('div', { class: 'row' }, nextButton, element('button', { type: 'button', onclick: leave }, words.stop)),
  );

  const draw = whenChanged((index) => {
    const asked = questions[index].ask({ view: shown, look: (changes) => look(shown, changes) });
    setText(question, asked.text);
    setChildren(
      choices,
      asked.choices.map((label) => element('button', { type: 'button', onclick: () => choose(label) }, label)),
    );
  });
  let shown;
  let stage;

  function leave() {
    stop();
    document.getElementById('predict').focus();
  }

  function choose(label) {
    const { truth, why, show } = questions[shown.state.predict.index].answer({
      view: shown,
      look: (changes) => look(shown, changes),
    });
    answer({ choice: label, truth, text: (label === truth ? words.right : words.wrong) + why }, show);
  }

  return function render(view) {
    const { predict } = view.state;
    const isHidden = !predict || view.isPending;
    setAttribute(root, 'hidden', isHidden);
    if (!predict) stage = undefined;
    if (isHidden) return;
    const { answered } = predict;
    // An answered question keeps its words, though the sliders have moved to show the answer.
    if (!answered) {
      shown = viewAt(view, questions[predict.index].settings);
      draw(predict.index, view.path, view.step, view.state.settings.seed);
    }
    for (const button of choices.children) {
      button.disabled = answered !== undefined;
      button.toggleAttribute('data-true', answered?.truth === button.textContent);
      button.toggleAttribute('data-chosen', answered?.choice === button.textContent);
    }
    setText(outcome, answered?.text ?? '');
    setAttribute(nextButton, 'hidden', !answered);
    // The focus goes along: to a new question, and to the answer.
    const now = `${predict.index} ${answered !== undefined}`;
    if (stage !== now) (answered ? outcome : title).focus();
    stage = now;
  };
}

/** Enough figures to divide by hand. */
const inFigures = (value) => value.toPrecision(3);

const name = ({ letters }, id) => spoken(letters[id]);

/** The kept letters that have a row: the winner is always among them, and never stands out. */
function racers({ rows, cut }) {
  const ids = rows.map(({ id }) => id).filter((id) => id !== undefined);
  const racing = ids.filter(cut.isKept);
  // One alone has won already: then the question is who races at all.
  return racing.length > 1 ? racing : ids.slice(0, CHOICES);
}

/** Four numbers among which the true one hides: its place depends on it, not on chance. */
function numbersAround(truth) {
  const least = Math.max(1, truth - (truth % 3));
  return Array.from({ length: CHOICES }, (_, i) => String(least + i));
}
