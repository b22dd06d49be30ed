/** The six chapters: what is asked, that the core answers it, and that nothing gives the answer away. */

import { readFile } from 'node:fs/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { load } from '../../src/js/index.js';
import { makeGuide } from '../../web/guide/make.mjs';
import { beliefs, chapters, hashOf } from '../../web/page/chapters/list.js';
import { beliefs as beliefWords, chapter as frameWords, chapters as words } from '../../web/page/strings.js';
import { splitRows, unpackRow } from '../../web/page/words/decode.js';
import { frame, press, read, siteFor, sizes, until, visit } from './support.js';

const test = suite('page: the six chapters');
const site = siteFor(test);
const VOCABULARY = 49152;
let core;
let rows;

test.before(async () => {
  core = await load();
  const file = (name) => readFile(new URL(`../../web/model/words/${name}`, import.meta.url));
  const packed = [
    ...splitRows(new Uint8Array(await file('opening.bin'))),
    ...splitRows(new Uint8Array(await file('rows.bin'))),
  ];
  const { tracks } = JSON.parse(await file('tracks.json'));
  rows = await Promise.all(tracks[0].rows.map((number) => unpackRow(packed[number], VOCABULARY)));
});

/** A learner who has answered nothing. */
const open = (options) => site.open({ before: () => localStorage.removeItem('chapters'), ...options });
const asks = (page) => until(page, () => document.querySelector('.choices button') !== null);
const answered = async (page) => {
  await until(page, () => ![undefined, ''].includes(document.querySelector('.outcome')?.textContent));
  await frame(page);
};
const choose = async (page, choice) => {
  await page.evaluate((one) => document.querySelector(`[data-choice="${one}"]`).click(), choice);
  await answered(page);
};
const truthOf = (page) => page.evaluate(() => document.querySelector('.choices [data-true]').dataset.choice);
const outcomeOf = (page) => page.evaluate(() => document.querySelector('.outcome').textContent);
const choicesOf = (page) =>
  page.evaluate(() => [...document.querySelectorAll('.choices button')].map((node) => node.dataset.choice));

test('one list: every chapter has words of at most 40, a question, three choices, and a misconception', () => {
  assert.is(chapters.length, 6);
  for (const { key, mistake } of chapters) {
    assert.ok(words.text[key].split(/\s+/).length <= 40, key);
    assert.ok(frameWords.titles()[key] && words.ask[key] && words.explain[key] && words.choice[key], key);
    assert.is(words.mistake[mistake.key].length, 2, key);
  }
  for (const { key } of beliefs) assert.is(beliefWords[key].length, 2, key);
});

test('the teachers’ guide is what the list gives, and its minutes follow each other', async () => {
  const guide = await readFile(new URL('../../web/guide/teachers.md', import.meta.url), 'utf8');
  assert.is(guide, await makeGuide(), 'node web/guide/make.mjs writes it anew');
  const minutes = [...guide.matchAll(/\*\*Minutes (\d+) to (\d+)/g)].map(([, from, to]) => [Number(from), Number(to)]);
  assert.is(minutes.length, 8);
  minutes.forEach(([from], i) => assert.is(from, i === 0 ? 0 : minutes[i - 1][1]));
  assert.is(minutes.at(-1)[1], 45);
});

test('what the guide tells a teacher to press is in the page’s menu, or is said on a button', async () => {
  const guide = await readFile(new URL('../../web/guide/teachers.md', import.meta.url), 'utf8');
  const named = [...guide.matchAll(/\*((?:Print |Copy |Show |Deutsch)[^*\n]*)\*/g)].map(([, label]) => label);
  assert.ok(named.length >= 6);
  const page = await site.open({ hash: '#chapter=1' });
  const labels = await page.evaluate(() => [...document.querySelectorAll('button, a')].map((node) => node.textContent));
  for (const label of named) assert.ok(labels.includes(label), label);
  await page.close();
});

test('the answers of the recorded chapters are what the core says', async () => {
  const page = await open({ hash: '#chapter=1' });
  const look = (step, options) => core.inspect(rows[step], { step, seed: 1337, ...options });
  const possible = ({ probabilities }) => probabilities.reduce((count, p) => count + (p > 0), 0);
  const [here, there] = [look(5, { temperature: 0.8, topP: 0.9 }), look(8, { temperature: 0.8, topP: 0.9 })];
  const share = look(0, {}).softmax[look(0, {}).order[0]];
  const race = look(8, { temperature: 0.8, topP: 0.9, seed: 17 });
  const [cold, hot] = [1, 2].map((temperature) => possible(look(13, { temperature })));
  const expected = [
    [share > 0.995 ? 'all' : share < 1e-4 ? 'even' : 'most', `${(100 * share).toFixed(0)} %`],
    [cold === hot ? 'same' : hot > cold ? 'more' : 'fewer', hot.toLocaleString('en')],
    [here.kept > there.kept ? 'more' : 'same', String(here.kept)],
    [String(race.id), race.scores[race.id].toPrecision(3)],
  ];
  for (const [i, [truth, number]] of expected.entries()) {
    await visit(page, `#chapter=${i + 1}`);
    await asks(page);
    const wrong = (await choicesOf(page)).find((choice) => choice !== truth);
    await choose(page, wrong);
    assert.is(await truthOf(page), truth, `chapter ${i + 1}`);
    const outcome = await outcomeOf(page);
    assert.ok(outcome.startsWith('Not this time. '), outcome);
    assert.ok(outcome.includes(number), `${number} in: ${outcome}`);
  }
  assert.equal(page.faults, []);
  await page.close();
});

test('the answers of the written chapters are the two texts that the page then shows', async () => {
  const page = await open({ hash: '#chapter=5', model: true });
  for (const chapter of [5, 6]) {
    await visit(page, `#chapter=${chapter}`);
    await asks(page);
    await choose(page, 'another');
    const { texts } = await read(page);
    assert.is(texts.length, 2);
    assert.is.not(texts[0], texts[1]);
    assert.is(await truthOf(page), 'another');
    assert.match(await outcomeOf(page), /^Right\./);
  }
  await page.close();
});

test('while a question is open nothing shows what it asks for', async () => {
  const page = await open({ hash: '#chapter=1' });
  const visible = (selector) =>
    page.evaluate(
      (one) =>
        [...document.querySelectorAll(one)].filter(
          (node) => node.offsetParent && getComputedStyle(node).visibility === 'visible' && node.textContent !== '',
        ).length,
      selector,
    );
  const secrets = {
    1: 'td.stage-1:not(.logit) .value, .marks',
    3: 'td.stage-2 .value, td.stage-3 .value, .marks, .stage-2 .room',
    4: 'td.stage-3 .value, .marks, .stage-3 .room',
  };
  for (const [chapter, secret] of Object.entries(secrets)) {
    await visit(page, `#chapter=${chapter}&v=1&scene=words&T=0.3&step=8&n=9`);
    await asks(page);
    assert.is(await visible(secret), 0, `chapter ${chapter}`);
    assert.is(await visible('.controls, .changed'), 0, `chapter ${chapter}`);
    const { rows: shown } = await read(page);
    // Neither the row that crosses p nor a gap that ends at it.
    if (chapter === '3') assert.is(shown.filter(({ cut }) => cut === 'crossing').length, 0);
    await page.evaluate(() => document.querySelector('.choices button').click());
    await answered(page);
    assert.ok((await visible(secret)) > 0, `chapter ${chapter}, answered`);
  }
  await page.close();
});

test('a link to a chapter opens its question; “show me” and back, or away and back, find it as it was', async () => {
  const page = await site.open({ hash: '' });
  await page.evaluate(() => localStorage.removeItem('chapters'));
  await page.reload();
  await until(page, () => document.body.classList.contains('is-ready'));
  await visit(page, '#chapter=4');
  await asks(page);
  assert.is((await read(page)).title, '4 of 6: The draw');
  await page.evaluate(() => document.querySelector('.choices button').click());
  await answered(page);
  const before = await outcomeOf(page);
  await press(page, 'Show me');
  await until(page, () => /1,000 draws made/.test(document.querySelector('[role=status]').textContent));
  assert.is(await outcomeOf(page), before);
  await press(page, 'Back to the question');
  assert.is(await page.evaluate(() => location.hash), '#chapter=4');
  assert.is((await read(page)).settings.seed, 17);
  await visit(page, '#v=1&scene=hand');
  await visit(page, '#chapter=4');
  await answered(page);
  assert.is(await outcomeOf(page), before);
  await page.reload();
  await answered(page);
  assert.is(await outcomeOf(page), before, 'kept on the device');
  await press(page, 'Leave');
  assert.match(await page.evaluate(() => document.getElementById('start-chapters').textContent), /^Go on|^Start/);
  assert.equal(page.faults, []);
  await page.close();
});

test('without storage the chapters work, to the score and the end', async () => {
  const page = await site.open({
    hash: '#chapter=1',
    model: true,
    before: () =>
      Object.defineProperty(globalThis, 'localStorage', {
        get: () => {
          throw new Error('blocked');
        },
      }),
  });
  for (let chapter = 1; chapter <= 6; chapter++) {
    await asks(page);
    await page.evaluate(() => document.querySelector('.choices button').click());
    await answered(page);
    if (chapter < 6) await press(page, 'Next: ');
  }
  const score = await page.evaluate(() => document.querySelector('.score').textContent);
  assert.match(score, /^You predicted \d of 6 rightly\.$/);
  await press(page, 'Open the whole lab');
  assert.is((await read(page)).title, 'Why did it say London?');
  assert.equal(page.faults, []);
  await page.close();
});

test('every misconception and belief has a state that stands', async () => {
  const page = await site.open({ hash: '', model: true });
  await until(page, () => document.querySelectorAll('.column[data-entropy]').length >= 9);
  for (const { shows } of [...chapters.map(({ mistake }) => mistake), ...beliefs]) {
    await visit(page, hashOf(shows));
    assert.is((await read(page)).rows.filter(({ pick }) => pick).length, 1, shows);
  }
  await page.close();
});

test('each belief is shown wrong by what its state shows', async () => {
  const page = await site.open({ hash: '', model: true });
  await until(page, () => document.querySelectorAll('.column[data-entropy]').length >= 9);
  const all = [...chapters.map(({ mistake }) => mistake), ...beliefs];
  const show = async (name) => {
    await visit(page, hashOf(all.find(({ key }) => key === name).shows));
    return read(page);
  };
  const counted = ({ rows: shown }) => shown.reduce((sum, { gap }) => sum + (gap ? 0 : 1), 0);
  // T = 0 is accurate.
  const cold = await show('accurate');
  assert.is(cold.settings.temperature, 0);
  assert.match(cold.texts[0], /2018/);
  // The share before the cut is another than the one after it.
  const top = (await show('after')).rows[0];
  assert.ok(top.after > top.cells[0].value * 1.5, `${top.after} and ${top.cells[0].value}`);
  // A higher temperature lets no token in: with nothing cut none is cut at T = 2 either.
  const hot = await show('options');
  assert.is(hot.settings.temperature, 2);
  assert.ok(hot.rows.every(({ cut }) => cut !== 'out') && counted(hot) > 0);
  // T = 1 writes another text with another seed, and one letter changes the rest.
  for (const name of ['same', 'plans']) {
    const { texts } = await show(name);
    assert.is(texts.length, 2);
    assert.is.not(texts[0], texts[1], name);
  }
  await page.close();
});

test('read aloud in order: the chapter, its places, its text, the question, the choices, then the picture', async () => {
  const page = await open({ hash: '#chapter=2' });
  await asks(page);
  const transcript = await page.evaluate(() => {
    const said = [];
    const walk = (node) => {
      if (node.nodeType === 3) {
        if (node.data.trim() !== '') said.push(node.data.trim());
        return;
      }
      if (node.nodeType !== 1 || node.hidden || node.getAttribute('aria-hidden') === 'true') return;
      const { display, visibility } = getComputedStyle(node);
      if (display !== 'none' && visibility !== 'hidden') node.childNodes.forEach(walk);
    };
    walk(document.querySelector('.app'));
    return said.join(' ').replace(/\s+/g, ' ');
  });
  const order = [
    '2 of 6: Temperature',
    'Chapter 1: Shares',
    'Chapter 6: Your own words',
    'Temperature divides the scores before they become shares.',
    'Predict first: At T = 1, with nothing cut, each of the 49,152 tokens can be drawn. How many can at T = 2?',
    'More: heat gives more options',
    'As many as before',
    'Fewer',
    'The·capital·of·France·is·Paris.·However,·the·French·capital·is·London,·which·is·the',
    'Share',
    'capital : compare it, or put it in the text',
    '38 %',
  ];
  let at = 0;
  for (const said of order) {
    const found = transcript.indexOf(said, at);
    assert.ok(found >= 0, `${said} after\n${transcript.slice(0, at)}\nin\n${transcript.slice(at)}`);
    at = found + said.length;
  }
  await page.close();
});

test('question, choices and the first bars fit one screen, on every size', async () => {
  const all = { ...sizes, laptop: { width: 1366, height: 650 }, frame: { width: 800, height: 600 } };
  delete all.small;
  for (const [name, size] of Object.entries(all)) {
    const page = await open({ size, hash: '#chapter=2' });
    await asks(page);
    await frame(page);
    const bottoms = await page.evaluate(() =>
      ['.choices', 'tbody tr:nth-child(3)'].map((part) => document.querySelector(part).getBoundingClientRect().bottom),
    );
    for (const bottom of bottoms) assert.ok(bottom <= size.height, `${name}: ${bottoms}`);
    await page.close();
  }
});

test.run();
