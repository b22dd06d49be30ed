// index.js: an instance of the module, and its calls as JavaScript wants them. What the files beside it know of the
// layout of C's structures comes from generated/layout.js, which the build reads out of the C core.
import {
  EXCHANGE_CHOICES,
  EXCHANGE_EVALUATION,
  EXCHANGE_INSPECTION,
  EXCHANGE_NUMBER,
  EXCHANGE_ROW,
} from '../generated/layout.js';
import { errorOf, outOfMemory } from './errors.js';
import { openLoop } from './loop.js';
import { openMemory } from './memory.js';
import { readChoices, readEvaluation, readInspection } from './read.js';
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
  });
  const memory = openMemory(wasm);
  const writer = openWriter(wasm, memory);
  loop = openLoop(wasm, memory, writer, check);
  const { context, exchange, arrayAt, copyOf } = memory;
  const { last, policy, writeRow, writeRowAndPolicy, generator, generatorWords } = writer;
  const row = exchange + EXCHANGE_ROW;

  /** The status itself, or its error; `name` is the argument it is about, the row that was written last. */
  function check(status, name, given) {
    if (status >= 0) return status;
    throw errorOf(status, name, arrayAt(last.Kind, last.scores, last.length), wasm.fault_id(context), given);
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
  function sample(scores, given, { word, state }) {
    writeRowAndPolicy('logits', scores, given);
    const taken = (status) => check(status, 'logits', given);
    if (!state) return taken(wasm.sample_seeded(context, row, policy, word, 0));
    return lend(state, () => taken(wasm.sample(context, row, policy, generator, 0)));
  }

  function probabilities(scores, given, name) {
    writeRowAndPolicy(name, scores, given);
    check(wasm.probabilities(context, row, policy, last.scores), name, given);
    return copyOf(last.Kind, last.scores, last.length);
  }

  function inspect(scores, given, state) {
    const lists = writeRowAndPolicy('logits', scores, given);
    generatorWords().set(state);
    const out = exchange + EXCHANGE_INSPECTION;
    const { nearest, include } = given;
    const step = [context, row, policy, generator];
    const status = nearest
      ? wasm.inspect_nearest(...step, Math.min(nearest, last.length), lists, include.length, out)
      : wasm.inspect(...step, out);
    check(status, 'logits', given);
    const inspection = readInspection(memory, out, last.Kind, given.step);
    if (given.logprobs !== undefined) Object.assign(inspection, logprobsOf(inspection.id, given.logprobs));
    return inspection;
  }

  /** What the model itself says of the drawn id and of the best, and what the policy leaves of these. */
  function logprobsOf(id, count) {
    const [logprob, choices] = [exchange + EXCHANGE_NUMBER, exchange + EXCHANGE_CHOICES];
    const found = check(wasm.logprobs(context, row, id, logprob, count, choices), 'logits');
    const top = readChoices(memory, choices, found);
    check(wasm.probabilities(context, row, policy, last.scores), 'logits');
    const final = arrayAt(last.Kind, last.scores, last.length);
    for (const choice of top) choice.probability = final[choice.id];
    return { logprob: memory.getFloat64(logprob), top };
  }

  /** What a step makes of an id, which may be any safe integer. */
  function evaluate(scores, given, id) {
    writeRowAndPolicy('logits', scores, given);
    const out = exchange + EXCHANGE_EVALUATION;
    const known = id < last.length ? Math.max(id, -1) : -1;
    check(wasm.evaluate(context, row, policy, known, out), 'logits', given);
    return readEvaluation(memory, out);
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
  return { sample, probabilities, inspect, evaluate, entropyBits, multinomial, seedState, generate, generation };
}
