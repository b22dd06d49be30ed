/** The static server that npm start and the browser tests use. */

import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { serve } from '../../web/serve.mjs';

const serving = suite('serve');
const outside = mkdtempSync(join(tmpdir(), 'nucleus-serve-'));
const root = join(outside, 'root');
let server;

serving.before(async () => {
  mkdirSync(join(root, 'sub'), { recursive: true });
  const files = {
    'index.html': '<p>front',
    'sub/index.html': '<p>sub',
    'a b.js': 'x',
    'm.wasm': '\0asm',
    'strange.gpt': 'w',
    '..hidden.txt': 'dots',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text);
  writeFileSync(join(outside, 'secret.txt'), 'secret');
  mkdirSync(join(outside, 'root-sibling'));
  writeFileSync(join(outside, 'root-sibling/secret.txt'), 'secret');
  server = await serve({ root });
});

serving.after(async () => {
  await server.close();
  rmSync(outside, { recursive: true });
});

/** A request with the path as it is: fetch would tidy it up first. */
function raw(path, method = 'GET', host = 'localhost') {
  return new Promise((settle, reject) => {
    const socket = connect(server.port, '127.0.0.1', () =>
      socket.write(`${method} ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`),
    );
    let answer = '';
    socket
      .setEncoding('latin1')
      .on('data', (text) => (answer += text))
      .on('end', () => settle(answer))
      .on('error', reject);
  });
}

const get = (path) => fetch(`http://127.0.0.1:${server.port}${path}`);

serving('gives files with their types, and the index of a folder', async () => {
  const types = {
    '/': 'text/html',
    '/sub/': 'text/html',
    '/index.html?v=1': 'text/html',
    '/a%20b.js': 'text/javascript',
    '/m.wasm': 'application/wasm',
    '/strange.gpt': 'application/octet-stream',
  };
  for (const [path, type] of Object.entries(types)) {
    const response = await get(path);
    assert.is(response.status, 200, path);
    assert.is(response.headers.get('content-type').split(';')[0], type, path);
  }
  assert.is(await (await get('/sub/')).text(), '<p>sub');
  assert.is(await (await get('/..hidden.txt')).text(), 'dots');
});

serving('sends the content security policy of the page with every answer', async () => {
  for (const path of ['/', '/none']) {
    const { headers } = await get(path);
    assert.is(headers.get('content-security-policy'), "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'");
    assert.is(headers.get('x-content-type-options'), 'nosniff');
  }
});

serving('what is not there is 404', async () => {
  for (const path of ['/none', '/sub/none', '/index.html/', '/%00', '/%', '/root'])
    assert.match(await raw(path), /^HTTP\/1\.1 404 /, path);
});

serving('nothing outside the folder can be reached', async () => {
  const attempts = [
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/%2e%2e%2fsecret.txt',
    '/sub/../../secret.txt',
    '/..\\secret.txt',
    '//../secret.txt',
    '/../root-sibling/secret.txt',
    '/..%5csecret.txt',
    '../secret.txt',
    '/....//secret.txt',
    `${outside}/secret.txt`,
    `/${outside}/secret.txt`,
  ];
  for (const path of attempts) {
    const answer = await raw(path);
    assert.match(answer, /^HTTP\/1\.1 40[04] /, path);
    assert.not.match(answer, 'secret\n');
    assert.not.ok(answer.endsWith('secret'), path);
  }
});

serving('a link in the folder leads to nothing outside of it', async () => {
  symlinkSync(join(outside, 'secret.txt'), join(root, 'link.txt'));
  symlinkSync(join(outside, 'root-sibling'), join(root, 'linked'));
  mkdirSync(join(root, 'front'));
  symlinkSync(join(outside, 'secret.txt'), join(root, 'front/index.html'));
  symlinkSync(join(root, 'index.html'), join(root, 'own.html'));
  for (const path of ['/link.txt', '/linked/secret.txt', '/front/', '/front/index.html'])
    assert.match(await raw(path), /^HTTP\/1\.1 404 /, path);
  assert.is(await (await get('/own.html')).text(), '<p>front');
});

serving('a folder that is itself behind a link is served', async () => {
  const link = join(outside, 'link-to-root');
  symlinkSync(root, link);
  const other = await serve({ root: link });
  assert.is(await (await fetch(other.url)).text(), '<p>front');
  await other.close();
});

serving('another name that leads to this machine is refused', async () => {
  for (const host of ['localhost', 'LOCALHOST:80', `127.0.0.1:${server.port}`, '[::1]:8000'])
    assert.match(await raw('/', 'GET', host), /^HTTP\/1\.1 200 /, host);
  for (const host of [
    'evil.example',
    `evil.example:${server.port}`,
    'localhost.evil.example',
    '127.0.0.1.evil.example',
  ])
    assert.match(await raw('/', 'GET', host), /^HTTP\/1\.1 403 /, host);
});

serving('a frame without an origin of its own may fetch the files', async () => {
  assert.is((await get('/m.wasm')).headers.get('access-control-allow-origin'), '*');
});

serving('HEAD gives the headers alone, other methods are refused', async () => {
  const head = await raw('/', 'HEAD');
  assert.match(head, /^HTTP\/1\.1 200 /);
  assert.match(head, 'Content-Length: 8');
  assert.ok(head.endsWith('\r\n\r\n'));
  for (const method of ['POST', 'PUT', 'DELETE']) assert.match(await raw('/', method), /^HTTP\/1\.1 405 /);
});

serving('a port that is taken rejects', async () => {
  const error = await serve({ root, port: server.port }).then(
    () => assert.unreachable(),
    (reason) => reason,
  );
  assert.is(error.code, 'EADDRINUSE');
});

serving.run();
