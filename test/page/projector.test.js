/** On a projector (#present): large type, nothing beside the picture; question, choices and picture on one screen. */

import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { frame, siteFor, until } from './support.js';

const test = suite('page: on a projector');
const site = siteFor(test);
const LEAST = 24;
// Numbers in the table.
const LEAST_NUMBER = 21;
const CHAPTERS = [1, 2, 3, 4, 5, 6];

/** What stands on the screen, in CSS pixels. */
const seen = (page) =>
  page.evaluate(() => {
    const box = (selector) => document.querySelector(selector)?.getBoundingClientRect();
    const prose = ['.chapter-text', '.question', '.choices button', '.outcome', 'td .value', '.letter-button', 'h1'];
    return {
      sizes: prose
        .map((selector) => document.querySelector(selector))
        .filter((node) => node?.offsetParent)
        .map((node) => [node.className || node.tagName, parseFloat(getComputedStyle(node).fontSize)]),
      overhang: document.documentElement.scrollWidth - document.documentElement.clientWidth,
      commands: document.querySelector('.commands').offsetParent !== null,
      choices: Math.max(
        ...[...document.querySelectorAll('.choices button')].map((node) => node.getBoundingClientRect().bottom),
      ),
      row: box('tbody tr').bottom,
      race: [...document.querySelectorAll('th.stage-3 .axis-label')]
        .filter((node) => node.offsetParent && node.textContent !== '')
        .map((node) => node.getBoundingClientRect())
        .map(({ left, right }) => [left, right]),
      height: innerHeight,
    };
  });

for (const [width, height] of [
  [1024, 768],
  [1280, 720],
  [1920, 1080],
])
  test(`${width} x ${height}: type of ${LEAST} px, no commands, choices and the first row on one screen`, async () => {
    const page = await site.open({
      size: { width, height },
      hash: '#present&chapter=1',
      model: true,
      before: () => localStorage.removeItem('chapters'),
    });
    for (const chapter of CHAPTERS) {
      await page.evaluate((hash) => {
        location.hash = hash;
      }, `#present&chapter=${chapter}`);
      await until(page, (number) => document.querySelector('h1').textContent.startsWith(`${number} of`), chapter);
      await until(page, () => document.querySelector('.choices button:not([aria-disabled])') !== null);
      await frame(page);
      const asked = await seen(page);
      for (const [name, size] of asked.sizes)
        assert.ok(size >= (name === 'value' ? LEAST_NUMBER : LEAST), `chapter ${chapter}: ${name} ${size} px`);
      assert.is(asked.overhang, 0);
      if (asked.race.length > 1) assert.ok(asked.race[0][1] < asked.race[1][0], `chapter ${chapter}: the race’s axis`);
      assert.is(asked.commands, false);
      assert.ok(asked.choices <= height, `chapter ${chapter}: the choices end at ${asked.choices} px`);
      assert.ok(asked.row <= height, `chapter ${chapter}: the first row ends at ${asked.row} px`);
      await page.evaluate(() => document.querySelector('.choices button').click());
      await until(page, () => document.querySelector('.outcome').textContent !== '');
      await frame(page);
      assert.is((await seen(page)).overhang, 0);
    }
    assert.equal(page.faults, []);
    await page.close();
  });

test.run();
