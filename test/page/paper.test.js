/** The page on paper. */

import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { siteFor, sizes } from './support.js';

const test = suite('page: on paper');
const site = siteFor(test);

const pagesOf = (pdf) =>
  Buffer.from(pdf)
    .toString('latin1')
    .match(/\/Type \/Page\b/g).length;

test('printing from a phone gives all pages, not one cut off', async () => {
  for (const hash of ['', '#v=1&step=8&lab=1']) {
    const page = await site.open({ size: sizes.phone, hash });
    assert.ok(
      await page.evaluate(() => document.querySelector('[data-dock]') !== null),
      'the controls are in their dock',
    );
    await page.emulateMediaType('print');
    const { shown, all } = await page.evaluate(() => {
      const scroller = document.querySelector('.scroller');
      return { shown: document.documentElement.scrollHeight, all: scroller.scrollHeight };
    });
    assert.ok(shown >= all, `${shown} of ${all} pixels are printed`);
    assert.ok(pagesOf(await page.pdf()) > 1);
    await page.close();
  }
});

test.run();
