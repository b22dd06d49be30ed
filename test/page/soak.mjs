/**
 * A long time of random use: node test/page/soak.mjs [minutes, 10]. Samples what the page holds once its garbage is
 * collected (heap, nodes, listeners), and prints the slope over the second half, in which nothing should grow.
 */

import { dice, drag, launchChromium, openPage, serveDist } from './support.js';

const minutes = Number(process.argv[2] ?? 10);
const SAMPLE_EVERY = 30_000;
const hashes = [
  '#v=1&scene=words&track=drawn&T=0.8&p=0.9&k=0&seed=1337&n=9&step=8&lab=1',
  '#v=1&scene=words&track=hot&T=1.4&p=1&k=0&seed=1337&n=20&step=15',
  '#v=1&T=0.8&p=0.9&k=0&seed=1337&n=22&step=21&lab=1',
  '#v=1&T=1.3&p=0.97&n=60&step=40&prompt=The%20king&lab=1',
  '#v=1&scene=hand&T=0.5',
  '#v=1&scene=tree&T=1',
  '#v=1&scene=order&p=0.7',
];

const server = await serveDist();
const browser = await launchChromium();
const page = await openPage(browser, server.url, {
  hash: hashes[0],
  model: true,
  before: () => (globalThis.print = () => {}),
});
const protocol = await page.createCDPSession();
const random = dice(20261203);
const samples = [];
const start = Date.now();
const elapsed = () => Date.now() - start;
let [moves, next] = [0, 0];

while (elapsed() < minutes * 60_000) {
  if (elapsed() >= next) {
    await sample();
    next += SAMPLE_EVERY;
  }
  await random.of([dragOne, dragOne, dragOne, press, press, press, go, type])();
  moves++;
}
await sample();
report();
await browser.close();
await server.close();

/** Sliders are dragged through a few values; nothing waits for what comes in behind. */
function dragOne() {
  const name = random.of(['temperature', 'topP', 'topK']);
  const most = { temperature: 3, topP: 1, topK: 60 }[name];
  return drag(
    page,
    name,
    Array.from({ length: 5 }, () => random.between(0, most)),
  );
}

/** Any button on show, but those that leave the page or open a dialog that waits. */
async function press() {
  const place = random.below(1000);
  await page.evaluate((at) => {
    document.querySelector('dialog[open]')?.close();
    const buttons = [...document.querySelectorAll('.app button')].filter((node) => node.getClientRects().length > 0);
    buttons[at % buttons.length]?.click();
  }, place);
}

function go() {
  return page.evaluate((hash) => {
    location.hash = hash;
  }, random.of(hashes));
}

function type() {
  const text = random.of(['Par', ' the', 'xyz', '']);
  return page.evaluate((query) => {
    const box = document.getElementById('search');
    if (!box?.getClientRects().length) return;
    box.value = query;
    box.dispatchEvent(new Event('input', { bubbles: true }));
  }, text);
}

async function sample() {
  await protocol.send('HeapProfiler.collectGarbage');
  const { JSHeapUsedSize, Nodes, JSEventListeners, Documents } = await page.metrics();
  samples.push({ at: elapsed(), heap: JSHeapUsedSize / 2 ** 20, nodes: Nodes, listeners: JSEventListeners });
  const { at, heap, nodes, listeners } = samples.at(-1);
  console.log(
    `${(at / 60_000).toFixed(1)} min, ${moves} moves: heap ${heap.toFixed(1)} MB, ${nodes} nodes, ${listeners} listeners, ${Documents} documents`,
  );
}

function report() {
  const half = samples.filter(({ at }) => at >= elapsed() / 2);
  const slope = (name) => (half.at(-1)[name] - half[0][name]) / ((half.at(-1).at - half[0].at) / 60_000);
  console.log(
    `Per minute in the second half: heap ${slope('heap').toFixed(2)} MB, nodes ${slope('nodes').toFixed(0)}, listeners ${slope('listeners').toFixed(0)}.`,
  );
  console.log(
    `${moves} moves, ${page.faults.length} errors on the page${page.faults.length ? `: ${page.faults.slice(0, 5).join('; ')}` : '.'}`,
  );
  process.exitCode = page.faults.length === 0 ? 0 : 1;
}
