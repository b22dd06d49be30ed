/**
 * The package in real browsers: plain files and a bundle, on the page and in a worker, with the bits that Node gives.
 */

import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { root } from '../../src/build/project.mjs';
import { load } from '../../src/js/index.js';
import { serve } from '../../web/serve.mjs';
import { launchInScope } from '../support/browser.js';
import { digest } from '../support/digest.js';
import { browserNames } from '../support/scope.js';
import { promised, snippetsOf } from '../support/snippets.js';

const browsers = suite('browsers');
const PATIENCE = 60_000;
const folder = mkdtempSync(join(tmpdir(), 'nucleus-browser-'));

/** Prints the digest where the test reads it: the document's title, or a message to the page. */
const program = (nucleus, digestFile, tell) => `
  import { load } from '${nucleus}';
  import { digest } from '${digestFile}';
  ${tell}(await load().then(digest));
`;
const onPage = '((text) => { document.title = text; })';
const workerPage = (file) => `
  const worker = new Worker('${file}', { type: 'module' });
  worker.onmessage = ({ data }) => { document.title = data; };
  worker.onerror = ({ message }) => { document.title = 'error: ' + message; };
`;

const pages = {
  'plain files on the page': 'plain',
  'plain files in a worker': 'plain-worker',
  'a bundle on the page': 'bundle',
  'a bundle in a worker': 'bundle-worker',
};

/** The README's worker and the page that asks it. */
const snippetOf = (name) => snippetsOf('README.md').find(({ title }) => title === name).text;

/** Its pages without a bundler. */
const htmlOfReadme = () => snippetsOf('README.md').filter(({ language }) => language === 'html');

/** The same files without a policy, for a page with scripts of its own in it. */
function withoutPolicy(url) {
  const server = createServer(async ({ url: path }, response) => {
    const answer = await fetch(new URL(path, url));
    response.writeHead(answer.status, { 'Content-Type': answer.headers.get('Content-Type') });
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  return new Promise((settle) => server.listen(0, '127.0.0.1', () => settle(server)));
}

browsers.before(async () => {
  cpSync(join(root, 'src'), join(folder, 'src'), { recursive: true });
  cpSync(join(root, 'test/support'), join(folder, 'support'), { recursive: true });
  const write = (name, text) => writeFileSync(join(folder, name), text);
  write('plain.js', program('./src/js/index.js', './support/digest.js', onPage));
  write('in-worker.js', program('./src/js/index.js', './support/digest.js', 'self.postMessage'));
  write('plain-worker.js', workerPage('in-worker.js'));
  const bundle = (entry, outfile) =>
    build({
      entryPoints: [join(folder, entry)],
      outfile: join(folder, outfile),
      bundle: true,
      minify: true,
      format: 'esm',
      alias: { 'nucleus-sampling': join(root, 'src/js/index.js') },
    });
  await bundle('plain.js', 'bundle.js');
  await bundle('in-worker.js', 'bundle-in-worker.js');
  write('bundle-worker.js', workerPage('bundle-in-worker.js'));
  write('readme-worker.js', snippetOf('worker.js'));
  write('readme.js', `console.log = ${onPage};\n${snippetOf('page.js')}`);
  await bundle('readme-worker.js', 'worker.js');
  for (const name of [...Object.values(pages), 'readme'])
    write(`${name}.html`, `<!doctype html><title>waiting</title><script type="module" src="${name}.js"></script>`);
  const [{ text: plainPage }] = htmlOfReadme();
  write('no-bundler.html', `<!doctype html><title>waiting</title>${plainPage}`);
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync('..', join(folder, 'node_modules/nucleus-sampling'));
});

browsers.after(() => rmSync(folder, { recursive: true }));

for (const name of browserNames) {
  browsers(`${name} gives the bits that Node gives, under the page's content security policy`, async () => {
    const expected = digest(await load());
    const server = await serve({ root: folder });
    const open = await withoutPolicy(server.url);
    const browser = await launchInScope(name);
    try {
      for (const [what, page] of Object.entries(pages))
        assert.is(await titleOf(browser, `${server.url}${page}.html`), expected, what);
      const [id] = promised(snippetOf('page.js'));
      assert.is(await titleOf(browser, `${server.url}readme.html`), id, "the README's worker");
      const plainPage = `http://127.0.0.1:${open.address().port}/no-bundler.html`;
      assert.is(await titleOf(browser, plainPage), id, "the README's page without a bundler");
    } finally {
      await browser.close();
      open.closeAllConnections();
      open.close();
      await server.close();
    }
  });
}

/** The title that the page gives itself. Asked again and again: what waits inside the page may break its own policy. */
async function titleOf(browser, url) {
  const page = await browser.newPage();
  const errors = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await page.goto(url);
  for (const end = Date.now() + PATIENCE; Date.now() < end;) {
    const title = await page.title();
    if (title !== 'waiting') return title;
    await new Promise((settle) => setTimeout(settle, 100));
  }
  throw new Error(`${url} gave no answer. ${errors.join('; ')}`);
}

browsers.run();
