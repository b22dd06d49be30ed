/** Start the page: load the core, read the link, wire the parts to the state, and draw one frame per change. */

import { element, setAttribute } from './dom.js';
import { longestIn, readHash, writeHash } from './hash.js';
import { createModel } from './model-client.js';
import { createChanged, spokenSentence } from './parts/changed.js';
import { createControls } from './parts/controls.js';
import { askForCopy } from './parts/copy.js';
import { watchFrame } from './parts/frame.js';
import { createHeader } from './parts/header.js';
import { createLesson } from './parts/lesson.js';
import { createPredict, firstQuestion, nextQuestion, settingsFor } from './parts/predict.js';
import { createStatus } from './parts/status.js';
import { createTable, styles } from './parts/table.js';
import { createText } from './parts/text.js';
import { createTimeline } from './parts/timeline.js';
import { createTree } from './parts/tree.js';
import { pytorchProgram } from './pytorch.js';
import { REPEATS, loadSampler } from './sampler.js';
import * as states from './state.js';
import { status as words } from './strings.js';
import { readTheme, showTheme, themeAfter } from './theme.js';
import { createView } from './view.js';
import { createWorlds } from './worlds.js';

const PLAY_EVERY = 700;
const MOST_SEED = 10_000;
// A slider that has not moved for so long rests, though it may still be held.
const PAUSE = 100;

const files = document.getElementById('page').dataset;
const fetched = async (url) => {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return response.arrayBuffer();
};
const [sampler, steps] = await Promise.all([fetched(files.core).then(loadSampler), fetched(files.steps)]).catch((error) => {
  document.body.append(words.noStart);
  throw error;
});
const model = createModel({
  onStatus: (status) => change((old) => ({ ...old, model: status })),
  onRow: () => change((old) => old),
});
const viewOf = createView(sampler, createWorlds(steps, model));

let state = { ...readHash(location.hash), theme: readTheme() };
let view;
let isQueued = false;
let isMoving = false;
let pauseTimer;

/** The one way the state changes. The hash follows at rest: not while a slider is being dragged. */
function change(next, { isSettled = true } = {}) {
  state = next(state);
  if (isSettled && !state.dragging) keepHash();
  if (isQueued) return;
  isQueued = true;
  requestAnimationFrame(draw);
}

/** Whether a slider is on the move, from its first step to a pause: what a frame of it can do without comes after it. */
function setMoving(now) {
  isMoving = now;
  clearTimeout(pauseTimer);
  if (!now) return;
  pauseTimer = setTimeout(() => {
    isMoving = false;
    change((old) => old, { isSettled: false });
  }, PAUSE);
}

function keepHash() {
  const hash = writeHash(state);
  if (hash !== location.hash && (location.hash !== '' || hash !== writeHash(states.opening()))) history.replaceState(null, '', hash);
}

const say = (message) => status.show(message);
const sayChange = () => status.tell(() => (view.isPending ? '' : spokenSentence(view)));
/** A change by the learner, told after a rest. */
const act = (next) => {
  change((old) => ({ ...next(old), dragging: false }));
  sayChange();
};

const commands = {
  goTo: (step, track = state.active) => act((old) => states.showTrack(old, track, step)),
  back: () => act((old) => states.goTo({ ...old, playing: false }, old.step - 1)),
  step: () => act((old) => states.stepOn(old, longestIn(old.world))),
  play() {
    change((old) => ({ ...old, playing: !old.playing }));
    say(state.playing ? words.playing : words.paused);
    schedulePlay();
  },
  setSetting(name, value, dragging) {
    setMoving(dragging);
    change((old) => ({ ...states.setSetting(old, name, value), dragging }));
    sayChange();
  },
  rest() {
    setMoving(false);
    change((old) => ({ ...old, dragging: false }));
  },
  newSeed: () => act((old) => states.setSetting(old, 'seed', Math.floor(Math.random() * MOST_SEED))),
  branch() {
    if (view.isPending) return say(words.notYet);
    change(states.branch);
    say(words.branched(state.step));
  },
  force(id) {
    change((old) => states.force({ ...old, step: view.step }, id));
    say(words.branched(state.step));
  },
  restore: () => act((old) => states.setSettings(old, view.recorded.settings)),
  home: () => arrive(''),
  /** Follow a link of the lesson, and go up to what it shows. */
  show(hash) {
    history.pushState(null, '', hash);
    arrive(hash);
    top.scrollIntoView();
    document.querySelector('caption').focus({ preventScroll: true });
  },
  lesson(event) {
    // As a hash of its own it would take the place of the state.
    event.preventDefault();
    const title = document.getElementById('lesson-title');
    title.scrollIntoView();
    title.focus({ preventScroll: true });
  },
  pin: () => act((old) => ({ ...old, baseline: old.settings })),
  unpin: () => act((old) => ({ ...old, baseline: states.opening(old.world).baseline })),
  setPrompt(prompt) {
    change((old) => states.setPrompt(old, prompt));
    say(words.prompt);
  },
  setStage: (stage) => change((old) => ({ ...old, stage })),
  toggleLog: (logAxis) => change((old) => ({ ...old, logAxis })),
  toggleRows: () => change((old) => ({ ...old, allRows: !old.allRows })),
  focusRow: (id) => { if (state.focus !== id) change((old) => ({ ...old, focus: id }), { isSettled: false }); },
  repeat() {
    change((old) => ({ ...old, repeat: sampler.repeat(view.row, old.settings) }));
    say(words.repeated(REPEATS));
  },
  compare() {
    if (state.tracks.length === 1) commands.branch();
    else change((old) => ({ ...old, compare: !old.compare }));
  },
  predict() {
    if (view.isPending) return say(words.notYet);
    change((old) => (old.predict ? { ...old, predict: undefined } : withQuestion(old, firstQuestion())));
  },
  nextQuestion: () => change((old) => withQuestion(old, nextQuestion(old.predict))),
  answer(answered, show) {
    change((old) => ({ ...states.setSettings(old, { ...old.settings, ...show }), predict: { ...old.predict, answered } }));
  },
  stopPredict: () => change((old) => ({ ...old, predict: undefined })),
  copyLink: () => copy(location.href, words.copied),
  copyProgram: () => (view.isPending ? say(words.notYet) : copy(pytorchProgram(view), words.programCopied)),
  theme() {
    change((old) => ({ ...old, theme: themeAfter(old.theme) }));
    showTheme(state.theme);
    say(words.theme(state.theme));
  },
};

const withQuestion = (old, question) => ({
  ...states.setSettings(old, { ...old.settings, ...settingsFor(question) }),
  predict: question,
  playing: false,
});

async function copy(text, done) {
  try {
    await navigator.clipboard.writeText(text);
    say(done);
  } catch {
    askForCopy(text);
  }
}

let playTimer;
function schedulePlay() {
  clearTimeout(playTimer);
  if (!state.playing) return;
  playTimer = setTimeout(() => {
    const isLast = state.step === state.length - 1 && state.length >= longestIn(state.world);
    if (isLast) commands.play();
    else if (!view.isLate) change((old) => states.stepOn(old, longestIn(old.world)));
    schedulePlay();
  }, PLAY_EVERY);
}

function arrive(hash) {
  change((old) => states.arriveAt(old, readHash(hash)));
  sayChange();
}

// ------------------------------------------------------------------------------------------------
// The page's parts, in the order they stand on it
// ------------------------------------------------------------------------------------------------

const part = (tag, name, create, ...rest) => {
  const root = element(tag, { class: name });
  return { root, render: create(root, ...rest) };
};
const parts = [
  part('header', 'top', createHeader, commands),
  part('section', 'text band', createText, commands),
  part('section', 'controls', createControls, commands),
  part('section', 'predict', createPredict, { answer: commands.answer, next: commands.nextQuestion, stop: commands.stopPredict }, lookWith),
  part('section', 'tree', createTree, (row, id) => sampler.look(row, states.opening('tree').settings, 0).softmax[id]),
  part('section', 'pictures', createTable, commands),
  part('section', 'changed band', createChanged, commands),
  part('section', 'timeline band', createTimeline, commands),
];

/** What the core says of the step on show with some settings changed. */
function lookWith({ row, state: { settings }, step }, changes) {
  return sampler.look(row, { ...settings, ...changes }, step);
}

document.adoptedStyleSheets = styles.map((text) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  return sheet;
});
const lessonRoot = element('div', { class: 'lesson' });
const [top, ...lab] = parts.map(({ root }) => root);
const [text, controls, ...rest] = lab;
const scroller = element('div', { class: 'scroller' }, top, element('main', {}, element('div', { class: 'lab' }, text, ...rest), lessonRoot));
const app = element('div', { class: 'app' }, scroller);
const status = createStatus(app);
document.body.append(app);
watchFrame(app, (isDocked) => (isDocked ? scroller : text).after(controls));

function draw() {
  isQueued = false;
  view = { ...viewOf(state), longest: longestIn(state.world), isMoving };
  const isPinned = !states.sameSettings(state.baseline, states.opening(state.world).baseline);
  for (const { render } of parts) render(view, isPinned);
  setAttribute(document.body, 'data-model', state.model.status);
  setAttribute(document.body, 'data-late', Boolean(view.isLate || view.isPending || isMoving || view.paths.some(({ steps }) => steps.length < state.length)));
}

showTheme(state.theme);
addEventListener('hashchange', () => arrive(location.hash));
draw();
// What lies below comes after what is seen first, so that neither takes long. (A hidden page has no frames to wait for.)
if (!document.hidden) await new Promise((settle) => requestAnimationFrame(() => setTimeout(settle)));
createLesson(lessonRoot, commands.show);
document.body.classList.add('is-ready');

// Only when the page stands: first the model, then what keeps both for offline use.
model.start(files.worker, files.weights);
navigator.serviceWorker?.register('service-worker.js').catch(() => undefined);
