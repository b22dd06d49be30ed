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
import { createPredict, firstQuestion, hidesOf, nextQuestion, settingsFor, stageOf } from './parts/predict.js';
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
// Half of a screen's usual 16 ms: the other half is the browser's, for layout and paint.
const FRAME_BUDGET = 8;
// New nodes cost the browser many times what they cost to make.
const MAKING_BUDGET = 2;

const files = document.getElementById('page').dataset;
const fetched = async (url) => {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return response.arrayBuffer();
};
const [sampler, steps] = await Promise.all([fetched(files.core).then(loadSampler), fetched(files.steps)]).catch(
  (error) => {
    document.body.append(words.noStart);
    throw error;
  },
);
const model = createModel({
  onStatus: (status) => change((old) => ({ ...old, model: status }), { isSettled: false }),
  onRow: () => change((old) => old, { isSettled: false }),
});
const viewOf = createView(sampler, createWorlds(steps, model));

let state = { ...readHash(location.hash), theme: readTheme() };
let view;
let byUrgency = [];
let due = [];
// The view that the last frame drew, and how many parts it left over.
let drawn = { view: undefined, left: 0 };
let isChanged = true;
let isQueued = false;
let isMoving = false;
let pauseTimer;

/** The one way the state changes. The hash follows at rest: not while a slider is being dragged. */
function change(next, { isSettled = true } = {}) {
  state = next(state);
  if (isSettled && !state.dragging) keepHash();
  isChanged = true;
  queueFrame();
}

function queueFrame() {
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
  if (hash !== location.hash && (location.hash !== '' || hash !== writeHash(states.opening())))
    history.replaceState(null, '', hash);
}

const say = (message) => status.show(message);
const sayChange = () => status.tell(() => (current().isPending || view.isSecret ? '' : spokenSentence(view)));
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
    if (current().isPending) return say(words.notYet);
    change(states.branch);
    say(words.branched(state.step));
  },
  force(id) {
    const { isPending, letters, step } = current();
    if (isPending || !(id in letters)) return;
    change((old) => states.force({ ...old, step }, id));
    say(words.branched(state.step));
  },
  restore() {
    if (!current().isPending) act((old) => states.setSettings(old, view.recorded.settings));
  },
  home: () => arrive(''),
  /** Follow a link of the lesson, and go up to what it shows. */
  show(hash) {
    history.pushState(null, '', hash);
    arrive(hash);
    header.scrollIntoView();
    document.querySelector('caption').focus({ preventScroll: true });
  },
  lesson(event) {
    // As a hash of its own it would take the place of the state.
    event.preventDefault();
    const title = document.getElementById('lesson-title');
    title?.scrollIntoView();
    title?.focus({ preventScroll: true });
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
  focusRow(id) {
    const isThere = id === undefined || id in current().letters;
    if (isThere && state.focus !== id) change((old) => ({ ...old, focus: id }), { isSettled: false });
  },
  repeat() {
    if (current().isPending) return;
    change((old) => ({ ...old, repeat: sampler.repeat(view.row, old.settings) }));
    say(words.repeated(REPEATS));
  },
  compare() {
    if (state.tracks.length === 1) commands.branch();
    else change((old) => ({ ...old, compare: !old.compare }));
  },
  predict() {
    if (current().isPending) return say(words.notYet);
    if (state.predict) commands.stopPredict();
    else change((old) => withQuestion(old, firstQuestion(old.settings)));
  },
  nextQuestion: () => change((old) => withQuestion(old, nextQuestion(old.predict))),
  answer(answered, show) {
    change((old) => ({
      ...states.setSettings(old, { ...old.settings, ...settingsFor(old.predict), ...show }),
      stage: stageOf(old.predict),
      predict: { ...old.predict, answered },
    }));
  },
  /** The sliders go back to where they stood before the questions. */
  stopPredict: () =>
    change((old) => ({
      ...states.setSettings(old, { ...old.predict.before, seed: old.settings.seed }),
      predict: undefined,
    })),
  copyLink() {
    keepHash();
    return copy(location.href, words.copied);
  },
  copyProgram: () => (current().isPending ? say(words.notYet) : copy(pytorchProgram(view), words.programCopied)),
  theme() {
    change((old) => ({ ...old, theme: themeAfter(old.theme) }));
    say(words.theme(state.theme));
    // All that is on the page changes its colours: that has a frame to itself.
    nextFrame().then(() => showTheme(state.theme));
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
    else if (!current().isLate) change((old) => states.stepOn(old, longestIn(old.world)));
    schedulePlay();
  }, PLAY_EVERY);
}

function arrive(hash) {
  change((old) => states.arriveAt(old, readHash(hash)));
  sayChange();
}

// ------------------------------------------------------------------------------------------------
// Drawing
// ------------------------------------------------------------------------------------------------

/**
 * Draw what is due, the most urgent first. What a long frame leaves over comes first in the next one, and if the state
 * has changed again by then, all of it: so nothing on the page is ever older than one frame.
 */
function draw() {
  isQueued = false;
  const start = performance.now();
  if (isChanged) look();
  const overdue = view === drawn.view ? 0 : drawn.left;
  // What a moving hand needs first is drawn, however long it took to find out. And a hidden page has no frames to wait for.
  const end = document.hidden ? Infinity : (isMoving ? performance.now() : start) + FRAME_BUDGET;
  const unfinished = [];
  for (let i = 0; due.length > 0 && (i < Math.max(overdue, 1) || performance.now() < end); i++)
    unfinished.push(...drawNext());
  due.unshift(...unfinished);
  drawn = { view, left: due.length };
  if (due.length > 0) queueFrame();
  markLate();
}

/** @returns {Function[]} the part itself again, if there is more of it to draw */
function drawNext() {
  const render = due.shift();
  return render(view) ? [render] : [];
}

/** The view of the state as it is now, though it may not be drawn yet. */
function current() {
  if (isChanged) look();
  return view;
}

/** From now on the parts show the state as it is now. */
function look() {
  isChanged = false;
  const isPinned = !states.sameSettings(state.baseline, states.opening(state.world).baseline);
  view = { ...viewOf(state), longest: longestIn(state.world), isMoving, isPinned };
  due = [...due, ...byUrgency.filter((render) => !due.includes(render))];
  // Before anything shows that an open question asks for.
  setAttribute(document.body, 'data-hides', view.isSecret && hidesOf(state.predict));
  setAttribute(document.body, 'data-model', state.model.status);
}

/** Tell whether something of the page is still on its way: parts to draw, letters of the text, or their scores. */
function markLate() {
  const isWaiting = view.isLate || view.isPending || view.paths.some(({ steps }) => steps.length < state.length);
  setAttribute(document.body, 'data-late', due.length > 0 || isMoving || isWaiting);
}

const nextFrame = () =>
  new Promise((settle) => {
    document.hidden ? settle() : requestAnimationFrame(() => setTimeout(settle));
  });
let breathed = performance.now();
/** Give the browser a frame, before it has too much to lay out and paint. */
async function breath() {
  if (performance.now() - breathed < MAKING_BUDGET) return;
  await nextFrame();
  breathed = performance.now();
}

// ------------------------------------------------------------------------------------------------
// The page's parts: made and drawn for the first time piece by piece, so that nothing takes long
// ------------------------------------------------------------------------------------------------

document.adoptedStyleSheets = styles.map((text) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  return sheet;
});
showTheme(state.theme);
look();
addEventListener('hashchange', () => arrive(location.hash));

// Each is hidden until it has been drawn.
const part = (tag, name) => element(tag, { class: name, hidden: true });
const roots = {
  header: part('header', 'top'),
  text: part('section', 'text band'),
  controls: part('section', 'controls'),
  predict: part('section', 'predict'),
  tree: part('section', 'tree'),
  table: part('section', 'pictures'),
  changed: part('section', 'changed band'),
  timeline: part('section', 'timeline band'),
};
const lesson = part('div', 'lesson');
const { header, text, controls, ...rest } = roots;
const main = element('main', { hidden: true }, element('div', { class: 'lab' }, text, ...Object.values(rest)), lesson);
const scroller = element('div', { class: 'scroller' }, header, main);
const app = element('div', { class: 'app' }, scroller);
const status = createStatus(app);
app.inert = true;
document.body.append(app);
watchFrame(app, header, (isDocked) => (isDocked ? scroller : text).after(controls));

const make = async (create, ...given) => {
  await breath();
  return create(...given);
};
const renderHeader = await make(createHeader, header, commands);
const renderText = await make(createText, text, commands);
const { render: renderSliders, ribbons } = await make(createControls, controls, commands);
const renderPredict = await make(
  createPredict,
  roots.predict,
  { answer: commands.answer, next: commands.nextQuestion, stop: commands.stopPredict },
  viewWith,
  lookWith,
);
const renderTree = await make(
  createTree,
  roots.tree,
  (row, id) => sampler.look(row, states.opening('tree').settings, 0).softmax[id],
);
const renderTable = await make(createTable, roots.table, commands);
const renderChanged = await make(createChanged, roots.changed, commands);
const renderTimeline = await make(createTimeline, roots.timeline, commands);
// What answers the hand comes first.
byUrgency = [
  renderSliders,
  renderTable,
  renderPredict,
  renderChanged,
  renderText,
  renderHeader,
  renderTree,
  renderTimeline,
  ...ribbons,
];

/** The view with some settings changed. */
function viewWith(shown, changes) {
  const settings = { ...shown.state.settings, ...changes };
  return states.sameSettings(settings, shown.state.settings) ? shown : viewOf({ ...shown.state, settings });
}

/** What the core says of a view's step with some settings changed. */
function lookWith({ row, state: { settings }, step }, changes) {
  return sampler.look(row, { ...settings, ...changes }, step);
}

// The first time, in the order in which they stand.
due = [
  renderHeader,
  renderText,
  renderSliders,
  renderPredict,
  renderTree,
  renderTable,
  renderChanged,
  renderTimeline,
  ...ribbons,
];
while (due.length > 0) {
  await breath();
  if (due.length > 0) due.unshift(...drawNext());
  // Behind the header, which thereby pushes nothing down.
  main.hidden = false;
}
markLate();
app.inert = false;
for (const addSection of createLesson(lesson, commands.show)) {
  await breath();
  addSection();
}
document.body.classList.add('is-ready');

// Only when the page stands: first the model, then what keeps both for offline use.
model.start(files.worker, files.weights);
navigator.serviceWorker?.register('service-worker.js').catch(() => undefined);
