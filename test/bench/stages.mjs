/** Builds stages.c as a module of its own and wraps it: the stages of a step as functions without a copy of the row. */

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../src/build/project.mjs';

const folder = join(root, 'build/bench');

function buildStages() {
  const quietly = (program, args) => execFileSync(program, args, { cwd: root, stdio: 'pipe' });
  quietly('emcmake', ['cmake', '-S', '.', '-B', folder, '-DCMAKE_BUILD_TYPE=Release']);
  quietly('cmake', ['--build', folder, '--target', 'bench_wasm']);
}

/** @returns a function that makes the stages for a row: { softmax(), cut(), draw(seed), total(seed), certain(seed) } */
export async function loadStages(longest) {
  buildStages();
  const unused = new Proxy({}, { get: () => () => 0 }); // what the C library imports and never calls
  const imports = { env: { emscripten_notify_memory_growth() {} }, wasi_snapshot_preview1: unused };
  const { instance } = await WebAssembly.instantiate(readFileSync(join(folder, 'stages.wasm')), imports);
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
