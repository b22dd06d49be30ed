/** The page's end of the model's worker: rows that are there, and rows that have been asked for. */

/**
 * @param {{ onStatus(status: { status, progress }), onRow(), onFuture(line) }} handlers
 * @returns {{ row(ids: number[]): Float32Array | undefined, start(worker: string, weights: string, core),
 * askFuture(request) }}
 *   row gives what has been computed; otherwise it asks for it, and onRow tells when it has come
 */
export function createModel({ onStatus, onRow, onFuture }) {
  const rows = new Map();
  const asked = new Map();
  let worker;
  let isReady = false;

  function row(ids) {
    const key = ids.join();
    if (!rows.has(key) && !asked.has(key)) {
      asked.set(key, ids);
      if (isReady) worker.postMessage({ type: 'row', ids });
    }
    return rows.get(key);
  }

  const hear = {
    progress: ({ fraction }) => onStatus({ status: 'loading', progress: fraction }),
    ready() {
      isReady = true;
      for (const ids of asked.values()) worker.postMessage({ type: 'row', ids });
      onStatus({ status: 'ready', progress: 1 });
    },
    row({ ids, row: scores }) {
      rows.set(ids.join(), scores);
      asked.delete(ids.join());
      onRow();
    },
    future: onFuture,
    failed: () => onStatus({ status: 'failed', progress: 0 }),
  };

  function start(script, weights, core) {
    worker = new Worker(script, { type: 'module' });
    worker.addEventListener('message', ({ data }) => hear[data.type](data));
    worker.addEventListener('error', hear.failed);
    worker.postMessage({ type: 'load', weights, core });
    onStatus({ status: 'loading', progress: 0 });
  }

  return { row, start, askFuture: (request) => worker.postMessage({ type: 'future', ...request }) };
}
