/**
 * The copied program in PyTorch: node test/page/pytorch.mjs PYTHON
 *
 * Brings the page into several states, copies each as PyTorch, runs the programs with the given Python (which needs
 * torch) and compares the letters they print with the page's.
 */

import { spawnSync } from 'node:child_process';
import { frame, launchChromium, openPage, press, serveDist, visit } from './support.js';

const hashes = [
  '#',
  '#v=1&T=1.4&step=21',
  '#v=1&T=1.3&p=0.7&k=12&seed=99&step=30',
  '#v=1&n=96&step=95',
  '#v=1&a=0:1.3,0.7,0,7&T=1.3&p=0.7&seed=7&n=60&step=59',
  '#v=1&a=0:0.8,0.9,0,1337~10!20~11:1.2,1,10,-5&n=50&step=20&T=1.2&p=1&k=10&seed=-5',
  '#v=1&prompt=JULIET%3A%0A&a=0:0,1,0,1337&T=0&n=30&step=3',
  '#v=1&scene=hand&n=40&a=0:2,0.8,3,5&step=0&T=2&p=0.8&k=3&seed=5',
];

const [python] = process.argv.slice(2);
if (!python) throw new Error('usage: node test/page/pytorch.mjs PYTHON');
const server = await serveDist();
const browser = await launchChromium();
const page = await openPage(browser, server.url, { model: true });
await page.evaluate(() => {
  navigator.clipboard.writeText = async (text) => {
    globalThis.copied = text;
  };
});

for (const hash of hashes) {
  await visit(page, hash);
  await frame(page);
  await press(page, 'Copy as PyTorch');
  const { program, text, pick } = await page.evaluate(() => ({
    program: globalThis.copied,
    text: [...document.querySelectorAll('.text-line')].find((line) => !line.hidden).querySelector('.hidden')
      .textContent,
    pick: document.querySelector('tbody tr[data-pick] .glyph').textContent,
  }));
  const { stdout, stderr, status } = spawnSync(python, ['-'], { input: program, encoding: 'utf8' });
  const [printed, whatIf] = stdout.split(/\nstep \d+ with the sliders as they are now: /);
  const isSame = status === 0 && printed.replace(/\n$/, '') === text.replace(/\n$/, '');
  const isPick =
    whatIf === undefined ||
    whatIf
      .trim()
      .replace(/^'(.*)'$/, '$1')
      .replace('\\n', '¶')
      .replace(' ', '·') === pick;
  console.log(
    `${isSame && isPick ? 'same' : 'DIFFERENT'}  ${hash}${isSame ? '' : `\n${stderr}page:    ${JSON.stringify(text)}\nPyTorch: ${JSON.stringify(printed)}`}`,
  );
  if (!isSame || !isPick) process.exitCode = 1;
}
await browser.close();
await server.close();
