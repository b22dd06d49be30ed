/** Run beside the packed package, in each runtime: what was seen to fail in one or another. Prints "as promised". */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createContext, runInContext } from 'node:vm';
import { load } from 'nucleus-sampling';
import { loadGpt } from 'nucleus-sampling/gpt';

const nucleus = await load();
const generated = (name) => readFileSync(`node_modules/nucleus-sampling/src/js/generated/${name}`);

// Values of another realm.
const realm = createContext({ bytes: [...generated('nucleus.wasm')] });
const foreign = (text) => runInContext(text, realm);
const prompt = foreign('BigInt64Array.of(1n, 2n)');
const options = foreign('({ maxTokens: 3, seed: 1 })');
const { ids } = nucleus.generate(() => [1, 2, 3], prompt, options);
assert.equal(Object.prototype.toString.call(ids), '[object BigInt64Array]');
assert.deepEqual(Array.from(ids, Number), nucleus.generate(() => [1, 2, 3], [1, 2], options).ids);
const expected = nucleus.sample([1, 2, 3], { seed: 5 });
assert.equal(nucleus.sample(foreign('Float32Array.of(1, 2, 3)'), { seed: 5 }), expected);
for (const text of ['Uint8Array.from(bytes)', 'Uint8Array.from(bytes).buffer']) {
  assert.equal((await load(foreign(text))).sample([1, 2, 3], { seed: 5 }), expected);
}
if (foreign('typeof WebAssembly') === 'object')
  assert.equal(
    (await load(foreign('new WebAssembly.Module(Uint8Array.from(bytes))'))).sample([1, 2, 3], { seed: 5 }),
    expected,
  );
const generator = nucleus.generator(7);
generator.state = foreign('new Uint32Array(625).fill(3)');
assert.equal(generator.state[0], 3);

// loadGpt takes what load takes.
const weights = readFileSync('shakespeare.gpt');
for (const module of [undefined, generated('gpt.wasm'), new WebAssembly.Module(generated('gpt.wasm'))]) {
  const gpt = await loadGpt(weights, module);
  assert.equal(gpt.decode(gpt.encode('ROMEO:')), 'ROMEO:');
}

// A stream whose signal also rejects the model's promise ends as aborted, whichever listener came first.
for (const modelListensFirst of [true, false]) {
  const control = new AbortController();
  const { signal } = control;
  let reject;
  const pending = new Promise((_, no) => (reject = no));
  if (modelListensFirst) signal.addEventListener('abort', () => reject(signal.reason));
  const abortSoon = () =>
    setTimeout(() => {
      if (!modelListensFirst) signal.addEventListener('abort', () => reject(signal.reason));
      control.abort();
    }, 20);
  let steps = 0;
  const ask = () => (steps++ < 2 ? [1, 2] : (abortSoon(), pending));
  const { result } = nucleus.stream(ask, [0], { maxTokens: 9, seed: 1, signal });
  const { stopReason, ids: kept } = await result;
  assert.equal(stopReason, 'abort');
  assert.equal(kept.length, 3);
}
const left = nucleus.stream(() => [1, 2], [0], { maxTokens: 9 });
await left.next();
await left[Symbol.asyncDispose ?? 'return']();
assert.equal((await left.result).stopReason, 'abort');

// Errors that help.
const says = (call, words) => assert.throws(call, (error) => error.message.includes(words), words);
says(() => nucleus.sample({ dims: [1, 2], data: Float32Array.of(1, 2) }), '.data');
says(() => nucleus.sample([1, 2], { topK: 0 }), 'leave it out to turn it off');
says(() => nucleus.sample([1, 2], { topP: 0 }), 'leave it out to turn it off');
says(() => nucleus.sample([1, 2], { repetition_penalty: 1.2 }), 'repetitionPenalty');
says(() => nucleus.sample([1, 2], { do_sample: true }), 'temperature 0 is greedy');
says(() => nucleus.generate(() => [1], [], { n_predict: 4 }), 'maxTokens');
says(() => nucleus.generate(() => [1], [], { maxTokens: 4, stop: ['x'] }), 'eosId');

console.log('as promised');
