/** The worker in which the character GPT lives, so that the page never waits for it. */

import { loadGpt } from '../../src/js/gpt/index.js';
import { createFutures } from './model-futures.js';
import { modelCacheName } from './model-protocol.js';

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

async function start(url, core) {
  gpt = await loadGpt(await weightsFrom(url));
  askFuture = createFutures(gpt, core, (line) => postMessage({ type: 'future', ...line }));
  postMessage({ type: 'ready' });
}

function answer(ids) {
  postMessage({ type: 'row', ids, row: Float32Array.from(gpt.logits(ids.slice(-gpt.contextSize))) });
}

/** The weights, from the cache or the network; what came by network is kept for the next visit. */
async function weightsFrom(url) {
  const cache = await self.caches?.open(modelCacheName(new URL('.', self.location).href)).catch(() => undefined);
  const kept = await cache?.match(url);
  if (kept) return new Uint8Array(await kept.arrayBuffer());
  const response = await fetch(url);
  if (!response.ok) throw new Error(`the weights answered ${response.status}`);
  const bytes = await read(response);
  await cache?.put(url, new Response(bytes)).catch(() => undefined);
  return bytes;
}

async function read(response) {
  const expected = Number(response.headers.get('Content-Length'));
  const parts = [];
  let received = 0;
  for (const reader = response.body.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    received += value.length;
    // A compressed answer names its compressed length: then the fraction stops short of 1.
    if (expected > 0) postMessage({ type: 'progress', fraction: Math.min(received / expected, 1) });
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
