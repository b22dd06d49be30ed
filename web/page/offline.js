/** The page's end of the service worker, which keeps the page for offline use. */

/**
 * Let the page be kept, and behind the first load also the rest, unless the reader's device asks to save data.
 *
 * @param {(offline: 'kept' | 'impossible') => void} onKnown once it is known whether the page works offline from now on
 */
export async function keepOffline(onKnown) {
  try {
    const worker = await activated(await navigator.serviceWorker.register('service-worker.js'));
    navigator.serviceWorker.addEventListener('message', ({ data }) => {
      if (data.type === 'kept') onKnown(data.missing.length === 0 ? 'kept' : 'impossible');
    });
    if (!navigator.connection?.saveData) worker.postMessage({ type: 'keep' });
  } catch {
    // Not by https, a frame without an origin, storage switched off, or a shell that could not be had whole.
    onKnown('impossible');
  }
}

/** The service worker in charge; rejects where a first one could not be installed. */
function activated({ active, installing, waiting }) {
  const worker = active ?? waiting ?? installing;
  return new Promise((settle, reject) => {
    const look = () => {
      if (worker.state === 'activated') settle(worker);
      if (worker.state === 'redundant') reject(new Error('the page could not be kept'));
    };
    worker.addEventListener('statechange', look);
    look();
  });
}
