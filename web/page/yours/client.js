/** The page's end of the worker that opens files. */

/** The worker's script could not be had, or the worker failed as a whole: a file that is wrong it tells by itself. */
class WorkerFailed extends Error {}

/**
 * Open files away from the page.
 *
 * @param {Blob[]} files
 * @param {object} how
 * @param {() => Worker} how.startWorker makes the worker of worker.js; it may throw
 * @param {() => Promise<void>} how.mend called where that worker fails; rejects where there is no use in another one
 * @param {(fraction: number) => void} [how.onProgress] 0 to 1
 * @param {AbortSignal} [how.signal] aborting ends the worker at once, whatever it is doing
 * @returns {Promise<import('./open.js').Opened>} with its names' tokens packed, as `createNames` takes them; rejects
 * with an Error whose message is the sentence to show; with the
 *   signal's reason where it was aborted
 */
export async function openInWorker(files, how) {
  try {
    return await open(files, how);
  } catch (error) {
    if (!(error instanceof WorkerFailed)) throw error;
    await how.mend();
    return open(files, how);
  }
}

function open(files, { startWorker, onProgress, signal }) {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const worker = startWorker();
    const settle = (act) => (value) => {
      worker.terminate();
      signal?.removeEventListener('abort', abort);
      act(value);
    };
    const abort = () => settle(reject)(signal.reason);
    const hear = {
      progress: ({ fraction }) => onProgress?.(fraction),
      opened: ({ opened }) => settle(resolve)(opened),
      refused: ({ sentence }) => settle(reject)(new Error(sentence)),
    };
    signal?.addEventListener('abort', abort);
    worker.addEventListener('message', ({ data }) => hear[data.type](data));
    worker.addEventListener('error', () =>
      settle(reject)(new WorkerFailed('The file could not be read: it may be too large.')),
    );
    worker.postMessage({ files });
  });
}
