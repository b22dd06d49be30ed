/**
 * Writes what transformers.js gives, as JSON, for test/page/yours-text.test.js. Run in a folder that it is installed in
 * (npm install --ignore-scripts @huggingface/transformers onnxruntime-web):
 *
 *     node …/test/torch/write-yours.mjs
 */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const installed = (path) => import(pathToFileURL(join(process.cwd(), 'node_modules', path)).href);
// transformers.js takes the runtime it finds under this symbol; in Node it would load the native one otherwise.
globalThis[Symbol.for('onnxruntime')] = await installed('onnxruntime-web/dist/ort.node.min.mjs');
const { Tensor } = await installed('@huggingface/transformers/dist/transformers.node.mjs');

const scores = [
  [0.5, -1.25, 3, -Infinity],
  [1, 2, 3, 4],
];
const logits = new Tensor('float32', Float32Array.from(scores.flat()), [1, 2, 4]);
const write = (name, value) =>
  writeFileSync(new URL(`../fixtures/yours/${name}`, import.meta.url), `${JSON.stringify(value)}\n`);
write('transformers-js-output.json', { logits });
write('transformers-js-tensor.json', logits);
write('transformers-js-tolist.json', logits.tolist());
write('transformers-js-data.json', Array.from(logits.data.subarray(0, 4)));
