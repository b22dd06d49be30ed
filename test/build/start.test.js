/**
 * npm start, as a visitor of the repository meets it: once everything is built, it serves the page in under 3 seconds.
 */

import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { root } from '../../src/build/project.mjs';
import { serve } from '../../web/serve.mjs';

const start = suite('start');
const running = new Set();

// What a failed test left running would keep the suite alive.
start.after(() => running.forEach((child) => child.kill()));

/** Runs it until it prints an address or ends. */
function started(args, env = {}) {
  const child = spawn(process.execPath, ['web/start.mjs', ...args], { cwd: root, env: { ...process.env, ...env } });
  const begun = performance.now();
  running.add(child);
  return new Promise((settle) => {
    let output = '';
    const listen = (text) => {
      output += text;
      const url = output.match(/http:\/\/[\w.]+:\d+\//)?.[0];
      if (url) settle({ child, output, url, seconds: (performance.now() - begun) / 1000 });
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    child.on('close', (code) => settle({ child, output, code }));
  });
}

async function stop(child) {
  const closed = new Promise((settle) => child.on('close', settle));
  child.kill();
  await closed;
}

start('a second start takes under 3 seconds and serves the page', async () => {
  await stop((await started(['--port', '0'])).child);
  const { child, url, seconds, output } = await started(['--port', '0']);
  assert.ok(url, output);
  assert.ok(seconds < 3, `${seconds} s`);
  const response = await fetch(url);
  assert.is(response.status, 200);
  assert.match(response.headers.get('content-type'), 'text/html');
  assert.match(await response.text(), /<!doctype html>/i);
  await stop(child);
});

start('a port that is taken gives the next free one; PORT asks as --port does', async () => {
  const taken = await serve({ root });
  for (const [args, env] of [
    [['--port', String(taken.port)], {}],
    [[], { PORT: String(taken.port) }],
  ]) {
    const { child, url, output } = await started(args, env);
    assert.ok(url, output);
    assert.ok(Number(new URL(url).port) > taken.port);
    await stop(child);
  }
  await taken.close();
});

start('the address that is printed is ours, where another program has the port on ::1', async () => {
  const other = createServer((_, response) => response.end('another program'));
  await new Promise((settle) => other.listen(0, '::1', settle));
  const { child, url } = await started(['--port', String(other.address().port)]);
  assert.is(Number(new URL(url).port), other.address().port);
  assert.match(await (await fetch(url)).text(), /<!doctype html>/i);
  await stop(child);
  other.close();
});

start('a port that is none is refused, an empty one too', async () => {
  for (const port of ['x', '-1', '65536', '1.5', '1e3', '0x50', ' 80', '']) {
    for (const [args, env] of [
      [['--port', port], {}],
      [[], { PORT: port }],
    ]) {
      const { code, output } = await started(args, env);
      assert.is(code, 2, output);
      assert.is(output, `the port must be an integer from 0 to 65535, got ${JSON.stringify(port)}\n`);
    }
  }
});

start('what it does not know is refused in one sentence', async () => {
  for (const [args, said] of [
    [['--prot', '80'], 'unknown option --prot'],
    [['--port'], '--port must be followed by a value'],
    [['--build=yes'], '--build takes no value'],
    [['8080'], '"8080" is no option'],
  ]) {
    const { code, output } = await started(args);
    assert.is(code, 2, output);
    assert.is(output, `${said}; the options are --port, --build\n`);
  }
});

start.run();
