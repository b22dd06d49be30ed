/** Values made in another realm, as an iframe, a vm context or a test runner's sandbox makes them. */

import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createContext, runInContext } from 'node:vm';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { load } from '../../src/js/index.js';
import { refuses } from '../support/check.js';

const sources = fileURLToPath(new URL('../../src/js/', import.meta.url));
const bytes = readFileSync(join(sources, 'generated/nucleus.wasm'));
const realm = createContext({ bytes: [...bytes] });
const foreign = (text) => runInContext(text, realm);

const nucleus = await load();
const realms = suite('realms');

realms('rows of another realm are rows', () => {
  for (const kind of ['Float32Array', 'Float64Array']) {
    const row = foreign(`${kind}.of(1, 2, 3)`);
    assert.equal(nucleus.probabilities(row), nucleus.probabilities(globalThis[kind].of(1, 2, 3)));
    assert.is(nucleus.sample(row, { seed: 3 }), nucleus.sample(globalThis[kind].of(1, 2, 3), { seed: 3 }));
  }
  assert.equal(nucleus.probabilities(foreign('[1, 2, 3]')), nucleus.probabilities([1, 2, 3]));
  assert.equal(nucleus.probabilities(foreign('[[1, 2], Float64Array.of(1)]')).length, 2);
  refuses(() => nucleus.sample(foreign('Int32Array.of(1, 2)')), TypeError, 'Int32Array');
  refuses(() => nucleus.sample(foreign('new Proxy(Float32Array.of(1, 2), {})')), TypeError);
});

realms('a BigInt64Array prompt of another realm gives BigInt64Array ids, in generate and stream', async () => {
  const prompt = foreign('BigInt64Array.of(1n, 2n)');
  const options = { maxTokens: 3, seed: 1, eosId: foreign('[7n, 8]') };
  const expected = nucleus.generate(() => [1, 2], BigInt64Array.of(1n, 2n), options).ids;
  assert.instance(expected, BigInt64Array);
  assert.equal(nucleus.generate(() => [1, 2], prompt, options).ids, expected);
  assert.equal((await nucleus.stream(() => [1, 2], prompt, options).result).ids, expected);
});

realms('options, prompts, promises and signals of another realm are taken', async () => {
  const options = foreign('({ maxTokens: 3, seed: 1, topK: 2 })');
  const expected = nucleus.generate(() => [1, 2, 3], [1, 2], { maxTokens: 3, seed: 1, topK: 2 });
  assert.equal(
    nucleus.generate(() => [1, 2, 3], foreign('new Set([1, 2])'), options),
    expected,
  );
  const logits = foreign('(ids) => Promise.resolve([1, 2, 3])');
  assert.equal(await nucleus.stream(logits, [1, 2], options).result, expected);
  refuses(() => nucleus.generate(logits, [1, 2], options), TypeError, 'synchronous');
  refuses(() => nucleus.sample([1, 2], foreign('[]')), TypeError, 'options');
  refuses(() => nucleus.sample([1, 2], foreign('new Map()')), TypeError, 'options');
});

realms("what somebody put on another realm's Object.prototype is not an option", () => {
  const options = foreign('Object.prototype.topK = 1; ({ seed: 3 })');
  foreign('delete Object.prototype.topK');
  const expected = nucleus.inspect([1, 2, 3], { seed: 3 });
  foreign('Object.prototype.topK = 1');
  assert.equal(nucleus.inspect([1, 2, 3], options), expected);
  foreign('delete Object.prototype.topK');
});

realms("a generator's state of another realm is taken", () => {
  const generator = nucleus.generator(7);
  generator.state = foreign('new Uint32Array(625).fill(3)');
  assert.equal(generator.state, new Uint32Array(625).fill(3));
  refuses(() => (generator.state = foreign('new Uint32Array(3)')), RangeError, 'state');
});

realms('a module and bytes of another realm are loaded', async () => {
  const expected = nucleus.sample([1, 2, 3], { seed: 5 });
  const sources = {
    module: 'new WebAssembly.Module(Uint8Array.from(bytes))',
    ArrayBuffer: 'Uint8Array.from(bytes).buffer',
    Uint8Array: 'Uint8Array.from(bytes)',
    DataView: 'new DataView(Uint8Array.from([0, 0, ...bytes]).buffer, 2)',
  };
  for (const [what, text] of Object.entries(sources)) {
    assert.is((await load(foreign(text))).sample([1, 2, 3], { seed: 5 }), expected, what);
  }
});

realms('nothing in the package asks whether a value is an instance of a built-in', () => {
  const files = readdirSync(sources, { recursive: true }).filter((path) => /\.js$/.test(path));
  assert.ok(files.length > 5);
  for (const path of files) {
    const asks = readFileSync(join(sources, path), 'utf8').match(/[\w)\]]\s*\binstanceof\s+\w/g) ?? [];
    assert.equal(asks, [], path);
  }
});

realms.run();
