/** The focus stays on the page, whatever a button does to itself. */

import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { inScope, onlyHere } from '../support/scope.js';
import { frame, siteFor, sizes, slide, visit } from './support.js';

const test = suite('page: the focus');
const site = siteFor(test);
const once = onlyHere(test);
// Every how manyth button is pressed.
const STRIDE = inScope(3, 1);

const AWAY = '#v=1&scene=order&p=0.7';
const states = {
  'words, moved': '#v=1&scene=words&track=drawn&T=1.4&p=0.9&k=0&seed=1337&n=9&step=8&lab=1',
  'letters, moved and pinned': '#v=1&T=1.4&p=0.8&k=12&seed=1337&n=22&step=21&lab=1&base=0.5,0.9,0,1337',
  'two tracks': '#v=1&T=1.5&p=0.9&seed=1337&n=22&step=12&lab=1&compare=1&b=0:0.8,0.9,0,1337~12:1.5,0.9,0,1337',
  'all letters': '#v=1&T=0&all=1&log=1&lab=1',
  'hand weights': '#v=1&scene=hand&T=0.5',
  'the tree': '#v=1&scene=tree&T=0',
  'one’s own step': '#v=1&scene=yours',
};

/** The buttons on show, each by its place on the page; the one at `place` gets the focus. */
const focusButton = (page, place) =>
  page.evaluate((at) => {
    const selector = '.app :is(button, summary):not(.letter-button, .term, .lesson *)';
    const buttons = [...document.querySelectorAll(selector)].filter((node) => node.getClientRects().length > 0);
    buttons[at]?.focus();
    return { count: buttons.length, label: buttons[at]?.textContent };
  }, place);

const focused = (page) =>
  page.evaluate(() => {
    const { activeElement: node } = document;
    return node && node !== document.body && node.getClientRects().length > 0 ? node.localName : 'nothing';
  });

async function arriveAt(page, hash) {
  await page.evaluate(() => document.querySelector('dialog[open]')?.close());
  await page.keyboard.press('Escape');
  await visit(page, AWAY);
  await visit(page, hash);
}

/** A few frames on, though a text may be playing. */
const drawn = (page) => page.evaluate(() => new Promise((settle) => setTimeout(settle, 120)));

const looks = inScope(
  [['desktop', ['words, moved', 'letters, moved and pinned', 'hand weights']]],
  ['desktop', 'phone'].map((size) => [size, Object.keys(states)]),
);

for (const [size, names] of looks) {
  for (const name of names) {
    test(`a button pressed by keyboard leaves the focus on the page: ${name}, ${size}`, async () => {
      const page = await site.open({
        size: sizes[size],
        before: () => {
          globalThis.print = () => undefined;
        },
      });
      await arriveAt(page, states[name]);
      const { count } = await focusButton(page, 0);
      assert.ok(count > 5, `${count} buttons`);
      for (let place = 0; place < count; place += STRIDE) {
        await arriveAt(page, states[name]);
        const { label } = await focusButton(page, place);
        await page.keyboard.press('Enter');
        await drawn(page);
        assert.is.not(await focused(page), 'nothing', label);
      }
      await page.close();
    });
  }
}

once('"Back to as drawn" and "Compare with as drawn" hide themselves, and hand the focus on', async () => {
  const page = await site.open();
  for (const label of ['Back to as drawn', 'Compare with as drawn']) {
    await visit(page, AWAY);
    await visit(page, states['letters, moved and pinned']);
    await slide(page, 'temperature', 1.2);
    await page.evaluate((text) => {
      [...document.querySelectorAll('.changed button')].find((node) => node.textContent === text).focus();
    }, label);
    await page.keyboard.press('Enter');
    await frame(page);
    assert.ok(
      await page.evaluate((text) => {
        const { activeElement: node } = document;
        return node.closest('.changed') && node.textContent !== text;
      }, label),
      label,
    );
  }
  await page.close();
});

once('a command in a closed sheet hands the focus to what opens it', async () => {
  const page = await site.open({ hash: '#v=1&T=0.8&step=9&lab=1', model: true });
  await page.evaluate(() => {
    document.querySelector('.lab-line details').open = true;
    document.querySelector('.lab-line .menu-sheet button').focus();
  });
  await page.keyboard.press('Enter');
  await frame(page);
  assert.is(await focused(page), 'summary');
  await page.close();
});

test.run();
