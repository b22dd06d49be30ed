/** A host of web/dist that can be made to misbehave: file by file, and as it goes. */

import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { closeBrowsers, dist, launchBrowsers, until } from './support.js';

const types = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};

/** Answers for `host.answer`. */
export const answers = {
  hang: () => undefined,
  status: (status) => (response) => response.writeHead(status).end('no'),
  /** Wrong content with the status 200 and the right type, which the browser may keep for a year. */
  wrong: (content) => (response, headers) =>
    response.writeHead(200, { ...headers, 'Cache-Control': 'max-age=31536000' }).end(content),
  ofType: (type) => (response, headers, content) => response.writeHead(200, { 'Content-Type': type }).end(content),
  cutShort: (length) => (response, headers, content) =>
    response.writeHead(200, headers).end(content.subarray(0, length)),
};

/**
 * @param {{ headers?: object, files?: object }} options headers: sent with every answer; files: more of them, by name
 * @returns {Promise<{ url, answer(pattern: RegExp, how), heal(), asked: string[], close() }>} answer: from now on, for
 *   the files whose name matches; heal: all is well again
 */
export async function startHost({ headers = {}, files = {} } = {}) {
  let rules = [];
  const asked = [];
  const server = createServer(async (request, response) => {
    const name = new URL(request.url, 'http://localhost').pathname.slice(1) || 'index.html';
    asked.push(name);
    const content = files[name] ?? (await readFile(join(dist, name)).catch(() => undefined));
    const found = rules.find(({ pattern }) => pattern.test(name));
    const all = { 'Content-Type': types[extname(name)] ?? 'application/octet-stream', ...headers };
    if (found) return found.how(response, all, content);
    if (!content) return response.writeHead(404).end();
    response.writeHead(200, all).end(content);
  });
  await new Promise((settle) => server.listen(0, '127.0.0.1', settle));
  return {
    url: `http://localhost:${server.address().port}/`,
    asked,
    answer: (pattern, how) => rules.push({ pattern, how }),
    heal() {
      rules = [];
      // What hangs would go on hanging.
      server.closeAllConnections();
    },
    close: () =>
      new Promise((settle) => {
        server.closeAllConnections();
        server.close(settle);
      }),
  };
}

/**
 * Visitors of hosts of the page, each with caches of his own, in the browsers of a suite.
 *
 * @returns {(name: string, options: { headers?: object, isPrivate?: boolean }, run) => Promise<void>} a visit in the
 *   browser of that name: `run({ host, page })`; isPrivate: without a service worker
 */
export function visitorsFor(test) {
  let browsers;
  test.before(async () => {
    browsers = await launchBrowsers();
  });
  test.after(() => closeBrowsers(browsers));
  return async (name, { headers, isPrivate = false }, run) => {
    const host = await startHost({ headers });
    const context = await browsers[name].createBrowserContext();
    try {
      const page = await context.newPage();
      if (isPrivate)
        await page.evaluateOnNewDocument(() =>
          Object.defineProperty(Navigator.prototype, 'serviceWorker', { get: () => undefined }),
        );
      await run({ host, page });
    } finally {
      await context.close();
      await host.close();
    }
  };
}

export const isReady = (page) => until(page, () => document.body?.dataset.model === 'ready');
export const isKept = (page) => until(page, () => document.body?.dataset.offline === 'kept');
