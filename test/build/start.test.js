/**
 * npm start, as a visitor of the repository meets it: once everything is built, it serves the page in under 3 seconds.
 */

import { spawn } from 'node:child_process';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { root } from '../../src/build/project.mjs';
import { serve } from '../../web/serve.mjs';

const start = suite('start');

/** Runs it until it prints an address or ends. */
function started(args, env = {}) {
  const child = spawn(process.execPath, ['web/start.mjs', ...args], { cwd: root, env: { ...process.env, ...env } });
  const begun = performance.now();
  return new Promise((settle) => {
    let output = '';
    const listen = (text) => {
      output += text;
      const url = output.match(/http:\/\/localhost:\d+\//)?.[0];
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
  const response = await fetch(url.replace('localhost', '127.0.0.1'));
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

start('a port that is none is refused', async () => {
  for (const port of ['x', '-1', '65536', '1.5']) {
    const { code, output } = await started([`--port=${port}`]);
    assert.is(code, 1);
    assert.match(output, port);
  }
});

start.run();
