import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { serve } from '../../web/serve.mjs';
import { browserNames } from '../support/scope.js';
import {
  closeBrowsers,
  dist,
  force,
  frame,
  launchBrowsers,
  openPage,
  press,
  read,
  serveDist,
  slide,
  until,
  untilModel,
} from './support.js';

const test = suite('page: loading, offline and releases');
const FIRST_LOAD = 130 * 1024;
const WEIGHTS = 2_000_000;
const REQUESTS = 8;
const isModels = (name) =>
  /worker-|\.gpt$|\.(bin|wasm)\.js$|^(de-)?(steps|rows|vocabulary|lesson|frame)-/.test(name) &&
  !name.startsWith('service-worker');
const servers = new Set();
let browsers;

test.before(async () => {
  browsers = await launchBrowsers();
});

test.after(async () => {
  await closeBrowsers(browsers);
  // What a failed test left open would keep the process alive.
  for (const server of servers) server.closeAllConnections();
  for (const server of servers) server.close();
});

/** A server that notes what is asked of it, and can withhold the model. */
async function noting({ withhold = () => false, under = '/' } = {}) {
  const types = {
    '.html': 'text/html',
    '.js': 'text/javascript',
    '.css': 'text/css',
    '.svg': 'image/svg+xml',
    '.woff2': 'font/woff2',
    '.wasm': 'application/wasm',
  };
  const asked = [];
  const server = createServer((request, response) => {
    const path = new URL(request.url, 'http://localhost').pathname;
    asked.push(path);
    const name = path.slice(under.length) || 'index.html';
    const isThere = path.startsWith(under) && readdirSync(dist).includes(name) && !withhold(name);
    if (!isThere) return response.writeHead(404).end();
    response.writeHead(200, { 'Content-Type': types[extname(name)] ?? 'application/octet-stream' });
    response.end(readFileSync(join(dist, name)));
  });
  servers.add(server);
  await new Promise((settle) => server.listen(0, '127.0.0.1', settle));
  const { port } = server.address();
  return {
    asked,
    url: `http://localhost:${port}${under}`,
    close: () =>
      new Promise((settle) => {
        server.closeAllConnections();
        server.close(settle);
      }),
  };
}

test('the published page is small: in each language what comes first within 130 KB gzip, the weights within 2 MB', () => {
  const files = readdirSync(dist).map((name) => ({ name, content: readFileSync(join(dist, name)) }));
  const inEnglish = ['index.html', ...files.map(({ name }) => name).filter((name) => /^(main|start)-/.test(name))];
  const inGerman = files.map(({ name }) => name).filter((name) => /^de[-.]/.test(name));
  assert.is(inEnglish.length, 3);
  for (const others of [inEnglish, inGerman]) {
    const sum = files
      .filter(({ name }) => !isModels(name) && !others.includes(name))
      .reduce((total, { content }) => total + gzipSync(content, { level: 9 }).length, 0);
    assert.ok(sum <= FIRST_LOAD, `${sum} bytes without ${others}`);
  }
  const weights = files.filter(({ name }) => name.endsWith('.gpt'));
  assert.is(weights.length, 1);
  assert.ok(weights[0].content.length <= WEIGHTS);
});

test('nothing in the published files is inline, absolute or of another origin', () => {
  const page = readFileSync(join(dist, 'index.html'), 'utf8');
  assert.match(page, /content="default-src 'self'; script-src 'self' 'wasm-unsafe-eval'"/);
  assert.not.match(page, /<script(?![^>]*\ssrc=)/);
  assert.not.match(page, /<style|\sstyle=|\son\w+=/);
  for (const [, address] of page.matchAll(/(?:src|href|data-\w+)="([^"]*)"/g)) assert.match(address, /^[\w-]+\.\w+$/);
});

for (const name of browserNames) {
  test(`${name}: at most ${REQUESTS} requests before the model, none to another origin, none twice`, async () => {
    const server = await noting();
    const page = await browsers[name].newPage();
    const origins = new Set();
    page.on('request', (request) => origins.add(new URL(request.url()).origin));
    await page.goto(server.url);
    await until(page, () => document.body?.dataset.model === 'ready');
    const model = server.asked.findIndex((path) => isModels(path.slice(1)));
    // The service worker is started beside the model, whose worker has to start before its files are asked for.
    const beside = ['/favicon.ico', '/service-worker.js'];
    const before = server.asked.slice(0, model).filter((path) => !beside.includes(path));
    assert.ok(model > 0 && before.length <= REQUESTS, before.join());
    assert.is(new Set(before).size, before.length, before.join());
    assert.equal(
      [...origins].filter((origin) => origin.startsWith('http')),
      [new URL(server.url).origin],
    );
    await page.close();
    await server.close();
  });

  test(`${name}: works from any sub-path`, async () => {
    const server = await noting({ under: '/some/where/' });
    const page = await openPage(browsers[name], server.url, { model: true });
    assert.equal(
      server.asked.filter((path) => !path.startsWith('/some/where/') && path !== '/favicon.ico'),
      [],
    );
    assert.equal(page.faults, []);
    await page.close();
    await server.close();
  });

  test(`${name}: every control works on the recorded steps while there is no model`, async () => {
    const server = await noting({ withhold: (file) => file.endsWith('.gpt') });
    const page = await openPage(browsers[name], server.url, { hash: '#v=1' });
    await until(page, () => document.body.dataset.model === 'failed');
    assert.match(await page.evaluate(() => document.querySelector('.badge').textContent), /recorded steps/);
    await slide(page, 'temperature', [0.5, 1.3]);
    const { settings, rows } = await read(page);
    assert.is(settings.temperature, 1.3);
    assert.ok(rows.some(({ pick }) => pick));
    await force(page, 1);
    await until(page, () => /needs the real model/.test(document.querySelector('.text-note').textContent));
    await page.close();
    await server.close();
  });

  test(`${name}: a text that needs the model says so, and nothing breaks while it waits`, async () => {
    const server = await noting({ withhold: (file) => file.endsWith('.gpt') });
    const page = await openPage(browsers[name], server.url, { hash: '#v=1&prompt=JULIET%3A%0A&T=1.3' });
    await until(page, () => document.body.dataset.model === 'failed');
    const press = (label) =>
      page.evaluate(
        (text) => [...document.querySelectorAll('button')].find((node) => node.textContent.startsWith(text)).click(),
        label,
      );
    for (const label of ['Step', 'Back', 'Draw again', 'temperature 1.50', 'Copy as PyTorch', 'Open the'])
      await press(label);
    await until(page, () => /could not be loaded/.test(document.querySelector('.text-note').textContent));
    assert.is(await page.evaluate(() => document.getElementById('temperature').value), '1.3');
    assert.equal(
      page.faults.filter((fault) => !/404|Failed to load/.test(fault)),
      [],
    );
    await page.close();
    await server.close();
  });

  test(`${name}: nothing changes when the model arrives`, async () => {
    const server = await serveDist();
    const page = await openPage(browsers[name], `${server.url}`, { hash: '#v=1&T=1.1&step=33' });
    const before = await read(page);
    await untilModel(page);
    await frame(page);
    assert.equal(await read(page), before);
    assert.is(await page.evaluate(() => document.querySelector('.badge').textContent), 'the model runs here');
    await page.close();
    await server.close();
  });

  test(`${name}: works offline after one visit, the model too, and a new release replaces the cache`, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'nucleus-release-'));
    cpSync(dist, folder, { recursive: true });
    let server = await serve({ root: folder });
    const context = await browsers[name].createBrowserContext();
    try {
      const page = await context.newPage();
      await page.goto(server.url);
      await until(page, () => document.body?.dataset.offline === 'kept');

      await server.close();
      await page.goto(`${server.url}#v=1&step=20&T=1.4`);
      await page.reload();
      await until(page, () => document.body?.dataset.model === 'ready');
      await press(page, 'Step');
      assert.is((await read(page)).step, 21, 'the model writes on without a network');

      const [old] = await cacheNames(page);
      publishAnew(folder);
      server = await serve({ root: folder, port: server.port });
      await page.goto(`${server.url}?again`);
      await until(page, () => document.title === 'A new release');
      await until(page, () => document.body?.dataset.offline === 'kept');
      const kept = await cacheNames(page);
      assert.ok(kept.length === 1 && kept[0] !== old, `instead of the old cache alone there are ${kept.join()}`);
      await server.close();
      await page.goto(server.url);
      await until(page, () => document.title === 'A new release' && document.body.dataset.model === 'ready');
    } finally {
      await context.close();
      await server.close().catch(() => undefined);
      rmSync(folder, { recursive: true });
    }
  });
}

const cacheNames = (page) =>
  page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('nucleus-page')));

/** The same files with another title and a renamed style sheet, under another version. */
function publishAnew(folder) {
  const path = (name) => join(folder, name);
  const style = readdirSync(folder).find((name) => name.endsWith('.css'));
  const front = readFileSync(path('index.html'), 'utf8');
  const [size, checksum] = [
    (text) => Buffer.byteLength(text),
    (text) => createHash('sha256').update(text).digest('hex'),
  ];
  const next = front.replace(style, 'style-new.css').replace(/<title>.*<\/title>/, '<title>A new release</title>');
  const worker = readFileSync(path('service-worker.js'), 'utf8');
  const [, version] = /version:"(\w+)"/.exec(worker);
  const changes = [
    [version, 'newrelease'],
    [style, 'style-new.css'],
    [`size:${size(front)}`, `size:${size(next)}`],
    [checksum(front), checksum(next)],
  ];
  for (const [old] of changes) assert.ok(worker.includes(old), old);
  writeFileSync(
    path('service-worker.js'),
    changes.reduce((text, [old, now]) => text.replace(old, now), worker),
  );
  writeFileSync(path('index.html'), next);
  renameSync(path(style), path('style-new.css'));
}

test.run();
