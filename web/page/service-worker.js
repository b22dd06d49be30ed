/**
 * Keeps the page for offline use. The build fills in the files of this release and a version made of their content, so
 * that every release is a new worker, which replaces the cache of the last one.
 */

import { modelCacheName } from './model-protocol.js';

const { version, shell, model } = __RELEASE__;
const scope = self.registration.scope;
const shellCache = `nucleus-page ${scope} ${version}`;
const modelCache = modelCacheName(scope);

self.addEventListener('install', (event) =>
  event.waitUntil(Promise.all([fillShell(), fillModel(), self.skipWaiting()])),
);
self.addEventListener('activate', (event) => event.waitUntil(dropOld().then(() => self.clients.claim())));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || !request.url.startsWith(scope)) return;
  event.respondWith(request.mode === 'navigate' ? newestPage(request) : keptOrFetched(request));
});

async function fillShell() {
  const cache = await caches.open(shellCache);
  await cache.addAll(shell.map((path) => new Request(path, path === './' ? { cache: 'reload' } : {})));
}

/** The model's worker keeps the weights itself as they arrive: they are fetched here only if it has not. */
async function fillModel() {
  const cache = await caches.open(modelCache);
  const missing = await Promise.all(model.map(async (path) => ((await cache.match(path)) ? [] : [path])));
  await cache.addAll(missing.flat());
}

async function dropOld() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(`nucleus-page ${scope} `) && name !== shellCache);
  await Promise.all(old.map((name) => caches.delete(name)));
  const cache = await caches.open(modelCache);
  const current = model.map((path) => new URL(path, scope).href);
  const kept = await cache.keys();
  await Promise.all(kept.filter(({ url }) => !current.includes(url)).map((request) => cache.delete(request)));
}

async function newestPage(request) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match('./', { cacheName: shellCache })) ?? Response.error();
  }
}

async function keptOrFetched(request) {
  return (await caches.match(request)) ?? fetch(request);
}
