/** Start the page: load the core, read the link, wire the parts to the state, and draw one frame per change. */

import { createAddress } from './address.js';
import { loadLesson } from './chapters/late.js';
import { CHAPTERS, chapters } from './chapters/list.js';
import { keepAnswers, readAnswers } from './chapters/progress.js';
import { element, setAttribute, setText } from './dom.js';
import { files } from './files.js';
import { holdFocus } from './focus.js';
import { chapterState, longestIn, readHash, writeHash } from './hash.js';
import { createHost } from './host.js';
import { createModel } from './model-client.js';
import { loadNeeded } from './needed.js';
import { keepOffline } from './offline.js';
import { tellStep } from './parts/beats.js';
import { createChanged, spokenSentence } from './parts/changed.js';
import { createControls } from './parts/controls.js';
import { askForCopy } from './parts/copy.js';
import { watchFrame } from './parts/frame.js';
import { createFoot } from './parts/foot.js';
import { createFutures } from './parts/futures.js';
import { createHeader } from './parts/header.js';
import { createLab } from './parts/lab.js';
import { createStatus } from './parts/status.js';
import { createTable, styles } from './parts/table.js';
import { createText } from './parts/text.js';
import { createTimeline } from './parts/timeline.js';
import { createYoursPanel } from './parts/yours.js';
import { explain, started } from './problem.js';
import { REPEATS } from './sampler.js';
import * as states from './state.js';
import { chapter as ofChapter, yours as ofYours, status as words } from './strings.js';
import { readTheme, showTheme, themeAfter } from './theme.js';
import { trusted } from './trusted.js';
import { fetchFile } from './verified.js';
import { createView } from './view.js';
import { createWords as createRecordedWords } from './words/world.js';
import { createWorlds } from './worlds.js';
import { openInWorker } from './yours/client.js';
import { createYours } from './yours/world.js';

const PLAY_EVERY = 700;
const MOST_SEED = 10_000;
// A slider that has not moved for so long rests, though it may still be held.
const PAUSE = 100;
// Half of a screen's usual 16 ms: the other half is the browser's, for layout and paint.
const FRAME_BUDGET = 8;
// New nodes cost the browser many times what they cost to make.
const MAKING_BUDGET = 2;
// A thousand races fill in over a dozen frames, or more where each takes long.
const RACES_A_FRAME = 90;
const RACES_AT_ONCE = 10;
const RACES_BUDGET = 6;
const SCORES_FILE = 'scores.safetensors';
// Idle time is not waited for for ever.
const IDLE_AT_MOST = 500;
// So many tokens that were looked for are shown.
const MOST_FOUND = 3;
// How far the second of two texts is written at once.
const COMPARED = 24;
// The statuses of the model under which no more rows come from it.
const NO_MODEL = ['failed', 'blocked'];

const linked = asked({ ...readHash(location.hash), theme: readTheme(), answers: readAnswers() });
const { sampler, opening, steps } = await loadNeeded({ hasLetters: linked.world === 'model' });
const recordedWords = await createRecordedWords(opening, () => change((old) => old, { isSettled: false }));
const model = createModel({
  onStatus: (status) => change((old) => ({ ...old, model: status }), { isSettled: false }),
  onRow: () => change((old) => old, { isSettled: false }),
  onFuture: (line) => {
    if (futures.hear(line)) drawSoon(futures.render);
  },
});
// The opening state needs no hash.
const address = createAddress(() => {
  const hash = writeHash(state);
  return location.hash === '' && hash === writeHash(states.opening()) ? undefined : hash;
}, markLate);
const host = createHost(() => state.frame === 'embed');
const yours = createYours(() => change((old) => old, { isSettled: false }));
const worlds = createWorlds(recordedWords, yours, model);
if (steps) worlds.model.hearSteps(steps);
const viewOf = createView(sampler, worlds);

let state = linked;
let view;
let byUrgency = [];
let due = [];
// Those that have not been drawn yet: the page stands as soon as each has been, whatever has become due again.
let undrawn = new Set();
// The view that the last frame drew, and how many parts it left over.
let drawn = { view: undefined, left: 0 };
let isChanged = true;
let isQueued = false;
let isMoving = false;
let pauseTimer;
let panel;
let tree;
let refit;
let lessonComing;
let lessonStatus = 'loading';

/** The one way the state changes. The address follows at rest: not while a slider is being dragged. */
function change(next, { isSettled = true } = {}) {
  state = next(state);
  isChanged = true;
  queueFrame();
  if (isSettled && !state.dragging) address.follow();
}

function queueFrame() {
  if (isQueued) return;
  isQueued = true;
  requestAnimationFrame(draw);
}

/**
 * Whether a slider is on the move, from its first step to a pause: what a frame of it can do without comes after it.
 */
function setMoving(now) {
  isMoving = now;
  clearTimeout(pauseTimer);
  if (!now) return;
  pauseTimer = setTimeout(() => {
    isMoving = false;
    change((old) => old, { isSettled: false });
  }, PAUSE);
}

/** A chapter whose question is open begins there, whatever its link says of the sliders. */
function asked(now) {
  if (!states.asking(now)) return now;
  return states.arriveAt(now, chapterState(now.chapter, undefined, now.frame));
}

function toTitle() {
  header.scrollIntoView();
  header.querySelector('h1').focus({ preventScroll: true });
}

/** A state that a chapter shows, with the chapter around it. */
const shownIn = (old, fields) => states.arriveAt(old, chapterState(old.chapter, fields, old.frame));

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
  step() {
    if (!canGoOn()) return say(words.notHere);
    act((old) => states.stepOn(old, longestIn(old.world)));
    story();
  },
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
  newSeed() {
    act((old) => states.setSetting(old, 'seed', Math.floor(Math.random() * MOST_SEED)));
    story();
  },
  force(id) {
    const { isPending, letters, step } = current();
    if (isPending || !(id in letters)) return;
    if (['words', 'yours'].includes(state.world)) return say(words.notHere);
    change((old) => states.force({ ...old, step, focus: undefined, isChosen: false }, id));
    say(words.branched(state.step));
  },
  restore() {
    if (!current().isPending) act((old) => states.setSettings(old, view.recorded.settings));
  },
  /** Another world, with the lab as open as it is. */
  goToWorld(world) {
    const { isLab, frame } = state;
    address.go(writeHash({ ...states.entrance(world), isLab, frame }));
    change((old) => ({ ...states.arriveAt(old, states.entrance(world)), isLab, frame }));
    sayChange();
  },
  lab: () => change((old) => ({ ...old, isLab: !old.isLab })),
  openTopK() {
    change((old) => ({ ...old, isTopKOpen: true }));
    nextFrame().then(() => document.getElementById('topK').focus());
  },
  /** Follow a link of the lesson, and go up to what it shows. */
  show(hash) {
    address.go(hash);
    arrive(hash);
    header.scrollIntoView();
    document.querySelector('caption').focus({ preventScroll: true });
  },
  /** The same state in the other language. */
  language(event) {
    event.preventDefault();
    location.assign(event.currentTarget.getAttribute('href') + writeHash(state));
  },
  async lesson(event) {
    // As a hash of its own it would take the place of the state.
    event.preventDefault();
    if (state.chapter) commands.leaveChapters();
    await fetchLesson();
    const title = document.getElementById('lesson-title');
    title?.scrollIntoView();
    title?.focus({ preventScroll: true });
  },
  pin: () => act((old) => ({ ...old, baseline: old.settings })),
  unpin: () => act((old) => ({ ...old, baseline: undefined })),
  setPrompt(prompt) {
    change((old) => states.setPrompt(old, prompt));
    say(words.prompt);
  },
  setStage: (stage) => change((old) => ({ ...old, stage })),
  setAxis: (axis) => change((old) => ({ ...old, axis })),
  toggleRows: () => change((old) => ({ ...old, allRows: !old.allRows })),
  /** The row that is pointed at, unless one was chosen. */
  focusRow(id) {
    const isThere = id === undefined || id in current().letters;
    if (isThere && !state.isChosen && state.focus !== id)
      change((old) => ({ ...old, focus: id }), { isSettled: false });
  },
  chooseRow(id) {
    if (!(id in current().letters)) return;
    change((old) => ({ ...old, focus: id, isChosen: !(old.isChosen && old.focus === id) }), { isSettled: false });
  },
  search(query) {
    const searched = query.trim() === '' ? [] : view.world.find(query, MOST_FOUND);
    change((old) => ({ ...old, searched, focus: searched[0], isChosen: searched.length > 0 }), { isSettled: false });
    if (query.trim() !== '') status.tell(() => words.found(searched.length));
  },
  /** What the reader opens; @throws {Error} (the promise rejects) with the sentence to show */
  async openYours(chosen, onProgress, signal) {
    const opened = await openInWorker(chosen, { ...yoursWorker, onProgress, signal });
    if (!opened.scores) throw new Error(ofYours.namesAlone);
    const { settings, steps: count } = yours.open(opened);
    change((old) => ({ ...states.arriveAt(old, states.ownText(settings, count)), isLab: true }));
    sayChange();
  },
  /** Many races, a few a frame: the dots fill in, and nothing waits for them. */
  repeat() {
    if (current().isPending) return;
    const wins = new Int32Array(view.row.length);
    change((old) => ({ ...old, repeat: { wins, draws: 0 } }));
    raceOn(state.repeat);
  },
  /** Look at another recorded text, where it parts from the one that was drawn. */
  chooseText(name) {
    const { tracks } = view.world;
    const track = tracks.find((one) => one.name === name);
    const parted = tracks[0].ids.findIndex((id, i) => id !== track.ids[i]);
    const step = parted < 0 ? states.opening('words').step : parted - view.path.promptLength;
    change((old) => ({
      ...states.arriveAt(old, states.recordedText(track.settings, step)),
      isLab: old.isLab,
      chapter: old.chapter,
      frame: old.frame,
    }));
    sayChange();
  },
  /** Write one of the ways in which the text may go on, and go on from its end. */
  chooseFuture(name) {
    if (state.world === 'words') return commands.chooseText({ cold: 'cold', yours: 'drawn', hot: 'hot' }[name]);
    const line = futures.line(name);
    if (!line) return say(words.notYet);
    act((old) => states.branch(old, line.settings, line.ids.length, longestIn(old.world)));
    say(words.branched(line.step));
  },
  compare: () => change((old) => ({ ...old, compare: !old.compare && old.tracks.length > 1 })),
  /** A second text from here on, in which one thing differs. */
  compareBy(what) {
    if (current().isPending) return say(words.notYet);
    const changes = {
      temperature: { temperature: 1.5 },
      topP: { topP: 1, topK: 0 },
      luck: { seed: Math.floor(Math.random() * MOST_SEED) },
    };
    act((old) => states.branch(old, { ...old.settings, ...changes[what] }, COMPARED, longestIn(old.world)));
    say(words.branched(view.step));
  },
  /** Chapter 1, or the first whose question is open. */
  startChapters() {
    const next = chapters.findIndex(({ key }) => state.answers[key] === undefined);
    commands.openChapter(next < 0 ? 1 : next + 1);
  },
  openChapter(number) {
    if (!(number <= CHAPTERS)) return;
    const shown = (old) => chapterState(number, old.answers[chapters[number - 1].key] && chapters[number - 1].proves);
    const next = (old) => states.arriveAt(old, { ...shown(old), frame: old.frame });
    address.go(writeHash(next(state)));
    change(next);
    fetchLesson();
    toTitle();
  },
  /** The first choice counts. */
  answer(choice) {
    const one = states.asking(state);
    if (!one) return;
    const answers = { ...state.answers, [one.key]: choice };
    keepAnswers(answers);
    change((old) => ({ ...shownIn(old, one.proves), answers }));
  },
  done: (number) => host.done(number),
  showProof() {
    if (state.chapter) act((old) => shownIn(old, chapters[old.chapter - 1].proves));
  },
  showMistake() {
    // Closed meanwhile.
    if (!state.chapter) return;
    const { mistake } = chapters[state.chapter - 1];
    act((old) => ({ ...shownIn(old, mistake.shows), shown: 'mistake' }));
    if (mistake.draws) commands.repeat();
  },
  /** The way on from the last chapter, or out of any. */
  openWhole() {
    commands.leaveChapters();
    change((old) => ({ ...old, isLab: true }));
  },
  openOwn() {
    commands.leaveChapters();
    commands.goToWorld('yours');
  },
  leaveChapters() {
    const next = (old) => ({ ...states.arriveAt(old, states.opening()), frame: old.frame });
    address.go(writeHash(next(state)));
    change(next);
    toTitle();
  },
  startAgain() {
    keepAnswers({});
    change((old) => ({ ...old, answers: {} }));
    commands.openChapter(1);
  },
  copyFrame() {
    const { href } = new URL(writeHash({ ...state, frame: 'embed' }), location.href);
    const src = href.replaceAll('&', '&amp;');
    return copy(`<iframe src="${src}" width="800" height="600"></iframe>`, words.copied);
  },
  async print(what) {
    const { printSheets } = await fetchLesson().then(loadLesson);
    await printSheets(what, { app, at: viewAt, nextFrame });
  },
  copyLink: () => copy(new URL(writeHash(state), location.href).href, words.copied),
  async copyProgram() {
    if (current().isPending) return say(words.notYet);
    const { pytorchProgram, torchProgram } = await loadLesson();
    return copy(isOfFile() ? torchProgram(draws()) : pytorchProgram(view), words.programCopied);
  },
  async copyNode() {
    if (current().isPending) return say(words.notYet);
    const { nodeProgram } = await loadLesson();
    return copy(nodeProgram(draws()), words.nodeCopied);
  },
  /** The scores of the text, up to the step looked at: the file that the copied programs read. */
  async saveScores() {
    if (current().isPending) return say(words.notYet);
    const steps = writtenSteps();
    if (steps.some(({ row }) => !row)) return say(words.notYet);
    const { safetensorsFile } = await loadLesson();
    const link = element('a', {
      download: SCORES_FILE,
      href: URL.createObjectURL(safetensorsFile(steps.map(({ row }) => row))),
    });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    return say(words.saved(SCORES_FILE, steps.length));
  },
  theme() {
    change((old) => ({ ...old, theme: themeAfter(old.theme) }));
    say(words.theme(state.theme));
    // All that is on the page changes its colours: that has a frame to itself.
    nextFrame().then(() => showTheme(state.theme));
  },
};

/** The worker that opens files, and what is wrong where it fails. */
const yoursWorker = {
  startWorker() {
    try {
      return new Worker(trusted(files.yours.name));
    } catch {
      throw new Error(ofYours.blocked);
    }
  },
  mend: () =>
    fetchFile(files.yours).catch((error) => {
      throw new Error(explain(error));
    }),
};

/** Some more of the races that `last` has counted, unless the state has moved on to others. */
function raceOn(last) {
  requestAnimationFrame(() => {
    if (state.repeat !== last) return;
    const { wins, draws } = last;
    const end = performance.now() + RACES_BUDGET;
    const counted = Int32Array.from(wins);
    let more = 0;
    while (more < RACES_A_FRAME && draws + more < REPEATS && performance.now() < end) {
      const count = Math.min(RACES_AT_ONCE, REPEATS - draws - more);
      for (const id of sampler.races(view.row, state.settings, view.step, draws + more, count)) counted[id]++;
      more += count;
    }
    const next = { wins: counted, draws: draws + more };
    change((old) => (old.repeat === last ? { ...old, repeat: next } : old), { isSettled: false });
    if (next.draws < REPEATS) raceOn(next);
    else say(words.repeated(REPEATS));
  });
}

/** Worlds whose rows are too large for a program: it reads them from a file. */
const isOfFile = () => ['words', 'yours'].includes(view.world.name);
const writtenSteps = () => view.path.steps.slice(0, view.step + 1);
/** How the text was drawn, its last step as the sliders stand. */
const draws = () => ({
  file: SCORES_FILE,
  first: 0,
  settings: writtenSteps().map(({ settings }, step) => (step === view.step ? state.settings : settings)),
});

async function copy(text, done) {
  try {
    await navigator.clipboard.writeText(text);
    say(done);
  } catch {
    askForCopy(text);
  }
}

/** What a step does, told when it shows. */
const story = () => requestAnimationFrame(() => setTimeout(() => tellStep(app)));

/** Whether there can be scores after what the sliders pick: of recorded words there may be none. */
function canGoOn() {
  const { world, path, step, now, isPending } = current();
  if (isPending) return true;
  if (world.name === 'yours') return step + 1 < world.steps();
  if (world.name !== 'words') return true;
  return (
    step + 1 >= longestIn(world.name) || world.isRecorded([...path.ids.slice(0, path.promptLength + step), now.id])
  );
}

let playTimer;
function schedulePlay() {
  clearTimeout(playTimer);
  if (!state.playing) return;
  playTimer = setTimeout(() => {
    const isLast = state.step === state.length - 1 && state.length >= longestIn(state.world);
    if (isLast) commands.play();
    else if (!canGoOn()) {
      commands.play();
      say(words.notHere);
    } else if (!current().isLate) {
      change((old) => states.stepOn(old, longestIn(old.world)));
      story();
    }
    schedulePlay();
  }, PLAY_EVERY);
}

function arrive(hash) {
  change((old) => asked(states.arriveAt(old, readHash(hash))));
  if (state.chapter) fetchLesson();
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
  const handFocusOn = holdFocus();
  if (isChanged) look();
  const overdue = view === drawn.view ? 0 : drawn.left;
  // What a moving hand needs first is drawn, however long it took to find out. And a hidden page has no frames to wait
  // for.
  const end = document.hidden ? Infinity : (isMoving ? performance.now() : start) + FRAME_BUDGET;
  const unfinished = [];
  for (let i = 0; due.length > 0 && (i < Math.max(overdue, 1) || performance.now() < end); i++)
    unfinished.push(...drawNext());
  due.unshift(...unfinished);
  handFocusOn();
  drawn = { view, left: due.length };
  if (due.length > 0) queueFrame();
  markLate();
}

/** One part alone, for what came from elsewhere. */
function drawSoon(render) {
  if (!due.includes(render)) due.push(render);
  queueFrame();
}

/** @returns {Function[]} the part itself again, if there is more of it to draw */
function drawNext() {
  const render = due.shift();
  if (render(view)) return [render];
  undrawn.delete(render);
  return [];
}

/** The view of the state as it is now, though it may not be drawn yet. */
function current() {
  if (isChanged) look();
  return view;
}

/** From now on the parts show the state as it is now. */
function look() {
  isChanged = false;
  view = { ...viewOf(state), longest: longestIn(state.world), isMoving };
  due = [...due, ...byUrgency.filter((render) => !due.includes(render))];
  // Before anything shows that an open question asks for.
  const chapter = chapters[state.chapter - 1];
  setAttribute(document.body, 'data-hides', view.isSecret && chapter.hides);
  const isOther = document.body.dataset.chapter !== String(state.chapter ?? '');
  setAttribute(document.body, 'data-chapter', state.chapter);
  if (isOther) refit?.();
  setAttribute(document.body, 'data-pictures', chapter?.pictures);
  setAttribute(document.body, 'data-sliders', chapter?.sliders);
  setAttribute(document.documentElement, 'data-frame', state.frame);
  setAttribute(document.body, 'data-model', state.model.status);
  setAttribute(document.body, 'data-lab', state.isLab);
  setAttribute(document.body, 'data-world', state.world);
  setAttribute(document.body, 'data-partial', view.isPartial);
  // The dock has room for the control of one stage.
  setAttribute(document.body, 'data-stage', state.stage);
}

/**
 * Tell whether something of the page is still on its way: parts to draw, tokens of the text, or their scores, its
 * address.
 */
function markLate() {
  const isRacing = state.repeat !== undefined && state.repeat.draws < REPEATS;
  const isShort = view.isLate || view.isPending || view.paths.some(({ steps }) => steps.length < state.length);
  // Where nothing was opened, or the model cannot be had, nothing is waited for.
  const isVain =
    view.world.steps?.() === 0 ||
    (view.world.name === 'model' && NO_MODEL.includes(state.model.status)) ||
    (view.world.name === 'words' && state.isCutShort);
  const isWaiting = isRacing || (isShort && !isVain);
  setAttribute(document.body, 'data-late', due.length > 0 || isMoving || isWaiting || address.isBehind());
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

document.adoptedStyleSheets = styles.map(sheetOf);
showTheme(state.theme);
look();
addEventListener('hashchange', () => arrive(location.hash));

// Each is hidden until it has been drawn.
const part = (tag, name) => element(tag, { class: name, hidden: true });
const roots = {
  header: part('header', 'top'),
  lab: part('section', 'lab-line'),
  chapter: part('section', 'chapter'),
  yours: part('section', 'yours band'),
  text: part('section', 'text band'),
  futures: part('section', 'futures'),
  controls: part('section', 'controls'),
  tree: part('section', 'tree'),
  table: part('section', 'pictures'),
  changed: part('section', 'changed band'),
  timeline: part('section', 'timeline band'),
  foot: part('p', 'foot hint'),
};
const lesson = part('div', 'lesson');
setAttribute(roots.chapter, 'aria-label', ofChapter.place);
const {
  header,
  lab,
  chapter: chapterPlace,
  yours: yoursPlace,
  text,
  futures: futuresPlace,
  controls,
  changed,
  timeline,
  foot,
  ...rest
} = roots;
const below = element('div', { class: 'below' }, changed, timeline);
const main = element(
  'main',
  { hidden: true },
  element(
    'div',
    { class: 'lab' },
    lab,
    chapterPlace,
    yoursPlace,
    text,
    futuresPlace,
    ...Object.values(rest),
    below,
    foot,
  ),
  lesson,
);
const scroller = element('div', { class: 'scroller' }, header, main);
const app = element('div', { class: 'app' }, scroller);
const status = createStatus(app);
app.inert = true;
document.body.append(app);
refit = watchFrame(
  app,
  header,
  (isDocked) => (isDocked ? scroller : futuresPlace).after(controls),
  () => state.chapter !== undefined,
);

const make = async (create, ...given) => {
  await breath();
  return create(...given);
};
const renderHeader = await make(createHeader, header, commands);
const renderLab = await make(createLab, lab, commands);
const renderYours = await make(createYoursPanel, yoursPlace, commands);
const renderText = await make(createText, text, commands);
const futures = await make(createFutures, futuresPlace, commands, model.askFuture);
const { render: renderSliders, ribbons } = await make(createControls, controls, commands);
const renderTable = await make(createTable, roots.table, commands);
const renderChanged = await make(createChanged, changed, commands);
const renderTimeline = await make(createTimeline, timeline, commands);
const renderFoot = await make(createFoot, foot);
/** What the ribbons found out; again, @returns {boolean} while one of them is still being asked for. */
function tellFlips(now) {
  renderChanged(now);
  return !now.isPending && !now.isMoving && Object.values(now.ribbons).some(({ isKnown }) => !isKnown);
}
// What answers the hand comes first.
byUrgency = [
  renderSliders,
  renderChapter,
  renderTable,
  renderChanged,
  renderText,
  renderHeader,
  renderLab,
  renderYours,
  renderTree,
  renderTimeline,
  renderFoot,
  ...ribbons,
  futures.render,
  tellFlips,
];

// ------------------------------------------------------------------------------------------------
// The chapters and the lesson: a script of its own, which comes when it is needed or nothing better is to be done
// ------------------------------------------------------------------------------------------------

function renderChapter(now) {
  if (now.state.chapter && !panel) {
    setAttribute(chapterPlace, 'hidden', false);
    setText(chapterPlace.firstChild ?? chapterPlace.appendChild(element('p')), ofChapter[lessonStatus]);
  } else if (panel) panel(now);
  else setAttribute(chapterPlace, 'hidden', true);
}

function renderTree(now) {
  if (tree) tree(now);
}

/** A state of the list of chapters, as the page would show it. */
const viewAt = (fields) => viewOf({ ...chapterState(undefined, fields), model: state.model });

function sheetOf(text) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  return sheet;
}

function fetchLesson() {
  lessonComing ??= loadLesson().then(addLesson, () => {
    lessonStatus = 'failed';
    lessonComing = undefined;
    drawSoon(renderChapter);
  });
  return lessonComing;
}

async function addLesson({ createLesson, createPanel, createTree, styles: more }) {
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheetOf(more)];
  chapterPlace.replaceChildren();
  panel = createPanel(chapterPlace, commands, viewAt);
  tree = createTree(roots.tree, (row, id) => sampler.look(row, states.opening('tree').settings, 0).softmax[id]);
  drawSoon(renderChapter);
  drawSoon(renderTree);
  for (const addSection of createLesson(lesson, commands.show)) {
    await breath();
    addSection();
  }
}

// The first time, in the order in which they stand.
due = [
  renderHeader,
  renderLab,
  renderYours,
  renderText,
  futures.render,
  renderChapter,
  renderSliders,
  renderTree,
  renderTable,
  renderChanged,
  renderTimeline,
  renderFoot,
  ...ribbons,
  tellFlips,
];
undrawn = new Set(due);
while (undrawn.size > 0) {
  await breath();
  if (undrawn.size > 0) due.unshift(...drawNext());
  // Behind the header, which thereby pushes nothing down.
  main.hidden = false;
}
started();
if (due.length > 0) queueFrame();
markLate();
app.inert = false;
if (state.chapter) await fetchLesson();
host.watch(main);
document.body.classList.add('is-ready');

// Only when the page stands: first the model, then what keeps both for offline use.
model.start(files.worker, files.weights, sampler.module);
// Without them the model computes these rows, too.
if (!steps)
  fetchFile(files.steps).then(
    ({ buffer }) => hearSteps(buffer),
    () => undefined,
  );
keepOffline((offline) => {
  setAttribute(document.body, 'data-offline', offline);
  change((old) => ({ ...old, offline }), { isSettled: false });
});
// Behind them the rest of the recorded words.
const idle = () =>
  new Promise((settle) => (globalThis.requestIdleCallback ?? setTimeout)(settle, { timeout: IDLE_AT_MOST }));
/** And never while a hand moves a slider: what it does is shown first. */
async function whenIdle() {
  do await idle();
  while (isMoving);
}
await whenIdle();
fetchLesson();
if (!navigator.connection?.saveData || state.world === 'words') {
  fetchFile(files.vocabulary)
    .then(({ buffer }) => recordedWords.hearVocabulary(buffer))
    .then(growSearch, () => undefined);
  fetchFile(files.rows).then(
    ({ buffer }) => recordedWords.hearRows(buffer, whenIdle),
    () => change((old) => ({ ...old, isCutShort: true }), { isSettled: false }),
  );
}

function hearSteps(packed) {
  worlds.model.hearSteps(packed);
  change((old) => old, { isSettled: false });
}

async function growSearch() {
  do await whenIdle();
  while (!recordedWords.growSearch());
}
