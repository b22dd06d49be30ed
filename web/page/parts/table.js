/** The table: a row per token, the same row in all three pictures, and every number's column with its name. */

import {
  arrangeChildren,
  element,
  indent,
  place,
  setAttribute,
  setText,
  setWords,
  whenChanged,
  whenNeeded,
} from '../dom.js';
import { decimalsToSeparate, fixed2, hasSign, logit, percent, push, score, sign, spoken, total } from '../format.js';
import * as cutPicture from '../pictures/cut.js';
import * as racePicture from '../pictures/race.js';
import * as softmaxPicture from '../pictures/softmax.js';
import { quote, table as words } from '../strings.js';
import { ratioLaw } from './ratio.js';
import { createTerm } from './term.js';

// So many rows come in at once: what is new costs the browser far more than what changes.
const NEW_ROWS = 8;

export const styles = [softmaxPicture.styles, cutPicture.styles, racePicture.styles];

// Of more numbers than these none are left for others to check.
const FEW = 1000;
const TERMS = ['softmax', 'mass', 'push'];

export function createTable(root, { force, focusRow, chooseRow, setStage, setAxis, toggleRows, search }) {
  const stages = createStages(setStage);
  const axisChoice = createAxisChoice(setAxis);
  const pictures = [
    softmaxPicture.createSoftmaxPicture(),
    cutPicture.createCutPicture(),
    racePicture.createRacePicture(),
  ];
  const axes = [1, 2, 3].map(createAxis);
  const names = [1, 2, 3].map(() => element('span', { class: 'stage-name' }));
  const heads = [1, 2, 3].map((stage) =>
    element(
      'th',
      { scope: 'col', class: `stage-${stage}` },
      element('span', { class: 'stage-number', translate: 'no', 'aria-hidden': 'true' }, String(stage)),
      createTerm(TERMS[stage - 1]),
      names[stage - 1],
      axes[stage - 1].node,
      pictures[stage - 1].node,
    ),
  );
  const caption = element('caption', { tabindex: '-1' });
  const letterHead = element('th', { scope: 'col', class: 'letter-head' });
  const body = element('tbody', { onpointerleave: () => focusRow(undefined) });
  const table = element(
    'table',
    {},
    caption,
    element(
      'thead',
      {},
      element(
        'tr',
        {},
        letterHead,
        element('th', { scope: 'col', class: 'logit stage-1' }, createTerm('logit')),
        heads[0],
        heads[1],
        element('th', { scope: 'col', class: 'after stage-3' }, createTerm('after')),
        heads[2],
      ),
    ),
    body,
  );
  const rowsButton = element('button', { type: 'button', onclick: toggleRows });
  const note = element('p', { class: 'row-note' });
  const forceButton = element('button', { type: 'button', class: 'force', onclick: () => force(chosen) });
  const searchBox = element('input', {
    id: 'search',
    type: 'search',
    autocomplete: 'off',
    spellcheck: 'false',
    oninput: () => search(searchBox.value),
  });
  const searchPlace = element(
    'div',
    { class: 'check search' },
    element('label', { for: 'search' }, words.search),
    searchBox,
  );
  const tools = element(
    'div',
    { class: 'table-tools', hidden: true },
    note,
    forceButton,
    searchPlace,
    element('div', { class: 'row lab-tools' }, rowsButton, axisChoice.node),
  );
  let chosen;
  root.append(stages.node, table, tools);

  const [letterRows, gapRows] = [[], []];
  let restRow;
  /**
   * The nodes for the rows, by their place: one that leaves lends its nodes to the one that comes. Only the focus keeps
   * its letter.
   */
  function partsFor(rows) {
    const held = letterRows.findIndex(({ node }) => node.contains(document.activeElement));
    const place =
      held < 0
        ? -1
        : rows
            .filter(({ gap, rest }) => !gap && rest === undefined)
            .findIndex(({ id }) => id === letterRows[held].id());
    if (place >= 0 && place !== held) [letterRows[held], letterRows[place]] = [letterRows[place], letterRows[held]];
    let [letters, gaps] = [0, 0];
    return rows.map(({ gap, rest }) =>
      rest !== undefined
        ? (restRow ??= createRestRow())
        : gap
          ? (gapRows[gaps++] ??= createGapRow())
          : (letterRows[letters++] ??= createRow(chooseRow, focusRow)),
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

    setWords(caption, words.caption(view));
    setText(letterHead, words.letter(view.unit));
    renderData(table, view);
    renderHeads(names, view);
    const parts = partsFor(rows);
    arrangeChildren(
      body,
      parts.map(({ node }) => node),
    );
    const shared = sharedBy(view);
    const marks = parts.map((part, i) => part.render(rows[i], view, shared));
    const wins =
      state.repeat &&
      racePicture.winsAxis(
        marks.map((row) => row.race),
        state.repeat.draws,
      );
    renderAxes(axes, view, wins);
    showPictures(pictures, marks, view, shared, wins);
    setAttribute(rowsButton.parentNode, 'hidden', !state.isLab && state.axis === 'fit' && !state.allRows);
    axisChoice.render(state.axis);
    setWords(rowsButton, state.allRows ? words.fewer(view.unit) : words.all(view.letters.length, view.unit));
    setAttribute(rowsButton, 'aria-expanded', String(state.allRows));
    setAttribute(rowsButton, 'hidden', !state.allRows && view.rows.every((row) => !row.gap));
    setAttribute(searchPlace, 'hidden', !view.world.find);
    if (state.searched.length === 0 && document.activeElement !== searchBox) searchBox.value = '';
    chosen = state.focus;
    setWords(note, noteOf(view));
    setAttribute(forceButton, 'hidden', chosen === undefined || !state.isChosen || isSecret);
    if (chosen !== undefined) setWords(forceButton, words.force(quote(sign(view.letters[chosen]))));
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
  if (table.row !== row) setAttribute(table, 'data-logits', row.length <= FEW && JSON.stringify(Array.from(row)));
  table.row = row;
}

function renderHeads(names, { state: { settings, repeat } }) {
  const [temperature, topP] = [fixed2(settings.temperature), fixed2(settings.topP)];
  setWords(names[0], words.heads[0](temperature));
  setWords(names[1], words.heads[1](temperature, topP, settings.topK));
  setWords(names[2], words.heads[2](temperature, repeat !== undefined));
}

function renderAxes(axes, { state, isPinned, axes: { share, race } }, wins) {
  axes[0].render(
    softmaxPicture.axisLabels({ edge: share, isLog: state.axis === 'log' }),
    isPinned ? words.pinned : words.baseline,
  );
  axes[1].render(cutPicture.axisLabels, '');
  axes[2].render(wins ? [] : racePicture.axisLabels(race), wins ? words.winsAxis(wins.per) : words.raceAxis);
}

/** `marks` are what the rows say of themselves, one per row and picture. */
function showPictures([softmax, cut, race], marks, { state, axes }, { threshold, winningScore }, wins) {
  softmax.show(
    marks.map((row) => row.softmax),
    { edge: axes.share, isLog: state.axis === 'log' },
  );
  cut.show(
    marks.map((row) => row.cut),
    threshold,
  );
  race.show(
    marks.map((row) => row.race),
    winningScore,
    axes.race,
    wins,
  );
}

/** What the chosen row says: how often it won, or how temperature stretches its ratio to the top. */
function noteOf(view) {
  const { state, letters, now, order } = view;
  if (!state.repeat) return ratioLaw(view);
  const id = state.focus ?? now.id ?? order[0];
  const { wins, draws } = state.repeat;
  return words.repeated(quote(sign(letters[id])), wins[id], draws, expectedOf(now.probabilities[id], draws));
}

const expectedOf = (p, draws) => Math.round(p * draws);

/** What every row needs and none should work out again. */
function sharedBy({ now, runnerUp, state, cut }) {
  const { temperature, topP } = state.settings;
  return {
    threshold: topP < 1 ? topP : undefined,
    // At T = 0 there is no race.
    winningScore: temperature > 0 ? now.scores[now.id] : undefined,
    decimals: decimalsToSeparate(now.scores[now.id], runnerUp < 0 ? 0 : now.scores[runnerUp]),
    kEdge: cut.firstByK,
  };
}

function createRow(chooseRow, focusRow) {
  const glyph = element('span', { class: 'glyph', translate: 'no', 'aria-hidden': 'true' });
  const name = element('span', { class: 'hidden' });
  const button = element(
    'button',
    { type: 'button', class: 'letter-button', title: words.rowTitle, onclick: () => chooseRow(current) },
    glyph,
    name,
  );
  const cell = element('div', { class: 'cell' }, button);
  const setSignName = whenNeeded(() =>
    cell.insertBefore(element('span', { class: 'sign-name', 'aria-hidden': 'true' }), button.nextSibling),
  );
  const setMarks = whenNeeded(() => cell.appendChild(element('span', { class: 'marks' })));
  const cells = createCells();
  const node = element(
    'tr',
    {
      onfocusin: () => focusRow(current),
      onpointerenter: ({ pointerType }) => pointerType === 'mouse' && focusRow(current),
    },
    element('th', { scope: 'row' }, cell),
    ...cells.nodes,
  );
  const drawLetter = whenChanged((letter) => {
    setText(glyph, sign(letter));
    glyph.classList.toggle('is-sign', hasSign(letter));
    setSignName(hasSign(letter) ? spoken(letter) : '');
    setWords(name, words.row(spoken(letter)), spoken(letter));
  });
  let current;

  function render({ id }, view, { decimals, kEdge, threshold }) {
    const { letters, row, now, base, state, cut: totals, recorded } = view;
    current = id;
    drawLetter(letters[id]);
    const isPick = now.id === id;
    const isForced = recorded.forced === id;
    setMarks([isPick && words.pick, isForced && words.forced].filter(Boolean).join(' '));
    setAttribute(node, 'data-id', id);
    setAttribute(node, 'data-pick', isPick);
    setAttribute(node, 'data-focus', state.focus === id);
    setAttribute(node, 'data-found', state.searched.includes(id));
    setAttribute(button, 'aria-pressed', String(state.focus === id && Boolean(state.isChosen)));
    const cutState = cutStateOf(view, id);
    setAttribute(node, 'data-cut', cutState);
    node.classList.toggle('k-edge', kEdge === id);

    const p = now.probabilities[id];
    cells.logit.set(row[id], logit(row[id]));
    cells.softmax.set(now.softmax[id], percent(now.softmax[id]));
    const segment = totals.segment(id);
    cells.cut.set(segment?.to, segment ? total(segment.to) : words.noTotal);
    cells.cut.say(words.cutStates[cutState], cutPicture.placeWords(segment, threshold));
    const isNothing = isOut(cutState) || now.isOpen;
    cells.after.set(now.isOpen ? undefined : p, isNothing ? words.noTotal : percent(p));
    const race = renderRace(cells.race, { id, p, isPick, decimals }, view);
    setAttribute(cells.race.node, 'data-luck', now.luck[id]);
    setAttribute(cells.race.node, 'data-probability', p);

    return {
      softmax: { share: now.softmax[id], baseline: base.softmax[id] },
      cut: { segment, isOut: isOut(cutState), isCrossing: cutState === 'crossing' },
      race,
    };
  }

  return { node, render, id: () => current };
}

/** The number of the race, or of many, and what its picture shows of this row. */
function renderRace(cell, { id, p, isPick, decimals }, { now, state }) {
  const { repeat, settings } = state;
  const hasRace = settings.temperature > 0;
  const isRacing = p > 0 && hasRace;
  setAttribute(cell.node, 'data-won', repeat && repeat.wins[id]);
  if (repeat) {
    cell.set(undefined, words.won(repeat.wins[id]));
    cell.note(words.expected(expectedOf(p, repeat.draws)));
    cell.say(['']);
    return { p, won: repeat.wins[id] };
  }
  cell.set(isRacing ? now.scores[id] : undefined, isRacing ? score(now.scores[id], decimals) : words.noScore);
  cell.note('');
  cell.say(
    isRacing ? ['', words.pushed(push(now.luck[id]))] : [hasRace ? words.notRacing : isPick ? words.greedyPick : ''],
  );
  return isRacing ? { p, score: now.scores[id], isPick } : undefined;
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
  const cells = createCells();
  const node = element('tr', { class: 'gap' }, count, ...cells.nodes);

  function render({ gap, sums }, view, { kEdge, threshold }) {
    const { state, unit } = view;
    const { mass, after, segment, kept } = sums ?? sumsOf(gap, view);
    const cutState = kept > 0 ? 'kept' : segment || state.settings.temperature === 0 ? 'out' : 'top-k';
    const { repeat } = state;
    setWords(count, words.gap(gap.length, unit));
    setAttribute(node, 'data-gap', gap.length <= FEW ? gap.join(' ') : `${gap[0]} … ${gap.at(-1)}`);
    setAttribute(node, 'data-count', gap.length);
    setAttribute(node, 'data-cut', cutState);
    node.classList.toggle('k-edge', gap.includes(kEdge));
    cells.logit.set(undefined, '');
    cells.softmax.set(mass, percent(mass));
    cells.cut.set(segment?.to, segment ? total(segment.to) : words.noTotal);
    cells.cut.say(words.cutStates[cutState], cutPicture.placeWords(segment, threshold));
    cells.after.set(after, isOut(cutState) ? words.noTotal : percent(after));
    cells.race.set(undefined, repeat ? words.won(sumOf(gap, repeat.wins)) : words.noScore);
    cells.race.note(repeat ? words.expected(expectedOf(after, repeat.draws)) : '');
    cells.race.say([repeat ? '' : cutState === 'kept' ? words.behind : words.notRacing]);
    setAttribute(cells.race.node, 'data-won', repeat && sumOf(gap, repeat.wins));
    return { cut: { segment, isOut: isOut(cutState), isFolded: true } };
  }

  return { node, render };
}

const sumOf = (ids, list) => ids.reduce((sum, id) => sum + list[id], 0);

/** What the tokens of a gap hold together, and whether they are kept: then its first is. */
function sumsOf(gap, { now, cut }) {
  return {
    mass: sumOf(gap, now.softmax),
    after: sumOf(gap, now.probabilities),
    segment: segmentOf(gap, cut),
    kept: cut.isKept(gap[0]) ? 1 : 0,
  };
}

/** The cells of a row: three with a picture, and two that are numbers alone. */
function createCells() {
  const [softmax, cut, race] = ['stage-1', 'stage-2', 'stage-3'].map(createCell);
  const [logit, after] = ['logit stage-1', 'after stage-3'].map(createCell);
  const nodes = [logit, softmax, cut, after, race].map(({ node }) => node);
  return { softmax, cut, race, logit, after, nodes };
}

/** What a list of some tokens does not report: a share of all there were, and no more is known of it. */
function createRestRow() {
  const cells = createCells();
  const node = element('tr', { class: 'rest' }, element('th', { scope: 'row' }, words.rest), ...cells.nodes);
  return {
    node,
    render({ rest }, { state }) {
      // At another T nobody can tell.
      const isKnown = state.settings.temperature === 1;
      cells.softmax.set(isKnown ? rest : undefined, isKnown ? percent(rest) : words.noTotal);
      for (const cell of [cells.cut, cells.after, cells.race]) cell.set(undefined, words.noTotal);
      return { cut: {} };
    },
  };
}

/**
 * The stretch of the running total that some ids own, which follow each other in its order; those that top-k left out
 * have none.
 */
function segmentOf(ids, totals) {
  const first = totals.segment(ids[0]);
  let last = ids.length - 1;
  while (last > 0 && !totals.segment(ids[last])) last--;
  return first && { from: first.from, to: totals.segment(ids[last]).to };
}

/** A number, and words that stand in the picture beside it. */
function createCell(kind) {
  const value = element('span', { class: 'value', translate: 'no' });
  const node = element('td', { class: kind }, value);
  let room;
  return {
    node,
    /** The number as printed, and in full for whoever checks it. */
    set(full, text) {
      setText(value, text);
      setAttribute(node, 'data-value', full);
    },
    /** Words in the picture, more of them where there is room or for the ear alone, and where in it they begin. */
    say([first, more = ''], place) {
      if (first === '' && more === '' && !room) return;
      if (!room) node.prepend((room = createRoom()).node);
      room.say(first, more, place);
    },
    note: whenNeeded(() => node.insertBefore(element('span', { class: 'value-note', translate: 'no' }), value)),
  };
}

function createRoom() {
  const word = element('span');
  const node = element('span', { class: 'room' }, word);
  let detail;
  const setDetail = whenNeeded(() => node.appendChild((detail = element('span'))), setWords);
  return {
    node,
    say(first, more, { start, isOnBar, isRoomForMore } = cutPicture.placeWords()) {
      setText(word, first);
      setDetail(more);
      if (detail) setAttribute(detail, 'class', first !== '' && isRoomForMore ? 'detail' : 'hidden');
      setAttribute(word, 'class', first !== '' && isOnBar && 'on-bar');
      indent(node, first === '' ? 0 : start);
    },
  };
}

/** A picture's axis: what stands at its places, and in a line above them what the marks mean. */
function createAxis() {
  const legend = element('span', { class: 'legend' });
  const labels = [0, 1, 2].map(() => element('span', { class: 'axis-label' }));
  const node = element(
    'span',
    { class: 'axis', 'aria-hidden': 'true' },
    legend,
    element('span', { class: 'axis-labels', translate: 'no' }, ...labels),
  );
  return {
    node,
    render(places, text) {
      setWords(legend, text);
      labels.forEach((label, i) => {
        const at = places[i]?.at ?? 0;
        setText(label, places[i]?.text ?? '');
        setAttribute(label, 'data-end', at === 0 ? 'left' : at === 1 ? 'right' : undefined);
        place(label, 100 * at);
      });
    },
  };
}

/** How picture 1 is magnified: for this step, not at all, or by powers of ten. */
function createAxisChoice(setAxis) {
  const select = element(
    'select',
    { id: 'axis', autocomplete: 'off', onchange: () => setAxis(select.value) },
    ...Object.entries(words.axes).map(([value, label]) => element('option', { value }, label)),
  );
  return {
    node: element('span', { class: 'check' }, element('label', { for: 'axis' }, words.axis), select),
    render(axis) {
      select.value = axis;
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
