/**
 * createSampler inside transformers.js itself, on the character GPT as a GPT-2 model in ONNX, with ONNX Runtime's wasm
 * backend; and the loops that people write by hand around ONNX Runtime Web.
 */

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { load } from '../../src/js/index.js';
import { createSampler } from '../../src/js/transformers.js';
import { rejects } from '../support/check.js';
import { writeModel } from './onnx.js';
import { project, tool } from './support.js';

const STEPS = 100; // per row: with the prompt within the network's context of 128
const PROMPTS = ['ROMEO:\n', 'JULIET:', 'To be, '];

const folder = project('transformers', {});
await writeModel(join(folder, 'models/shakespeare'));

// transformers.js takes the runtime it finds under this symbol; in Node it would load the native one otherwise.
const importTool = (path) => import(pathToFileURL(tool(path)).href);
const ort = await importTool('onnxruntime-web/dist/ort.node.min.mjs');
ort.env.wasm.numThreads = 1;
ort.env.wasm.wasmPaths = pathToFileURL(tool('onnxruntime-web/dist/')).href;
globalThis[Symbol.for('onnxruntime')] = ort;
const { AutoModelForCausalLM, AutoTokenizer, env } = await importTool(
  '@huggingface/transformers/dist/transformers.node.mjs',
);
env.allowRemoteModels = false;
env.localModelPath = join(folder, 'models');

const nucleus = await load();
const tokenizer = await AutoTokenizer.from_pretrained('shakespeare');
// Device 'auto' leaves the choice to the session: 'wasm' is not on the list that Node builds of the library accept.
const model = await AutoModelForCausalLM.from_pretrained('shakespeare', {
  dtype: 'fp32',
  device: 'auto',
  session_options: { executionProviders: ['wasm'] },
});

const idsOf = (tensor) => tensor.tolist().map((row) => row.map(Number));

/** What the library generates, [prompt and new ids] per row, and the rows of scores it handed to the sampler. */
async function generate(prompts, sampler, options) {
  const inputs = tokenizer(prompts);
  const rows = [];
  const record = (input_ids, logits) => {
    rows.push(logits.tolist().map((row) => Float32Array.from(row)));
    return logits;
  };
  const output = await model.generate({
    ...inputs,
    max_new_tokens: STEPS,
    do_sample: false,
    logits_processor: [record, sampler],
    ...options,
  });
  return { ids: idsOf(output), rows };
}

/** What the package generates from one row of the batch's scores. */
function replay(rows, b, prompt, options) {
  let step = 0;
  return nucleus.generate(() => rows[step++][b], prompt, { ...options, maxTokens: rows.length }).ids;
}

const library = suite('createSampler in transformers.js');

/** Twenty settings of one row; two of a batch come after them. */
const settings = [
  {},
  { temperature: 0 },
  { temperature: 0.5 },
  { temperature: 1.4 },
  { topK: 1 },
  { topK: 5 },
  { topK: 50, temperature: 0.7 },
  { topP: 0.3 },
  { topP: 0.9, temperature: 0.8 },
  { topP: 0.95, topK: 20, temperature: 1.1 },
  { topP: 1e-9 },
  { topP: 0.999 },
  { minP: 0.05 },
  { minP: 0.3, topP: 0.9 },
  { seed: 0 },
  { seed: -1 },
  { seed: 2n ** 64n - 50n },
  { seed: -(2n ** 63n), topP: 0.8 },
  { repetitionPenalty: 1.2, topP: 0.9 },
  { presencePenalty: 0.5, frequencyPenalty: 0.2, logitBias: { 0: -Infinity, 1: 1 }, temperature: 0.9 },
];

for (const [i, given] of settings.entries()) {
  library(`${STEPS} ids as generate's, setting ${i}`, async () => {
    const options = { seed: 1000 + i, ...given };
    const [prompt] = PROMPTS;
    const { ids, rows } = await generate([prompt], createSampler(nucleus, { ...options, promptLength: prompt.length }));
    assert.is(rows.length, STEPS);
    assert.equal(ids[0], replay(rows, 0, ids[0].slice(0, prompt.length), options));
  });
}

library('a batch of three: each row as generate with its seed', async () => {
  const options = { temperature: 0.9, topP: 0.9 };
  const seed = 1337;
  const { ids, rows } = await generate(PROMPTS, createSampler(nucleus, { ...options, seed, promptLength: 7 }));
  ids.forEach((row, b) => {
    const expected = replay(rows, b, row.slice(0, 7), { ...options, seed: seed + 1_000_003 * b });
    assert.equal(row, expected, `row ${b}`);
  });
});

library('a batch of three with a seed each', async () => {
  const options = { temperature: 0.9, topK: 12 };
  const seed = [3, -4, 5n];
  const { ids, rows } = await generate(PROMPTS, createSampler(nucleus, { ...options, seed, promptLength: 7 }));
  ids.forEach((row, b) => {
    assert.equal(row, replay(rows, b, row.slice(0, 7), { ...options, seed: seed[b] }), `row ${b}`);
  });
});

library('one sampler gives the same ids in two calls, bare too', async () => {
  const sampler = createSampler(nucleus, { topP: 0.9, promptLength: 7 });
  const run = async (logits_processor) =>
    idsOf(await model.generate({ ...tokenizer(PROMPTS[0]), max_new_tokens: 20, do_sample: false, logits_processor }));
  const first = await run([sampler]);
  assert.equal(await run([sampler]), first);
  assert.equal(await run(sampler), first);
});

library('streamers get every id as it is drawn', async () => {
  const sampler = createSampler(nucleus, { seed: 5, promptLength: 7 });
  const put = [];
  let ended = false;
  const streamer = { put: (ids) => put.push(...ids[0].map(Number)), end: () => (ended = true) };
  const { ids } = await generate([PROMPTS[0]], sampler, { streamer, max_new_tokens: 12 });
  assert.equal(put, ids[0]);
  assert.ok(ended);
});

for (const given of [{ do_sample: true, temperature: 0.5 }, { do_sample: true }, { num_beams: 2 }]) {
  library(`${JSON.stringify(given)} is refused at the first step`, async () => {
    let steps = 0;
    const sampler = createSampler(nucleus, { seed: 5, onStep: () => steps++ });
    await rejects(generate([PROMPTS[0]], sampler, given), TypeError, 'do_sample must be false and num_beams 1');
    assert.is(steps, 1);
  });
}

library(
  'a model whose own configuration says do_sample is refused without do_sample: false, and works with it',
  async () => {
    const generation_config = { do_sample: true, temperature: 0.6, top_k: 20 };
    const asks = { ...tokenizer(PROMPTS[0]), max_new_tokens: 5 };
    Object.defineProperty(model, 'generation_config', { value: generation_config, configurable: true });
    try {
      const sampler = createSampler(nucleus, { seed: 5, promptLength: 7 });
      const forgotten = model.generate({ ...asks, logits_processor: [sampler] });
      await rejects(forgotten, TypeError, 'do_sample must be false');
      const { ids, rows } = await generate([PROMPTS[0]], sampler);
      assert.equal(ids[0], replay(rows, 0, ids[0].slice(0, 7), { seed: 5 }));
    } finally {
      delete model.generation_config;
    }
  },
);

library('an aborted signal and what onStep throws come out of generate', async () => {
  const control = new AbortController();
  const { signal } = control;
  const reason = new Error('enough');
  const stops = createSampler(nucleus, { signal, onStep: ({ step }) => step === 12 && control.abort(reason) });
  const caught = await generate([PROMPTS[0]], stops).catch((error) => error);
  assert.is(caught, reason);
  const mine = new Error('mine');
  const throws = createSampler(nucleus, {
    onStep() {
      throw mine;
    },
  });
  assert.is(await generate([PROMPTS[0]], throws).catch((error) => error), mine);
});

library.run();

// ---------------------------------------------------------------------------------------------------------------------
const recipes = suite('loops around ONNX Runtime Web');

const session = await ort.InferenceSession.create(join(folder, 'models/shakespeare/onnx/model.onnx'), {
  executionProviders: ['wasm'],
});

/** The scores after ids, without a cache. */
async function scoresAfter(ids) {
  const integers = (numbers) => new ort.Tensor('int64', BigInt64Array.from(numbers, BigInt), [1, ids.length]);
  const { num_attention_heads: heads = 6, hidden_size: width = 192 } = model.config;
  const feeds = {
    input_ids: integers(ids),
    attention_mask: integers(ids.map(() => 1)),
    position_ids: integers(ids.map((_, i) => i)),
  };
  for (const name of session.inputNames) {
    feeds[name] ??= new ort.Tensor('float32', new Float32Array(0), [1, heads, 0, width / heads]);
  }
  const { logits } = await session.run(feeds);
  return logits.data.slice(-logits.dims.at(-1));
}

const policy = { temperature: 0.8, topP: 0.9, seed: 1337 };
const prompt = idsOf(tokenizer(PROMPTS[0]).input_ids)[0];

recipes("a loop of one's own draws with sample, stream with a function that waits: the same ids", async () => {
  const ids = [...prompt];
  for (let step = 0; step < 40; step++) {
    ids.push(nucleus.sample(await scoresAfter(ids), { ...policy, step }));
  }
  const streamed = await nucleus.stream(scoresAfter, prompt, { ...policy, maxTokens: 40 }).result;
  assert.equal(ids, streamed.ids);
});

recipes('the tensor itself is refused with a word on its data', async () => {
  const tensor = new ort.Tensor('float32', Float32Array.of(1, 2, 3), [1, 3]);
  assert.throws(
    () => nucleus.sample(tensor),
    (error) => error instanceof TypeError && error.message.includes('.data'),
  );
  assert.is(nucleus.sample(tensor.data, { temperature: 0 }), 2);
});

recipes.run();
