/** The address follows the page's state, and never stands in the way of it. */

import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { frame, press, read, siteFor, until } from './support.js';

const test = suite('page: the address');
const site = siteFor(test);

const refuse = () => {
  for (const name of ['replaceState', 'pushState'])
    history[name] = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
};

test('a browser that refuses to change the address: every command works, without an error', async () => {
  const page = await site.open({ before: refuse });
  const { step } = await read(page);
  await press(page, 'Step');
  assert.is((await read(page)).step, step + 1);
  await page.focus('#temperature');
  await page.keyboard.press('ArrowRight');
  await frame(page);
  assert.is((await read(page)).settings.temperature, 0.81);
  await page.evaluate(() => document.querySelector('.lesson a').click());
  await until(page, () => document.querySelectorAll('tbody tr').length === 4);
  assert.equal(page.faults, []);
  await page.close();
});

test('a browser that refuses to change the address: the copied link still leads to the state', async () => {
  const page = await site.open({ before: refuse });
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: async (text) => void (document.title = text) },
    });
  });
  await press(page, 'Step');
  await press(page, 'Copy link');
  await until(page, () => document.title.startsWith('http'));
  assert.match(await page.title(), /#v=1&T=0\.8&p=0\.9.*&step=22/);
  await page.close();
});

test('a drag of the timeline for three seconds asks for fewer than 20 changes of the address', async () => {
  const page = await site.open({
    before: () => {
      globalThis.asked = 0;
      const own = history.replaceState.bind(history);
      history.replaceState = (...given) => (globalThis.asked++, own(...given));
    },
  });
  const { asked, shown } = await page.evaluate(async () => {
    const scrub = document.getElementById('scrub');
    const end = performance.now() + 3000;
    for (let i = 0; performance.now() < end; i++) {
      scrub.value = i % 40;
      scrub.dispatchEvent(new Event('input', { bubbles: true }));
      await new Promise((settle) => setTimeout(settle, 10));
    }
    scrub.value = 7;
    scrub.dispatchEvent(new Event('input', { bubbles: true }));
    await new Promise((settle) => requestAnimationFrame(() => requestAnimationFrame(settle)));
    return { asked: globalThis.asked, shown: document.querySelector('table').dataset.step };
  });
  assert.ok(asked > 3 && asked < 20, `${asked} changes`);
  assert.is(shown, '7');
  await frame(page);
  assert.match(await page.evaluate(() => location.hash), /&step=7$/);
  await page.close();
});

test('a link followed before the last change is in the address: the page goes where the link leads', async () => {
  const page = await site.open({
    before: () => {
      globalThis.timers = [];
      const own = setTimeout;
      globalThis.setTimeout = (callback, ...rest) => (globalThis.timers.push(callback), own(callback, ...rest));
    },
  });
  await page.evaluate(async () => {
    globalThis.timers = [];
    [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Step').click();
    await new Promise((settle) => requestAnimationFrame(() => requestAnimationFrame(settle)));
    location.hash = '#v=1&T=1.5&step=3';
    // What waits comes before the browser tells of the link.
    for (const callback of globalThis.timers) callback();
  });
  await frame(page);
  await until(page, () => document.querySelector('table').dataset.step === '3');
  assert.match(await page.evaluate(() => location.hash), /T=1\.5.*&step=3$/);
  await page.close();
});

test.run();
