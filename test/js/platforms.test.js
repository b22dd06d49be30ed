/** The entries on platforms that lack something: each bundled as its condition says, and run in a bare realm. */

import { readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createContext, runInContext } from 'node:vm';
import { build } from 'esbuild';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { load } from '../../src/js/index.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const path = (name) => fileURLToPath(new URL(`../../src/js/generated/${name}`, import.meta.url));
const platforms = suite('platforms');

const draw = (nucleus) => nucleus.generate((ids) => [ids.length % 3, 1, 0.5], [1], { maxTokens: 9, seed: 4 }).ids;
const text = `
  import { load } from 'nucleus-sampling';
  import { loadGpt } from 'nucleus-sampling/gpt';
  globalThis.load = load;
  globalThis.loadGpt = loadGpt;
`;

/** Imported .wasm files are compiled modules, as workerd has them. */
const compiledWasm = {
  name: 'compiled-wasm',
  setup(build) {
    const nameOf = (path) => JSON.stringify(path.split('/').at(-1));
    build.onLoad({ filter: /\.wasm$/ }, (file) => ({ contents: `export default modules[${nameOf(file.path)}]` }));
  },
};

/** What the package is where only these conditions hold and only these globals are there. */
async function packageIn(conditions, globals) {
  const stdin = { contents: text, resolveDir: root };
  const settings = { bundle: true, format: 'iife', write: false, platform: 'neutral', conditions };
  const { outputFiles } = await build({ stdin, ...settings, plugins: [compiledWasm] });
  const realm = createContext({ atob, setTimeout, performance, ...globals });
  runInContext(outputFiles[0].text, realm);
  return realm;
}

const expected = draw(await load());
const weights = readFileSync(new URL('../../web/model/shakespeare.gpt', import.meta.url));

platforms('jsdom in Jest: no Blob, no streams, no TextDecoder, nothing to inflate with, no crypto', async () => {
  const realm = await packageIn(['browser', 'require'], {});
  const nucleus = await realm.load();
  assert.equal([...draw(nucleus)], expected);
  assert.ok(Number.isSafeInteger(nucleus.generate(() => [1, 2], [0], { maxTokens: 1 }).seed));
  assert.is((await realm.loadGpt(weights)).vocabularySize, 65);
});

platforms('jsdom in Vitest: the Blob of jsdom has no stream', async () => {
  class Blob {}
  const realm = await packageIn(['node', 'import'], { Blob, Response, DecompressionStream, crypto });
  assert.equal([...draw(await realm.load())], expected);
  assert.is((await realm.loadGpt(weights)).vocabularySize, 65);
});

platforms('a bundler for browsers takes the entry that inflates with the platform', async () => {
  const realm = await packageIn(['browser', 'module', 'import'], { Response, DecompressionStream, crypto });
  assert.equal([...draw(await realm.load())], expected);
});

platforms('workerd: WebAssembly may not be compiled, modules come as imported files', async () => {
  const compiled = (name) => new WebAssembly.Module(readFileSync(path(name)));
  const modules = { 'nucleus.wasm': compiled('nucleus.wasm'), 'gpt.wasm': compiled('gpt.wasm') };
  const disallowed = () => Promise.reject(new Error('Wasm code generation disallowed by embedder'));
  const realm = await packageIn(['workerd', 'worker', 'browser', 'import'], { modules, crypto });
  runInContext('WebAssembly', realm).compile = disallowed;
  assert.equal([...draw(await realm.load())], expected);
  assert.is((await realm.loadGpt(weights)).vocabularySize, 65);
});

platforms('Node 18: without crypto a random seed is still random, and a safe integer', async () => {
  const realm = await packageIn(['node', 'import'], { Response, DecompressionStream });
  const nucleus = await realm.load();
  const seeds = Array.from({ length: 20 }, () => nucleus.generate(() => [1], [0], { maxTokens: 1 }).seed);
  assert.ok(seeds.every((seed) => Number.isSafeInteger(seed) && seed >= 0));
  assert.is(new Set(seeds).size, seeds.length);
  assert.ok(nucleus.generator().state.length === 625);
});

platforms('a stream is disposed of by leaving it, where the platform knows how', async () => {
  const nucleus = await load();
  const running = nucleus.stream(() => [1, 2, 3], [0], { maxTokens: 9, seed: 1 });
  assert.is(typeof running[Symbol.asyncDispose], Symbol.asyncDispose ? 'function' : 'undefined');
  await running.next();
  await running[Symbol.asyncDispose ?? 'return']();
  const { ids, stopReason } = await running.result;
  assert.is(stopReason, 'abort');
  assert.is(ids.length, 2);
});

platforms('what inflates where the platform cannot is small, and its licence goes along', () => {
  assert.ok(statSync(path('inflate.js')).size <= 4096);
  assert.match(readFileSync(path('inflate.LICENSE'), 'utf8'), /MIT License/);
});

platforms.run();
