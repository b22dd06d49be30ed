/** How the text may go on: three lines with the same luck, written in the worker, and one of them chosen. */

import { readFile } from 'node:fs/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { loadGpt } from '../../src/js/gpt/index.js';
import { load } from '../../src/js/index.js';
import { frame, press, read, siteFor, slide, until, visit } from './support.js';

const test = suite('page: futures');
const site = siteFor(test);
const COUNT = 40;
let gpt;
let nucleus;
let alphabet;

test.before(async () => {
  const model = (name) => readFile(new URL(`../../web/model/${name}`, import.meta.url));
  gpt = await loadGpt(new Uint8Array(await model('shakespeare.gpt')));
  nucleus = await load();
  alphabet = [...JSON.parse(await model('recorded.json')).alphabet];
});

/** The three lines when they are whole, as ids. */
async function linesOf(page) {
  await until(page, () =>
    [...document.querySelectorAll('.future')].every((line) => line.dataset.ids?.split(' ').length === 40),
  );
  return page.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll('.future')].map((line) => [
        line.dataset.future,
        line.dataset.ids.split(' ').map(Number),
      ]),
    ),
  );
}

/** What `generate` writes after a text: the steps before are what the text has. */
function generated(text, step, { temperature, topP, topK, seed }) {
  const ids = [...text].map((letter) => alphabet.indexOf(letter));
  const result = nucleus.generate((sequence) => gpt.logits(sequence), ids, {
    maxTokens: COUNT,
    temperature,
    topP,
    topK: topK || undefined,
    seed: seed + step,
    contextSize: gpt.contextSize,
  });
  return result.ids.slice(ids.length);
}

const letters = (signs) => signs.replaceAll('·', ' ').replaceAll('¶', '\n');

test('the lines are what generate writes, letter for letter, cold, as the sliders stand, and hot', async () => {
  const page = await site.open({ model: true });
  for (const [hash, temperature] of [
    ['#v=1&T=0.8&n=22&step=21', 0.8],
    ['#v=1&T=0.8&n=22&step=21', 1.3],
    ['#v=1&T=0.8&step=3', 2.2],
    [`#v=1&prompt=${'%0A'.repeat(110)}Now&n=1&step=0&T=1&a=0:1,0.9,0,5&seed=5`, 0.6],
  ]) {
    await visit(page, hash);
    await slide(page, 'temperature', temperature);
    const { texts, step, settings } = await read(page);
    const before = letters(texts[0]).slice(0, -1);
    const lines = await linesOf(page);
    const drawnWith = { ...settings, temperature: undefined };
    for (const [name, at] of Object.entries({ cold: 0.2, yours: temperature, hot: 1.8 }))
      assert.equal(lines[name], generated(before, step, { ...drawnWith, temperature: at }), `${name}, ${hash}`);
  }
  assert.equal(page.faults, []);
  await page.close();
});

test('what differs from what was drawn is marked, with a fork where they part; untouched, Yours differs nowhere', async () => {
  const page = await site.open({ model: true });
  await linesOf(page);
  const marks = () =>
    page.evaluate(() => {
      const line = document.querySelector('[data-future=yours]');
      return { forks: line.querySelectorAll('.fork').length, differs: line.querySelectorAll('.differs').length };
    });
  assert.equal(await marks(), { forks: 0, differs: 0 });
  const drawn = (await linesOf(page)).yours;
  await slide(page, 'temperature', 1.5);
  await linesOf(page);
  await until(page, () => document.querySelector('[data-future=yours] .fork') !== null);
  const { same, count } = await page.evaluate(() => {
    const parts = [...document.querySelector('[data-future=yours] .future-text').children];
    const before = parts.slice(
      0,
      parts.findIndex((part) => part.matches('.fork')),
    );
    return {
      same: before.map((part) => part.textContent).join('').length,
      count: parts.filter((part) => part.matches('.fork')).length,
    };
  });
  const yours = (await linesOf(page)).yours;
  assert.is(count, 1);
  assert.is(
    same,
    drawn.findIndex((id, i) => id !== yours[i]),
    'the fork stands where they part',
  );
  await page.close();
});

test('a line that is chosen is what the text becomes, and the text goes on from its end; what was drawn stays', async () => {
  const page = await site.open({ model: true });
  const { texts } = await read(page);
  const { hot } = await linesOf(page);
  await press(page, 'Hot');
  await frame(page);
  const after = await read(page);
  assert.is(after.settings.temperature, 1.8);
  assert.is(after.texts.length, 2);
  assert.ok(after.texts[0].startsWith(texts[0]), 'what was drawn');
  assert.is(letters(after.texts[1]), letters(texts[0]).slice(0, -1) + hot.map((id) => alphabet[id]).join(''));
  assert.match(after.sentence, /^Nothing moved yet\./);
  await page.close();
});

test('while a slider moves the lines never come between it and the picture, and end as the slider does', async () => {
  const page = await site.open({ model: true });
  await linesOf(page);
  await slide(
    page,
    'temperature',
    Array.from({ length: 30 }, (_, i) => 0.5 + i / 20),
  );
  const { texts, step, settings } = await read(page);
  await until(page, () => document.querySelector('[data-future=yours] .future-name').textContent === 'Yours 1.95');
  const wanted = generated(letters(texts[0]).slice(0, -1), step, settings).join(' ');
  await page.evaluate((ids) => (globalThis.wanted = ids), wanted);
  await until(page, () => document.querySelector('[data-future=yours]').dataset.ids === globalThis.wanted);
  await page.close();
});

test.run();
