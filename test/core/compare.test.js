// The core in wasm against the plain version of the recipe: see plain.c and cases.c.
import { readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { buildTestModule } from '../../src/build/wasm.mjs';

const compare = suite('compare');

async function comparison() {
  const unused = new Proxy({}, { get: () => () => 0 }); // what the C library imports and never calls
  const imports = { env: { emscripten_notify_memory_growth() {} }, wasi_snapshot_preview1: unused };
  const { instance } = await WebAssembly.instantiate(readFileSync(await buildTestModule('compare')), imports);
  instance.exports._initialize();
  return instance.exports.compare;
}

compare(
  '100,000 random and adversarial steps equal the plain version: kept set, probabilities, id, generator',
  async () => {
    const differing = await comparison();
    assert.is(differing(1_000_000, 100_000, 1, 300_000), 0);
  },
);

// Long enough for the shortcut, see src/core/step/shortcut.h.
compare('and so do 2,000 of large vocabularies', async () => {
  const differing = await comparison();
  assert.is(differing(2_000_000, 2_000, 8193, 300_000), 0);
});

compare.run();
