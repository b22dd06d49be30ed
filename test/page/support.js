/**
 * What the suites of the page share: a server for web/dist, the two browsers, and how to read the page as a stranger
 * would.
 */

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { load } from '../../src/js/index.js';
import { serve } from '../../web/serve.mjs';
import { launch, launchInScope } from '../support/browser.js';
import { browserNames } from '../support/scope.js';

export const dist = fileURLToPath(new URL('../../web/dist/', import.meta.url));

/** The untouched world of letters; an empty hash opens that of words. */
export const LETTERS = '#v=1&T=0.8&p=0.9&k=0&seed=1337&prompt=ROMEO%3A%0A&n=22&step=21';

const PATIENCE = 30_000;

export const sizes = {
  desktop: { width: 1280, height: 800 },
  phone: { width: 390, height: 844, isMobile: true, hasTouch: true },
  small: { width: 320, height: 640, isMobile: true, hasTouch: true },
};

export const launchChromium = (more) => launch('chromium', more);

export const launchFirefox = (preferences = {}) => launch('firefox', { extraPrefsFirefox: preferences });

/** The browsers that this run looks at, by name. Close them with closeBrowsers, whatever became of the launch. */
export async function launchBrowsers() {
  const browsers = {};
  for (const name of browserNames) browsers[name] = await launchInScope(name);
  return browsers;
}

export const closeBrowsers = (browsers = {}) => Promise.all(Object.values(browsers).map((browser) => browser.close()));

export async function serveDist() {
  if (!existsSync(join(dist, 'index.html'))) throw new Error('web/dist is missing: run npm run build first');
  return serve({ root: dist });
}

/**
 * A page that stands, at an address' hash. Errors and refusals by the content policy that happen on it are collected in
 * `page.faults`.
 *
 * @param {{ size?, dark?: boolean, hash?: string, model?: boolean, before?: () => void, isBeside?: boolean }} options
 *   model: wait until the real network is there; before: what runs in the page before its own script;
 *   isBeside: draw frames beside other open pages
 */
export async function openPage(
  browser,
  url,
  { size = sizes.desktop, dark, hash = LETTERS, model = false, before, isBeside } = {},
) {
  const page = await browser.newPage({ isBeside });
  page.faults = [];
  page.on('pageerror', (error) => page.faults.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && page.faults.push(message.text()));
  await setViewport(page, size);
  if (dark !== undefined)
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' }]);
  if (before) await page.evaluateOnNewDocument(before);
  await page.goto(url + hash);
  await until(page, () => document.body.classList.contains('is-ready'));
  // What comes behind the first load, too.
  await until(page, () => document.getElementById('mistakes') !== null);
  if (model) await untilModel(page);
  return page;
}

/**
 * The site in Chromium, served from before a suite's first test until after its last.
 *
 * @returns {{ url: string, browser, open(options?, address?): Promise<Page> }} open: a page of it, see openPage, at
 *   another address of the site than its front; all while tests run
 */
export function siteFor(test) {
  let server;
  let browser;
  test.before(async () => {
    server = await serveDist();
    browser = await launchChromium();
  });
  test.after(async () => {
    await browser?.close();
    await server?.close();
  });
  return {
    get url() {
      return server.url;
    },
    get browser() {
      return browser;
    },
    open: (options, address = '') => openPage(browser, server.url + address, options),
  };
}

/** Firefox before 144 takes the size but does not know the orientation that puppeteer sends along with it. */
const setViewport = (page, size) =>
  page.setViewport(size).catch((error) => {
    if (!error.message.includes('setScreenOrientationOverride')) throw error;
  });

/**
 * Until a condition holds on the page. Asked from outside: puppeteer's own waiting needs eval, which the page's policy
 * forbids.
 */
export const until = (page, condition, ...given) => untilTrue(condition, () => page.evaluate(condition, ...given));

/** The same on a page that may leave for another address, or reload itself, meanwhile. */
export const untilThrough = (page, condition) =>
  untilTrue(condition, () =>
    page.evaluate(condition).catch((error) => {
      if (!/context|navigat/i.test(error.message)) throw error;
    }),
  );

async function untilTrue(condition, ask) {
  for (const end = Date.now() + PATIENCE; Date.now() < end;) {
    if (await ask()) return;
    await new Promise((settle) => setTimeout(settle, 20));
  }
  throw new Error(`${condition} did not become true in ${PATIENCE} ms`);
}

export const untilModel = (page) => until(page, () => document.body.dataset.model === 'ready');

/** Go to a hash the way a link on the page does, until the page has been told of it, and wait for the frame. */
export async function visit(page, hash) {
  await page.evaluate(
    (next) =>
      new Promise((settle) => {
        const before = location.hash;
        addEventListener('hashchange', settle, { once: true });
        location.hash = next;
        if (location.hash === before) settle();
      }),
    hash,
  );
  await frame(page);
}

/**
 * Until the page has drawn what just happened, and everything it waited for. Its address, which follows after a while,
 * follows at once, as when the page is left.
 */
export async function frame(page) {
  const isDone = await page.evaluate(async () => {
    await new Promise((settle) => requestAnimationFrame(() => requestAnimationFrame(settle)));
    dispatchEvent(new Event('pagehide'));
    return document.body.dataset.late === undefined;
  });
  if (!isDone) await until(page, () => document.body.dataset.late === undefined);
}

/** Move a slider as a drag does, a frame for each value: input events, and change at the end. */
export function drag(page, name, values) {
  return page.evaluate(
    async (id, steps) => {
      const slider = document.getElementById(id);
      for (const value of steps) {
        slider.value = value;
        slider.dispatchEvent(new Event('input', { bubbles: true }));
        await new Promise(requestAnimationFrame);
      }
      slider.dispatchEvent(new Event('change', { bubbles: true }));
    },
    name,
    values,
  );
}

/** Drag a slider to a value, or through some, and wait for what it changes. */
export async function slide(page, name, values) {
  await drag(page, name, [values].flat());
  await frame(page);
}

export async function press(page, label) {
  await page.evaluate((text) => {
    const found = [...document.querySelectorAll('button, a')].find(
      (node) => node.textContent.startsWith(text) && (node.offsetParent || node.closest('.menu')),
    );
    if (!found) throw new Error(`there is nothing to press that says ${text}`);
    found.click();
  }, label);
  await frame(page);
}

/** Put the token of a row in the text, as a learner does: choose the row, then say so. */
export async function force(page, place) {
  await page.evaluate((at) => document.querySelectorAll('tbody .letter-button')[at].click(), place);
  await frame(page);
  await press(page, 'Put');
}

/** The page as a stranger reads it: text, table, step and sentence, with the full values that the cells carry. */
export async function read(page) {
  const seen = await page.evaluate(readThere);
  // The two browsers' protocols hand over what is undefined in two ways.
  return JSON.parse(JSON.stringify(seen));
}

function readThere() {
  const table = document.querySelector('.pictures table');
  const values = (node) =>
    [...node.querySelectorAll('td:not(.logit, .after)')].map((cell) => ({
      text: cell.querySelector('.value').textContent,
      value: cell.dataset.value && Number(cell.dataset.value),
      ...cell.dataset,
    }));
  return {
    hash: location.hash,
    texts: [...document.querySelectorAll('.text-line')]
      .filter((line) => !line.hidden)
      .map((line) => line.querySelector('.letters').textContent),
    title: document.querySelector('h1').textContent,
    note: document.querySelector('.text-note').textContent,
    caption: table.caption.textContent,
    settings: {
      temperature: Number(table.dataset.temperature),
      topP: Number(table.dataset.topP),
      topK: Number(table.dataset.topK),
      seed: Number(table.dataset.seed),
    },
    step: Number(table.dataset.step),
    logits: table.dataset.logits && JSON.parse(table.dataset.logits),
    rows: [...table.tBodies[0].rows].map((row) => ({
      id: row.dataset.id === undefined ? undefined : Number(row.dataset.id),
      gap: row.dataset.gap?.split(' ').map(Number),
      cut: row.dataset.cut,
      pick: row.dataset.pick !== undefined,
      letter: row.querySelector('.glyph')?.textContent,
      marks: row.querySelector('.marks')?.textContent ?? '',
      cells: values(row),
      logit: Number(row.querySelector('.logit').dataset.value),
      after: Number(row.querySelector('.after').dataset.value),
    })),
    sentence: [...document.querySelectorAll('.sentence > span')]
      .map((clause) => clause.innerText)
      .join(' ')
      .trim(),
    numbers: Object.fromEntries(
      [...document.querySelectorAll('.sentence .number')].map((node) => [
        node.dataset.name,
        { text: node.textContent, value: Number(node.dataset.value) },
      ]),
    ),
    letters: [...document.querySelectorAll('.sentence .glyph')].map((node) => Number(node.dataset.letter)),
    timeline: [...document.querySelectorAll('.column')].map((node) => node.textContent),
  };
}

/**
 * What a layer of a picture has in each row of the table: the corners of its shapes, in pixels from the picture's top
 * left corner.
 */
export const marksIn = (page, layer) =>
  page.evaluate((selector) => {
    const path = document.querySelector(`.picture path${selector}`);
    const { top } = path.ownerSVGElement.getBoundingClientRect();
    /** Where the pen gets to, command by command. */
    const cornersOf = (shape) => {
      let [x, y] = [0, 0];
      return [...shape.matchAll(/([a-z])([^a-z]*)/gi)].flatMap(([, command, rest]) => {
        const numbers = (rest.match(/-?[\d.]+/g) ?? []).map(Number);
        const [dx, dy] = numbers.slice(-2);
        if (command === 'M' || command === 'L') [x, y] = [dx, dy];
        else if (command === 'H') x = dx;
        else if (command === 'V') y = dx;
        else if (command === 'h') x += dx;
        else if (command === 'v') y += dx;
        else if (command === 'l' || command === 'q') [x, y] = [x + dx, y + dy];
        else if (command === 'z') return [];
        else throw new Error(`no such command is known: ${command}`);
        return [[x, y]];
      });
    };
    const shapes = (path.getAttribute('d').match(/M[^M]*/g) ?? []).map(cornersOf);
    return [...document.querySelectorAll('tbody tr')].map((row) => {
      const box = row.getBoundingClientRect();
      return shapes.filter(([[, y]]) => y + top >= box.top && y + top < box.bottom);
    });
  }, layer);

let core;

/** The core, as the page asks it. */
export async function coreOf() {
  core ??= await load();
  const options = ({ temperature, topP, topK, seed }, step) => ({
    temperature,
    topP,
    topK: topK || undefined,
    seed,
    step,
  });
  return {
    look: (logits, settings, step) => core.inspect(Float32Array.from(logits), options(settings, step)),
    pick: (logits, settings, step) => core.sample(Float32Array.from(logits), options(settings, step)),
  };
}

/** Numbers that look random and are the same in every run. */
export function dice(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  return {
    below: (limit) => Math.floor(next() * limit),
    of: (choices) => choices[Math.floor(next() * choices.length)],
    between: (least, most) => Number((least + next() * (most - least)).toFixed(2)),
  };
}

export const axeSource = () => readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
