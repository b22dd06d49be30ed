import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { everywhere, inScope, onlyHere } from '../support/scope.js';
import {
  LETTERS,
  dice,
  force,
  frame,
  launchFirefox,
  openPage,
  press,
  read,
  siteFor,
  sizes,
  slide,
  until,
} from './support.js';

const test = suite('page: shared links');
const once = onlyHere(test);
const STATES = inScope(6, 20);
let firefox;

test.before(async () => {
  if (everywhere) firefox = await launchFirefox();
});

test.after(async () => {
  await firefox?.close();
});

const site = siteFor(test); // after Firefox: its server outlives both browsers

/**
 * What must be equal: 2 ** entropy is the browser's own and may differ in its last bit, though not in what it prints.
 */
async function stateOf(page) {
  const state = await read(page);
  for (const name of ['effective-before', 'effective-after'])
    if (state.numbers[name]) state.numbers[name].value = undefined;
  // Firefox 140 hands undefined members over, other browsers leave them out.
  return JSON.parse(JSON.stringify(state));
}

/** Bring the page into some state, by what a learner can do. */
async function wander(page, roll) {
  // A page behind another one draws no frames.
  await page.bringToFront();
  const actions = [
    () => slide(page, 'temperature', roll.between(0, 3)),
    () => slide(page, 'topP', roll.between(0.05, 1)),
    () => slide(page, 'topK', 1 + roll.below(65)),
    () =>
      page.evaluate((step) => {
        const scrub = document.getElementById('scrub');
        scrub.value = step;
        scrub.dispatchEvent(new Event('input'));
      }, roll.below(40)),
    () =>
      page.evaluate((value) => {
        const seed = document.getElementById('seed');
        seed.value = value;
        seed.dispatchEvent(new Event('change'));
      }, roll.below(10_000)),
    () => force(page, roll.below(5)),
    () =>
      page.evaluate(() =>
        [...document.querySelectorAll('button')]
          .find((node) => node.textContent === 'Compare with this' && node.offsetParent)
          ?.click(),
      ),
    () => press(page, roll.of(['Back', 'Step'])),
    () =>
      page.evaluate(() => [...document.querySelectorAll('.changed button')].find((node) => node.offsetParent)?.click()),
    () =>
      page.evaluate(
        (axis) => {
          const select = document.getElementById('axis');
          select.value = axis;
          select.dispatchEvent(new Event('change'));
        },
        roll.of(['fit', 'full', 'log']),
      ),
    () =>
      page.evaluate(() =>
        [...document.querySelectorAll('.table-tools button')].find((node) => node.offsetParent)?.click(),
      ),
  ];
  for (let i = 0; i < 5; i++) {
    await roll.of(actions)();
    await frame(page);
  }
}

async function reopened(page, hash) {
  await page.bringToFront();
  await page.goto('about:blank');
  await page.goto(site.url + hash);
  await until(page, () => document.body.classList.contains('is-ready'));
  await frame(page);
  return stateOf(page);
}

test(`${STATES} states reached at random reopen from their links, with the same text, table and step`, async () => {
  const walker = await site.open({ model: true, hash: '#v=1&lab=1&step=21' });
  const chrome = await site.open();
  const fox = firefox && (await openPage(firefox, site.url));
  const roll = dice(42);
  const hashes = new Set();
  for (let i = 0; i < STATES; i++) {
    await wander(walker, roll);
    const state = await stateOf(walker);
    hashes.add(state.hash);
    assert.equal(await reopened(chrome, state.hash), state, `Chromium, ${state.hash}`);
    if (fox) assert.equal(await reopened(fox, state.hash), state, `Firefox, ${state.hash}`);
  }
  assert.is(hashes.size, STATES);
  for (const page of [walker, chrome, fox].filter(Boolean)) {
    assert.equal(page.faults, []);
    await page.close();
  }
});

test('a prompt, its text and a longer run reopen', async () => {
  const page = await site.open({ model: true });
  await press(page, 'Write your own');
  await page.evaluate(() => {
    document.getElementById('prompt').value = 'JULIET:\nO Romeo € ';
  });
  await press(page, 'Start from this prompt');
  for (let i = 0; i < 3; i++) {
    await press(page, 'Step');
  }
  const state = await stateOf(page);
  assert.ok(state.texts[0].startsWith('JULIET:¶O·Romeo··'), 'what the model has no letter for is left out');
  assert.is(state.step, 3);
  assert.equal(await reopened(page, state.hash), state);
  await page.close();
  if (!firefox) return;
  const fox = await openPage(firefox, site.url);
  assert.equal(await reopened(fox, state.hash), state);
  await fox.close();
});

once('the hash waits for the end of a drag, and then holds the state', async () => {
  const page = await site.open();
  const during = await page.evaluate(async () => {
    const slider = document.getElementById('temperature');
    slider.value = 1.4;
    slider.dispatchEvent(new Event('input', { bubbles: true }));
    await new Promise(requestAnimationFrame);
    const hash = location.hash;
    slider.dispatchEvent(new Event('change', { bubbles: true }));
    return hash;
  });
  assert.is(during, LETTERS);
  assert.is(await page.evaluate(() => location.hash), '#v=1&T=1.4&p=0.9&k=0&seed=1337&prompt=ROMEO%3A%0A&n=22&step=21');
  await page.close();
});

once('a link carries the picture that a phone shows', async () => {
  const page = await site.open({ size: sizes.phone, hash: '#v=1&stage=3' });
  assert.is(await page.evaluate(() => document.querySelector('input[name=stage]:checked').value), '3');
  await page.evaluate(() => document.getElementById('stage-2').click());
  await frame(page);
  assert.match(await page.evaluate(() => location.hash), /&stage=2/);
  await page.close();
});

once('Copy link and Copy as PyTorch fill the clipboard', async () => {
  const page = await site.open({ hash: '#v=1&T=1.3' });
  await page.evaluate(() => {
    navigator.clipboard.writeText = async (text) => {
      globalThis.copied = text;
    };
  });
  await press(page, 'Copy link');
  assert.is(
    await page.evaluate(() => globalThis.copied),
    `${site.url}#v=1&T=1.3&p=0.9&k=0&seed=1337&prompt=ROMEO%3A%0A&n=40&step=21`,
  );
  await press(page, 'Copy as PyTorch');
  const program = await page.evaluate(() => globalThis.copied);
  assert.match(program, /torch\.multinomial/);
  assert.match(program, /what_if = draw\(rows\[21\], 21, 1\.3, 0\.9, 0, 1337\)/);
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'));
  });
  await press(page, 'Copy link');
  await until(page, () => document.querySelector('dialog[open]') !== null);
  assert.match(await page.evaluate(() => document.querySelector('dialog textarea').value), /#v=1&T=1\.3/);
  await page.close();
});

test.run();
