/**
 * In the model's worker: how the text may go on. Lines are written letter by letter, each letter drawn by the core from
 * the network's scores with the luck of its step, as `generate` does. A newer request for a line stops the older one.
 */

import { load } from '../../src/js/index.js';

// So long at a stretch, before messages are looked at. Beyond the window one letter takes longer than that.
const STRETCH = 4;

/**
 * @param {{ logits(ids: number[]): ArrayLike<number>, contextSize: number }} gpt
 * @param {(line: { name, key, ids: number[], isDone: boolean }) => void} tell
 * @returns {(request: { name, key, ids, settings, step, count }) => void} asks for a line: `count` letters after `ids`,
 *   the first of them drawn at `step`
 */
export function createFutures(gpt, core, tell) {
  const wanted = new Map();
  const channel = new MessageChannel();
  const nucleus = load(core);
  let isRunning = false;
  channel.port1.onmessage = write;

  async function write() {
    const { sample } = await nucleus;
    const end = performance.now() + STRETCH;
    const grown = new Set();
    // Line after line a letter, so that all grow together.
    do {
      for (const line of wanted.values()) {
        grow(line, sample);
        grown.add(line);
      }
    } while (wanted.size > 0 && performance.now() < end);
    for (const { name, key, ids, from, count } of grown)
      tell({ name, key, ids: ids.slice(from), isDone: ids.length - from >= count });
    isRunning = wanted.size > 0;
    if (isRunning) channel.port2.postMessage(undefined);
  }

  function grow(line, sample) {
    const { ids, from, settings, step, count, name } = line;
    const written = ids.length - from;
    if (written < count) {
      const { temperature, topP, topK, seed } = settings;
      const row = Float32Array.from(gpt.logits(ids.slice(-gpt.contextSize)));
      ids.push(sample(row, { temperature, topP, topK: topK || undefined, seed, step: step + written }));
    }
    if (ids.length - from >= count) wanted.delete(name);
  }

  return function ask({ name, key, ids, settings, step, count }) {
    wanted.set(name, { name, key, ids: [...ids], from: ids.length, settings, step, count });
    if (isRunning) return;
    isRunning = true;
    channel.port2.postMessage(undefined);
  };
}
