/** A browser's translator puts elements of its own in the place of the page's text: what it says stays true. */

import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { everywhere, inScope } from '../support/scope.js';
import { frame, siteFor, slide, until, visit } from './support.js';

const test = suite('page: machine translation');
const site = siteFor(test);
const sampled = ['words', 'letters'];

const PATIENCE = 20_000;
const PAUSE = 100;
// How often in a row the pages say the same as the time before: after a move, and in the end.
const READINGS = 1;
const LAST_READINGS = 6;

/**
 * What Chromium's translator does to a page, and goes on doing: every text becomes a <font> in a <font> that holds its
 * translation, unless something around it says translate="no". Here the translation of a text is the text in brackets.
 */
function translator() {
  const isKept = (node) => node.parentElement.closest('[translate="no"], .notranslate, script, style, textarea, font');
  const font = (child) => {
    const node = document.createElement('font');
    node.append(child);
    return node;
  };
  function translate(root) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts = [];
    while (walker.nextNode()) texts.push(walker.currentNode);
    for (const text of texts)
      if (text.isConnected && text.data.trim() !== '' && !isKept(text)) text.replaceWith(font(font(`⟦${text.data}⟧`)));
  }
  addEventListener('DOMContentLoaded', () => {
    new MutationObserver((changes) => {
      for (const { target } of changes) if (target.isConnected) translate(target.parentNode ?? target);
    }).observe(document.body, { childList: true, characterData: true, subtree: true });
  });
}

/** Everything that the parts say, by part, without the translator's brackets. */
const saidOn = (page) =>
  page.evaluate(() =>
    Object.fromEntries(
      [
        ...document.querySelectorAll(
          '.top, .lab-line, .text, .futures, .controls, .pictures, .changed, .timeline, .tree',
        ),
      ]
        .filter((part) => !part.hidden)
        .map((part) => [part.className, part.textContent.replace(/[⟦⟧]/g, '')]),
    ),
  );

/** What both pages say once nothing more comes in behind: ribbons, lines of the future. At best they say the same. */
async function settledOn(pages, readings) {
  let said;
  let same = 0;
  for (const end = Date.now() + PATIENCE; same < readings && Date.now() < end;) {
    await new Promise((settle) => setTimeout(settle, PAUSE));
    const now = await Promise.all(pages.map(saidOn));
    const isRest = JSON.stringify(now) === JSON.stringify(said) && JSON.stringify(now[0]) === JSON.stringify(now[1]);
    same = isRest ? same + 1 : 0;
    said = now;
  }
  return said;
}

/** The texts that were translated and have a digit in them, or a token. */
const translatedNumbers = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll(':is(h1, .text, .futures, .pictures, .changed, .timeline) font > font')]
      .filter((node) => !node.closest('.term-place, option, .stages, form'))
      .map((node) => node.textContent)
      .filter((text) => /\d|“/.test(text)),
  );

const worlds = {
  words: '#v=1&scene=words&track=drawn&T=0.8&p=0.9&k=0&seed=1337&n=9&step=8&lab=1',
  letters: '#v=1&T=0.8&p=0.9&k=0&seed=1337&n=22&step=21&lab=1',
  'hand weights': '#v=1&scene=hand&T=1',
  'the order of the cuts': '#v=1&scene=order&p=0.7',
  'the tree': '#v=1&scene=tree&T=1',
};

const click = (selector, place = 0) => [
  (page) => page.evaluate((css, at) => document.querySelectorAll(css)[at]?.click(), selector, place),
];
const moves = [
  ['a drag of the temperature', (page) => slide(page, 'temperature', [0.9, 1.5])],
  ['a drag of top-p', (page) => slide(page, 'topP', [0.8, 0.6])],
  ['T = 0', (page) => slide(page, 'temperature', 0)],
  ['T = 1', (page) => slide(page, 'temperature', 1)],
  ['another row', ...click('tbody .letter-button', 1)],
  ['a comparison', ...click('.changed button:not([hidden])', 1)],
  ['the step before', ...click('.stepping button')],
  ['another temperature there', (page) => slide(page, 'temperature', 1.7)],
];

/** Two pages go through the same moves, one of them under the translator: after each they say the same. */
async function sameStory(hash, steps) {
  const open = (before) => site.open({ hash, before, model: true, isBeside: true });
  const pages = [await open(), await open(translator)];
  const both = (act) => Promise.all(pages.map(act));
  // By then the rest of the recorded words is there too.
  await both((page) => until(page, () => document.body.dataset.offline === 'kept'));
  const compare = async (what, readings) => {
    const [plain, translated] = await settledOn(pages, readings);
    assert.equal(translated, plain, `${hash}: ${what}`);
    assert.equal(await translatedNumbers(pages[1]), [], `${hash}: ${what}`);
  };
  for (const [what, move] of steps) {
    await both(move);
    await both(frame);
    await compare(what, READINGS);
  }
  await compare('in the end', LAST_READINGS);
  const [none, many] = await both((page) => page.evaluate(() => document.querySelectorAll('font').length));
  assert.is(none, 0);
  assert.ok(many > 30, `${many} texts were translated`);
  for (const page of pages) {
    assert.equal(page.faults, []);
    await page.close();
  }
}

for (const [world, hash] of Object.entries(worlds).filter(([world]) => everywhere || sampled.includes(world)))
  test(`${world}: no text stays stale after a move, and no number is translated`, () => sameStory(hash, moves));

test('from world to world and back no text stays stale', () => {
  const round = Object.values(worlds);
  const visits = [...round, ...inScope(round.slice(0, 1), round)];
  return sameStory(
    worlds.words,
    visits.map((hash) => [hash, (page) => visit(page, hash)]),
  );
});

test('what a translator made of a text stays, while there is nothing new to say', async () => {
  const page = await site.open({ before: translator });
  const title = () => page.evaluate(() => document.querySelector('.changed h2').textContent);
  assert.match(await title(), '⟦');
  await slide(page, 'temperature', 1.4);
  assert.match(await title(), '⟦');
  await page.close();
});

test.run();
