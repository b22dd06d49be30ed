/**
 * The page's one state, and every way it can change: pure functions from a state to the next.
 *
 * A track is a text and how it came about: `origins`, sorted by position, each with the `settings` that draw from
 * there on, or with the id that was forced at that one position. The text itself is never stored: the core draws it
 * again.
 */

import { chapters } from './chapters/list.js';

/** How many letters the model reads at most. */
export const CONTEXT = 128;
const RECORDED_PROMPT = 'ROMEO:\n';
export const LONGEST = 96;
export const LONGEST_PROMPT = 200;
const OPENING_STEP = 21;
const WORDS_STEP = 8;

/** The reader's own text, from its first step. */
export const ownText = (settings, steps) => ({
  ...opening('yours'),
  tracks: [track(settings)],
  settings,
  length: steps,
});

/** A recorded text of words, up to one of its steps. */
export const recordedText = (settings, step) => ({
  ...opening('words'),
  tracks: [track(settings)],
  settings,
  length: step + 1,
  step,
});

const RECORDED_SETTINGS = { temperature: 0.8, topP: 0.9, topK: 0, seed: 1337 };
const SCENE_SETTINGS = { temperature: 1, topP: 1, topK: 0, seed: 1337 };

/** The sliders whose range no alphabet decides (top-k.js has the other). */
export const sliders = {
  temperature: { min: 0, max: 3 },
  topP: { min: 0.01, max: 1 },
};

const track = (settings) => [{ from: 0, settings }];

const OPENING = {
  model: { prompt: RECORDED_PROMPT, length: OPENING_STEP + 1, step: OPENING_STEP },
  words: { prompt: '', length: WORDS_STEP + 1, step: WORDS_STEP },
  tree: { prompt: '', length: 2, step: 0 },
};

/** What the page opens with in each world: a recorded text, or one of the small scenes. */
export function opening(world = 'words') {
  const isText = world === 'model' || world === 'words';
  const settings = isText ? RECORDED_SETTINGS : SCENE_SETTINGS;
  return {
    world,
    tracks: [track(settings)],
    active: 0,
    prompt: '',
    length: 1,
    step: 0,
    ...OPENING[world],
    settings,
    // What the outline and the sentence compare with: undefined is what the step's token was drawn with.
    baseline: undefined,
    stage: 1,
    axis: 'fit',
    allRows: false,
    compare: false,
    isLab: false,
    // Which of the chapters is open (chapters/list.js), and how the page stands in another one: 'embed' or 'present'.
    chapter: undefined,
    frame: undefined,
    // What no link carries:
    repeat: undefined,
    focus: undefined,
    isChosen: false,
    shown: undefined,
    searched: [],
    isTopKOpen: false,
    dragging: false,
    playing: false,
    theme: 'auto',
    model: { status: 'waiting', progress: 0 },
    offline: undefined,
    // Whether the recorded scores behind the opening step's could not be had.
    isCutShort: false,
    // The choices made in the chapters, by their keys.
    answers: {},
  };
}

// With this luck temperature, top-p and top-k all turn the choice among the weights.
const HAND_SEED = 287;

/** What the page shows of a world that is gone to from another. */
export function entrance(world) {
  const state = opening(world);
  if (world !== 'hand') return state;
  const settings = { ...state.settings, seed: HAND_SEED };
  return { ...state, settings, tracks: [track(settings)] };
}

/** Another state's lesson in this visitor's page: the theme, the model, and what is kept and was answered stay. */
export const arriveAt = (state, next) => ({
  ...next,
  theme: state.theme,
  model: state.model,
  offline: state.offline,
  isCutShort: state.isCutShort,
  answers: state.answers,
});

/** The chapter whose question is open; undefined where none is. While it is, nothing may give its answer away. */
export function asking({ chapter, answers }) {
  const open = chapters[chapter - 1];
  return open && answers[open.key] === undefined ? open : undefined;
}

export const sameSettings = (a, b) =>
  a.temperature === b.temperature && a.topP === b.topP && a.topK === b.topK && a.seed === b.seed;

/** What decided a position of a track: the settings in force there and, where one was forced, the id. */
export function originAt(origins, position) {
  let settings;
  let forced;
  for (const origin of origins) {
    if (origin.from > position) break;
    if (origin.settings) settings = origin.settings;
    else if (origin.from === position) forced = origin.forced;
  }
  return { settings, forced };
}

export const setSetting = (state, name, value) => ({
  ...state,
  settings: { ...state.settings, [name]: value },
  repeat: undefined,
});

export const setSettings = (state, settings) => ({ ...state, settings: { ...settings }, repeat: undefined });

export const goTo = (state, step) => ({
  ...state,
  step: clamp(step, 0, state.length - 1),
  repeat: undefined,
  focus: undefined,
  isChosen: false,
});

/**
 * One token on, with the sliders as they are: what they pick here is what the text goes on from. Where the sliders
 * stand as the token was drawn, what is written already stays; where they do not, and what comes later was written,
 * that text stays as track A.
 */
export function stepOn(state, longest) {
  const origins = state.tracks[state.active];
  const isLast = state.step === state.length - 1;
  const from = sliderStep(state);
  const agreed = sameSettings(originAt(origins, from).settings, state.settings);
  if (agreed && !isLast) return walkOn(state);
  if (state.step + 1 >= longest) return { ...state, playing: false };
  const { compare, playing } = state;
  const branched = agreed
    ? state
    : isLast
      ? withTrack(state, branchedFrom(state, from))
      : asTrackB(state, branchedFrom(state, from));
  return goTo({ ...branched, compare, playing, length: state.step + 2 }, state.step + 1);
}

/** To the next token of what is written, with the settings in force there unless the sliders moved. */
function walkOn(state) {
  const next = goTo(state, state.step + 1);
  const { settings } = originAt(next.tracks[next.active], next.step);
  return sameSettings(settings, state.settings) ? next : setSettings(next, settings);
}

/**
 * Go on from here with other settings: the text as it was drawn stays as track A, and B is written `more` tokens on.
 */
export function branch(state, settings, more, longest) {
  const origins = state.tracks[state.active];
  const from = sliderStep(state);
  const agreed = sameSettings(originAt(origins, from).settings, settings);
  const branched = agreed ? state : asTrackB(state, branchedFrom({ ...state, settings }, from));
  const length = clamp(from + more, from + 1, longest);
  return goTo(setSettings({ ...branched, length }, settings), length - 1);
}

/** The first step that the sliders decide: what was forced stands, and they count from the token after it. */
export const sliderStep = ({ tracks, active, step }) =>
  originAt(tracks[active], step).forced === undefined ? step : step + 1;

/** Force a letter at this step, and go on from there with the sliders as they are. */
export function force(state, id) {
  const before = state.tracks[state.active].filter((origin) => origin.from < state.step);
  const origins = [...before, { from: state.step, forced: id }, { from: state.step + 1, settings: state.settings }];
  // A text that starts with a forced letter still says under which settings that happened.
  return asTrackB(state, state.step === 0 ? [{ from: 0, settings: state.settings }, ...origins] : origins);
}

function branchedFrom(state, step) {
  const before = state.tracks[state.active].filter((origin) => origin.from < step);
  return [...before, { from: step, settings: state.settings }];
}

const withTrack = (state, origins) => ({
  ...state,
  tracks: state.tracks.map((old, index) => (index === state.active ? origins : old)),
});

const asTrackB = (state, origins) => ({
  ...state,
  tracks: [state.tracks[state.active], origins],
  active: 1,
  compare: true,
  playing: false,
});

/** Look at the other track, at the same step and with the settings that were in force there. */
export function showTrack(state, active, step = state.step) {
  if (!(active in state.tracks)) return state;
  const next = goTo({ ...state, active }, step);
  return active === state.active ? next : setSettings(next, originAt(next.tracks[active], next.step).settings);
}

export const setPrompt = (state, prompt) =>
  arriveAt(state, {
    ...opening('model'),
    tracks: [track(state.settings)],
    settings: state.settings,
    isLab: state.isLab,
    chapter: state.chapter,
    frame: state.frame,
    prompt,
    length: 1,
    step: 0,
  });

export const clamp = (value, least, most) => Math.min(Math.max(value, least), most);
