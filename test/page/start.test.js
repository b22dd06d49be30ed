/** A start that fails says what is missing, however it fails. */

import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { browserNames, everywhere, inScope } from '../support/scope.js';
import { answers, startHost } from './host.js';
import { closeBrowsers, dist, launchBrowsers, launchChromium, until } from './support.js';

const test = suite('page: a start that fails');
const html = '<!doctype html><title>Blocked</title><p>Blocked.</p></html>';
const steps = readFileSync(
  join(
    dist,
    readdirSync(dist).find((name) => name.startsWith('steps')),
  ),
);
let browsers;

test.before(async () => {
  browsers = await launchBrowsers();
});

test.after(() => closeBrowsers(browsers));

/** Opens a host's page and gives what a reader sees of it once `said` stands there. */
async function reads(name, { host: options, prepare = () => {}, before, path = '', said }) {
  const host = await startHost(options);
  const context = await browsers[name].createBrowserContext();
  try {
    prepare(host);
    const page = await context.newPage();
    if (before) await before(page);
    page.goto(host.url + path).catch(() => undefined);
    return await readsOn(page, said);
  } finally {
    await context.close();
    await host.close();
  }
}

/** What is visible on the page, and in its frame, once it matches. */
async function readsOn(page, said) {
  let text = '';
  for (const end = Date.now() + 30_000; Date.now() < end;) {
    const frames = page
      .frames()
      .map((frame) =>
        Promise.race([
          frame.evaluate(() =>
            document.body && getComputedStyle(document.body).visibility === 'visible' ? document.body.innerText : '',
          ),
          new Promise((settle) => setTimeout(settle, 2000, '')),
        ]).catch(() => ''),
      );
    text = (await Promise.all(frames)).join('\n');
    if (said.test(text)) return text;
    await new Promise((settle) => setTimeout(settle, 50));
  }
  return assert.unreachable(`${said} is not said; the page says:\n${text.slice(0, 600)}`);
}

const program = /^main-/;
const failures = [
  ['the program answers 404', program, answers.status(404), /main-\w+\.js is missing: it was answered with 404/],
  ['the program never comes', program, answers.hang, /main-\w+\.js has not arrived yet/],
  ['the program is a page', program, answers.wrong(html), /main-\w+\.js is missing: something else came/],
  [
    'the program is of a wrong type',
    program,
    answers.ofType('text/plain'),
    /main-\w+\.js is there, and this browser does not run/,
  ],
  ['the program is another', program, answers.wrong('let let = 1'), /main-\w+\.js is missing: something else came/],
  ['the core answers 500', /\.wasm$/, answers.status(500), /nucleus-\w+\.wasm is missing: it was answered with 500/],
  ['the core never comes', /\.wasm$/, answers.hang, /nucleus-\w+\.wasm has not arrived yet/],
  [
    'the core is a page',
    /\.wasm$/,
    answers.wrong(html),
    /nucleus-\w+\.wasm is missing: something else came in its place/,
  ],
  [
    'the watcher and the program answer 404',
    /^(main|start)-/,
    answers.status(404),
    /has not started yet.*main-\w+\.js/,
  ],
  ['all but the page answers 404', /-/, answers.status(404), /has not started yet[^]*Chromium 109, Firefox 115/],
  ['all but the page never comes', /-/, answers.hang, /has not started yet[^]*Chromium 109, Firefox 115/],
];
/** What hangs takes the page seconds to tell. */
const isInScope = ([what, , how]) => everywhere || how !== answers.hang || what === 'the program never comes';

// Only what begins with letters needs them.
const letterFailures = [
  ['are cut short', answers.cutShort(100), /steps-\w+\.bin is missing.*\(100 bytes\)/],
  ['are a page', answers.wrong(html), /steps-\w+\.bin is missing/],
  ['are not numbers', answers.wrong(Buffer.alloc(steps.length, 0xff)), /steps-\w+\.bin is missing/],
  ['never come', answers.hang, /steps-\w+\.bin has not arrived yet/],
];

test('an engine on a processor without SIMD: the page says so', async () => {
  const args = ['--js-flags=--no-enable-ssse3 --no-enable-sse4-1 --no-enable-sse4-2 --no-enable-avx'];
  const without = await launchChromium({ args });
  const host = await startHost();
  try {
    const page = await without.newPage();
    await page.goto(host.url);
    await readsOn(page, /lacks instructions[^]*SIMD[^]*A reload does not help/);
  } finally {
    await without.close();
    await host.close();
  }
});

for (const name of browserNames) {
  for (const [what, pattern, how, said] of failures.filter(isInScope)) {
    test(`${name}: ${what}: the page says so`, async () => {
      await reads(name, { prepare: (host) => host.answer(pattern, how), said });
    });
  }

  for (const [what, how, said] of letterFailures) {
    test(`${name}: the recorded letters ${what}: a link to letters says so, and words work`, async () => {
      const prepare = (host) => host.answer(/^steps/, how);
      await reads(name, { prepare, path: '#v=1', said });
      await reads(name, { prepare, said: /^(?![^]*has not started)[^]*Temperature[^]*Top-p/ });
    });
  }

  for (const [what, how] of [
    ['answers 404', answers.status(404)],
    ['is a page', answers.wrong(html)],
    ['never comes', answers.hang],
  ].slice(0, inScope(2, 3))) {
    test(`${name}: the style ${what}: the page works, and says so`, async () => {
      await reads(name, {
        prepare: (host) => host.answer(/^style/, how),
        said: /^(?![^]*has not started)[^]*style is missing[^]*Temperature[^]*Top-p/,
      });
    });
  }

  test(`${name}: a policy without WebAssembly: the page says that a reload does not help`, async () => {
    const said = /A policy forbids WebAssembly here[^]*reload does not help/;
    await reads(name, { host: { headers: { 'Content-Security-Policy': "script-src 'self'" } }, said });
  });

  test(`${name}: a policy that forbids everything: the page says what it needs`, async () => {
    const said = /has not started yet[^]*a policy of the site may forbid/;
    await reads(name, { host: { headers: { 'Content-Security-Policy': "default-src 'none'" } }, said });
  });

  test(`${name}: a browser without WebAssembly, or one without its SIMD: the page says so`, async () => {
    const without = (page) => page.evaluateOnNewDocument(() => delete globalThis.WebAssembly);
    await reads(name, { before: without, said: /runs no WebAssembly[^]*a reload does not/ });
    const old = (page) =>
      page.evaluateOnNewDocument(() => {
        WebAssembly.validate = () => false;
        WebAssembly.compile = () => Promise.reject(new WebAssembly.CompileError('invalid value type 0x7b'));
      });
    await reads(name, { before: old, said: /lacks instructions[^]*SIMD[^]*A reload does not help/ });
  });

  test(`${name}: a browser that is too old: the page says from which release on it works`, async () => {
    const old = (page) => page.evaluateOnNewDocument(() => delete globalThis.ResizeObserver);
    await reads(name, { before: old, said: /too old for the page: it needs Chromium 109/ });
  });

  test(`${name}: opened as a file: the page works, or says that it needs a server`, async () => {
    const page = await browsers[name].newPage();
    await page.goto(pathToFileURL(join(dist, 'index.html')).href).catch(() => undefined);
    await readsOn(page, /Temperature[^]*Top-p|needs[^]*a web server/);
    await page.close();
  });

  for (const [what, sandbox, said] of [
    ['with scripts and no origin', 'allow-scripts', /Temperature[^]*Top-p/],
    ['without scripts', '', /turn JavaScript on/],
  ]) {
    test(`${name}: in a sandboxed frame ${what}`, async () => {
      const files = {
        'frame.html': `<iframe src="index.html" sandbox="${sandbox}" width="900" height="700"></iframe>`,
      };
      const host = { files, headers: { 'Access-Control-Allow-Origin': '*' } };
      await reads(name, { host, path: 'frame.html', said });
    });
  }

  test(`${name}: in a sandboxed frame the page's host does not open to: the page says what it needs`, async () => {
    const files = {
      'frame.html': '<iframe src="index.html" sandbox="allow-scripts" width="900" height="700"></iframe>',
    };
    await reads(name, { host: { files }, path: 'frame.html', said: /could not be fetched/ });
  });

  test(`${name}: no worker and no service worker: the page works, and says what does not`, async () => {
    const files = {
      'frame.html':
        '<iframe src="index.html#v=1&prompt=A&step=3" sandbox="allow-scripts" width="900" height="700"></iframe>',
    };
    const host = { files, headers: { 'Access-Control-Allow-Origin': '*' } };
    await reads(name, {
      host,
      path: 'frame.html',
      said: /real model, which cannot run here[^]*recorded steps[^]*work without it/,
    });
  });
}

test('chromium: JavaScript off: the page says so', async () => {
  const before = (page) => page.setJavaScriptEnabled(false);
  await reads('chromium', { before, said: /turn JavaScript on/ });
});

test('chromium: under Trusted Types the page works, and its network', async () => {
  const policy = "script-src 'self' 'wasm-unsafe-eval'; require-trusted-types-for 'script'";
  const host = await startHost({ headers: { 'Content-Security-Policy': policy } });
  const page = await browsers.chromium.newPage();
  const faults = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  await page.goto(host.url);
  await until(page, () => document.body?.dataset.model === 'ready');
  assert.equal(faults, []);
  await page.close();
  await host.close();
});

test.run();
