/**
 * Times transformers.js on ONNX Runtime's plain wasm backend, one thread, with its cache. Run in the folder it is
 * installed in, so that its modules are found there.
 *
 *     node transformers_loop.mjs MODELS NAME PROMPT TOKENS RUNS
 *
 * Prints { version, seconds: [one per run], text }.
 */

import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [models, name, prompt, tokens, runs] = process.argv.slice(2);
const installed = (path) => join(process.cwd(), 'node_modules', path);
const importInstalled = (path) => import(pathToFileURL(installed(path)).href);

// transformers.js takes the runtime it finds under this symbol; in Node it would load the native one otherwise.
const ort = await importInstalled('onnxruntime-web/dist/ort.node.min.mjs');
ort.env.wasm.numThreads = 1;
ort.env.wasm.wasmPaths = pathToFileURL(installed('onnxruntime-web/dist/')).href;
globalThis[Symbol.for('onnxruntime')] = ort;

const { AutoModelForCausalLM, AutoTokenizer, env } = await importInstalled(
  '@huggingface/transformers/dist/transformers.node.mjs',
);
env.allowRemoteModels = false;
env.localModelPath = models;

const tokenizer = await AutoTokenizer.from_pretrained(name);
// Device 'auto' leaves the choice to the session: 'wasm' is not on the list that Node builds of the library accept.
const session_options = { executionProviders: ['wasm'] };
const model = await AutoModelForCausalLM.from_pretrained(name, { dtype: 'fp32', device: 'auto', session_options });
const inputs = tokenizer(prompt);
const generate = () => model.generate({ ...inputs, max_new_tokens: Number(tokens), do_sample: false });

await generate();
const seconds = [];
let output;
for (let run = 0; run < Number(runs); run++) {
  const start = performance.now();
  output = await generate();
  seconds.push((performance.now() - start) / 1000);
}
const { version } = createRequire(import.meta.url)(installed('@huggingface/transformers/package.json'));
console.log(JSON.stringify({ version, seconds, text: tokenizer.decode(output[0], { skip_special_tokens: false }) }));
