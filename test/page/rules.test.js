/** Rules that the page keeps wherever it stands: one reference, kept is a chance, nothing unwritten, a short story. */

import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { LETTERS, frame, marksIn, press, read, siteFor, slide, visit } from './support.js';

const test = suite('page: rules that always hold');
const site = siteFor(test);

/** The right ends of a layer's shapes, row by row. */
const ends = async (page, layer) =>
  (await marksIn(page, layer)).map((shapes) => shapes[0] && Math.max(...shapes[0].map(([x]) => x)));

test('one reference everywhere: sentence, outline and the counts before are all of what the token was drawn with', async () => {
  const page = await site.open();
  const drawn = await read(page);
  const outline = await ends(page, '.share-base');
  const shares = new Map(drawn.rows.map(({ id }, i) => [id, outline[i]]));
  for (const [name, value] of [
    ['temperature', 1.4],
    ['topP', 0.6],
    ['temperature', 0.3],
  ]) {
    await slide(page, name, value);
    const seen = await read(page);
    const now = await ends(page, '.share-base');
    seen.rows.forEach(({ id }, i) => {
      if (id !== undefined && shares.has(id)) assert.ok(Math.abs(now[i] - shares.get(id)) < 0.02, `outline of ${id}`);
    });
    const { numbers, sentence } = seen;
    if (name === 'temperature') assert.match(sentence, new RegExp(`^T 0\\.80 → ${value.toFixed(2)}`));
    assert.is((numbers['kept-before'] ?? numbers['kept-after']).value, drawn.numbers['kept-after'].value);
    assert.is(numbers['entropy-before'].value, drawn.numbers['entropy-after'].value);
    assert.is(numbers['top-before'].value, drawn.numbers['top-after'].value);
  }
  await press(page, 'Draw again');
  assert.match((await read(page)).sentence, /seed 1337 → \d+/);
  await page.close();
});

test('another reference is pinned for all of them at once, and undone', async () => {
  const page = await site.open();
  await slide(page, 'temperature', 1.5);
  const pinned = await read(page);
  await press(page, 'Compare with this');
  assert.match((await read(page)).sentence, /^Nothing moved yet\./);
  await slide(page, 'temperature', 0.5);
  const seen = await read(page);
  assert.match(seen.sentence, /^T 1\.50 → 0\.50/);
  assert.is(seen.numbers['top-before'].value, pinned.numbers['top-after'].value);
  const [outline, bars] = [await ends(page, '.share-base'), await ends(page, '.share-bar')];
  assert.ok(outline[0] < bars[0], 'the outline is the flatter one');
  await press(page, 'Compare with as drawn');
  assert.match((await read(page)).sentence, /^T 0\.80 → 0\.50/);
  await page.close();
});

test('kept means a chance above 0: letters without one count nowhere', async () => {
  const page = await site.open({ hash: '#v=1&scene=tree&lab=1' });
  // C and D cannot come first: their scores are minus infinity, and no cut is on.
  const seen = await read(page);
  assert.is(seen.numbers['kept-after'].value, 2);
  const said = await page.evaluate(() => ({
    slider: document.getElementById('temperature').getAttribute('aria-valuetext'),
    columns: [...document.querySelectorAll('.column')].map(({ dataset }) => dataset.kept),
  }));
  assert.match(said.slider, /2 letters kept/);
  assert.equal(said.columns, ['2', '2']);
  for (const { letter, after, cut } of seen.rows.slice(2)) {
    assert.is(after, 0, letter);
    assert.is(cut, 'out', letter);
  }
  await slide(page, 'temperature', 0);
  const greedy = await read(page);
  assert.is(greedy.numbers['kept-after'].value, 1);
  assert.not.match(greedy.sentence, /dropped.*[CD]/);
  await page.close();
});

test('no letter beyond the cursor is shown unless it was written', async () => {
  const page = await site.open({ model: true });
  const [whole] = (await read(page)).texts;
  for (const step of [20, 12, 3, 0]) {
    await visit(page, LETTERS.replace('step=21', `step=${step}`));
    const [text] = (await read(page)).texts;
    assert.is(text, whole.slice(0, whole.length - 21 + step), `step ${step}`);
    const spoken = await page.evaluate(() => document.querySelector('.text-line .hidden:not([hidden])').textContent);
    assert.is(spoken.length, text.length, 'nor told to a screen reader');
  }
  // A step writes one letter, with the sliders as they are.
  await visit(page, LETTERS);
  await press(page, 'Step');
  const [more] = (await read(page)).texts;
  assert.is(more.length, whole.length + 1);
  assert.ok(more.startsWith(whole));
  // What the way back passes was written: as drawn, it stays.
  await press(page, 'Back');
  await press(page, 'Step');
  assert.equal((await read(page)).texts, [more]);
  await page.close();
});

const story = (page) =>
  page.evaluate(async () => {
    await new Promise((settle) => setTimeout(settle, 60));
    return document
      .getAnimations()
      .filter(({ playState }) => playState === 'running')
      .map(({ effect }) => effect.getComputedTiming().endTime);
  });

test('a step’s story takes at most 0.8 s, ends at any key, and is not told otherwise', async () => {
  const page = await site.open();
  await page.evaluate(() => [...document.querySelectorAll('button')].find((one) => one.textContent === 'Step').click());
  const beats = await story(page);
  assert.ok(beats.length >= 4, `${beats.length} beats`);
  assert.ok(Math.max(...beats) <= 800, `${beats} ms`);
  await page.keyboard.press('Shift');
  assert.equal(await story(page), []);
  await slide(page, 'temperature', 1.3);
  assert.equal(await story(page), [], 'not by a slider');
  await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
  await page.evaluate(() => [...document.querySelectorAll('button')].find((one) => one.textContent === 'Step').click());
  assert.equal(await story(page), [], 'not where less motion is wanted');
  await page.close();
});

test('a larger share never draws a shorter bar in a step of one’s own either', async () => {
  const page = await site.open({ hash: '#v=1&scene=yours' });
  await page.evaluate(() => {
    document.getElementById('yours-box').value = '[2.5, 2, 1, 0.5, 0, -1, -3]';
  });
  await press(page, 'Open what');
  await page.waitForSelector('tbody tr');
  await frame(page);
  const bars = [];
  for (const temperature of [0, 0.1, 0.4, 1, 1.5, 3]) {
    await slide(page, 'temperature', temperature);
    const lengths = await ends(page, '.share-bar');
    (await read(page)).rows.forEach(({ cells }, i) => bars.push({ share: cells[0].value, length: lengths[i] }));
  }
  bars.sort((a, b) => a.share - b.share);
  assert.ok(bars.at(-1).length > bars[0].length + 50, `from ${bars[0].length} to ${bars.at(-1).length} px`);
  bars.slice(1).forEach(({ share, length }, i) => assert.ok(length >= bars[i].length - 0.02, `${share}: ${length} px`));
  await page.close();
});

test.run();
