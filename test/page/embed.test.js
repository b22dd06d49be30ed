/** The line that puts the page in another one's frame. */

import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { press, siteFor } from './support.js';

const test = suite('page: in a frame');
const site = siteFor(test);

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
