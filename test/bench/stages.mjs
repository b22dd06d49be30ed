/** Builds stages.c as a module of its own and wraps it: the stages of a step as functions without a copy of the row. */

import { readFileSync } from 'node:fs';
import { buildTestModule } from '../../src/build/wasm.mjs';

/** @returns a function that makes the stages for a row: { softmax(), cut(), draw(seed), total(seed), certain(seed) } */
export async function loadStages(longest) {
  const unused = new Proxy({}, { get: () => () => 0 }); // what the C library imports and never calls
  const imports = { env: { emscripten_notify_memory_growth() {} }, wasi_snapshot_preview1: unused };
  const { instance } = await WebAssembly.instantiate(readFileSync(await buildTestModule('bench')), imports);
  const wasm = instance.exports;
  wasm._initialize?.();

  return (row) => {
    const bench = made();
    const scores = wasm.bench_scores(bench, row.length);
    new Float32Array(wasm.memory.buffer, scores, row.length).set(row);
    return {
      softmax: () => wasm.bench_softmax(bench),
      cut: () => wasm.bench_cut(bench),
      draw: (seed) => wasm.bench_draw(bench, seed),
      total: (seed) => wasm.bench_total(bench, seed),
      certain: (seed) => wasm.bench_certain(bench, seed) === 1,
    };
  };

  function made() {
    const bench = wasm.bench_new(longest);
    if (!bench) throw new RangeError('out of memory');
    return bench;
  }
}
