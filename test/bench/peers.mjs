/**
 * Samplers that npm carries, in turns with ours.
 *
 * transformers.js has no top-p: its TopPLogitsWarper does nothing yet, and its sampler is temperature, top-k by ONNX
 * Runtime (here its plain wasm backend, one thread), softmax, and a weighted choice. So ours does that as well.
 */

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { asyncTask, count, digits, printTable, ratio, spread, takeTurns } from './measure.mjs';
import { large, makeRow, policy, shapes } from './rows.mjs';
import { sampling } from './steps.mjs';

const PACKAGE = '@huggingface/transformers';
const VERSION = '^4.3.2';
const COLUMNS = ['vocabulary', 'shape', 'ids kept', 'sample', 'transformers.js', 'transformers.js / sample'];

function install(scratch) {
  if (existsSync(join(scratch, 'node_modules', PACKAGE))) return;
  writeFileSync(join(scratch, 'package.json'), '{ "private": true }\n');
  execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', `${PACKAGE}@${VERSION}`], {
    cwd: scratch,
    stdio: 'inherit',
  });
}

/** The parts of transformers.js that take a step; its bundle does not export the sampler, its sources do. */
async function loadTransformers(scratch) {
  const installed = (path) => pathToFileURL(join(scratch, 'node_modules', path)).href;
  // transformers.js takes the runtime it finds under this symbol; in Node it would load the native one otherwise.
  const runtime = await import(installed('onnxruntime-web/dist/ort.node.min.mjs'));
  runtime.env.wasm.numThreads = 1;
  runtime.env.wasm.wasmPaths = installed('onnxruntime-web/dist/');
  globalThis[Symbol.for('onnxruntime')] = runtime;

  const part = (path) => import(installed(`${PACKAGE}/src/${path}`));
  const { LogitsSampler } = await part('generation/logits_sampler.js');
  const { TemperatureLogitsWarper } = await part('generation/logits_process.js');
  const { Tensor } = await part('utils/tensor.js');
  const { version } = JSON.parse(readFileSync(join(scratch, 'node_modules', PACKAGE, 'package.json'), 'utf8'));
  return { LogitsSampler, TemperatureLogitsWarper, Tensor, version };
}

/** Its step. The temperature is applied in place, so each call starts with a copy of the row. */
function theirs({ LogitsSampler, TemperatureLogitsWarper, Tensor }, row, topK) {
  const warp = new TemperatureLogitsWarper(policy.temperature);
  const sampler = LogitsSampler.getSampler({ do_sample: true, num_beams: 1, top_k: topK });
  const scores = new Float32Array(row.length);
  return asyncTask(() => {
    scores.set(row);
    return sampler(warp(null, new Tensor('float32', scores, [1, row.length])));
  });
}

export async function printPeers(nucleus, rounds, scratch) {
  install(scratch);
  const transformers = await loadTransformers(scratch);
  const { temperature } = policy;
  const rows = [];
  for (const vocabulary of large) {
    for (const shape of shapes) {
      const row = makeRow(shape, vocabulary);
      for (const topK of [50, 0]) {
        const tasks = {
          sample: sampling(nucleus, row, { temperature, topK: topK || undefined }),
          peer: theirs(transformers, row, topK),
        };
        const { sample, peer } = await takeTurns(tasks, Math.ceil(rounds / 3));
        rows.push([
          count(vocabulary),
          shape,
          topK ? `top-k ${topK}` : 'all',
          spread(sample),
          spread(peer),
          digits(ratio(peer, sample)),
        ]);
      }
    }
  }
  printTable(
    `transformers.js ${transformers.version} on ONNX Runtime's wasm, T ${temperature}, without top-p, which it lacks: microseconds`,
    COLUMNS,
    rows,
    3,
  );
}
