import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { frame, read, siteFor, slide, until } from './support.js';

const test = suite('page: by keyboard alone');
const site = siteFor(test);

const focused = (page) =>
  page.evaluate(() => {
    const node = document.activeElement;
    const { outlineStyle } = getComputedStyle(node.matches('.stages input') ? node.nextElementSibling : node);
    return { label: node.textContent.trim() || node.id, id: node.id, hasRing: outlineStyle !== 'none' };
  });

/** Tab until something is reached, as a learner without a mouse does. */
async function tabTo(page, label) {
  for (let i = 0; i < 160; i++) {
    await page.keyboard.press('Tab');
    const here = await focused(page);
    if (here.label.startsWith(label) || here.id === label) {
      assert.ok(here.hasRing, `${label} shows its focus`);
      return;
    }
  }
  throw new Error(`Tab never reaches ${label}`);
}

async function press(page, ...keys) {
  for (const key of keys) await page.keyboard.press(key);
  await frame(page);
}

test('the whole lesson: sliders, steps, forcing, branching, repeating, a quiz and its proof', async () => {
  const page = await site.open({ model: true, hash: '#v=1&lab=1&n=22&step=21&T=0.8' });

  await tabTo(page, 'temperature');
  await press(page, 'ArrowRight', 'ArrowRight');
  assert.is((await read(page)).settings.temperature, 0.82);
  await press(page, 'PageUp', 'PageUp');
  const { temperature } = (await read(page)).settings;
  assert.ok(temperature >= 1.3 && temperature <= 1.5, `${temperature}`);
  await tabTo(page, 'topP');
  await press(page, 'ArrowLeft');
  assert.is((await read(page)).settings.topP, 0.89);

  await tabTo(page, 'Step');
  await press(page, 'Enter');
  assert.is((await read(page)).step, 22);
  await tabTo(page, 'seed');
  await page.keyboard.down('Control');
  await page.keyboard.press('a');
  await page.keyboard.up('Control');
  await page.keyboard.type('7');
  await press(page, 'Enter');
  assert.is((await read(page)).settings.seed, 7);

  const [, second] = (await read(page)).rows.filter(({ id }) => id !== undefined);
  await tabTo(page, second.letter);
  await press(page, 'Enter');
  await tabTo(page, 'Put');
  await press(page, 'Enter');
  const forced = await read(page);
  assert.is(forced.texts.length, 2);
  assert.match(forced.rows.find(({ id }) => id === second.id).marks, /⚑/);
  const pressed = () =>
    page.evaluate(() => [...document.querySelectorAll('.track-name')].map((name) => name.getAttribute('aria-pressed')));
  for (const [track, expected] of [
    ['track-0', ['true', 'false']],
    ['track-1', ['false', 'true']],
  ]) {
    await tabTo(page, track);
    await press(page, 'Enter');
    assert.equal(await pressed(), expected);
  }

  await tabTo(page, '1,000 draws');
  await press(page, 'Enter');
  assert.match(await page.evaluate(() => document.querySelector('.row-note').textContent), /./);
  await tabTo(page, 'scrub');
  await press(page, 'Home', 'ArrowRight', 'ArrowRight');
  assert.is((await read(page)).step, 2);

  await tabTo(page, 'Why was the likeliest');
  await press(page, 'Enter');
  await tabTo(page, 'You lower');
  await press(page, 'Enter');
  await tabTo(page, 'Show me');
  await press(page, 'Enter');
  await until(page, () => location.hash.includes('T=0.5'));
  assert.is((await read(page)).settings.temperature, 0.5);
  assert.equal(page.faults, []);
  await page.close();
});

test('the six chapters by keyboard: each answer gets the focus, and Next leads on', async () => {
  const page = await site.open({ model: true });
  await tabTo(page, 'Start');
  await press(page, 'Enter');
  for (let chapter = 1; chapter <= 6; chapter++) {
    await until(page, () => document.querySelector('.choices button') !== null);
    assert.match((await focused(page)).label, new RegExp(`^${chapter} of 6`));
    const first = await page.evaluate(() => document.querySelector('.choices button').textContent);
    await tabTo(page, first);
    await press(page, 'Space');
    await until(page, () => document.activeElement.className === 'outcome');
    assert.match((await focused(page)).label, /^(Right|Not this time)/);
    if (chapter === 6) continue;
    await tabTo(page, 'Next: ');
    await press(page, 'Enter');
  }
  assert.match(await page.evaluate(() => document.querySelector('.score').textContent), /^You predicted \d of 6/);
  assert.equal(page.faults, []);
  await page.close();
});

test('a letter in focus keeps the focus when its row moves', async () => {
  const page = await site.open({ hash: '#v=1&T=1.3&p=0.9&step=0' });
  await page.evaluate(() => document.querySelector('tbody tr[data-pick] .letter-button').focus());
  const places = new Set();
  for (const topP of [0.8, 0.97, 1, 0.9]) {
    await slide(page, 'topP', topP);
    const { isPick, place } = await page.evaluate(() => {
      const row = document.activeElement.closest('tr');
      return { isPick: row?.dataset.pick !== undefined, place: row?.rowIndex };
    });
    assert.ok(isPick, `at p ${topP}`);
    places.add(place);
  }
  assert.ok(places.size > 1);
  await page.close();
});

test('pictures switch with the arrow keys on a phone', async () => {
  const page = await site.open({ size: { width: 390, height: 844 } });
  await tabTo(page, 'stage-1');
  await press(page, 'ArrowRight');
  assert.is(await page.evaluate(() => document.querySelector('.pictures table').dataset.stage), '2');
  await page.close();
});

test('no letter key does anything on the page as a whole', async () => {
  const page = await site.open();
  const before = await read(page);
  for (const key of 'abcdefghijklmnopqrstuvwxyz0123456789 ') await page.keyboard.press(key === ' ' ? 'Shift' : key);
  await frame(page);
  assert.equal(await read(page), before);
  await page.close();
});

test.run();
