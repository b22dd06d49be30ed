/** WebKit, by the WebDriver that WebKitGTK brings, on a display of its own. As much of a page as the suites need. */

import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { findBrowser, findProgram } from '../../src/build/toolchain.mjs';

const PATIENCE = 20_000;
// How long one command may take on a busy machine.
const LONGEST = 90_000;
const keys = { ArrowLeft: '\uE012', ArrowRight: '\uE014', PageUp: '\uE00E', PageDown: '\uE00F', Home: '\uE011' };

// Drawing on the processor: a display without a graphics card is all there is.
const onProcessor = { LIBGL_ALWAYS_SOFTWARE: '1', WEBKIT_DISABLE_DMABUF_RENDERER: '1' };

/** @returns {Promise<{ newPage(): Promise<Page>, closePages(), close() }>} every page has a browser of its own */
export async function launchWebKit() {
  const display = await openDisplay();
  const port = await freePort();
  const env = { ...process.env, ...onProcessor, DISPLAY: display.name };
  const driver = spawn(findProgram(['WebKitWebDriver']), [`--port=${port}`], { env, stdio: 'ignore' });
  const ask = asker(`http://127.0.0.1:${port}`);
  await untilItListens(ask);
  const pages = new Set();
  const closePages = () => Promise.race([Promise.allSettled([...pages].map((page) => page.close())), waited(2000)]);
  return {
    newPage: async () => openWindow(ask, pages),
    closePages,
    async close() {
      await closePages();
      driver.kill();
      display.close();
    },
  };
}

const waited = (milliseconds) => new Promise((settle) => setTimeout(settle, milliseconds));

async function openDisplay() {
  const size = ['-screen', '0', '1280x1024x24', '-nolisten', 'tcp'];
  const stdio = ['ignore', 'ignore', 'ignore', 'pipe'];
  const server = spawn(findProgram(['Xvfb']), ['-displayfd', '3', ...size], { stdio });
  const number = await new Promise((settle) => server.stdio[3].once('data', settle));
  return { name: `:${String(number).trim()}`, close: () => server.kill() };
}

function freePort() {
  return new Promise((settle) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => settle(port));
    });
  });
}

/** A command of the WebDriver protocol; gives its value. */
const asker = (origin) => async (method, path, body) => {
  const signal = AbortSignal.timeout(LONGEST);
  const answer = await fetch(origin + path, { method, body: body && JSON.stringify(body), signal });
  const { value } = await answer.json();
  if (value?.error) throw new Error(`${value.error}: ${value.message}`);
  return value;
};

async function untilItListens(ask) {
  for (const end = Date.now() + PATIENCE; ;) {
    try {
      return await ask('GET', '/status');
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((settle) => setTimeout(settle, 50));
    }
  }
}

async function openWindow(ask, pages) {
  const options = { binary: findBrowser('webkit'), args: ['--automation'] };
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': options } };
  const { sessionId } = await ask('POST', '/session', { capabilities });
  const tell = (method, path, body) => ask(method, `/session/${sessionId}/${path}`, body);
  const page = {
    goto: (url) => tell('POST', 'url', { url }),
    reload: () => tell('POST', 'refresh', {}),
    title: () => tell('GET', 'title'),
    evaluate: (run, ...args) => evaluate(tell, run, args),
    press: (selector, ...names) => press(tell, selector, names),
    async close() {
      if (pages.delete(page)) await ask('DELETE', `/session/${sessionId}`);
    },
  };
  pages.add(page);
  return page;
}

async function evaluate(tell, run, args) {
  // As text: WebDriver would hand over undefined as null.
  const script = `
    const [args, done] = arguments;
    Promise.resolve()
      .then(() => (${run})(...args))
      .then((value) => done({ json: JSON.stringify(value) }), (error) => done({ error: String(error) }));
  `;
  const { json, error } = await tell('POST', 'execute/async', { script, args: [args] });
  if (error) throw new Error(error);
  return json === undefined || json === null ? undefined : JSON.parse(json);
}

/** Press keys with the focus on an element. */
async function press(tell, selector, names) {
  const [id] = Object.values(await tell('POST', 'element', { using: 'css selector', value: selector }));
  for (const name of names) await tell('POST', `element/${id}/value`, { text: keys[name] });
}
