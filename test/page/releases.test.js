/** After a new release, and where a part that comes late was answered wrongly: nobody is left with what is gone. */

import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { browserNames, everyNth, onlyEverywhere } from '../support/scope.js';
import { answers, isKept, isReady, visitorsFor } from './host.js';
import { until, untilThrough } from './support.js';
import { NEW_TITLE, nextRelease } from './support/release.js';

const test = suite('page: releases and parts that come late');
const html = '<!doctype html><title>Blocked</title><p>This page was blocked by your school.</p></html>';
const visit = visitorsFor(test);

/** From now on the host has the next release, and the files of the last one no more. */
function publish(host) {
  const { files, gone } = nextRelease();
  for (const [name, content] of Object.entries(files))
    host.answer(new RegExp(`^${name}$`), (response, headers) => response.writeHead(200, headers).end(content));
  for (const name of gone) host.answer(new RegExp(`^${name}$`), answers.status(404));
}

/** By an address, and not by a reload, which asks past the browser's own cache. */
async function comeBack(page, host) {
  await page.goto('about:blank');
  await page.goto(host.url);
}

/** Until nothing has been asked of a host for a while: the page tries more than once. */
async function isQuiet({ asked }) {
  for (let last = -1; last !== asked.length;) {
    last = asked.length;
    await new Promise((settle) => setTimeout(settle, 700));
  }
}

/** Until a chapter that was asked for shows its choices. */
const isChapterOpen = (page) =>
  until(page, () => document.querySelectorAll('.chapter button:not([hidden])').length > 2);

/** Opens scores that are pasted: what is said of them, or the text they give. */
async function openPasted(page) {
  await page.evaluate(() => {
    document.getElementById('yours-box').value = '[1, 2, 3]';
    document.querySelector('.yours button').click();
  });
  await until(page, () => document.querySelector('.yours progress').hidden);
  return page.evaluate(() => document.querySelector('.yours-outcome').textContent);
}

const cachedForLong = { 'Cache-Control': 'max-age=600' };

const wrongScripts = [
  ['a page with status 200', answers.wrong(html)],
  ['another script', answers.wrong('export const nothing = 0;')],
  ['a script cut short', answers.cutShort(1000)],
  ['an error', answers.status(503)],
];
const wrongWorkers = [
  ['a page with status 200', answers.wrong(html), /yours-worker-\w+\.js is missing: something else came/],
  ['an error', answers.status(404), /yours-worker-\w+\.js is missing: it was answered with 404/],
];

for (const name of browserNames) {
  test(`${name}: on a host that lets browsers keep its page, the new release is there at the next visit`, () =>
    visit(name, { headers: cachedForLong }, async ({ host, page }) => {
      await page.goto(host.url);
      await isKept(page);
      publish(host);
      await comeBack(page, host);
      assert.is(await page.title(), NEW_TITLE);
    }));

  test(`${name}: the same without a service worker, where a page of the last release names a program that is gone`, () =>
    visit(name, { headers: cachedForLong, isPrivate: true }, async ({ host, page }) => {
      const uncached = (response, headers, content) =>
        response.writeHead(200, { ...headers, 'Cache-Control': 'no-store' }).end(content);
      host.answer(/^main-/, uncached);
      await page.goto(host.url);
      await isReady(page);
      host.heal();
      publish(host);
      await comeBack(page, host);
      await untilThrough(
        page,
        () => document.title === 'A new release' && document.body.classList.contains('is-ready'),
      );
    }));

  test(`${name}: "kept" after a new release is said of the new one, its chapters too`, () =>
    visit(name, {}, async ({ host, page }) => {
      await page.goto(host.url);
      await isKept(page);
      publish(host);
      await page.goto(`${host.url}?again`);
      assert.is(await page.title(), NEW_TITLE);
      await isKept(page);
      assert.ok(await page.evaluate(async () => (await caches.match('lesson-new.js')) !== undefined));
      host.answer(/./, (response) => response.destroy());
      await page.goto(`${host.url}?offline#chapter=2`);
      await isReady(page);
      assert.is(await page.title(), NEW_TITLE);
      await isChapterOpen(page);
    }));

  onlyEverywhere(test)(`${name}: a new release is kept while the old one still waits for a file`, () =>
    visit(name, {}, async ({ host, page }) => {
      // The old one is at work for as long as it waits for this file.
      let isHanging = true;
      host.answer(
        /^vocabulary/,
        (response, headers, content) => isHanging || response.writeHead(200, headers).end(content),
      );
      await page.goto(host.url);
      await isReady(page);
      await isQuiet(host);
      isHanging = false;
      publish(host);
      await page.goto(`${host.url}?again`);
      await isKept(page);
    }),
  );

  test(`${name}: on a site that isolates its pages the model runs at the second visit too`, () =>
    visit(name, { headers: { 'Cross-Origin-Embedder-Policy': 'require-corp' } }, async ({ host, page }) => {
      await page.goto(host.url);
      await isKept(page);
      await page.goto(`${host.url}?again`);
      await isReady(page);
    }));

  for (const [what, how] of everyNth(wrongScripts, 3)) {
    test(`${name}: chapters answered by ${what}, once: they open when they are asked for again, or after a reload`, () =>
      visit(name, { isPrivate: true }, async ({ host, page }) => {
        for (const again of [() => page.evaluate(() => (location.hash = '#chapter=2')), () => page.reload()]) {
          host.answer(/^lesson-/, how);
          await page.goto('about:blank');
          await page.goto(`${host.url}#chapter=1`);
          await until(page, () => /could not be fetched/.test(document.querySelector('.chapter')?.textContent));
          await isQuiet(host);
          host.heal();
          await again();
          await isChapterOpen(page);
        }
      }));
  }

  for (const [what, how, said] of everyNth(wrongWorkers, 2)) {
    test(`${name}: the program that opens files answered by ${what}: the page says so, and it opens them later`, () =>
      visit(name, { isPrivate: true }, async ({ host, page }) => {
        host.answer(/^yours-/, how);
        await page.goto(`${host.url}#v=1&scene=yours`);
        await isReady(page);
        assert.match(await openPasted(page), said);
        host.heal();
        assert.is(await openPasted(page), '');
      }));
  }
}

test('chromium: where the page may have no worker, opening a file says so', () =>
  visit('chromium', { isPrivate: true }, async ({ host, page }) => {
    await page.evaluateOnNewDocument(() => {
      globalThis.Worker = function () {
        throw new DOMException("Failed to construct 'Worker'", 'SecurityError');
      };
    });
    await page.goto(`${host.url}#v=1&scene=yours`);
    await until(page, () => document.body.dataset.model === 'blocked');
    assert.match(await openPasted(page), /lets the page have no worker/);
  }));

test.run();
