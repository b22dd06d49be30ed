/** The page's end of the service worker, which keeps the page for offline use. */

/** In milliseconds. */
const PATIENCE = {
  // A network that has accepted and not answered for so long has no newer worker to give.
  update: 5000,
  // Browsers end workers when they please, and an answer ends with its worker: it is asked for again.
  answer: 10_000,
};
const MOST_ASKED = 60;

/**
 * Let the page be kept, and behind the first load also the rest, unless the reader's device asks to save data.
 *
 * @param {(offline: 'kept' | 'impossible') => void} onKnown whether the page works offline from now on; once more for
 *   every new release that comes while the page is open
 * @param {typeof PATIENCE} patience
 */
export async function keepOffline(onKnown, patience = PATIENCE) {
  try {
    const registration = await navigator.serviceWorker.register('service-worker.js');
    if (registration.active) await atMost(patience.update, registration.update());
    if (navigator.connection?.saveData) return;
    for (;;) {
      const { answer, worker } = await askNewest(registration, patience);
      onKnown(answer);
      await newerThan(worker, registration);
    }
  } catch {
    // Not by https, a frame without an origin, or storage switched off.
    onKnown('impossible');
  }
}

/**
 * After a new release the newest worker is another one than the one in charge so far, which would look for the files
 * of its own release, and keep the new one waiting.
 */
const newest = ({ installing, waiting, active }) => installing ?? waiting ?? active ?? undefined;

/** What the newest worker answers, however often it is replaced, or ended by the browser, meanwhile. */
async function askNewest(registration, patience) {
  let last;
  for (let asked = 0; asked < MOST_ASKED; asked++) {
    const worker = newest(registration);
    if (!worker) break;
    const answer = await ask(worker, { registration, patience: patience.answer, isLate: worker === last });
    if (answer) return { answer, worker };
    last = worker;
  }
  return { answer: 'impossible', worker: newest(registration) };
}

/**
 * @param {ServiceWorker} worker asked once it is in charge, or, where that `isLate`, once it could be: one that the
 *   worker in charge keeps waiting has its own files, and can have the rest
 * @returns {Promise<'kept' | 'impossible' | undefined>} undefined where no answer is to be expected any more
 */
function ask(worker, { registration, patience, isLate }) {
  const over = new AbortController();
  const hear = (target, type, listen) => target.addEventListener(type, listen, { signal: over.signal });
  return new Promise((settle) => {
    const look = () => {
      const { state } = worker;
      if (state === 'activated' || (isLate && state === 'installed')) worker.postMessage({ type: 'keep' });
      if (state === 'redundant') settle();
    };
    hear(navigator.serviceWorker, 'message', ({ source, data }) => {
      if (source === worker && data.type === 'kept') settle(data.missing.length === 0 ? 'kept' : 'impossible');
    });
    hear(worker, 'statechange', look);
    hear(registration, 'updatefound', () => newest(registration) !== worker && settle());
    setTimeout(settle, patience);
    look();
  }).finally(() => over.abort());
}

/** Until there is another worker to ask. */
async function newerThan(worker, registration) {
  const found = () => new Promise((settle) => registration.addEventListener('updatefound', settle, { once: true }));
  while ((newest(registration) ?? worker) === worker) await found();
}

const atMost = (milliseconds, promise) =>
  Promise.race([promise.catch(() => undefined), new Promise((settle) => setTimeout(settle, milliseconds))]);
