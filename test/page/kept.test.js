/** What is kept for offline use is right, or is not kept. */

import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { browserNames, everyNth } from '../support/scope.js';
import { answers, isKept, isReady, visitorsFor } from './host.js';
import { until } from './support.js';

const test = suite('page: what is kept');
const html = '<!doctype html><title>Blocked</title><p>This page was blocked by your school.</p></html>';
const pointer = 'version https://git-lfs.github.com/spec/v1\noid sha256:1234\nsize 1876533\n';
const visit = visitorsFor(test);

const stands = (page) => until(page, () => document.body?.classList.contains('is-ready'));

const wrongModels = [
  ['the weights are a page', /\.gpt$/, answers.wrong(html)],
  ['the weights are a pointer', /\.gpt$/, answers.wrong(pointer)],
  ['the weights are cut short', /\.gpt$/, answers.cutShort(1_000_000)],
  ['the worker is a page', /^model-worker/, answers.wrong(html)],
];
const pageFiles = [
  ['style', /^style/],
  ['program', /^main/],
  ['core', /\.wasm$/],
  ['icon', /^icon/],
];
const wrongPages = [
  ['an error page', answers.status(503)],
  ['a page cut short', answers.cutShort(100)],
];

for (const name of browserNames) {
  for (const [what, pattern, how] of everyNth(wrongModels, 3)) {
    test(`${name}: ${what}, once, with status 200: the page stands and is kept, a reload recovers`, () =>
      visit(name, {}, async ({ host, page }) => {
        host.answer(pattern, how);
        await page.goto(host.url);
        await until(page, () => document.body?.dataset.model === 'failed');
        await until(page, () => document.body.dataset.offline === 'impossible');
        host.heal();
        await page.reload();
        await isReady(page);
        await isKept(page);
      }));
  }

  for (const [what, pattern] of everyNth(pageFiles, 2)) {
    test(`${name}: the ${what} is a page, once, with status 200: a reload recovers, and all is kept`, () =>
      visit(name, {}, async ({ host, page }) => {
        host.answer(pattern, answers.wrong(html));
        await page.goto(host.url);
        await until(page, () => /is missing/.test(document.body.textContent) || document.body.dataset.offline);
        host.heal();
        await page.reload();
        await isKept(page);
        await until(page, () => getComputedStyle(document.querySelector('table')).tableLayout === 'fixed');
      }));
  }

  test(`${name}: a bad entry in the caches is thrown out, and a reload recovers`, () =>
    visit(name, {}, async ({ host, page }) => {
      await page.goto(host.url);
      await isKept(page);
      await page.evaluate(async (text) => {
        for (const store of await caches.keys()) {
          const cache = await caches.open(store);
          for (const request of await cache.keys()) await cache.put(request, new Response(text));
        }
      }, html);
      await page.reload();
      await isReady(page);
      await isKept(page);
      const isHtml = await page.evaluate(async () => {
        const cache = await caches.open((await caches.keys()).find((store) => store.startsWith('nucleus-model')));
        const [weights] = (await cache.keys()).filter(({ url }) => url.endsWith('.gpt'));
        return (await (await cache.match(weights)).arrayBuffer()).byteLength < 1000;
      });
      assert.is(isHtml, false);
    }));

  test(`${name}: a network that accepts and never answers: the kept page within 3 s`, () =>
    visit(name, {}, async ({ host, page }) => {
      await page.goto(host.url);
      await isKept(page);
      host.answer(/./, answers.hang);
      await page.goto(host.url);
      await stands(page);
      // However long a slow machine takes to show it.
      const waited = await page.evaluate(() => performance.getEntriesByType('navigation')[0].responseEnd);
      assert.ok(waited > 0 && waited < 3000, `${waited} ms`);
      await isReady(page);
    }));

  for (const [what, how] of everyNth(wrongPages, 2)) {
    test(`${name}: ${what} in the place of the page, after a visit: the kept one`, () =>
      visit(name, {}, async ({ host, page }) => {
        await page.goto(host.url);
        await isKept(page);
        host.answer(/^index/, how);
        await page.goto(host.url);
        await stands(page);
      }));
  }
}

test.run();
