import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { inScope, onlyHere } from '../support/scope.js';
import { coreOf, dice, frame, marksIn, press, read, siteFor, slide, visit } from './support.js';

const test = suite('page: every number is the core’s');
const MOVES = inScope(200, 1000);
const site = siteFor(test);
const once = onlyHere(test);
let core;

test.before(async () => {
  core = await coreOf();
});

/** Random things a learner may do, as plain data for the page to carry out. */
function moves(count) {
  const roll = dice(20261201);
  const kinds = {
    temperature: () => roll.of([0, 0.01, 0.1, 3, roll.between(0, 3), roll.between(0.5, 1.5)]),
    topP: () => roll.of([0.01, 0.5, 0.9, 1, roll.between(0.01, 1)]),
    topK: () => roll.of([1, 2, 65, 1 + roll.below(65)]),
    scrub: () => roll.below(40),
    seed: () => roll.of([0, 7, 1337, -1, roll.below(100_000), 2 ** 40 + roll.below(1000)]),
    pin: () => true,
    rows: () => true,
    branch: () => true,
    force: () => roll.below(4),
  };
  const usual = ['temperature', 'topP', 'topK', 'scrub', 'seed'];
  return Array.from({ length: count }, () => {
    const kind = roll.below(100) < 94 ? roll.of(usual) : roll.of(Object.keys(kinds));
    return { kind, value: kinds[kind]() };
  });
}

/** Carry out moves in the page and note, after each, what stands there. Runs in the browser. */
async function playAndNote(list) {
  const buttons = { pin: 'Compare with', rows: 'Show', branch: 'Step' };
  const find = (text) =>
    [...document.querySelectorAll('button')].find((node) => node.textContent.startsWith(text) && node.offsetParent);
  const set = (node, value, ...events) => {
    node.value = value;
    for (const event of events) node.dispatchEvent(new Event(event, { bubbles: true }));
  };
  const numbersOf = (row) =>
    [...row.querySelectorAll('td')].map((cell) => [
      cell.querySelector('.value').textContent,
      cell.dataset.value ?? null,
    ]);
  const notes = [];
  for (const { kind, value } of list) {
    if (kind === 'seed') set(document.getElementById('seed'), value, 'change');
    else if (kind === 'force') {
      document.querySelectorAll('tbody .letter-button')[value]?.click();
      await new Promise(requestAnimationFrame);
      find('Put')?.click();
    } else if (kind in buttons) find(buttons[kind])?.click();
    else set(document.getElementById(kind), value, 'input', 'change');
    do {
      await new Promise(requestAnimationFrame);
      dispatchEvent(new Event('pagehide')); // the address follows at once
    } while (document.body.dataset.late !== undefined);
    const table = document.querySelector('.pictures table');
    notes.push({
      hash: location.hash,
      move: `${kind} ${value}`,
      settings: {
        temperature: Number(table.dataset.temperature),
        topP: Number(table.dataset.topP),
        topK: Number(table.dataset.topK),
        seed: Number(table.dataset.seed),
      },
      step: Number(table.dataset.step),
      logits: table.dataset.logits,
      rows: [...table.tBodies[0].rows].map((row) => ({
        id: row.dataset.id,
        gap: row.dataset.gap,
        cut: row.dataset.cut,
        isPick: row.dataset.pick !== undefined,
        cells: numbersOf(row),
      })),
      sentence: document.querySelector('.sentence').textContent,
      numbers: [...document.querySelectorAll('.sentence .number')].map((node) => [
        node.dataset.name,
        node.textContent,
        Number(node.dataset.value),
      ]),
      letters: [...document.querySelectorAll('[data-clause=pick] .glyph')].map((node) => Number(node.dataset.letter)),
      valueText: document.getElementById('temperature').getAttribute('aria-valuetext'),
    });
  }
  return notes;
}

/** What the page compares with, by its link: what was pinned, or what the step's token was drawn with. */
function baselineOf(hash, step) {
  const field = (name) => {
    const found = new RegExp(`[&#]${name}=([^&]*)`).exec(hash);
    return found && decodeURIComponent(found[1]);
  };
  const track = (field('on') === 'b' && field('b')) || field('a') || '0:0.8,0.9,0,1337';
  const drawn = track
    .split('~')
    .filter((origin) => origin.includes(':') && parseInt(origin, 10) <= step)
    .at(-1);
  const [temperature, topP, topK, seed] = (field('base') ?? drawn.split(':')[1]).split(',').map(Number);
  return { temperature, topP, topK, seed };
}

/** How many have a chance: at p = 1 the core keeps also those whose share is 0. */
const chancesIn = ({ probabilities }) => probabilities.filter((p) => p > 0).length;

function checkRows({ rows, settings, logits }, now) {
  let sum = 0;
  let racing = [];
  for (const {
    id,
    gap,
    cut,
    isPick,
    cells: [logit, share, running, after, score],
  } of rows) {
    const ids = (gap ?? id).split(' ').map(Number);
    const mass = ids.reduce((total, one) => total + now.softmax[one], 0);
    assert.is(Number(share[1]), mass, 'the share is the core’s');
    checkPercent(share[0], mass);
    sum += Number(share[1]);
    if (cut === 'kept')
      assert.ok(
        ids.every((one) => now.probabilities[one] > 0),
        'kept letters have a chance',
      );
    if (cut === 'out' || cut === 'top-k')
      assert.ok(
        ids.every((one) => now.probabilities[one] === 0),
        'cut letters have none',
      );
    const isCut = cut === 'out' || cut === 'top-k';
    const chance = ids.reduce((total, one) => total + now.probabilities[one], 0);
    assert.is(Number(after[1]), chance, 'the share after the cut is the core’s');
    if (isCut) assert.is(after[0], '–');
    else checkPercent(after[0], chance);
    if (id === undefined) continue;
    assert.is(Number(logit[1]), logits[id], 'the score is the model’s');
    // At T = 0 there is no cut to cross.
    assert.is(
      cut === 'crossing',
      settings.temperature > 0 && Number(id) === now.crossing,
      'the crossing letter is the core’s',
    );
    assert.is(isPick, Number(id) === now.id, 'the pick is the core’s');
    if (running[1] !== null && settings.temperature > 0 && settings.topK === 0) {
      assert.is(Number(running[1]), now.cumulative[now.order.indexOf(Number(id))], 'the running total is the core’s');
    }
    if (score[1] !== null) {
      assert.is(Number(score[1]), now.scores[id], 'the score is the core’s');
      racing.push({ text: score[0], value: now.scores[id] });
    }
  }
  assert.ok(Math.abs(sum - 1) < 1e-6, `shares and folded mass add to 1, got ${sum}`);
  racing = racing.sort((a, b) => b.value - a.value);
  if (racing.length > 1 && racing[0].value - racing[1].value > 1e-9)
    assert.is.not(racing[0].text, racing[1].text, 'the digits tell first from second');
}

function checkPercent(text, p) {
  if (p > 0) assert.is.not(text, '0 %');
  if (text === '<0.1 %') return assert.ok(p > 0 && p < 0.001);
  if (text === '>99 %') return assert.ok(p >= 0.995 && p < 1);
  const shown = Number(/^([\d.]+) %$/.exec(text)[1]) / 100;
  assert.ok(Math.abs(shown - p) <= (p < 0.0995 ? 0.0005001 : 0.005001), `${text} stands for ${p}`);
}

function checkSentence({ numbers, sentence, letters, settings, logits, step, baseline }, now, base) {
  const of = Object.fromEntries(numbers.map(([name, text, value]) => [name, { text, value }]));
  const [top] = core.look(logits, { ...settings, temperature: 1 }, step).order;
  const expected = {
    'top-before': base.softmax[top],
    'top-after': now.softmax[top],
    'entropy-before': base.entropyBits,
    'entropy-after': now.entropyBits,
    'effective-before': 2 ** base.entropyBits,
    'effective-after': 2 ** now.entropyBits,
    'kept-before': chancesIn(base),
    'kept-after': chancesIn(now),
    'kept-mass': now.keptMass,
  };
  for (const [name, { value }] of Object.entries(of))
    if (name in expected) assert.ok(Math.abs(value - expected[name]) <= 1e-15 * value, name);
  for (const name of ['top-after', 'entropy-after', 'effective-after', 'kept-after', 'kept-mass'])
    assert.ok(of[name], `${name} is said`);
  for (const name of ['top-before', 'top-after']) if (of[name]) checkPercent(of[name].text, of[name].value);
  const isUnchanged = now.id === base.id;
  const isMoved = ['temperature', 'topP', 'topK', 'seed'].some((key) => settings[key] !== baseline[key]);
  assert.is(
    sentence.startsWith('Nothing moved yet.'),
    !isMoved,
    'nothing moved is said where nothing has, and only there',
  );
  assert.is(sentence.includes('→'), isMoved, 'what has not moved has no arrow');
  assert.is(
    sentence.includes('Pick unchanged'),
    isMoved && isUnchanged,
    '“unchanged” stands exactly where nothing flipped',
  );
  if (isMoved) assert.equal(letters.slice(0, isUnchanged ? 1 : 2), isUnchanged ? [now.id] : [base.id, now.id]);
  else checkRace(of, letters, now);
  if (!isUnchanged)
    checkCause(sentence, settings, baseline, (changes) => core.look(logits, changes, step), base.id, now.id);
}

/** “chance × push = score”, of the pick and of one that it beat: the core's numbers, and the larger first. */
function checkRace(of, letters, { id, probabilities, luck, scores }) {
  assert.is(letters[0], id);
  for (const [name, one] of [
    ['pick', id],
    ['other', letters[1]],
  ]) {
    if (!of[`${name}-chance`]) continue;
    assert.is(of[`${name}-chance`].value, probabilities[one]);
    assert.is(of[`${name}-push`].value, 1 / luck[one]);
    assert.is(of[`${name}-score`].value, scores[one]);
    assert.ok(scores[one] <= scores[id], 'nobody beats the pick');
  }
}

/**
 * A cut is named as the cause only where the letter that it left out would have won but for it; a lead only where there
 * is one.
 */
function checkCause(sentence, settings, baseline, look, old, fresh) {
  const uncut = (some) => look({ ...some, topP: 1, topK: 0 });
  const [now, before] = [uncut(settings), uncut(baseline)];
  if (sentence.includes('is no longer kept')) assert.ok(now.scores[old] > now.scores[fresh], 'the cut is the cause');
  if (sentence.includes('is kept now')) assert.ok(before.scores[fresh] > before.scores[old], 'the cut was the cause');
  if (sentence.includes('’s lead now beats')) assert.ok(now.softmax[fresh] >= now.softmax[old], 'the lead is one');
  if (sentence.includes('’s luck now beats'))
    assert.ok(now.softmax[fresh] < now.softmax[old], 'the luck makes up for it');
}

/**
 * "It would flip above T = x": at x it has not, one tick on it has. "Flips at T = x": at x it has, one tick before it
 * had not.
 */
function checkFlips({ numbers, sentence, settings, logits, step }, now) {
  const at = (key, value) =>
    core.pick(logits, { ...settings, [key]: key === 'topK' && value === 65 ? 0 : value }, step);
  const keys = { 'flip-temperature': ['temperature', 0.01], 'flip-topP': ['topP', 0.01], 'flip-topK': ['topK', 1] };
  const near = (value, by) => Number((value + by).toFixed(2));
  for (const [name, , value] of numbers) {
    if (!(name in keys)) continue;
    const [key, tick] = keys[name];
    const [below, here, above] = [
      value - tick >= -1e-9 ? at(key, near(value, -tick)) : undefined,
      at(key, value),
      at(key, near(value, tick)),
    ];
    if (sentence.includes('would flip')) {
      assert.is(here, now.id);
      assert.ok(below !== here || above !== here, `${name} ${value} is next to a flip`);
    } else {
      assert.ok((below !== undefined && below !== here) || above !== here, `${name} ${value} is a flip`);
    }
  }
}

test(`${MOVES} random moves: table and sentence say what the core says`, async () => {
  const page = await site.open({ model: true, hash: '#v=1&lab=1&step=21' });
  const notes = [];
  const list = moves(MOVES);
  for (let i = 0; i < list.length; i += 100) notes.push(...(await page.evaluate(playAndNote, list.slice(i, i + 100))));
  assert.is(notes.length, MOVES);
  let unchanged = 0;
  for (const note of notes) {
    note.logits = JSON.parse(note.logits);
    const now = core.look(note.logits, note.settings, note.step);
    note.baseline = baselineOf(note.hash, note.step);
    const base = core.look(note.logits, note.baseline, note.step);
    try {
      checkRows(note, now);
      checkSentence(note, now, base);
      checkFlips(note, now);
      assert.match(
        note.valueText,
        new RegExp(`^temperature ${note.settings.temperature.toFixed(2)}, ${chancesIn(now)} letters? kept, pick `),
      );
    } catch (error) {
      error.message = `after ${note.move} at ${note.hash}: ${error.message}\n${note.sentence}`;
      throw error;
    }
    if (now.id === base.id) unchanged++;
  }
  assert.ok(unchanged > MOVES / 20 && unchanged < MOVES * 0.95, `both outcomes occurred, ${unchanged} unchanged`);
  assert.equal(page.faults, []);
  await page.close();
});

test('the ribbons’ flips are the core’s: two calls either side, and every slider position in between', async () => {
  const page = await site.open();
  const roll = dice(7);
  for (let round = 0; round < inScope(4, 12); round++) {
    await visit(
      page,
      `#v=1&T=${roll.between(0.3, 2)}&p=${roll.between(0.3, 1)}&k=${roll.of([0, 5, 20])}&seed=${roll.below(5000)}&step=${roll.below(40)}`,
    );
    const { settings, logits, step } = await read(page);
    const ribbons = await page.evaluate(() =>
      Object.fromEntries(
        ['temperature', 'topP', 'topK'].map((name) => [
          name,
          [...document.querySelectorAll(`.${name} .ribbon-piece`)].map(({ dataset }) => ({
            id: Number(dataset.id),
            from: Number(dataset.from),
            to: Number(dataset.to),
          })),
        ]),
      ),
    );
    for (const [name, segments] of Object.entries(ribbons)) {
      const at = (value) =>
        core.pick(logits, { ...settings, [name]: name === 'topK' && value === 65 ? 0 : value }, step);
      for (const [i, { id, from, to }] of segments.entries()) {
        const [first, last] =
          name === 'topK'
            ? [Math.ceil(from), Math.floor(to)]
            : [from + (i > 0 ? 1e-4 : 0), to - (i < segments.length - 1 ? 1e-4 : 0)];
        if (first > last) continue;
        assert.is(at(first), id, `${name} just above ${from}`);
        assert.is(at(last), id, `${name} just below ${to}`);
      }
    }
  }
  await page.close();
});

test('while a slider moves the other ribbons wait and say so; soon after, held or not, they are true again', async () => {
  const page = await site.open({ hash: '#v=1&step=6&T=1.2&p=0.95' });
  const seen = await page.evaluate(async () => {
    const look = () =>
      ['temperature', 'topP', 'topK'].map((name) => {
        const strip = document.querySelector(`.${name} .ribbon`);
        return {
          isStale: strip.dataset.stale !== undefined,
          text: [...strip.children].map(({ dataset }) => `${dataset.id} ${dataset.from} ${dataset.to}`).join(),
        };
      });
    const slider = document.getElementById('temperature');
    const before = look();
    for (const value of [1.3, 1.4, 1.5]) {
      slider.value = value;
      slider.dispatchEvent(new Event('input', { bubbles: true }));
      await new Promise(requestAnimationFrame);
    }
    const [during, isLate] = [look(), document.body.dataset.late !== undefined];
    while (look().some(({ isStale }) => isStale)) await new Promise(requestAnimationFrame);
    return { before, during, isLate, after: look() };
  });
  assert.ok(seen.isLate);
  assert.equal(
    seen.during.map(({ isStale }) => isStale),
    [false, true, true],
  );
  assert.equal(seen.after[0], seen.before[0]);
  assert.is.not(seen.after[1].text, seen.before[1].text);
  await visit(page, '#v=1&step=6&T=1.5&p=0.95');
  assert.is(
    await page.evaluate(() =>
      [...document.querySelectorAll('.topP .ribbon-piece')]
        .map(({ dataset }) => `${dataset.id} ${dataset.from} ${dataset.to}`)
        .join(),
    ),
    seen.after[1].text,
  );
  await page.close();
});

once('arrows never move: luck’s lengths stay while T and p do, and change with a step or a seed', async () => {
  const page = await site.open({ hash: '#v=1&T=0.8&step=21&all=1' });
  const arrows = async () => {
    const [shafts, starts, { rows }] = [
      await marksIn(page, '.race-luck'),
      await marksIn(page, '.race-start'),
      await read(page),
    ];
    const racing = rows
      .map(({ id, cells }, i) => ({ id, cells, shaft: shafts[i][0], start: starts[i][0] }))
      .filter(({ shaft }) => shaft);
    return Object.fromEntries(
      racing.map(({ id, cells, shaft: [[tail], [tip]], start: [[left]] }) => [
        id,
        { luck: cells[2].luck, length: Math.abs(tip - tail), tail, start: left },
      ]),
    );
  };
  const before = await arrows();
  await slide(page, 'temperature', [0.9, 1]);
  await slide(page, 'topP', [0.8]);
  const after = await arrows();
  const shared = Object.keys(before).filter((id) => id in after);
  assert.ok(shared.length >= 5);
  for (const id of shared) {
    assert.is(after[id].luck, before[id].luck);
    assert.ok(Math.abs(after[id].length - before[id].length) < 0.03, `the arrow of ${id} keeps its length`);
    assert.ok(Math.abs(after[id].tail - after[id].start - 1.5) < 0.03, `the arrow of ${id} starts at its tick`);
    assert.is.not(after[id].start, before[id].start);
  }
  await page.evaluate(() => {
    const seed = document.getElementById('seed');
    seed.value = 5;
    seed.dispatchEvent(new Event('change'));
  });
  await frame(page);
  const reseeded = await arrows();
  assert.ok(shared.some((id) => reseeded[id] && reseeded[id].luck !== before[id].luck));
  await page.close();
});

once('what always holds does hold: order, entropy and kept count as T and p rise', async () => {
  const page = await site.open({ hash: '#v=1&step=13&all=1&T=0.05&p=0.9' });
  let last;
  for (const temperature of [0.1, 0.3, 0.5, 0.8, 1, 1.5, 2, 3]) {
    await slide(page, 'temperature', temperature);
    const { rows, numbers } = await read(page);
    const now = {
      order: rows.map(({ id }) => id),
      entropy: numbers['entropy-after'].value,
      kept: numbers['kept-after'].value,
    };
    if (last) {
      assert.equal(now.order, last.order);
      assert.ok(now.entropy >= last.entropy && now.kept >= last.kept);
    }
    last = now;
  }
  let kept = 0;
  for (const topP of [0.05, 0.3, 0.6, 0.9, 0.99, 1]) {
    await slide(page, 'topP', topP);
    const { numbers } = await read(page);
    assert.ok(numbers['kept-after'].value >= kept);
    kept = numbers['kept-after'].value;
  }
  await page.close();
});

once('a repeated draw counts a thousand wins, none for a cut letter', async () => {
  const page = await site.open({ hash: '#v=1&step=21&all=1' });
  await press(page, '1,000 draws');
  const won = await page.evaluate(() =>
    [...document.querySelectorAll('tbody tr')].map((row) => ({
      cut: row.dataset.cut,
      won: Number(row.lastElementChild.dataset.won),
      said: row.lastElementChild.textContent,
      p: Number(row.lastElementChild.dataset.probability),
    })),
  );
  assert.is(
    won.reduce((sum, row) => sum + row.won, 0),
    1000,
  );
  for (const row of won) {
    if (row.cut === 'out') assert.is(row.won, 0);
    // Five standard deviations of a count.
    assert.ok(
      Math.abs(row.won - 1000 * row.p) <= 5 * Math.sqrt(1000 * row.p * (1 - row.p)) + 1,
      `won ${row.won} at ${row.p}`,
    );
  }
  await page.close();
});

test.run();
