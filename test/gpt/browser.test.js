/** The network in real browsers: the bits that Node gives. */

import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { root } from '../../src/build/project.mjs';
import { loadGpt } from '../../src/js/gpt/index.js';
import { serve } from '../../web/serve.mjs';
import { launchInScope } from '../support/browser.js';
import { browserNames } from '../support/scope.js';
import { bitsOf } from './support/digest.js';
import { shippedBytes } from './support/shipped.js';

const PATIENCE = 60_000;
const folder = mkdtempSync(join(tmpdir(), 'gpt-browser-'));
const browsers = suite('the network in browsers');

const worker = `
  import { loadGpt } from './src/js/gpt/index.js';
  import { bitsOf } from './support/digest.js';
  const weights = await fetch('shakespeare.gpt').then((response) => response.arrayBuffer());
  postMessage(bitsOf(await loadGpt(weights)));
`;
const page = `
  const worker = new Worker('worker.js', { type: 'module' });
  worker.onmessage = ({ data }) => { window.answer = data; };
  worker.onerror = ({ message }) => { window.answer = 'error: ' + message; };
`;

browsers.before(() => {
  cpSync(join(root, 'src'), join(folder, 'src'), { recursive: true });
  cpSync(join(root, 'test/gpt/support'), join(folder, 'support'), { recursive: true });
  writeFileSync(join(folder, 'shakespeare.gpt'), shippedBytes);
  writeFileSync(join(folder, 'worker.js'), worker);
  writeFileSync(join(folder, 'page.js'), page);
  writeFileSync(
    join(folder, 'page.html'),
    '<!doctype html><title>bits</title><script type="module" src="page.js"></script>',
  );
});

browsers.after(() => rmSync(folder, { recursive: true }));

for (const name of browserNames) {
  browsers(`${name} gives the bits that Node gives`, async () => {
    const server = await serve({ root: folder });
    const browser = await launchInScope(name);
    try {
      const tab = await browser.newPage();
      await tab.goto(`${server.url}page.html`);
      assert.is(await answerOf(tab), bitsOf(await loadGpt(shippedBytes)));
    } finally {
      await browser.close();
      await server.close();
    }
  });
}

/** Asked again and again: what waits inside the page may break the page's content security policy. */
async function answerOf(tab) {
  for (const end = Date.now() + PATIENCE; Date.now() < end;) {
    const answer = await tab.evaluate(() => window.answer);
    if (answer !== undefined && answer !== null) return answer;
    await new Promise((settle) => setTimeout(settle, 100));
  }
  throw new Error('the page gave no answer');
}

browsers.run();
