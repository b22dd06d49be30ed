/** What the snippets of documents speak of without saying where it comes from: small stand-ins of the right kind. */

import { readFileSync } from 'node:fs';
import { loadGpt } from '../../src/js/gpt/index.js';
import { load } from '../../src/js/index.js';
import * as assert from 'uvu/assert';

export { readFile } from 'node:fs/promises';
export { load, loadGpt };
export const is = assert.equal;

const generated = (name) => readFileSync(new URL(`../../src/js/generated/${name}`, import.meta.url));
const asAddress = (bytes) => `data:application/octet-stream;base64,${bytes.toString('base64')}`;

export const vocabulary = 12;
export const nucleus = await load();
export const gpt = await loadGpt(generated('shakespeare.gpt'));
const scoresAfter = (ids) => Array.from({ length: vocabulary }, (_, id) => ((ids.at(-1) + 1) * (id + 3)) % 7);
/** A function from ids to scores, and a model of transformers.js that picks greedily after its processors. */
export const model = Object.assign((ids) => scoresAfter(ids), { generate });
export const logits = model;
export const askServer = async (ids) => model(ids);
export const generator = nucleus.generator(1);
export const prompt = [3, 5, 8];
export const ids = [3, 1, 4, 1, 5];
export const row = Float32Array.from({ length: 50 }, (_, id) => id % 7);
export const { signal } = new AbortController();
/** Files that were written, by name. */
export const files = new Map();
export const writeFileSync = (path, text) => files.set(path, text);
export const show = (id) => assert.ok(Number.isInteger(id));

export const wasm = asAddress(generated('nucleus.wasm'));
export const weights = asAddress(generated('shakespeare.gpt'));

/** ONNX Runtime's session: scores of every position, the last one's at the end. */
export const session = {
  run: async ({ input_ids }) => ({ logits: { data: Float32Array.from(input_ids.flatMap((_, i) => model([i]))) } }),
};
export const feedsOf = (input_ids) => ({ input_ids });

/** transformers.js: a tokenizer, and a model that picks greedily after its processors. */
export function tokenizer(text) {
  const data = BigInt64Array.from([...text], (_, i) => BigInt(i));
  return { input_ids: { dims: [1, data.length], data } };
}
export const inputs = tokenizer('To be');
export const gpt2 = {
  async generate(options) {
    assert.is(options.do_sample, false);
    return generate(options, ({ data }) => assert.is(data.filter((score) => score > -Infinity).length, 1));
  },
};
async function generate({ input_ids, max_new_tokens, logits_processor }, look = () => {}) {
  const sequence = [...input_ids.data];
  for (let step = 0; step < max_new_tokens; step++) {
    const [process] = logits_processor;
    const scores = Float32Array.from(scoresAfter(sequence.map(Number)));
    const logits = process([sequence], { dims: [1, vocabulary], data: scores });
    look(logits);
    sequence.push(BigInt(logits.data.indexOf(Math.max(...logits.data))));
  }
}

/** WebLLM: an engine that asks its processor. */
export const modelId = 'a model';
export async function CreateMLCEngine(id, { logitProcessorRegistry }) {
  const processor = logitProcessorRegistry.get(id);
  const scores = processor.processLogits(Float32Array.from(model([1])));
  processor.processSampledToken(scores.indexOf(0));
  return {};
}
