/** The worker in which the character GPT lives, so that the page never waits for it. */

import { loadGpt } from '../../src/js/gpt/index.js';
import { createFutures } from './model-futures.js';
import { dataStoreName } from './stores.js';
import { fetchFile, openStore } from './verified.js';

let gpt;
let askFuture;

self.addEventListener('message', async ({ data }) => {
  try {
    if (data.type === 'load') await start(data.weights, data.core);
    else if (data.type === 'future') askFuture(data);
    else answer(data.ids);
  } catch (error) {
    postMessage({ type: 'failed', message: String(error) });
  }
});

async function start(file, core) {
  gpt = await loadGpt(await weightsFrom(file));
  askFuture = createFutures(gpt, core, (line) => postMessage({ type: 'future', ...line }));
  postMessage({ type: 'ready' });
}

function answer(ids) {
  postMessage({ type: 'row', ids, row: Float32Array.from(gpt.logits(ids.slice(-gpt.contextSize))) });
}

/** The weights, kept or by network; what came by network is kept for the next visit. */
async function weightsFrom(file) {
  const store = openStore(dataStoreName(new URL('.', self.location).href));
  const kept = await store.get(file);
  if (kept) return kept;
  const onProgress = (fraction) => postMessage({ type: 'progress', fraction });
  const bytes = await fetchFile(file, { onProgress });
  await store.put(file, bytes);
  return bytes;
}
