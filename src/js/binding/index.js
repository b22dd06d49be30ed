// index.js: an instance of the module, and its calls as JavaScript wants them. What the files beside it know of the
// layout of C's structures comes from generated/layout.js, which the build reads out of the C core.
import { EXCHANGE_INSPECTION, EXCHANGE_NUMBER, EXCHANGE_ROW } from '../generated/layout.js';
import { errorOf, outOfMemory } from './errors.js';
import { openLoop } from './loop.js';
import { openMemory } from './memory.js';
import { readInspection } from './read.js';
import { openWriter } from './write.js';

/** Instantiates the module; the callbacks that it imports find their way once the instance is there. */
async function instantiate(module, imports) {
  const { exports } = await WebAssembly.instantiate(module, { env: imports });
  if (!exports.exchange_new) throw new TypeError('module must be the nucleus.wasm of this package, got another module');
  exports._initialize?.();
  return exports;
}

export async function bind(module) {
  let loop;
  const wasm = await instantiate(module, {
    logits: (handle, ids, count, row) => loop.askForRow(handle, ids, count, row),
    step: (handle, step) => loop.tellStep(handle, step),
    emscripten_notify_memory_growth() {},
  });
  const memory = openMemory(wasm);
  const writer = openWriter(wasm, memory);
  loop = openLoop(wasm, memory, writer, check);
  const { context, exchange, arrayAt, copyOf } = memory;
  const { last, writeRow, writePolicy, generator, generatorWords } = writer;
  const row = exchange + EXCHANGE_ROW;

  /** The status itself, or its error; `name` is the argument it is about, the row that was written last. */
  function check(status, name) {
    if (status >= 0) return status;
    throw errorOf(status, name, () => {
      const id = wasm.fault_id(context);
      return [id, arrayAt(last.Kind, last.scores, last.length)[id]];
    });
  }

  /** The state of a generator seeded with a 32-bit word. */
  function seedState(word) {
    wasm.generator_seed(generator, word);
    return generatorWords().slice();
  }

  /** Runs `call` with the state of a generator in memory, and takes the advanced state back if it succeeds. */
  function lend(state, call) {
    generatorWords().set(state);
    const out = call();
    state.set(generatorWords());
    return out;
  }

  /** The id drawn from a row: with a generator's `state`, or freshly seeded with a 32-bit `word`. */
  function sample(scores, policy, { word, state }) {
    writeRow('logits', scores);
    const at = writePolicy(policy);
    if (!state) return check(wasm.sample_seeded(context, row, at, word, 0), 'logits');
    return lend(state, () => check(wasm.sample(context, row, at, generator, 0), 'logits'));
  }

  function probabilities(scores, policy, name) {
    writeRow(name, scores);
    check(wasm.probabilities(context, row, writePolicy(policy), last.scores), name);
    return copyOf(last.Kind, last.scores, last.length);
  }

  function inspect(scores, policy, state, step) {
    writeRow('logits', scores);
    generatorWords().set(state);
    const out = exchange + EXCHANGE_INSPECTION;
    check(wasm.inspect(context, row, writePolicy(policy), generator, out), 'logits');
    return readInspection(memory, out, last.Kind, step);
  }

  function entropyBits(p) {
    writeRow('p', p);
    const bits = exchange + EXCHANGE_NUMBER;
    check(wasm.entropy_bits(context, row, bits), 'p');
    return memory.getFloat64(bits);
  }

  function multinomial(weights, count, state) {
    writeRow('weights', weights);
    const ids = count < 2 ** 28 ? wasm.allocate(context, Math.max(count, 1) * 4) : 0;
    if (!ids) throw outOfMemory(`count ${count}`);
    try {
      return lend(state, () => {
        check(wasm.multinomial(context, row, count, generator, ids), 'weights');
        return copyOf(Int32Array, ids, count);
      });
    } finally {
      wasm.release(context, ids);
    }
  }

  const { generate, generation } = loop;
  return { sample, probabilities, inspect, entropyBits, multinomial, seedState, generate, generation };
}
