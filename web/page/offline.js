/** The page's end of the service worker, which keeps the page for offline use. */

/** A network that has accepted and not answered for so long has no newer worker to give. */
const PATIENCE = 5000;

/**
 * Let the page be kept, and behind the first load also the rest, unless the reader's device asks to save data.
 *
 * @param {(offline: 'kept' | 'impossible') => void} onKnown once it is known whether the page works offline from now on
 */
export async function keepOffline(onKnown) {
  try {
    const worker = await newest(await navigator.serviceWorker.register('service-worker.js'));
    navigator.serviceWorker.addEventListener('message', ({ data }) => {
      if (data.type === 'kept') onKnown(data.missing.length === 0 ? 'kept' : 'impossible');
    });
    if (!navigator.connection?.saveData) worker.postMessage({ type: 'keep' });
  } catch {
    // Not by https, a frame without an origin, storage switched off, or a shell that could not be had whole.
    onKnown('impossible');
  }
}

/**
 * The newest service worker there is, in charge; rejects where there is none. After a new release that is another one
 * than the one in charge so far, which would look for the files of its own release, and keep the new one waiting.
 */
async function newest(registration) {
  const old = registration.active;
  if (!old) return activated(registration);
  const asked = registration.update().catch(() => undefined);
  await Promise.race([asked, new Promise((settle) => setTimeout(settle, PATIENCE))]);
  return activated(registration).catch(() => old);
}

function activated({ active, installing, waiting }) {
  const worker = installing ?? waiting ?? active;
  return new Promise((settle, reject) => {
    const look = () => {
      if (worker.state === 'activated') settle(worker);
      if (worker.state === 'redundant') reject(new Error('the page could not be kept'));
    };
    worker.addEventListener('statechange', look);
    look();
  });
}
