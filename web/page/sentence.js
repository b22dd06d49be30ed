/**
 * What changed against the baseline, clause by clause: each is said only where it is true, and every number in it is
 * the core's. A clause is a list of parts: strings, { letter: id }, or { text, name, value } for a number that a reader
 * can check.
 */

import { bits, fixed2, percent, topK, total } from './format.js';
import { flipsBetween, nearestFlips } from './ribbon.js';
import { sameSettings } from './state.js';
import { changed as words } from './strings.js';

const MOST_NAMED = 5;

export function clausesOf(view) {
  return [settingsClause, topClause, entropyClause, keptClause, pickClause].map((clause) => clause(view));
}

const number = (name, value, text) => ({ name, value, text });

function settingsClause({ state: { settings, baseline } }) {
  if (sameSettings(settings, baseline)) return [words.nothingChanged];
  const names = { temperature: ['T', fixed2], topP: ['p', fixed2], topK: ['k', topK], seed: [words.seed, String] };
  const moves = Object.entries(names)
    .filter(([key]) => settings[key] !== baseline[key])
    .map(([key, [name, write]]) => `${name} ${write(baseline[key])} → ${write(settings[key])}`);
  return [`${moves.join(', ')} (${settings.seed === baseline.seed ? words.sameLuck : words.newLuck}).`];
}

function topClause({ now, base, order: [top] }) {
  const [before, after] = [base.softmax[top], now.softmax[top]];
  const from = number('top-before', before, percent(before));
  const to = number('top-after', after, percent(after));
  return from.text === to.text
    ? [words.top, { letter: top }, words.stays, to, '.']
    : [words.top, { letter: top }, ' ', from, ' → ', to, '.'];
}

function entropyClause({ now, base }) {
  const [before, after] = [base.entropyBits, now.entropyBits];
  const to = number('entropy-after', after, bits(after));
  const effective = number('effective-after', 2 ** after, bits(2 ** after));
  if (bits(before) === bits(after)) return [words.entropy, ' ', to, words.bits, ' (', effective, words.effective, ').'];
  return [
    words.entropy,
    ' ',
    number('entropy-before', before, bits(before)),
    ' → ',
    to,
    words.bits,
    ' (',
    number('effective-before', 2 ** before, bits(2 ** before)),
    ' → ',
    effective,
    words.effective,
    ').',
  ];
}

function keptClause({ now, base, keptIds, baseKeptIds }) {
  const mass = [words.holding, number('kept-mass', now.keptMass, total(now.keptMass))];
  const added = keptIds.filter((id) => !baseKeptIds.includes(id));
  const dropped = baseKeptIds.filter((id) => !keptIds.includes(id));
  const kept = number('kept-after', now.kept, String(now.kept));
  if (added.length + dropped.length === 0) return [words.kept, kept, words.asBefore(now.kept), ...mass, '.'];
  return [
    words.kept,
    number('kept-before', base.kept, String(base.kept)),
    ' → ',
    kept,
    ...mass,
    ...named(words.added, added),
    ...named(words.dropped, dropped),
    '.',
  ];
}

function named(word, ids) {
  if (ids.length === 0) return [];
  const more = ids.length - MOST_NAMED;
  const shown = more === 1 ? ids : ids.slice(0, MOST_NAMED);
  const parts = shown.flatMap((id, i) => (i === 0 ? [word, { letter: id }] : [' ', { letter: id }]));
  return more > 1 ? [...parts, words.more(more)] : parts;
}

function pickClause(view) {
  const { now, base } = view;
  if (now.id === base.id) return [words.unchanged, { letter: now.id }, '. ', ...outlook(view)];
  return [words.pick, { letter: base.id }, ' → ', { letter: now.id }, ...reason(view), '. ', ...crossed(view)];
}

/**
 * Why the pick is another one: the first of these that is so. A cut is the reason where, but for it, the letter that
 * was left out would have beaten the other.
 */
function reason({ now, base, state, keptIds, baseKeptIds }) {
  const old = { letter: base.id };
  const fresh = { letter: now.id };
  if (state.settings.seed !== state.baseline.seed) return [words.becauseLuck];
  if (state.settings.temperature === 0) return [words.becauseGreedy];
  if (state.baseline.temperature === 0) return [words.becauseRace, fresh, words.becauseRaceEnd];
  const wouldWin = ({ softmax, luck }, id, other) => softmax[id] / luck[id] > softmax[other] / luck[other];
  if (!keptIds.includes(base.id) && wouldWin(now, base.id, now.id)) return [words.because, old, words.isCut];
  if (!baseKeptIds.includes(now.id) && wouldWin(base, now.id, base.id)) return [words.because, fresh, words.isKept];
  // With the same luck, their shares have moved apart or closer.
  const leaderIsFresh = now.softmax[now.id] >= now.softmax[base.id];
  return leaderIsFresh
    ? [words.because, fresh, words.leadBeats, old, words.luckEnd]
    : [words.because, fresh, words.luckBeats, old, words.leadEnd];
}

/** Where on its way the one slider that moved met a new pick. */
function crossed({ state: { settings, baseline }, ribbons, now }) {
  const moved = ['temperature', 'topP', 'topK', 'seed'].filter((key) => settings[key] !== baseline[key]);
  if (moved.length !== 1 || moved[0] === 'seed') return [];
  const [key] = moved;
  const onSlider = (k) => (key === 'topK' && k === 0 ? now.softmax.length : k);
  const flips = flipsBetween(ribbons[key], onSlider(baseline[key]), onSlider(settings[key]));
  return flips.length === 0 ? [] : [words.flipsAt(short[key]), ...listed(flips.map((value) => flip(key, value))), '.'];
}

/** How far the temperature is from another pick. */
function outlook({ state: { settings }, ribbons }) {
  const { above, lastBefore, below, lastAfter } = nearestFlips(ribbons.temperature, settings.temperature);
  const ends = [];
  if (above !== undefined) ends.push([words.above, flip('temperature', lastBefore)]);
  if (below !== undefined) ends.push([words.below, flip('temperature', lastAfter)]);
  if (ends.length === 0) return [words.noFlip];
  return [words.wouldFlip, ...ends.flatMap((end, i) => (i === 0 ? end : [words.or, ...end])), '.'];
}

const short = { temperature: 'T', topP: 'p', topK: 'k' };
const flip = (key, value) => number(`flip-${key}`, value, key === 'topK' ? String(value) : fixed2(value));
const listed = (parts) => parts.flatMap((part, i) => (i === 0 ? [part] : [words.then, part]));
