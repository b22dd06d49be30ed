/**
 * What changed against the settings that the step's token was drawn with, or those that were pinned, clause by clause:
 * each is said only where it is true, and every number in it is the core's. A clause is a list of parts: strings, {
 * letter: id }, or { text, name, value } for a number that a reader can check.
 */

import { bits, figures, fixed2, percent, push, thousands, topK, total } from './format.js';
import { flipsBetween, nearestFlips } from './ribbon.js';
import { changed as words } from './strings.js';
import { kAt, placeOf } from './top-k.js';

const MOST_NAMED = 5;

const clauses = {
  settings: settingsClause,
  pick: pickClause,
  kept: keptClause,
  top: topClause,
  entropy: entropyClause,
};

/** @returns {{ name: string, parts }[]} */
export const clausesOf = (view) => Object.entries(clauses).map(([name, clause]) => ({ name, parts: clause(view) }));

const number = (name, value, text) => ({ name, value, text });

function settingsClause({ state: { settings }, reference, isMoved }) {
  if (!isMoved) return [words.nothingMoved];
  const names = { temperature: ['T', fixed2], topP: ['p', fixed2], topK: ['k', topK], seed: [words.seed, String] };
  const moves = Object.entries(names)
    .filter(([key]) => settings[key] !== reference[key])
    .map(([key, [name, write]]) => `${name} ${write(reference[key])} → ${write(settings[key])}`);
  return [`${moves.join(', ')} (${settings.seed === reference.seed ? words.sameLuck : words.newLuck}).`];
}

function topClause({ now, base, order: [top], unit, isMoved }) {
  const [before, after] = [base.softmax[top], now.softmax[top]];
  const from = number('top-before', before, percent(before));
  const to = number('top-after', after, percent(after));
  return from.text === to.text
    ? [words.top(unit), { letter: top }, isMoved ? words.stays : words.has, to, '.']
    : [words.top(unit), { letter: top }, ' ', from, ' → ', to, '.'];
}

function entropyClause({ now, base, unit }) {
  const [before, after] = [base.entropyBits, now.entropyBits];
  const to = number('entropy-after', after, bits(after));
  const effective = number('effective-after', 2 ** after, bits(2 ** after));
  if (bits(before) === bits(after))
    return [words.entropy, ' ', to, ' ', words.bits, ' (', effective, words.effective(unit), ').'];
  return [
    words.entropy,
    ' ',
    number('entropy-before', before, bits(before)),
    ' → ',
    to,
    ' ',
    words.bits,
    ' (',
    number('effective-before', 2 ** before, bits(2 ** before)),
    ' → ',
    effective,
    words.effective(unit),
    ').',
  ];
}

function keptClause(view) {
  const { now, keptIds, baseKeptIds, added, dropped, unit, isMoved } = view;
  const mass = [words.holding, number('kept-mass', now.keptMass, total(now.keptMass))];
  const kept = number('kept-after', keptIds.length, thousands(keptIds.length));
  if (!isMoved) return [words.kept, kept, words.count(keptIds.length, unit), ...mass, '.'];
  if (added.length + dropped.length === 0)
    return [words.kept, kept, words.asBefore(keptIds.length, unit), ...mass, '.'];
  return [
    words.kept,
    number('kept-before', baseKeptIds.length, thousands(baseKeptIds.length)),
    ' → ',
    kept,
    causeOfKept(view, keptIds.length - baseKeptIds.length),
    ...mass,
    ...named(words.added, added),
    ...named(words.dropped, dropped),
    '.',
  ];
}

/** Which slider is to thank for a kept count that changed, where it is one alone. */
function causeOfKept({ state: { settings }, reference }, more) {
  const moved = ['temperature', 'topP', 'topK'].filter((key) => settings[key] !== reference[key]);
  if (moved.length !== 1 || more === 0) return '';
  const [cause] = moved;
  if (cause !== 'temperature') return words.keptBecause[cause](more > 0);
  if (settings.temperature === 0 || reference.temperature === 0) return words.keptBecause.greedy(more > 0);
  return settings.topP < 1 ? words.keptBecause.temperature(more > 0) : '';
}

function named(word, ids) {
  if (ids.length === 0) return [];
  const more = ids.length - MOST_NAMED;
  const shown = Array.from(more === 1 ? ids : ids.subarray(0, MOST_NAMED));
  const parts = shown.flatMap((id, i) => (i === 0 ? [word, { letter: id }] : [' ', { letter: id }]));
  return more > 1 ? [...parts, words.more(more)] : parts;
}

function pickClause(view) {
  const { now, base, isMoved } = view;
  if (!isMoved) return [...race(view), ...outlook(view)];
  if (now.id === base.id) return [words.unchanged, { letter: now.id }, '. ', ...outlook(view)];
  return [words.pick, { letter: base.id }, ' → ', { letter: now.id }, ...reason(view), '. ', ...crossed(view)];
}

/** How the pick won, beside the likeliest token, or where it is that itself, beside the second of the race. */
function race({ now, order: [top], runnerUp, state: { settings }, unit }) {
  if (settings.temperature === 0) return [words.drawn, { letter: now.id }, words.greedy(unit)];
  const other = now.id === top ? runnerUp : top;
  const isRacing = other >= 0 && now.probabilities[other] > 0;
  return [
    words.drawn,
    { letter: now.id },
    words.chance,
    ...product('pick', now, now.id),
    ...(isRacing ? [words.beat, { letter: other }, words.with, ...product('other', now, other)] : []),
    '. ',
  ];
}

/** Chance x push = score: three numbers of the core, the push being what one luck is divided into 1. */
function product(name, { probabilities, luck, scores }, id) {
  return [
    number(`${name}-chance`, probabilities[id], percent(probabilities[id])),
    words.times,
    number(`${name}-push`, 1 / luck[id], push(luck[id])),
    ' = ',
    number(`${name}-score`, scores[id], figures(scores[id])),
  ];
}

/**
 * Why the pick is another one: the first of these that is so. A cut is the reason where, but for it, the letter that
 * was left out would have beaten the other.
 */
function reason({ now, base, state, reference, unit }) {
  const old = { letter: base.id };
  const fresh = { letter: now.id };
  if (state.settings.seed !== reference.seed) return [words.becauseLuck];
  if (state.settings.temperature === 0) return [words.becauseGreedy(unit)];
  if (reference.temperature === 0) return [words.becauseRace(unit), fresh, words.becauseRaceEnd];
  const wouldWin = ({ softmax, luck }, id, other) => softmax[id] / luck[id] > softmax[other] / luck[other];
  if (now.probabilities[base.id] === 0 && wouldWin(now, base.id, now.id)) return [words.because, old, words.isCut];
  if (base.probabilities[now.id] === 0 && wouldWin(base, now.id, base.id)) return [words.because, fresh, words.isKept];
  // With the same luck, their shares have moved apart or closer.
  const leaderIsFresh = now.softmax[now.id] >= now.softmax[base.id];
  return leaderIsFresh
    ? [words.because, fresh, words.leadBeats, old, words.luckEnd]
    : [words.because, fresh, words.luckBeats, old, words.leadEnd];
}

/** Where on its way the one slider that moved met a new pick. */
function crossed({ state: { settings }, reference, ribbons, row }) {
  const moved = ['temperature', 'topP', 'topK', 'seed'].filter((key) => settings[key] !== reference[key]);
  if (moved.length !== 1 || moved[0] === 'seed' || !ribbons[moved[0]].isKnown) return [];
  const [key] = moved;
  const onSlider = (value) => (key === 'topK' ? placeOf(value, row.length) : value);
  const said = (place) => (key === 'topK' ? kAt(place, row.length) : place);
  const flips = flipsBetween(ribbons[key], onSlider(reference[key]), onSlider(settings[key]));
  return flips.length === 0
    ? []
    : [words.flipsAt(short[key]), ...listed(flips.map((value) => flip(key, said(value)))), '.'];
}

/** How far the temperature is from another pick. */
function outlook({ state: { settings }, ribbons }) {
  if (!ribbons.temperature.isKnown) return [];
  const { above, lastBefore, below, lastAfter } = nearestFlips(ribbons.temperature, settings.temperature);
  const ends = [];
  if (above !== undefined) ends.push([words.above, flip('temperature', lastBefore)]);
  if (below !== undefined) ends.push([words.below, flip('temperature', lastAfter)]);
  if (ends.length === 0) return [words.noFlip];
  return [words.wouldFlip, ...ends.flatMap((end, i) => (i === 0 ? end : [words.or, ...end])), '.'];
}

const short = { temperature: 'T', topP: 'p', topK: 'k' };
const flip = (key, value) => number(`flip-${key}`, value, key === 'topK' ? thousands(value) : fixed2(value));
const listed = (parts) => parts.flatMap((part, i) => (i === 0 ? [part] : [words.then, part]));
