/** The page in another one's frame, and what it tells that page. */

import { readFile } from 'node:fs/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { onlyEverywhere } from '../support/scope.js';
import { answers, startHost } from './host.js';
import { launchChromium, launchFirefox, press, siteFor, until } from './support.js';

const test = suite('page: in a frame');
const site = siteFor(test);
const hosts = ['sandbox', 'policy', 'reveal', 'jupyter', 'moodle'];
const PATIENCE = 30_000;
// Chapter 3 needs more than the page opens with.
const CHAPTER = '#embed&chapter=3';
let browser;

/**
 * A page that has the page in a frame: of another origin, and of a host that opens to none.
 *
 * @returns {Promise<{ outer, frame, host, close() }>} once the frame says what `stands` waits for
 */
async function embedded(name, { hash = CHAPTER, rules = [], stands, from = browser } = {}) {
  const host = await startHost();
  for (const [pattern, how] of rules) host.answer(pattern, how);
  const fill = (text) => text.replaceAll('{{frame}}', `${host.url}${hash}`).replaceAll('{{origin}}', host.url);
  const read = (file) => readFile(new URL(`hosts/${file}`, import.meta.url), 'utf8');
  const files = { 'heard.js': await read('heard.js'), 'slides.js': await read('slides.js') };
  const outside = await startHost({ files: { ...files, 'host.html': fill(await read(`${name}.html`)) } });
  const outer = await from.newPage();
  await outer.setViewport({ width: 1280, height: 800 });
  await outer.goto(`${outside.url}host.html`);
  const frame = await outer.waitForFrame((one) => one !== outer.mainFrame() && one.url().startsWith(host.url));
  await until(frame, stands ?? (() => document.querySelector('.choices button') !== null));
  return {
    outer,
    frame,
    host,
    async close() {
      await outer.close();
      await Promise.all([host.close(), outside.close()]);
    },
  };
}

/** Until what is asked of two pages is true. */
async function arrives(condition) {
  for (const end = Date.now() + PATIENCE; Date.now() < end;) {
    if (await condition()) return;
    await new Promise((settle) => setTimeout(settle, 50));
  }
  assert.unreachable(`${condition} did not become true`);
}

const heardIn = (page) => page.evaluate(() => globalThis.heard);

test.before(async () => {
  browser = await launchChromium();
});

test.after(() => browser?.close());

test('the line that is copied opens the same chapter in a frame', async () => {
  const page = await site.open({
    hash: '#chapter=2',
    before: () => {
      const written = [];
      Object.defineProperty(navigator, 'clipboard', {
        value: { writeText: async (text) => void written.push(text) },
      });
      globalThis.written = written;
    },
  });
  await press(page, 'Copy as a frame');
  const [line] = await page.evaluate(() => globalThis.written);
  assert.is(line, `<iframe src="${site.url}#embed&amp;chapter=2" width="800" height="600"></iframe>`);
  await page.close();
});

for (const name of hosts)
  test(`${name}: a chapter is asked and answered in the frame, and the host hears its height and that it is done`, async () => {
    const { outer, frame, close } = await embedded(name);
    await frame.evaluate(() => document.querySelector('.choices button').click());
    await until(frame, () => !['', undefined].includes(document.querySelector('.outcome')?.textContent));
    await until(outer, () => globalThis.heard.some(({ chapterDone }) => chapterDone !== undefined));
    await until(frame, () => document.body.dataset.late === undefined);
    const heightOf = () =>
      frame.evaluate(() => Math.ceil(document.querySelector('main').getBoundingClientRect().height));
    await arrives(async () => (await heardIn(outer)).findLast(({ height }) => height)?.height === (await heightOf()));
    const seen = await frame.evaluate(() => ({
      truth: document.querySelector('.choices [data-true]').textContent,
      commands: document.querySelector('.commands').offsetParent,
      plain: document.getElementById('plain'),
    }));
    assert.match(seen.truth, /^More than 13/);
    assert.is(seen.commands, null);
    assert.is(seen.plain, null, 'it has its style');
    const heard = await heardIn(outer);
    assert.equal(
      heard.filter((one) => one.chapterDone !== undefined),
      [{ source: 'nucleus-sampling', chapterDone: 3 }],
    );
    const heights = heard.filter((one) => one.chapterDone === undefined);
    assert.ok(heights.length > 0);
    for (const one of heights) {
      assert.equal(Object.keys(one).sort(), ['height', 'source']);
      assert.ok(Number.isInteger(one.height) && one.height > 0);
    }
    await close();
  });

test('whatever the host posts changes nothing', async () => {
  const { outer, frame, close } = await embedded('sandbox');
  const look = () =>
    frame.evaluate(() => [
      location.hash,
      ...['.chapter', '.text-line', 'tbody'].map((part) => document.querySelector(part).textContent),
    ]);
  await until(frame, () => document.body.dataset.late === undefined);
  const before = await look();
  await outer.evaluate(async () => {
    const { contentWindow } = document.querySelector('iframe');
    for (const message of [
      'slide:start',
      { chapter: 2 },
      { source: 'nucleus-sampling', chapterDone: 1, height: 10 },
      { type: 'row', ids: [], row: new Float32Array(65) },
      { type: 'kept', missing: [] },
      null,
    ])
      contentWindow.postMessage(message, '*');
    await new Promise((settle) => setTimeout(settle, 300));
  });
  assert.equal(await look(), before);
  await close();
});

test('what cannot be had in a frame is told in a sentence', async () => {
  const refused = answers.status(404);
  for (const [hash, rules, said] of [
    [CHAPTER, [[/^nucleus-.*wasm\.js$/, refused]], /nucleus-\w+\.wasm could not be fetched/],
    [CHAPTER, [[/^opening-.*\.js$/, answers.wrong('nothing')]], /opening-\w+\.bin is missing: something else came/],
    [CHAPTER, [[/^frame-/, refused]], /frame-\w+\.js could not be fetched/],
    [CHAPTER, [[/^rows-/, refused]], /scores for this question could not be fetched/],
    ['#embed&chapter=5', [], /needs the real model, which is not here/],
  ]) {
    const { frame, close } = await embedded('sandbox', { hash, rules, stands: () => document.body !== null });
    let text;
    for (let waits = 0; waits < 300 && !said.test(text); waits++) {
      await new Promise((settle) => setTimeout(settle, 50));
      text = await frame.evaluate(() => document.body.innerText);
    }
    assert.match(text, said);
    await close();
  }
});

onlyEverywhere(test)('Firefox: a chapter stands in a sandboxed frame', async () => {
  const firefox = await launchFirefox();
  const { close } = await embedded('sandbox', { from: firefox });
  await close();
  await firefox.close();
});

test('in a frame nothing is fetched: core, opening step and recorded scores come as scripts', async () => {
  const { frame, host, close } = await embedded('sandbox');
  const asked = host.asked.filter((name) => /\.(wasm|bin)(\.js)?$/.test(name));
  for (const part of ['nucleus', 'opening', 'steps', 'rows', 'vocabulary'])
    assert.ok(
      asked.some((name) => name.startsWith(part) && name.endsWith('.js')),
      part,
    );
  assert.is(await frame.evaluate(() => globalThis.origin), 'null', 'an origin of its own');
  await close();
});

test.run();
