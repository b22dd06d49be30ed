/** The table: a row per letter, the same row in all three pictures. */

import { arrangeChildren, element, indent, setAttribute, setText, whenChanged, whenNeeded } from '../dom.js';
import { decimalsToSeparate, fixed2, hasSign, percent, score, sign, spoken, total } from '../format.js';
import * as cutPicture from '../pictures/cut.js';
import * as racePicture from '../pictures/race.js';
import * as softmaxPicture from '../pictures/softmax.js';
import { REPEATS } from '../sampler.js';
import { table as words } from '../strings.js';
import { ratioLaw } from './ratio.js';

// So many rows come in at once: what is new costs the browser far more than what changes.
const NEW_ROWS = 8;

export const styles = [softmaxPicture.styles, cutPicture.styles, racePicture.styles];

export function createTable(root, { force, focusRow, setStage, toggleLog, toggleRows, repeat }) {
  const stages = createStages(setStage);
  const log = element('input', { type: 'checkbox', id: 'log', onchange: () => toggleLog(log.checked) });
  const pictures = [
    softmaxPicture.createSoftmaxPicture(),
    cutPicture.createCutPicture(),
    racePicture.createRacePicture(),
  ];
  const axes = [1, 2, 3].map(() =>
    element('span', { class: 'axis', 'aria-hidden': 'true' }, element('span'), element('span'), element('span')),
  );
  const names = [1, 2, 3].map(() => element('span', { class: 'stage-name' }));
  const heads = [1, 2, 3].map((stage) =>
    element(
      'th',
      { scope: 'col', class: `stage-${stage}` },
      element('span', { class: 'stage-number', 'aria-hidden': 'true' }, String(stage)),
      names[stage - 1],
      axes[stage - 1],
      pictures[stage - 1].node,
    ),
  );
  const caption = element('caption', { tabindex: '-1' });
  const body = element('tbody', { onpointerleave: () => focusRow(undefined) });
  const table = element(
    'table',
    {},
    caption,
    element(
      'thead',
      {},
      element('tr', {}, element('th', { scope: 'col', class: 'letter-head' }, words.letter), ...heads),
    ),
    body,
  );
  const rowsButton = element('button', { type: 'button', onclick: toggleRows });
  const repeatButton = element('button', { type: 'button', onclick: repeat }, words.repeat(REPEATS));
  const note = element('p', { class: 'row-note' });
  const tools = element(
    'div',
    { class: 'table-tools', hidden: true },
    rowsButton,
    repeatButton,
    element('span', { class: 'check' }, log, element('label', { for: 'log' }, words.log)),
    note,
  );
  root.append(stages.node, table, tools);

  const [letterRows, gapRows] = [[], []];
  /** The nodes for the rows, by their place: one that leaves lends its nodes to the one that comes. Only the focus keeps its letter. */
  function partsFor(rows) {
    const held = letterRows.findIndex(({ node }) => node.contains(document.activeElement));
    const place = held < 0 ? -1 : rows.filter(({ gap }) => !gap).findIndex(({ id }) => id === letterRows[held].id());
    if (place >= 0 && place !== held) [letterRows[held], letterRows[place]] = [letterRows[place], letterRows[held]];
    let [letters, gaps] = [0, 0];
    return rows.map(({ gap }) =>
      gap ? (gapRows[gaps++] ??= createGapRow()) : (letterRows[letters++] ??= createRow(force, focusRow)),
    );
  }

  /** @returns {boolean} whether rows are still to come */
  return function render(view) {
    const { state, isPending, isSecret } = view;
    setAttribute(root, 'hidden', isPending);
    if (isPending) return false;
    const rows = view.rows.slice(0, body.children.length + NEW_ROWS);
    setAttribute(table, 'aria-describedby', !isSecret && 'changed');
    setAttribute(table, 'data-stage', state.stage);
    setAttribute(table, 'data-repeat', state.repeat !== undefined);
    stages.render(state.stage);

    setText(caption, words.caption(view));
    renderData(table, view);
    renderHeads(names, view);
    renderAxes(axes, view);
    const parts = partsFor(rows);
    arrangeChildren(
      body,
      parts.map(({ node }) => node),
    );
    const shared = sharedBy(view);
    const marks = parts.map((part, i) => part.render(rows[i], view, shared));
    showPictures(pictures, marks, view, shared);
    log.checked = state.logAxis;
    setText(rowsButton, state.allRows ? words.fewer : words.all(view.letters.length));
    setAttribute(rowsButton, 'aria-expanded', String(state.allRows));
    setAttribute(rowsButton, 'hidden', !state.allRows && view.rows.every((row) => !row.gap));
    setText(note, state.repeat && state.focus === undefined ? words.repeated(REPEATS) : ratioLaw(view));
    const isMore = rows.length < view.rows.length;
    // The first rows would push them down.
    if (!isMore) tools.hidden = false;
    return isMore;
  };
}

/** The raw material of every number in the table, for whoever wants to check it. */
function renderData(table, { row, state, step }) {
  const { temperature, topP, topK, seed } = state.settings;
  const data = { temperature, 'top-p': topP, 'top-k': topK, seed, step };
  for (const [name, value] of Object.entries(data)) setAttribute(table, `data-${name}`, value);
  if (table.row !== row) setAttribute(table, 'data-logits', JSON.stringify(Array.from(row)));
  table.row = row;
}

function renderHeads(
  names,
  {
    state: {
      settings: { temperature, topP, topK },
    },
  },
) {
  names.forEach((name, i) => setText(name, words.heads[i](fixed2(temperature), fixed2(topP), topK)));
}

function renderAxes(axes, { state, axes: { share, race } }) {
  const labels = [softmaxPicture.axisLabels(share, state.logAxis), ['0', '1'], racePicture.axisLabels(race)];
  const names = [
    state.logAxis ? words.logAxis : words.baseline(fixed2(state.baseline.temperature)),
    '',
    words.raceAxis,
  ];
  axes.forEach((axis, i) =>
    [labels[i][0], names[i], labels[i][1]].forEach((label, j) => setText(axis.children[j], label)),
  );
}

/** `marks` are what the rows say of themselves, one per row and picture. */
function showPictures([softmax, cut, race], marks, { state, axes }, { threshold, winningScore }) {
  softmax.show(
    marks.map((row) => row.softmax),
    { edge: axes.share, isLog: state.logAxis },
  );
  cut.show(
    marks.map((row) => row.cut),
    threshold,
  );
  race.show(
    marks.map((row) => row.race),
    winningScore,
    axes.race,
  );
}

/** What every row needs and none should work out again. */
function sharedBy({ now, runnerUp, state, cut, order }) {
  const { temperature, topP, topK } = state.settings;
  const isCutByK = topK > 0 && temperature > 0;
  return {
    threshold: topP < 1 ? topP : undefined,
    // At T = 0 there is no race.
    winningScore: temperature > 0 ? now.scores[now.id] : undefined,
    decimals: decimalsToSeparate(now.scores[now.id], runnerUp < 0 ? 0 : now.scores[runnerUp]),
    kEdge: isCutByK ? order.find((id) => !cut.segment(id)) : undefined,
  };
}

function createRow(force, focusRow) {
  const glyph = element('span', { class: 'glyph', 'aria-hidden': 'true' });
  const name = element('span', { class: 'hidden' });
  const button = element(
    'button',
    { type: 'button', class: 'letter-button', title: words.forceTitle, onclick: () => force(current) },
    glyph,
    name,
  );
  const cell = element('div', { class: 'cell' }, button);
  const setSignName = whenNeeded(() =>
    cell.insertBefore(element('span', { class: 'sign-name', 'aria-hidden': 'true' }), button.nextSibling),
  );
  const setMarks = whenNeeded(() => cell.appendChild(element('span', { class: 'marks' })));
  const cells = [1, 2, 3].map(createCell);
  const [softmax, cut, race] = cells;
  const node = element(
    'tr',
    { onfocusin: () => focusRow(current), onpointerenter: () => focusRow(current, true) },
    element('th', { scope: 'row' }, cell),
    ...cells.map((cell) => cell.node),
  );
  const drawLetter = whenChanged((letter) => {
    setText(glyph, sign(letter));
    glyph.classList.toggle('is-sign', hasSign(letter));
    setSignName(hasSign(letter) ? spoken(letter) : '');
    setText(name, words.force(spoken(letter)));
  });
  let current;

  function render({ id }, view, { decimals, kEdge, threshold }) {
    const { letters, now, base, state, cut: totals, recorded } = view;
    current = id;
    drawLetter(letters[id]);
    const isPick = now.id === id;
    const isForced = recorded.forced === id;
    setMarks([isPick && words.pick, isForced && words.forced].filter(Boolean).join(' '));
    setAttribute(node, 'data-id', id);
    setAttribute(node, 'data-pick', isPick);
    setAttribute(node, 'data-focus', state.focus === id);
    const cutState = cutStateOf(view, id);
    setAttribute(node, 'data-cut', cutState);
    node.classList.toggle('k-edge', kEdge === id);

    softmax.set(now.softmax[id], percent(now.softmax[id]));
    softmax.note(state.repeat ? words.won(state.repeat[id]) : '');

    const segment = totals.segment(id);
    cut.set(segment?.to, segment ? total(segment.to) : words.noTotal);
    cut.say(words.cutStates[cutState], cutPicture.placeWords(segment, threshold));

    const p = now.probabilities[id];
    const isRacing = p > 0 && state.settings.temperature > 0;
    race.set(isRacing ? now.scores[id] : undefined, isRacing ? score(now.scores[id], decimals) : words.noScore);
    race.say([isRacing ? '' : state.settings.temperature > 0 ? words.notRacing : isPick ? words.greedyPick : '']);
    setAttribute(race.node, 'data-luck', now.luck[id]);
    setAttribute(race.node, 'data-probability', p);

    return {
      softmax: {
        share: now.softmax[id],
        baseline: base.softmax[id],
        final: p,
        observed: state.repeat && state.repeat[id] / REPEATS,
      },
      cut: { segment, isOut: isOut(cutState), isCrossing: cutState === 'crossing' },
      race: isRacing ? { p, score: now.scores[id], isPick } : undefined,
    };
  }

  return { node, render, id: () => current };
}

const isOut = (cutState) => cutState === 'out' || cutState === 'top-k';

function cutStateOf({ cut, now, state }, id) {
  if (state.settings.temperature === 0) return cut.isKept(id) ? 'kept' : 'out';
  if (!cut.segment(id)) return 'top-k';
  if (now.crossing === id) return 'crossing';
  return cut.isKept(id) ? 'kept' : 'out';
}

/** "... 47 letters": their shares and their stretch of the running total as one. */
function createGapRow() {
  const count = element('th', { scope: 'row' });
  const cells = [1, 2, 3].map(createCell);
  const [softmax, cut, race] = cells;
  const node = element('tr', { class: 'gap' }, count, ...cells.map((cell) => cell.node));

  function render({ gap }, view, { kEdge, threshold }) {
    const { now, cut: totals, state } = view;
    const mass = gap.reduce((sum, id) => sum + now.softmax[id], 0);
    const stretches = gap.map(totals.segment).filter(Boolean);
    const segment = stretches.length > 0 ? { from: stretches[0].from, to: stretches.at(-1).to } : undefined;
    const cutState = cutStateOf(view, gap[0]);
    setText(count, words.gap(gap.length));
    setAttribute(node, 'data-gap', gap.join(' '));
    setAttribute(node, 'data-cut', cutState);
    node.classList.toggle('k-edge', gap.includes(kEdge));
    softmax.set(mass, percent(mass));
    softmax.note(state.repeat ? words.won(gap.reduce((sum, id) => sum + state.repeat[id], 0)) : '');
    cut.set(segment?.to, segment ? total(segment.to) : words.noTotal);
    cut.say(words.cutStates[cutState], cutPicture.placeWords(segment, threshold));
    race.set(undefined, words.noScore);
    race.say([cutState === 'kept' ? words.behind : words.notRacing]);
    return { cut: { segment, isOut: isOut(cutState), isFolded: true } };
  }

  return { node, render };
}

/** A number, and words that stand in the picture beside it. */
function createCell(stage) {
  const value = element('span', { class: 'value' });
  const node = element('td', { class: `stage-${stage}` }, value);
  let room;
  return {
    node,
    /** The number as printed, and in full for whoever checks it. */
    set(full, text) {
      setText(value, text);
      setAttribute(node, 'data-value', full);
    },
    /** Words in the picture, and where in it they begin. */
    say([first, more], place) {
      if (first === '' && !room) return;
      if (!room) node.prepend((room = createRoom()).node);
      room.say(first, more, place);
    },
    note: whenNeeded(() => node.insertBefore(element('span', { class: 'value-note' }), value)),
  };
}

function createRoom() {
  const word = element('span');
  const node = element('span', { class: 'room', 'aria-hidden': 'true' }, word);
  const setDetail = whenNeeded(() => node.appendChild(element('span', { class: 'detail' })));
  return {
    node,
    say(first, more = '', { start, isOnBar, isRoomForMore } = cutPicture.placeWords()) {
      setText(word, first);
      setDetail(isRoomForMore ? more : '');
      setAttribute(word, 'class', first !== '' && isOnBar && 'on-bar');
      indent(node, first === '' ? 0 : start);
    },
  };
}

/** On narrow screens one picture at a time. */
function createStages(setStage) {
  const inputs = [1, 2, 3].map((stage) =>
    element('input', {
      type: 'radio',
      name: 'stage',
      id: `stage-${stage}`,
      value: stage,
      onchange: () => setStage(stage),
    }),
  );
  const node = element(
    'fieldset',
    { class: 'stages' },
    element('legend', { class: 'hidden' }, words.stages),
    ...inputs.flatMap((input, i) => [input, element('label', { for: input.id }, words.stageNames[i])]),
  );
  return {
    node,
    render: (stage) =>
      inputs.forEach((input, i) => {
        input.checked = stage === i + 1;
      }),
  };
}
