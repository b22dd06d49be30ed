/**
 * Keeps the page for offline use. The build fills in the files of this release and a version made of their content, so
 * that every release is a new worker, which replaces the cache of the last one. Nothing is kept that is not, to the
 * last byte, what the build made; and nothing is given that is not.
 *
 * The first load (the shell) is kept at once. The page asks for the rest by { type: 'keep' } when it has nothing better
 * to do, and hears { type: 'kept', missing: names } when all that can be had is there.
 */

import { dataStoreName, shellStoreName, shellStores } from './stores.js';
import { fetchFile, openStore, responseOf } from './verified.js';

/** A network that has accepted and not answered for so long will not answer in time. */
const PATIENCE = 2000;
/** A file of which nothing more has come for so long does not come. */
const SILENCE = 30_000;

const { version, files } = __RELEASE__;
const scope = self.registration.scope;
const byUrl = new Map(files.map((file) => [new URL(file.name, scope).href, file]));
const [shell, behind] = [(file) => file.group === 'shell', (file) => file.group !== 'shell'];
const front = byUrl.get(new URL('./', scope).href);
const languages = files.filter((file) => file.type === 'html' && file !== front).map(({ group }) => group);
const stores = { shell: openStore(shellStoreName(scope, version)), behind: openStore(dataStoreName(scope)) };
const coming = new Map();
const storeOf = (file) => stores[shell(file) ? 'shell' : 'behind'];

self.addEventListener('install', (event) => event.waitUntil(Promise.all([install(), self.skipWaiting()])));
self.addEventListener('activate', (event) => event.waitUntil(dropOld().then(() => self.clients.claim())));
self.addEventListener('message', (event) => {
  if (event.data?.type === 'keep')
    event.waitUntil(keepRest(event.source).then((missing) => tell(event.source, missing)));
});
self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || !request.url.startsWith(scope)) return;
  const file = byUrl.get(request.url.split(/[?#]/, 1)[0].replace(/\/index\.html$/, '/'));
  if (file) event.respondWith(file.type === 'html' ? page(request, file) : answer(file, request));
});

// ------------------------------------------------------------------------------------------------
// Filling
// ------------------------------------------------------------------------------------------------

/** The whole shell, or no service worker: the browser tries again at the next visit. */
async function install() {
  const isKept = await Promise.all(files.filter(shell).map(keep));
  if (isKept.includes(false)) throw new Error('the browser keeps nothing');
}

/**
 * Each for itself, one after the other: a file that cannot be had cancels no other. Of the languages only the one that
 * is read.
 *
 * @returns {Promise<string[]>} the missing ones
 */
async function keepRest(reader) {
  const read = byUrl.get(reader?.url.split(/[?#]/, 1)[0])?.group;
  const isWanted = ({ group }) => group === read || !languages.includes(group);
  const missing = [];
  for (const file of files.filter(behind).filter(isWanted))
    if (!(await keep(file).catch(() => false))) missing.push(file.name);
  return missing;
}

/**
 * A file that is on its way, and asked for once more, comes once.
 *
 * @returns {Promise<boolean>} whether the file is kept; rejects where it cannot be had
 */
function keep(file) {
  if (!coming.has(file))
    coming.set(
      file,
      fetchAndKeep(file).finally(() => coming.delete(file)),
    );
  return coming.get(file);
}

async function fetchAndKeep(file) {
  if (await storeOf(file).get(file)) return true;
  return storeOf(file).put(file, await fetchAsItComes(file));
}

async function fetchAsItComes(file) {
  const silence = new AbortController();
  let timer;
  const goOn = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), SILENCE);
  };
  goOn();
  return fetchFile(file, { signal: silence.signal, onProgress: goOn }).finally(() => clearTimeout(timer));
}

const tell = (client, missing) => client?.postMessage({ type: 'kept', missing });

async function dropOld() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(shellStores(scope)) && name !== shellStoreName(scope, version));
  await Promise.all(old.map((name) => caches.delete(name)));
  const cache = await caches.open(dataStoreName(scope));
  const kept = await cache.keys();
  await Promise.all(kept.filter(({ url }) => !byUrl.has(url)).map((request) => cache.delete(request)));
}

// ------------------------------------------------------------------------------------------------
// Answering
// ------------------------------------------------------------------------------------------------

/** The newest page, if the network has one to give in time; else the kept one. */
async function page(request, file) {
  // Past the browser's own cache, which may hold the page of a release whose files are gone.
  const answered = fetch(request, { cache: 'no-cache' });
  const late = new Promise((settle) => setTimeout(settle, PATIENCE));
  const newest = await Promise.race([answered.then(unlessBroken), late]).catch(() => undefined);
  if (newest) return newest;
  const kept = (await storeOf(file).get(file)) ?? (await stores.shell.get(front));
  return kept ? responseOf(front, kept) : answered;
}

/** @returns {Promise<Response | undefined>} undefined for an error page, and for a page that was cut short */
async function unlessBroken(response) {
  if (response.type === 'opaqueredirect') return response;
  return response.ok && isWhole(await response.clone().text()) ? response : undefined;
}

const isWhole = (html) => /<\/html>\s*$/i.test(html.slice(-200));

/** A file of the first load; what comes behind it, whoever asks for it checks by himself, as it arrives. */
async function answer(file, request) {
  const kept = await storeOf(file).get(file);
  if (kept) return responseOf(file, kept);
  if (behind(file)) return fetch(request);
  const bytes = await fetchFile(file).catch(() => undefined);
  if (!bytes) return Response.error();
  await storeOf(file).put(file, bytes);
  return responseOf(file, bytes);
}
