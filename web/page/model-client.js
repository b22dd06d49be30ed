/**
 * The page's end of the model's worker: rows that are there, and rows that have been asked for.
 *
 *     page -> worker   { type: 'load', weights, core }               once; weights is a { name, size, checksum }, core
 *                                                                    is the sampler's compiled module
 *                      { type: 'row', ids }                          which scores follow these ids?
 *                      { type: 'future', name, key, ids, settings, step, count }
 *                                                                    how does the text go on? (model-futures.js)
 *     worker -> page   { type: 'progress', fraction }                of the weights' download, 0 to 1
 *                      { type: 'ready' }                             rows can be asked for
 *                      { type: 'row', ids, row }                     a Float32Array of 65 scores
 *                      { type: 'future', name, key, ids, isDone }    as many letters of that line as there are
 *                      { type: 'failed', message }                   there will be no model
 */

import { createRecent } from './recent.js';
import { trusted } from './trusted.js';
import { fetchFile } from './verified.js';

/** Rows are small: these take a megabyte or two. One that has been dropped is asked for again. */
const ROWS_KEPT = 2000;

/**
 * @param {{ onStatus(status: { status, progress }), onRow(), onFuture(line) }} handlers status: 'loading', 'ready',
 *   'failed', or 'blocked' where the browser lets the page have no worker
 * @returns {{ row(ids: number[]): Float32Array | undefined, start(script, weights, core), askFuture(request) }}
 *   row gives what has been computed; otherwise it asks for it, and onRow tells when it has come
 */
export function createModel({ onStatus, onRow, onFuture }) {
  const rows = createRecent(ROWS_KEPT);
  const asked = createRecent(ROWS_KEPT);
  let worker;
  let isReady = false;

  function row(ids) {
    const key = ids.join();
    const known = rows.get(key);
    if (!known && !asked.get(key)) {
      asked.set(key, ids);
      if (isReady) worker.postMessage({ type: 'row', ids });
    }
    return known;
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
    failed() {
      isReady = false;
      onStatus({ status: 'failed', progress: 0 });
    },
  };

  const blocked = () => onStatus({ status: 'blocked', progress: 0 });

  function start(script, weights, core) {
    onStatus({ status: 'loading', progress: 0 });
    const given = { weights, core };
    open(script, given, () =>
      // A wrong answer in the browser's own cache would come again: this replaces it.
      fetchFile(script).then(() => open(script, given, blocked), hear.failed),
    );
  }

  function open(script, given, onError) {
    try {
      worker = new Worker(trusted(script.name));
    } catch {
      return blocked();
    }
    worker.addEventListener('message', ({ data }) => hear[data.type](data));
    worker.addEventListener('error', onError);
    worker.postMessage({ type: 'load', ...given });
  }

  return { row, start, askFuture: (request) => worker?.postMessage({ type: 'future', ...request }) };
}
