/**
 * A state as a link's hash, and back. What a link leaves out, or says in a way nobody can read, takes its default:
 * reading never throws.
 *
 *     #v=1&T=1.3&p=0.9&k=0&seed=1337&prompt=ROMEO%3A%0A&n=40&step=15
 *
 * A chapter is #chapter=3, with the rest behind it once something has moved; #embed and #present, before all else,
 * say how the page stands in another one.
 *
 * More, where it differs from the opening state: scene, a and b (the two tracks), on=b, base (what is compared with),
 * stage, axis=full, log, all, compare, lab. A track is written as its origins:
 * "0:0.8,0.9,0,1337~15!20~16:1.3,0.9,0,1337" draws the first 15 letters with one group of settings (T, p, k, seed),
 * forces id 20 at 15 and goes on with another.
 */

import { CHAPTERS, chapters, hashOf } from './chapters/list.js';
import { asksFor } from './frame/asked.js';
import { LONGEST, LONGEST_PROMPT, clamp, opening, recordedText, sliders } from './state.js';
import { TRACKS } from './words/world.js';
import { MOST_STEPS, cleanPrompt, vocabulary } from './worlds.js';

const VERSION = '1';
/** How long a text of letters is whose link does not say. */
const LINKED_LENGTH = 40;
/** Each place of a text begins one at most, and forces one. */
const MOST_ORIGINS = 2 * LONGEST;
const FRAMES = ['embed', 'present'];
const WORLDS = ['words', 'yours', 'model', 'hand', 'order', 'tree'];

export function writeHash(state) {
  const { settings } = state;
  const text = state.world === 'words' ? nameOfText(state.tracks[0]) : undefined;
  const start = startOf(state.world, text);
  const fields = {
    v: VERSION,
    scene: state.world === 'model' ? undefined : state.world,
    track: text,
    T: settings.temperature,
    p: settings.topP,
    k: settings.topK,
    seed: settings.seed,
    prompt: state.world === 'model' ? state.prompt : undefined,
    n: state.length,
    step: state.step,
    a: unlessDefault(writeTrack(state.tracks[0]), writeTrack(start.tracks[0])),
    b: state.tracks[1] && writeTrack(state.tracks[1]),
    on: state.active === 1 ? 'b' : undefined,
    base: state.baseline && writeSettings(state.baseline),
    stage: state.stage === 1 ? undefined : state.stage,
    axis: state.axis === 'full' ? 'full' : undefined,
    log: state.axis === 'log' ? 1 : undefined,
    all: state.allRows ? 1 : undefined,
    compare: state.compare ? 1 : undefined,
    lab: state.isLab ? 1 : undefined,
  };
  const said = Object.entries(fields).filter(([, value]) => value !== undefined);
  return inFrame(state, `#${said.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')}`);
}

/** The hash of a state, with the frame and the chapter that it belongs to. */
function inFrame({ frame, chapter }, hash) {
  const isOwn = chapter && Object.values(ownHashes(chapter)).includes(hash);
  return `#${[frame, chapter && `chapter=${chapter}`, isOwn ? '' : hash.slice(1)].filter(Boolean).join('&')}`;
}

/** The states that a chapter itself leads to, as they are written. */
function ownHashes(chapter) {
  const { asks, proves } = chapters[chapter - 1];
  written[chapter] ??= { asks: writeHash(readHash(hashOf(asks))), proves: writeHash(readHash(hashOf(proves))) };
  return written[chapter];
}

const written = {};

/** A state of a chapter: the one that it asks about, or one that it shows. */
export const chapterState = (chapter, fields = chapters[chapter - 1].asks, frame) => ({
  ...readHash(hashOf(fields)),
  chapter,
  frame,
});

export function readHash(hash) {
  const fields = readFields(hash);
  const frame = FRAMES.find((one) => asksFor(one, hash));
  const chapter = integer(fields.chapter ?? fields.question, 1, CHAPTERS);
  const state =
    fields.v === VERSION ? readState(fields) : chapter ? readHash(hashOf(chapters[chapter - 1].asks)) : opening();
  return { ...state, chapter, frame };
}

function readState(fields) {
  const start = startOf(WORLDS.includes(fields.scene) ? fields.scene : 'model', fields.track);
  const size = vocabulary[start.world];
  const tracks = [readTrack(fields.a, size) ?? start.tracks[0], readTrack(fields.b, size)].filter(Boolean);
  const length = integer(fields.n, 1, longestIn(start.world), start.world === 'model' ? LINKED_LENGTH : start.length);
  return {
    ...start,
    settings: {
      temperature: onSlider('temperature', fields.T, start.settings.temperature),
      topP: onSlider('topP', fields.p, start.settings.topP),
      topK: readTopK(fields.k, size, start.settings.topK),
      seed: readSeed(fields.seed, start.settings.seed),
    },
    prompt: readPrompt(fields.prompt, start),
    tracks,
    active: fields.on === 'b' && tracks.length > 1 ? 1 : 0,
    length,
    step: integer(fields.step, 0, length - 1, Math.min(start.step, length - 1)),
    baseline: readSettings(fields.base, size),
    stage: integer(fields.stage, 1, 3, 1),
    axis: fields.log === '1' ? 'log' : fields.axis === 'full' ? 'full' : 'fit',
    allRows: fields.all === '1',
    compare: fields.compare === '1' && tracks.length > 1,
    isLab: fields.lab === '1',
  };
}

export const longestIn = (world) => ({ tree: 2, words: TRACKS[0].length, yours: MOST_STEPS })[world] ?? LONGEST;

/** What a link is compared with, and takes its defaults from. */
function startOf(world, text) {
  const track = world === 'words' && TRACKS.find(({ name }) => name === text);
  return track ? recordedText(track.settings, opening('words').step) : opening(world);
}

const nameOfText = (origins) =>
  TRACKS.find(({ settings }) => writeTrack(origins) === writeTrack([{ from: 0, settings }]))?.name;

function readFields(hash) {
  const fields = {};
  for (const pair of hash.replace(/^#/, '').split('&')) {
    const at = pair.indexOf('=');
    if (at > 0) fields[pair.slice(0, at)] = decode(pair.slice(at + 1));
  }
  return fields;
}

function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

const unlessDefault = (text, usual) => (text === usual ? undefined : text);

const writeSettings = ({ temperature, topP, topK, seed: number }) => [temperature, topP, topK, number].join();

function readSettings(text, size) {
  const [temperature, topP, topK, number, ...rest] = (text ?? '').split(',');
  const settings = {
    temperature: onSlider('temperature', temperature),
    topP: onSlider('topP', topP),
    topK: readTopK(topK, size),
    seed: readSeed(number),
  };
  return rest.length > 0 || Object.values(settings).includes(undefined) ? undefined : settings;
}

const writeTrack = (origins) =>
  origins
    .map(({ from, settings, forced }) => (settings ? `${from}:${writeSettings(settings)}` : `${from}!${forced}`))
    .join('~');

function readTrack(text, size) {
  const origins = (text ?? '').split('~', MOST_ORIGINS + 1).map((part) => readOrigin(part, size));
  if (origins.length > MOST_ORIGINS) return undefined;
  const inOrder = origins.every((origin, i) => origin && (i === 0 || origins[i - 1].from <= origin.from));
  return inOrder && origins[0].from === 0 && origins[0].settings ? origins : undefined;
}

function readOrigin(text, size) {
  const [, from, kind, rest] = /^(\d+)([:!])(.*)$/.exec(text) ?? [];
  const position = integer(from, 0, LONGEST);
  const value = kind === ':' ? readSettings(rest, size) : integer(rest, 0, size - 1);
  if (position === undefined || value === undefined) return undefined;
  return kind === ':' ? { from: position, settings: value } : { from: position, forced: value };
}

function readPrompt(text, start) {
  if (start.world !== 'model' || text === undefined || text === '') return start.prompt;
  return cleanPrompt(text).slice(0, LONGEST_PROMPT) || start.prompt;
}

/** A slider's value on its grid, so that what a link says is what the slider can show. */
function onSlider(name, text, otherwise) {
  const { min, max } = sliders[name];
  const value = number(text);
  return value === undefined ? otherwise : Number(clamp(value, min, max).toFixed(2));
}

/** 0 is off, and so is any k that keeps the whole alphabet. */
function readTopK(text, size, otherwise) {
  const k = integer(text, 0, size, otherwise);
  return k === size ? 0 : k;
}

function integer(text, least, most, otherwise) {
  const value = number(text);
  return value === undefined || !Number.isInteger(value) ? otherwise : clamp(value, least, most);
}

export function readSeed(text, otherwise) {
  const value = number(text);
  return Number.isSafeInteger(value) ? value : otherwise;
}

/** In a time that grows no faster than the text: no two parts of the pattern can share the same digits. */
function number(text) {
  return /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text ?? '') ? Number(text) : undefined;
}
