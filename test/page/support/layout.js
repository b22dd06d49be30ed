/** What every layout has to hold, in every size and in words of any length. */

import * as assert from 'uvu/assert';
import { frame, press, until, visit } from '../support.js';

/** By how much anything sticks out of the window sideways. */
const overhang = (page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const scroller = document.querySelector('.scroller');
    return Math.max(scrollWidth - clientWidth, scroller.scrollWidth - scroller.clientWidth);
  });

/** Whether all rows are of one height, and the window holds their names. */
const isWhole = (page) =>
  page.evaluate(() => {
    const boxes = [...document.querySelectorAll('tbody tr')].map((row) => row.getBoundingClientRect());
    const heights = new Set(boxes.map(({ height }) => Math.round(height)));
    const names = [...document.querySelectorAll('tbody .letter-button')].filter((name) => name.offsetParent);
    return (
      heights.size === 1 &&
      names.length > 0 &&
      names.every((name) => {
        const { left, right } = name.getBoundingClientRect();
        return left >= 0 && right <= document.documentElement.clientWidth;
      })
    );
  });

/**
 * Nothing sticks out of the window sideways: the lab with everything open, the scenes, and each chapter.
 *
 * @param {object} words the page's, as in strings.js
 */
export async function staysInWindow(page, { lab, text }) {
  await page.evaluate(() =>
    document.querySelectorAll('details').forEach((item) => {
      item.open = true;
    }),
  );
  for (const stage of [1, 2, 3]) {
    await visit(page, `#v=1&T=1.6&p=0.8&k=30&step=31&all=1&lab=1&stage=${stage}`);
    assert.is(await overhang(page), 0, `stage ${stage}`);
  }
  await press(page, lab.compareBy.temperature);
  await press(page, text.promptChange);
  assert.is(await overhang(page), 0, 'everything open');
  for (const hash of ['#v=1&scene=tree&T=0', `#v=1&n=96&step=60`]) {
    await visit(page, hash);
    assert.is(await overhang(page), 0, hash);
  }
  for (const chapter of [1, 2, 3, 4, 5, 6]) {
    await visit(page, `#chapter=${chapter}`);
    await until(page, () => document.querySelector('.choices button') !== null);
    assert.is(await overhang(page), 0, `chapter ${chapter}, asked`);
    assert.ok(await isWhole(page), `chapter ${chapter}: rows of one height, with their names in the window`);
    await page.evaluate(() => document.querySelector('.choices button').click());
    await frame(page);
    assert.is(await overhang(page), 0, `chapter ${chapter}, answered`);
  }
}
