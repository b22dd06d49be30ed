/** What a visitor sees first, at each size. */

import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { LETTERS, press, read, siteFor, sizes, slide } from './support.js';

const test = suite('page: the first look');
const site = siteFor(test);

const bottomOf = (page, selector) =>
  page.evaluate((one) => document.querySelector(one).getBoundingClientRect().bottom, selector);

test('the first screen of a desktop holds everything down to the timeline, in words and in letters', async () => {
  for (const hash of ['', LETTERS]) {
    const page = await site.open({ hash, model: true });
    assert.ok((await bottomOf(page, '.timeline input')) <= 800, hash);
    assert.ok((await bottomOf(page, '.sentence')) <= 800, hash);
    await page.close();
  }
});

test('the header of a phone leaves four fifths of the screen', async () => {
  const page = await site.open({ size: sizes.phone, hash: '' });
  const bottom = await bottomOf(page, '.top');
  assert.ok(bottom <= sizes.phone.height / 5, `${bottom} px`);
  await page.close();
});

test('a phone on its side shows the sliders and the bars that they move', async () => {
  const size = { width: 844, height: 390, isMobile: true, hasTouch: true };
  const page = await site.open({ size, hash: '' });
  assert.ok((await bottomOf(page, '#topP')) <= size.height);
  assert.ok((await bottomOf(page, 'tbody tr:nth-child(3)')) <= size.height);
  await page.close();
});

test('the weights open with a luck that all sliders can turn', async () => {
  const page = await site.open({ hash: '' });
  await press(page, 'Open the whole lab');
  await press(page, 'Weights 4 2 1 1');
  const picks = await page.evaluate(() =>
    ['.temperature', '.topP', '.topK'].map(
      (slider) =>
        new Set([...document.querySelectorAll(`${slider} .ribbon-piece`)].map(({ dataset }) => dataset.id)).size,
    ),
  );
  for (const count of picks) assert.ok(count >= 3, `${picks}`);
  assert.match((await read(page)).sentence, /^Nothing moved yet\./);
  await slide(page, 'temperature', 0.5);
  assert.match((await read(page)).note, /16 4 1 1/);
  await page.close();
});

test('a line breaks before a word, not before its full stop', async () => {
  const page = await site.open({ size: sizes.phone, hash: '' });
  const lines = await page.evaluate(() => {
    const tokens = [...document.querySelectorAll('.text-line .letter')];
    return tokens.map((node) => ({ text: node.textContent, top: node.getClientRects()[0].top }));
  });
  const begins = lines.slice(1).filter(({ top }, i) => Math.abs(top - lines[i].top) > 8);
  assert.ok(begins.length > 0, 'there is more than one line');
  for (const { text } of begins) assert.match(text, /^·/);
  await page.close();
});

test.run();
