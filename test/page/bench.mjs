/**
 * From slider to paint, and how long the page keeps the main thread busy: node test/page/bench.mjs
 *
 * Drags the temperature and top-p through their ranges, in Words (49,152 tokens) and in Letters (65, with the futures
 * being written behind the pictures), one real pointer move per frame, and measures from the input
 * event to the moment after the frame that shows its value, or a later one, on the processor as it is and slowed down
 * four times. An empty page in the same run, whose input changes nothing but one text, tells how much of it is the
 * browser's own frame.
 *
 * A move is shown when the slider's number and the table have its value. (The sentence below and the ribbons have a
 * frame of their own where the first one took long: it is counted in the longest task, as everything is.)
 * A frame is one task, so whatever runs next runs after it was painted: either the message posted for that purpose, or
 * the next move, which on a slow processor comes first, for the browser favours input and frames over messages.
 * "Painted" is the earlier of the two; the time to a message, which counts the frames it was kept waiting for, stands
 * beside it.
 */

import { machine, say, writeReport } from '../bench/report.mjs';
import { LETTERS, frame, launchChromium, openPage, press, serveDist, sizes, untilModel } from './support.js';

const MOVES = 200;
const THROTTLES = [1, 4];
const WORLDS = { Words: '#v=1&scene=words', Letters: LETTERS };

const server = await serveDist();
const browser = await launchChromium({ isWhole: true });
say(`${machine()}, ${await browser.version()}`);

for (const throttle of THROTTLES) {
  const empty = await emptyPage();
  report(`empty page, ${throttle}x`, await measure(empty, 'temperature', throttle));
  await empty.close();
  for (const [world, hash] of Object.entries(WORLDS)) {
    const page = await openPage(browser, server.url, { hash, model: true });
    await frame(page);
    for (const name of ['temperature', 'topP'])
      report(`${world}, ${name}, ${throttle}x`, await measure(page, name, throttle));
    await page.close();
  }
  say(`longest task, ${throttle}x: ${await longestTasks(throttle)}`);
}
await browser.close();
await server.close();
writeReport('PAGE', 'node test/page/bench.mjs');

async function emptyPage() {
  const page = await browser.newPage();
  await page.setViewport(sizes.desktop);
  await page.setContent(
    '<input type="range" id="temperature" min="0" max="3" step="0.01"><output for="temperature"></output>',
  );
  await page.evaluate(() => {
    const slider = document.querySelector('input');
    slider.addEventListener('input', () =>
      requestAnimationFrame(() => {
        document.querySelector('output').textContent = slider.value;
      }),
    );
  });
  return page;
}

/** Drag a slider with the mouse, to and fro, and give the time of every input event until its frame was painted. */
async function measure(page, name, throttle) {
  const client = await page.createCDPSession();
  await client.send('Emulation.setCPUThrottlingRate', { rate: throttle });
  await page.evaluate((id) => {
    const slider = document.getElementById(id);
    const output = document.querySelector(`output[for=${id}]`);
    const table = document.querySelector('table');
    const shown = () =>
      table && Number(output.textContent) !== Number(table.dataset[id]) ? undefined : Number(output.textContent);
    const measured = (globalThis.measured = { painted: [], messages: [], longest: 0 });
    new PerformanceObserver((list) =>
      list.getEntries().forEach(({ duration }) => {
        measured.longest = Math.max(measured.longest, duration);
      }),
    ).observe({ type: 'longtask' });
    const waiting = { painted: [], messages: [] };
    // What was drawn for a move stands for all moves before it.
    const settle = (kind) => {
      const now = performance.now();
      const last = waiting[kind].findLastIndex(({ value }) => value === shown());
      for (const { start } of waiting[kind].splice(0, last + 1)) measured[kind].push(now - start);
    };
    const channel = new MessageChannel();
    channel.port1.onmessage = () => {
      settle('painted');
      settle('messages');
    };
    slider.addEventListener(
      'input',
      () => {
        settle('painted');
        const move = { start: performance.now(), value: slider.valueAsNumber };
        waiting.painted.push(move);
        waiting.messages.push(move);
        requestAnimationFrame(() => channel.port2.postMessage(undefined));
      },
      { capture: true },
    );
  }, name);
  const { x, y, width, height } = await (await page.$(`#${name}`)).boundingBox();
  const at = (fraction) => [x + 12 + (width - 24) * fraction, y + height / 2];
  await page.mouse.move(...at(0.3));
  await page.mouse.down();
  for (let i = 0; i < MOVES; i++) {
    await page.mouse.move(...at(0.5 - 0.45 * Math.cos((2 * Math.PI * i) / 100)));
  }
  await page.mouse.up();
  await page.evaluate(() => new Promise((settle) => setTimeout(settle, 200)));
  const result = await page.evaluate(() => globalThis.measured);
  await client.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await client.detach();
  return result;
}

/** How long the page keeps the main thread busy at a stretch: as it starts, and after each of some commands. */
async function longestTasks(throttle) {
  const page = await browser.newPage();
  await page.setViewport(sizes.desktop);
  const client = await page.createCDPSession();
  await client.send('Emulation.setCPUThrottlingRate', { rate: throttle });
  await page.evaluateOnNewDocument(() => {
    globalThis.longest = 0;
    new PerformanceObserver((list) =>
      list.getEntries().forEach(({ duration }) => {
        globalThis.longest = Math.max(globalThis.longest, duration);
      }),
    ).observe({ type: 'longtask' });
  });
  await page.goto(server.url);
  await untilModel(page);
  const found = [];
  const note = async (what) => {
    await new Promise((settle) => setTimeout(settle, 1000));
    found.push(`${what} ${milliseconds(await page.evaluate(() => globalThis.longest))}`);
    await page.evaluate(() => {
      globalThis.longest = 0;
    });
  };
  await note('start');
  for (const command of ['Step', 'Draw again', 'Hot', 'Cold', '1,000 draws', 'Theme']) {
    await press(page, command);
    await note(command);
  }
  await page.close();
  return found.join(', ');
}

function milliseconds(longest) {
  return longest > 0 ? `${longest.toFixed(0)} ms` : 'under 50 ms';
}

function report(what, { painted, messages, longest }) {
  const quantile = (list, share) => list.toSorted((a, b) => a - b)[Math.ceil(share * list.length) - 1].toFixed(1);
  const both = (list) => `p50 ${quantile(list, 0.5)} p95 ${quantile(list, 0.95)} ms`;
  say(
    `${what.padEnd(26)} ${painted.length} moves, to painted ${both(painted)}; to a message ${both(messages)}; ` +
      `longest task ${milliseconds(longest)}`,
  );
}
