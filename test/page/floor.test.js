/** The page in browsers as old as README.md says: what they do not know has something else to stand in its place. */

import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { dist, siteFor } from './support.js';

const test = suite('page: the oldest browsers it runs in');
const site = siteFor(test);

const contentOf = (name) => readFileSync(join(dist, name), 'utf8');
const fileNamed = (pattern) => readdirSync(dist).find((name) => pattern.test(name));

// What Chromium 109, Firefox 115 or Safari 16.4 do not know: they drop the whole declaration, or the whole rule.
const newValues =
  /light-dark\(|color-mix\(|oklch\(|oklab\(|\d(dvh|svh|lvh|dvw|rlh)\b|round\(|anchor\(|linear\(|calc-size\(|rgb\(from|wrap-inside|stretch\b|pretty\b|balance\b/;
const newRules = /@starting-style|@property|@scope|@layer|@position-try|@view-transition|:has\(|:popover-open|&/;

/** The rules of a style sheet without nesting, innermost only: selector and declarations. */
const rulesOf = (css) =>
  [...css.matchAll(/([^{}]*)\{([^{}]*)\}/g)].map(([, selector, body]) => ({ selector, declarations: split(body) }));

const split = (body) =>
  body
    .split(/;(?![^(]*\))/)
    .filter((text) => text.includes(':'))
    .map((text) => {
      const at = text.indexOf(':');
      return { name: text.slice(0, at).trim(), value: text.slice(at + 1) };
    });

function withoutFallback(css) {
  return rulesOf(css).flatMap(({ selector, declarations }) =>
    declarations
      .filter(({ name, value }, i) => {
        const before = declarations.slice(0, i).some((one) => one.name === name && !newValues.test(one.value));
        // A custom property is never dropped: what uses it is.
        return newValues.test(value) && (name.startsWith('--') || !before);
      })
      .map(({ name, value }) => `${selector} { ${name}: ${value} }`),
  );
}

test('the check of the style finds what has no fallback', () => {
  assert.is(withoutFallback('a{color:light-dark(red,blue)}').length, 1);
  assert.is(withoutFallback('a{--ink:light-dark(red,blue);color:red}').length, 1);
  assert.is(withoutFallback('a{color:red;color:light-dark(red,blue)}').length, 0);
  assert.is(withoutFallback('@media print{a{height:100vh;height:100dvh}}').length, 0);
});

test('browsers a little old have visible sliders: every newer value in the style has a fallback before it', () => {
  const scripts = readdirSync(dist).filter((name) => /^main-.*\.js$/.test(name));
  const sheets = [contentOf(fileNamed(/^style-/)), ...scripts.flatMap((name) => picturesStyles(contentOf(name)))];
  assert.ok(sheets.length > 2);
  for (const css of sheets) {
    assert.equal(withoutFallback(css), []);
    assert.not.match(css, newRules);
  }
});

/** The styles that the pictures bring, as they stand in the page's program. */
const picturesStyles = (script) => [...script.matchAll(/`(\s*\.[\w-]+ \{[^`]*\})\s*`/g)].map(([, css]) => css);

for (const [preference, chosen, expected] of [
  [false, undefined, 'rgb(255, 255, 255)'],
  [true, undefined, 'rgb(17, 21, 27)'],
  [false, 'dark', 'rgb(17, 21, 27)'],
  [true, 'light', 'rgb(255, 255, 255)'],
]) {
  test(`the colours are ${chosen ?? 'the device’s'} where the device is ${preference ? 'dark' : 'light'}`, async () => {
    const page = await site.open({ dark: preference, hash: '' });
    const paper = await page.evaluate((theme) => {
      if (theme) document.documentElement.dataset.theme = theme;
      return getComputedStyle(document.body).backgroundColor;
    }, chosen);
    assert.is(paper, expected);
    await page.close();
  });
}

test('where there are no popovers, words that explain themselves open and close all the same', async () => {
  const page = await site.open({
    hash: '',
    before: () => {
      for (const name of ['popover', 'showPopover', 'togglePopover']) delete HTMLElement.prototype[name];
      // The browser's own popovers, without the attribute that asks for one.
      const set = Element.prototype.setAttribute;
      Element.prototype.setAttribute = function (name, value) {
        if (name !== 'popover' && name !== 'popovertarget') set.call(this, name, value);
      };
    },
  });
  const seen = () =>
    page.evaluate(() => [...document.querySelectorAll('.term-sheet')].filter((node) => node.checkVisibility()).length);
  assert.is(await seen(), 0);
  const term = '.pictures .stage-2 .term';
  await page.click(term);
  assert.is(await seen(), 1);
  await page.click(term);
  assert.is(await seen(), 0);
  await page.click(term);
  await page.keyboard.press('Escape');
  assert.is(await seen(), 0);
  await page.click(term);
  await page.click('h1');
  assert.is(await seen(), 0);
  assert.equal(page.faults, []);
  await page.close();
});

test('a browser without what the page needs is told which ones have it', async () => {
  const page = await site.open({ hash: '' });
  const told = contentOf(fileNamed(/^start-.*\.js$/));
  assert.match(told, 'Chromium 109, Firefox 115, Safari 16.4');
  assert.match(await (await fetch(site.url)).text(), /Chromium 109, Firefox 115 or Safari 16\.4/);
  await page.close();
});

test.run();
