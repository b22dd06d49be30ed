/**
 * How the text may go on from the step looked at: three lines with the same luck, cold, with the sliders as they are,
 * and hot. What differs from what was drawn is marked, with a fork where they part. The worker writes them, behind the
 * pictures; pressed, a line becomes the text.
 */

import { element, setAttribute, setChildren, setWords, svgElement } from '../dom.js';
import { fixed2, sign } from '../format.js';
import { sliderStep } from '../state.js';
import { futures as words } from '../strings.js';

const COUNT = 40;
// While a slider moves, lines are drawn anew after so long at the soonest: the pictures come first.
const PACE = 100;
const TEMPERATURES = { cold: 0.2, hot: 1.8 };
const NAMES = ['cold', 'yours', 'hot'];
const RECORDED = { drawn: 'yours', cold: 'cold', hot: 'hot' };

/**
 * @param {{ chooseFuture(name: string) }} commands
 * @param {(request) => void} ask the worker for a line
 * @returns {{ render(view), hear(line): boolean, line(name): object | undefined }}
 */
export function createFutures(root, { chooseFuture }, ask) {
  // What was asked for last, and what has come of it, by name; "drawn" is the one that the others are compared with.
  const asked = {};
  const known = {};
  let drawnAt = -PACE;
  const rows = Object.fromEntries(NAMES.map((name) => [name, createLine(name, chooseFuture)]));
  root.append(element('h2', { class: 'hidden' }, words.title), ...NAMES.map((name) => rows[name].node));

  /** @returns {boolean} whether it is of use */
  function hear({ name, key, ids, isDone }) {
    if (asked[name]?.key !== key) return false;
    known[name] = { ...asked[name], ids, isDone };
    return true;
  }

  function want(name, request) {
    const key = JSON.stringify(request);
    if (asked[name]?.key === key) return;
    asked[name] = { ...request, key };
    ask({ name, key, ...request });
  }

  function askFor(view) {
    const { state, path, recorded } = view;
    const step = sliderStep(state);
    const shared = { ids: path.ids.slice(0, path.promptLength + step), step, count: COUNT };
    const settings = step === state.step ? recorded.settings : state.settings;
    want('drawn', { ...shared, settings });
    want('yours', { ...shared, settings: state.settings });
    // By what the token was drawn with, so that they are the same wherever the sliders go; the luck is the sliders'.
    for (const [name, temperature] of Object.entries(TEMPERATURES))
      want(name, { ...shared, settings: { ...settings, seed: state.settings.seed, temperature } });
  }

  function render(view) {
    const { state, world, isPending, isSecret, isLate, isMoving, letters } = view;
    if (world.name === 'words') return renderRecorded(view);
    const isHere = world.name === 'model';
    setAttribute(root, 'hidden', !isHere);
    if (!isHere) return;
    const isReady = state.model.status === 'ready' && !isPending && !isLate;
    if (isReady && !isSecret) askFor(view);
    // The last one is drawn as soon as the slider rests.
    if (isMoving && performance.now() < drawnAt + PACE) return;
    drawnAt = performance.now();
    const drawn = isReady ? current('drawn') : undefined;
    for (const name of NAMES) {
      const line = isReady && !isSecret ? current(name) : undefined;
      rows[name].render({
        label: words.lines[name](fixed2(state.settings.temperature)),
        line,
        drawn: line && drawn && sameStart(line, drawn) ? drawn.ids : undefined,
        letters,
        note: isSecret ? '' : words.waiting(state.model.status),
      });
    }
  }

  /** In words the three recorded texts stand in the lines' place. */
  function renderRecorded({ world, letters, path, isSecret }) {
    setAttribute(root, 'hidden', false);
    const [drawn] = world.tracks;
    world.tracks.forEach(({ name, ids }) =>
      rows[RECORDED[name]].render({
        label: words.recorded[name],
        title: words.chooseRecorded(words.recorded[name]),
        isHere: path.ids.every((id, i) => id === ids[i]),
        line: isSecret ? undefined : { ids: ids.slice(path.promptLength) },
        drawn: name === drawn.name ? undefined : drawn.ids.slice(path.promptLength),
        letters,
        note: '',
      }),
    );
  }

  /** What is there of a line: of the one before, while none of the new one has come. */
  const current = (name) => (known[name]?.step === asked[name]?.step ? known[name] : undefined);

  return { render, hear, line: (name) => (known[name]?.key === asked[name]?.key ? known[name] : undefined) };
}

const sameStart = (a, b) => a.step === b.step && a.ids.length > 0 && b.ids.length > 0;

const fork = () =>
  svgElement(
    'svg',
    { class: 'fork', viewBox: '0 0 14 16' },
    svgElement('title', {}, words.fork),
    svgElement('path', { d: 'M0 8H4C8 8 8 2.5 13 2.5M4 8C8 8 8 13.5 13 13.5' }),
  );

function createLine(name, choose) {
  const label = element('span', { class: 'future-name' });
  const text = element('span', { class: 'future-text', translate: 'no' });
  const node = element(
    'button',
    { type: 'button', class: 'future', 'data-future': name, onclick: () => choose(name) },
    label,
    text,
  );
  let drawnAs;
  let drawnLetters;
  function draw(ids, drawn, letters) {
    const now = `${ids.join()} ${drawn?.join()}`;
    if (now === drawnAs && letters === drawnLetters) return;
    [drawnAs, drawnLetters] = [now, letters];
    setChildren(
      text,
      runsOf(ids, drawn).flatMap(({ differs, isFork, ids: some }) => [
        ...(isFork ? [fork()] : []),
        element('span', { class: differs && 'differs' }, some.map((id) => sign(letters[id])).join('')),
      ]),
    );
  }
  function tell(note) {
    if (drawnAs === note) return;
    drawnAs = note;
    setChildren(text, [element('span', { class: 'hint' }, note)]);
  }
  return {
    node,
    render({ label: said, title = words.choose(said), isHere, line, drawn, letters, note }) {
      const isThere = line !== undefined && line.ids.length > 0;
      setWords(label, said);
      setAttribute(node, 'title', title);
      setAttribute(node, 'aria-current', isHere && 'true');
      setAttribute(node, 'aria-disabled', String(!isThere));
      setAttribute(node, 'data-ids', isThere && line.ids.join(' '));
      if (isThere) draw(line.ids, drawn, letters);
      else tell(note);
    },
  };
}

/** A line in runs that do and do not differ from what was drawn; the first that does begins at the fork. */
function runsOf(ids, drawn) {
  const runs = [];
  let hasForked = false;
  ids.forEach((id, i) => {
    const differs = drawn !== undefined && i < drawn.length && drawn[i] !== id;
    const last = runs.at(-1);
    if (last?.differs === differs) last.ids.push(id);
    else runs.push({ differs, isFork: differs && !hasForked, ids: [id] });
    hasForked ||= differs;
  });
  return runs;
}
