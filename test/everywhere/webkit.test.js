/** The page in WebKit, Safari's engine, beside Chromium. */

import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { testWhere } from '../support/skip.js';
import { launch } from '../support/browser.js';
import { launchWebKit } from '../support/webkit.js';
import { force, frame, openPage, read, serveDist, until, untilModel } from '../page/support.js';
import { findBrowser } from '../../src/build/toolchain.mjs';

const test = suite('page: WebKit');
const inWebKit = testWhere(test, findBrowser('webkit') !== undefined, 'there is no WebKitGTK here');
let server;
let own;
let webkit;
let chromium;

test.before(async () => {
  if (!findBrowser('webkit')) return;
  server = await serveDist();
  webkit = await launchWebKit();
  chromium = await launch('chromium');
});

// What a test that failed left open: the driver has one window at a time, and a server keeps the process alive.
test.after.each(async () => {
  await webkit?.closePages();
  await own?.close();
  own = undefined;
});

test.after(async () => {
  await webkit?.close();
  await chromium?.close();
  await server?.close();
});

async function arrive(hash = '') {
  const page = await webkit.newPage();
  await page.goto(server.url + hash);
  await until(page, () => document.body.classList.contains('is-ready'));
  return page;
}

/** The timeline of the recorded words fills as their rows come. */
const isWhole = () =>
  document.body.dataset.world !== 'words' ||
  [...document.querySelectorAll('.column')].every(({ textContent }) => /^\d/.test(textContent));

/** What must be equal in both: 2 ** entropy is the browser's own, and may differ in its last bit. */
async function stateOf(page) {
  await until(page, isWhole);
  const state = await read(page);
  for (const name of ['effective-before', 'effective-after']) delete state.numbers[name]?.value;
  return state;
}

const links = [
  '',
  '#v=1&T=1.3&p=0.8&k=12&seed=7&step=13',
  '#v=1&T=0&step=4',
  '#v=1&scene=tree&T=0',
  '#v=1&T=2.2&p=1&all=1&step=33',
];

inWebKit('opens on the texts, rows and numbers that Chromium shows, from a link too', async () => {
  for (const hash of links) {
    const [here, there] = [await arrive(hash), await openPage(chromium, server.url, { hash })];
    await frame(here);
    assert.equal(await stateOf(here), await stateOf(there), hash);
    await here.close();
    await there.close();
  }
});

inWebKit('sliders move by keyboard, and the link that follows opens the same in Chromium', async () => {
  const page = await arrive();
  await page.press('#temperature', 'ArrowRight', 'ArrowRight', 'PageUp');
  await page.press('#topP', 'ArrowLeft');
  await frame(page);
  await until(page, () => location.hash !== '');
  const { settings, hash } = await read(page);
  assert.ok(settings.temperature > 0.82, `${settings.temperature}`);
  assert.is(settings.topP, 0.89);
  const there = await openPage(chromium, server.url, { hash });
  assert.equal(await stateOf(page), await stateOf(there));
  await there.close();
  await page.close();
});

inWebKit('the network comes, and writes the letters that it writes in Chromium', async () => {
  const hash = '#v=1&T=1.5&step=5';
  const [here, there] = [await arrive(hash), await openPage(chromium, server.url, { hash })];
  for (const page of [here, there]) {
    await untilModel(page);
    await force(page, 1);
  }
  const { texts } = await read(here);
  assert.is(texts.length, 2);
  assert.equal(texts, (await read(there)).texts);
  await here.close();
  await there.close();
});

inWebKit('works offline after one visit', async () => {
  own = await serveDist();
  const page = await webkit.newPage();
  await page.goto(own.url);
  await untilModel(page);
  await until(page, () => document.body.dataset.offline === 'kept' && navigator.serviceWorker.controller !== null);
  await own.close();
  await page.goto(`${own.url}#v=1&step=20&T=1.4`);
  await page.evaluate(() => document.body.classList.remove('is-ready'));
  await page.reload();
  await until(page, () => document.body?.classList.contains('is-ready'));
  await untilModel(page);
  assert.is((await read(page)).settings.temperature, 1.4);
  await page.close();
});

test.run();
