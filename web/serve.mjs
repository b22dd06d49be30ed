/** A small static server for localhost: the page in development and in the tests. */

import { createServer } from 'node:http';
import { readFile, realpath, stat } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';

const HOST = '127.0.0.1';

const types = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

const headers = {
  // A frame sandboxed without same-origin is an origin of its own, and the page works there too.
  'Access-Control-Allow-Origin': '*',
  'Cache-Control': 'no-cache',
  'Content-Security-Policy': "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'",
  'X-Content-Type-Options': 'nosniff',
};

/** What this machine is called by itself; a page elsewhere may have its own name point here. */
const OWN_NAMES = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * Serve a folder on 127.0.0.1. (The name localhost may lead to ::1, where another program may listen.) Requests under
 * another name are refused, and so is what a link in the folder has outside of it.
 *
 * @param {{ root: string, port?: number }} options port 0, the default, takes any free one
 * @returns {Promise<{ url: string, port: number, close: () => Promise<void> }>} rejects when the port is taken
 */
export async function serve({ root, port = 0 }) {
  const folder = await realpath(root);
  const server = createServer((request, response) => answer(folder, request, response));
  return new Promise((settle, reject) => {
    server.once('error', reject);
    server.listen(port, HOST, () => {
      const { port: actual } = server.address();
      settle({ url: `http://${HOST}:${actual}/`, port: actual, close: () => close(server) });
    });
  });
}

function close(server) {
  server.closeAllConnections();
  return new Promise((settle) => server.close(() => settle()));
}

async function answer(root, request, response) {
  if (!isOwnName(request.headers.host)) return refuse(response, 403);
  if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(response, 405);
  const path = await find(root, request.url);
  if (path === undefined) return refuse(response, 404);
  const body = await readFile(path).catch(() => undefined);
  if (body === undefined) return refuse(response, 404);
  response.writeHead(200, {
    ...headers,
    'Content-Type': types[extname(path)] ?? 'application/octet-stream',
    'Content-Length': body.length,
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}

const isOwnName = (host = '') => OWN_NAMES.includes(host.toLowerCase().replace(/:\d+$/, ''));

const refusals = { 403: 'only as localhost', 404: 'not found', 405: 'only GET and HEAD' };

function refuse(response, status) {
  response.writeHead(status, { ...headers, 'Content-Type': types['.txt'] });
  response.end(`${refusals[status]}\n`);
}

/** The file that a request means; undefined where there is none or where it lies outside the root. */
async function find(root, url) {
  const path = decodePath(url);
  if (path === undefined || path.includes('\0')) return undefined;
  const wanted = await within(root, join(root, path));
  const found = wanted && (await stat(wanted).catch(() => undefined));
  return found?.isDirectory() ? within(root, join(wanted, 'index.html')) : found && wanted;
}

/** Where a path leads, links followed; undefined where there is nothing, or where that lies outside the root. */
async function within(root, path) {
  const actual = await realpath(path).catch(() => undefined);
  return actual === root || actual?.startsWith(root + sep) ? actual : undefined;
}

function decodePath(url) {
  try {
    return decodeURIComponent(url.split(/[?#]/, 1)[0]);
  } catch {
    return undefined;
  }
}
