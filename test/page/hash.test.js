import { join } from 'node:path';
import { build } from 'esbuild';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { root } from '../../src/build/project.mjs';
import { splitNth } from '../support/scope.js';
import { LETTERS, read, siteFor, until } from './support.js';

const test = suite('page: a link’s hash');
const site = siteFor(test);
let page;
// What the page opens with, and what a link of the first version does that says nothing.
let opened;
let letters;

test.before(async () => {
  page = await site.open({ hash: '' });
  opened = await read(page);
  letters = await arriving(LETTERS);
});

/** What a visitor with this link sees, from a fresh start. */
async function arriving(hash) {
  await page.goto('about:blank');
  await page.goto(site.url + hash);
  await until(page, () => document.body.classList.contains('is-ready'));
  return read(page);
}

const same = (seen, expected, hash) => {
  for (const part of ['texts', 'rows', 'settings', 'step', 'sentence'])
    assert.equal(seen[part], expected[part], `${part} after ${hash}`);
};

test('the untouched page opens on a step whose pick is not the top letter', () => {
  assert.is(opened.rows[0].pick, false);
  assert.ok(opened.rows.some(({ pick }) => pick));
  assert.is(opened.hash, '');
});

const broken = [
  '#',
  '#v=2&T=1.3',
  '#T=1.3',
  '#v=1&T=abc',
  '#v=1&T=NaN&p=Infinity',
  '#v=1&p=0x10',
  '#v=1&seed=1.5',
  '#v=1&seed=99999999999999999999999',
  '#v=1&step=-0.5&n=x',
  '#v=1&prompt=%E0%A4%A',
  '#v=1&prompt=%00%01',
  '#v=1&scene=constructor',
  '#v=1&scene=__proto__&k=z',
  '#v=1&a=0:1',
  '#v=1&a=15:0.8,0.9,0,1337',
  '#v=1&a=0!5',
  '#v=1&b=~~~',
  '#v=1&base=1,2',
  '#v=1&on=b&compare=1',
  '#v=1&stage=9x',
  '#%',
  '#&&&===&v=1',
  `#v=1&a=${'0:1,1,0,1~'.repeat(3000)}`,
  '#v=1&__proto__=1&toString=2',
  '#lesson',
];

for (const hash of splitNth(broken, 3)) {
  test(`a hash that says nothing readable is as good as none: ${hash.slice(0, 40)}`, async () => {
    same(await arriving(hash), hash.includes('v=1') ? letters : opened, hash);
    assert.equal(page.faults, []);
  });
}

test('values out of range come to the nearest the slider has', async () => {
  const { settings, step } = await arriving('#v=1&T=9&p=0&k=-3&step=400');
  assert.equal(settings, { temperature: 3, topP: 0.01, topK: 0, seed: 1337 });
  assert.is(step, 39);
  assert.equal((await arriving('#v=1&T=-1&p=7&k=65')).settings, { temperature: 0, topP: 1, topK: 0, seed: 1337 });
  assert.is((await arriving('#v=1&T=1.23456')).settings.temperature, 1.23);
});

test('what is readable counts, whatever stands beside it', async () => {
  const seen = await arriving('#v=1&T=1.3&p=oops&k=12&unknown=1&seed=-7');
  assert.equal(seen.settings, { temperature: 1.3, topP: 0.9, topK: 12, seed: -7 });
});

test('going to another hash on an open page changes it without a reload', async () => {
  await arriving('#v=1&step=3');
  await page.evaluate(() => {
    globalThis.mark = 1;
    location.hash = '#v=1&step=5&T=0.4';
  });
  await until(page, () => document.querySelector('.pictures table').dataset.step === '5');
  assert.is(await page.evaluate(() => globalThis.mark), 1);
});

/** The page's own reading of a hash, as a module that this process can time. */
async function reader() {
  const { outputFiles } = await build({
    entryPoints: [join(root, 'web/page/hash.js')],
    bundle: true,
    format: 'esm',
    write: false,
    define: { __FILES__: '{}' },
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString('base64')}`);
}

test('a hash of 200,000 characters is read at once, whatever they are', async () => {
  const { readHash } = await reader();
  const fields =
    'v scene track T p k seed prompt n step a b on base stage axis log all compare lab chapter embed'.split(' ');
  const pieces = '9 . 1e 9.9 - ~ , : ! % %20 & = 0:1,1,0,1~ 0!1~ 9x a'.split(' ');
  for (const name of fields) {
    for (const piece of pieces) {
      const start = performance.now();
      readHash(`#v=1&${name}=${piece.repeat(200_000 / piece.length)}x`);
      const took = performance.now() - start;
      assert.ok(took < 1000, `${name}=${piece}...: ${took.toFixed(0)} ms`);
    }
  }
});

test('a track of more changes than a text has places is none', async () => {
  const { readHash, writeHash } = await reader();
  const long = readHash(`#v=1&a=0:1,1,0,1${'~0!1'.repeat(50_000)}`);
  assert.is(writeHash(long), writeHash(readHash('#v=1')));
});

test.run();
