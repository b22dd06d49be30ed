/** The page in German, and in words two fifths longer than the English ones: nothing sticks out of the window. */

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { root } from '../../src/build/project.mjs';
import { build } from '../../web/build.mjs';
import { front } from '../../web/page/start-strings.js';
import * as german from '../../web/page/strings.de.js';
import { serve } from '../../web/serve.mjs';
import { launchChromium, openPage, serveDist, sizes } from './support.js';
import { staysInWindow } from './support/layout.js';
import * as long from './support/long-strings.js';

const test = suite('page: in long words');
const strings = fileURLToPath(new URL('support/long-strings.js', import.meta.url));
const pages = { German: { words: german, address: 'de.html' }, 'long words': { words: long, address: '' } };
let browser;

test.before(async () => {
  const into = join(root, 'build/long-words');
  await build({ into, spoken: [{ words: front, front: 'index.html', address: './', prefix: '', strings }] });
  pages.German.server = await serveDist();
  pages['long words'].server = await serve({ root: into });
  browser = await launchChromium();
});

test.after(async () => {
  await browser?.close();
  for (const { server } of Object.values(pages)) await server?.close();
});

for (const name of Object.keys(pages))
  for (const size of Object.keys(sizes))
    test(`${name}: no sideways scroll, ${size}`, async () => {
      const { words, server, address } = pages[name];
      const page = await openPage(browser, server.url + address, { size: sizes[size], model: true });
      assert.is(await page.evaluate(() => document.querySelector('#start-chapters').textContent), words.header.start);
      await staysInWindow(page, words);
      await page.close();
    });

test.run();
