/** The path through the six chapters, from the opening page to the score: by keyboard, read aloud, and by touch. */

import { readFile, writeFile } from 'node:fs/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { frame, siteFor, sizes, until, untilModel } from './support.js';

const test = suite('page: the path through the chapters');
const site = siteFor(test);
const transcript = new URL('path.txt', import.meta.url);

// What is read as one, by its name; the rest is read as the text in it.
const WHOLE = ['heading', 'link', 'button', 'DisclosureTriangle', 'slider', 'columnheader', 'rowheader'];
const ROWS = 3;
// Comes in its own time: messages, and how the text may go on, beside its name.
const PASSING = ['status', 'log'];
const FUTURE = /^(button: (?:Cold|Yours|Hot) [\d.]+).*/;

const open = (size) =>
  site.open({
    size,
    hash: '',
    model: true,
    before: () => sessionStorage.visited ?? ((sessionStorage.visited = '1'), localStorage.removeItem('chapters')),
  });

/**
 * What a screen reader would read, in order, a line for each heading, control and stretch of text; of the table the
 * heads and the names of the first rows.
 */
async function read(page) {
  const said = [];
  let isInText = false;
  let rows = 0;
  const say = (line, isText) => {
    if (isText && isInText) said[said.length - 1] += line;
    else said.push(line);
    isInText = isText;
  };
  const walk = ({ role, name = '', children = [], pressed }) => {
    if (role === 'StaticText') return say(name, true);
    if (role === 'rowheader' && ++rows > ROWS) return undefined;
    if (WHOLE.includes(role) && name !== '')
      return say(`${role}: ${name}${`${pressed}` === 'true' ? ', pressed' : ''}`);
    if (['cell', 'gridcell', ...PASSING].includes(role)) return undefined;
    const isApart = ['paragraph', 'caption', 'list', 'row', 'group', 'LabelText'].includes(role);
    if (isApart) isInText = false;
    children.forEach(walk);
    if (isApart) isInText = false;
    return undefined;
  };
  walk(await page.accessibility.snapshot({ root: await page.$('.app'), interestingOnly: false }));
  return said.map((line) => line.replace(/\s+/g, ' ').trim().replace(FUTURE, '$1')).filter((line) => line !== '');
}

/** The same, when all that comes behind the picture has come. */
async function readAloud(page) {
  for (let before; ;) {
    const said = await read(page);
    if (said.join() === before) return said;
    before = said.join();
    await new Promise((settle) => setTimeout(settle, 300));
  }
}

const asked = (page) => until(page, () => document.querySelector('.choices button:not([aria-disabled])') !== null);
const answered = (page) =>
  until(page, () => !['', undefined].includes(document.querySelector('.outcome')?.textContent));

/** Press Tab until the focus is on something that says so. */
async function tabTo(page, label) {
  for (let presses = 0; presses < 80; presses++) {
    const text = await page.evaluate(() => document.activeElement.textContent);
    if (text.startsWith(label)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the focus never came to ${label}`);
}

const textOf = (page, selector) => page.evaluate((one) => document.querySelector(one).textContent, selector);

test('by keyboard alone, from the first button to the score, and read aloud in order as path.txt has it', async () => {
  const page = await open(sizes.desktop);
  const said = [];
  await tabTo(page, 'Start: six short chapters');
  await page.keyboard.press('Enter');
  for (let chapter = 1; chapter <= 6; chapter++) {
    await asked(page);
    await frame(page);
    said.push(`--- chapter ${chapter}, asked`, ...(await readAloud(page)));
    await tabTo(page, await textOf(page, '.choices button'));
    await page.keyboard.press('Space');
    await answered(page);
    await frame(page);
    assert.ok(await page.evaluate(() => document.activeElement.matches('.outcome')), 'the focus goes to the answer');
    said.push(`--- chapter ${chapter}, answered`, ...(await readAloud(page)));
    await tabTo(page, 'Show me');
    await page.keyboard.press('Enter');
    await frame(page);
    await tabTo(page, 'Back to the question');
    await page.keyboard.press('Enter');
    await frame(page);
    if (chapter === 6) break;
    await tabTo(page, 'Next: ');
    await page.keyboard.press('Enter');
    await until(page, (next) => document.querySelector('h1').textContent.startsWith(`${next} of 6`), chapter + 1);
  }
  assert.match(await textOf(page, '.score'), /^You predicted \d of 6 rightly\.$/);
  const text = `${said.join('\n')}\n`;
  if (process.env.NUCLEUS_WRITE) await writeFile(transcript, text);
  assert.fixture(text, await readFile(transcript, 'utf8'));
  assert.equal(page.faults, []);

  await page.reload();
  await until(page, () => document.querySelector('.chapter-places [data-done]') !== null);
  assert.is(
    await page.evaluate(() => document.querySelectorAll('.tick[data-done]').length),
    6,
    'kept where storage is there',
  );
  await page.close();
});

test('by touch on a phone, from the first button to the score', async () => {
  const page = await open(sizes.phone);
  // Where it stands: the page may put another node in its place meanwhile.
  const tap = async (selector) => {
    await page.evaluate((one) => document.querySelector(one).scrollIntoView({ block: 'center' }), selector);
    await frame(page);
    const [x, y] = await page.evaluate((one) => {
      const { left, top, width, height } = document.querySelector(one).getBoundingClientRect();
      return [left + width / 2, top + height / 2];
    }, selector);
    await page.touchscreen.tap(x, y);
  };
  await tap('#start-chapters');
  for (let chapter = 1; chapter <= 6; chapter++) {
    await until(page, (number) => document.querySelector('h1').textContent.startsWith(`${number} of 6`), chapter);
    await asked(page);
    await frame(page);
    await tap('.choices button:nth-child(2)');
    await answered(page);
    await frame(page);
    if (chapter < 6) await tap('.chapter-on > .primary');
  }
  assert.match(await textOf(page, '.score'), /^You predicted \d of 6 rightly\.$/);
  assert.equal(page.faults, []);
  await page.close();
});

test('a choice keeps the focus while its question is still being worked out', async () => {
  const page = await site.open({ hash: '#chapter=5', before: () => localStorage.removeItem('chapters') });
  await asked(page);
  await page.evaluate(() => {
    const choice = document.querySelector('.choices button');
    choice.focus();
    globalThis.chosen = choice;
  });
  await untilModel(page);
  await until(page, () => document.querySelectorAll('.column[data-entropy]').length >= 9);
  await frame(page);
  assert.ok(await page.evaluate(() => document.activeElement === globalThis.chosen && globalThis.chosen.isConnected));
  await page.close();
});

test.run();
