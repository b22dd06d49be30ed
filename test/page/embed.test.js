/** The page in another one's frame: what it tells its host. */

import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { press, siteFor, sizes, until } from './support.js';

const test = suite('page: in a frame');
const site = siteFor(test);

/** A host's page with the frame; it keeps what it is told. */
async function hostOf(hash, attributes = '') {
  const page = await site.open({ hash: '' });
  const browser = page.browser();
  await page.close();
  const host = await browser.newPage();
  await host.setViewport(sizes.desktop);
  await host.goto('about:blank');
  await host.evaluate(
    (src, more) => {
      globalThis.told = [];
      addEventListener('message', ({ data }) => globalThis.told.push(data));
      document.body.innerHTML = `<iframe src="${src}" width="800" height="600" ${more}></iframe>`;
    },
    site.url + hash,
    attributes,
  );
  return host;
}

const inside = async (host, look) => {
  for (const end = Date.now() + 20_000; Date.now() < end;) {
    const frame = host.frames().at(-1);
    const seen = await frame.evaluate(look).catch(() => undefined);
    if (seen) return seen;
    await new Promise((settle) => setTimeout(settle, 50));
  }
  throw new Error(`${look} did not become true`);
};

test('a chapter in a frame tells its height, that it is done, and nothing else', async () => {
  const host = await hostOf('#embed&chapter=4');
  await inside(host, () => document.querySelector('.choices button') !== null);
  assert.ok(await inside(host, () => document.querySelectorAll('tbody tr').length >= 7));
  assert.ok(await inside(host, () => document.querySelector('.commands').offsetParent === null));
  await inside(host, () => document.querySelector('.choices button').click() === undefined);
  await inside(host, () => document.querySelector('.outcome').textContent !== '');
  await until(host, () => globalThis.told.some(({ chapterDone }) => chapterDone === 4));
  const told = await host.evaluate(() => globalThis.told);
  assert.ok(told.some(({ height }) => height > 100));
  for (const message of told) {
    assert.is(message.source, 'nucleus-sampling');
    assert.is(Object.keys(message).length, 2, JSON.stringify(message));
  }
  await host.close();
});

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

test.run();
