// binding.js: the wasm instance and its memory. The only file that knows offsets; wasm.c checks them
// when it is compiled.
import { show } from './check.js';
import { lengthOf } from './kinds.js';
import { readRow } from './rows.js';

// The exchange of wasm.c, in bytes. It begins with the options, and they with the policy.
const TOP_K = 24;
const SEED = 32;
const MAX_TOKENS = 40;
const CONTEXT_SIZE = 48;
const EOS_IDS = 56;
const EOS_COUNT = 60;
const ON_STEP = 64;
const SEEDING = 68;
const ROW = 72;
const RESULT = 84;
const NUMBER = 96;
const STEP = 104;
const INSPECTION = 152;
const ENTROPY_BITS_AFTER = INSPECTION + 40;
const INSPECTED_STEP = INSPECTION + 56;
const GENERATOR = 256;
const GENERATOR_WORDS = 625;

// Words of an inspection.
const SOFTMAX = 0;
const ORDER = 1;
const CUMULATIVE = 2;
const PROBABILITIES = 3;
const LUCK = 4;
const SCORES = 5;
const CUT_ORDER = 6;
const LENGTH = 7;
const SURVIVORS = 8;
const CROSSING = 12;

// Statuses of nucleus.h that a row can bring about; the arguments beside it are checked before.
const MEMORY = -1;
const EMPTY_ROW = -6;
const SCORE = -8;
const ALL_MASKED = -9;
const WEIGHT = -10;
const NO_WEIGHT = -11;
const STOP_REASONS = [undefined, 'eos', 'length'];

const outOfMemory = (what) => new RangeError(`out of memory: ${what} does not fit`);

/** Instantiates the module and wraps its exports; see the methods for what JavaScript gets. */
export async function bind(module) {
  const frames = []; // callers of `generate`, innermost last; the index is what C hands back
  const guard = (handle, call) => {
    try {
      fresh();
      call(frames[handle]);
      return 0;
    } catch (error) {
      frames[handle].failure = { error };
      return 1;
    }
  };
  const instance = await WebAssembly.instantiate(module, {
    env: {
      logits: (handle, ids, length, row) => guard(handle, (frame) => askForRow(frame, ids, length, row)),
      step: (handle, step) => guard(handle, (frame) => frame.onStep(readStep(step))),
      emscripten_notify_memory_growth() {},
    },
  });
  const wasm = instance.exports;
  if (!wasm.exchange_new) throw new TypeError('module must be the nucleus.wasm of this package, got another module');
  wasm._initialize?.();
  const context = wasm.context_new();
  const base = context && wasm.exchange_new(context);
  if (!base) throw outOfMemory('the instance');

  // Views of wasm memory. Growth detaches them, which leaves them empty.
  let f32, f64, i32, u32;
  function refresh() {
    const { buffer } = wasm.memory;
    f32 = new Float32Array(buffer);
    f64 = new Float64Array(buffer);
    i32 = new Int32Array(buffer);
    u32 = new Uint32Array(buffer);
  }
  refresh();
  const fresh = () => {
    if (f32.length === 0) refresh();
  };

  // ----------------------------------------------------------------------------------------------
  // In: numbers, rows, policies
  // ----------------------------------------------------------------------------------------------

  function reserve(bytes, what) {
    const pointer = bytes < 2 ** 31 ? wasm.reserve(context, bytes) : 0;
    fresh();
    if (!pointer) throw outOfMemory(what);
    return pointer;
  }

  function writeUint64(pointer, value) {
    u32[pointer >> 2] = value;
    u32[(pointer >> 2) + 1] = Math.floor(value / 2 ** 32);
  }

  function writeIds(pointer, ids) {
    ids.forEach((id, i) => writeUint64(pointer + 8 * i, id));
  }

  const last = { scores: 0, bytes: 4 }; // the row that was written last, for the message of its fault

  /** Copies a row into memory and writes its nucleus_row to `pointer`. */
  function writeRow(name, given, pointer = base + ROW) {
    const { scores, Kind } = readRow(name, given);
    const length = lengthOf(scores);
    const bytes = Kind.BYTES_PER_ELEMENT;
    const place = length ? reserve(length * bytes, name) : 0;
    if (length) new Kind(wasm.memory.buffer, place, length).set(scores);
    const at = pointer >> 2;
    u32[at] = place;
    u32[at + 1] = length;
    u32[at + 2] = bytes === 4 ? 0 : 1;
    last.scores = place;
    last.bytes = bytes;
  }

  /** The view in the precision of the row that was written last. */
  const realView = () => (last.bytes === 4 ? f32 : f64);

  function writePolicy({ temperature, topP, minP, topK }) {
    fresh();
    const at = base >> 3;
    f64[at] = temperature;
    f64[at + 1] = topP;
    f64[at + 2] = minP;
    writeUint64(base + TOP_K, topK);
  }

  // ----------------------------------------------------------------------------------------------
  // Out: errors, steps, arrays
  // ----------------------------------------------------------------------------------------------

  /** The error of a status; `name` is the argument it is about, the row that was written last. */
  function failure(status, name) {
    const fault = (rule) => {
      const id = wasm.fault_id(context);
      return new RangeError(`${name}[${id}] must be ${rule}, got ${show(realView()[last.scores / last.bytes + id])}`);
    };
    switch (status) {
      case MEMORY:
        return outOfMemory(name);
      case EMPTY_ROW:
        return new RangeError(`${name} must hold a number, got an empty row`);
      case ALL_MASKED:
        return new RangeError(`${name} must hold a finite score, got -Infinity at every id`);
      case NO_WEIGHT:
        return new RangeError(`${name} must hold a weight above 0, got 0 at every id`);
      case SCORE:
        return fault('finite or -Infinity');
      case WEIGHT:
        return fault('finite and >= 0');
      default:
        return new RangeError(`${name}: status ${status} of nucleus.h`);
    }
  }

  function check(status, name) {
    fresh();
    if (status < 0) throw failure(status, name);
    return status;
  }

  function readStep(pointer) {
    const word = pointer >> 2;
    const double = pointer >> 3;
    return {
      id: i32[word + 8],
      step: u32[word] + u32[word + 1] * 2 ** 32,
      probability: f64[double + 1],
      rank: i32[word + 9],
      kept: i32[word + 10],
      keptMass: f64[double + 2],
      entropyBits: f64[double + 3],
    };
  }

  const slice = (view, pointer, length) =>
    view.slice(pointer / view.BYTES_PER_ELEMENT, pointer / view.BYTES_PER_ELEMENT + length);

  // ----------------------------------------------------------------------------------------------
  // Generators: their state lives in JavaScript and is lent to C for a call
  // ----------------------------------------------------------------------------------------------

  const generatorWords = () => u32.subarray((base + GENERATOR) >> 2, ((base + GENERATOR) >> 2) + GENERATOR_WORDS);

  /** The state of a generator seeded with a 32-bit word. */
  function seedState(word) {
    fresh();
    wasm.generator_seed(base + GENERATOR, word);
    return generatorWords().slice();
  }

  /** Runs `call(pointer)` with the state in memory, and takes the advanced state back if it succeeds. */
  function lend(state, call) {
    generatorWords().set(state);
    const out = call(base + GENERATOR);
    state.set(generatorWords());
    return out;
  }

  // ----------------------------------------------------------------------------------------------
  // Calls
  // ----------------------------------------------------------------------------------------------

  /** The id drawn from `row`: with a generator's `state`, or freshly seeded with a 32-bit `word`. */
  function sample(row, policy, word, state, step = 0) {
    writeRow('logits', row);
    writePolicy(policy);
    if (!state) return check(wasm.sample_seeded(context, base + ROW, base, word, step), 'logits');
    return lend(state, (generator) => check(wasm.sample(context, base + ROW, base, generator, step), 'logits'));
  }

  /** The same as a step object numbered `number`. */
  function sampleStep(row, policy, word, state, number) {
    sample(row, policy, word, state, base + STEP);
    return { ...readStep(base + STEP), step: number };
  }

  function probabilities(row, policy, name) {
    writeRow(name, row);
    writePolicy(policy);
    check(wasm.probabilities(context, base + ROW, base, last.scores), name);
    return slice(realView(), last.scores, u32[(base + ROW + 4) >> 2]);
  }

  function inspect(row, policy, state, number) {
    writeRow('logits', row);
    writePolicy(policy);
    generatorWords().set(state);
    check(wasm.inspect(context, base + ROW, base, base + GENERATOR, base + INSPECTION), 'logits');
    const word = (base + INSPECTION) >> 2;
    const length = u32[word + LENGTH];
    const array = (member, count = length) => slice(realView(), u32[word + member], count);
    return {
      ...readStep(base + INSPECTED_STEP),
      step: number,
      softmax: array(SOFTMAX),
      order: slice(i32, u32[word + ORDER], length),
      cutOrder: slice(i32, u32[word + CUT_ORDER], u32[word + SURVIVORS]),
      cumulative: array(CUMULATIVE, u32[word + SURVIVORS]),
      crossing: i32[word + CROSSING],
      probabilities: array(PROBABILITIES),
      luck: array(LUCK),
      scores: array(SCORES),
      entropyBitsAfter: f64[(base + ENTROPY_BITS_AFTER) >> 3],
    };
  }

  function entropyBits(p) {
    writeRow('p', p);
    check(wasm.entropy_bits(context, base + ROW, base + NUMBER), 'p');
    return f64[(base + NUMBER) >> 3];
  }

  function multinomial(weights, count, state) {
    writeRow('weights', weights);
    const ids = count < 2 ** 28 ? wasm.allocate(context, Math.max(count, 1) * 4) : 0;
    fresh();
    if (!ids) throw outOfMemory(`count ${count}`);
    try {
      return lend(state, (generator) => {
        check(wasm.multinomial(context, base + ROW, count, generator, ids), 'weights');
        return slice(i32, ids, count);
      });
    } finally {
      wasm.release(context, ids);
    }
  }

  // ----------------------------------------------------------------------------------------------
  // The loop in C, which calls back through the imported table entry
  // ----------------------------------------------------------------------------------------------

  /** Gives the frame's logits function its own copy of the ids and puts its row where C reads it. */
  function askForRow(frame, ids, length, row) {
    if (frame.calls++ > 0) frame.ids.push(i32[(ids >> 2) + 2 * (length - 1)]);
    frame.contextLengths.push(length);
    writeRow('logits', frame.askForRow(length ? frame.ids.slice(-length) : []), row);
  }

  function writeOptions(options, prompt) {
    writePolicy(options);
    const { eosId = [] } = options;
    const ids = reserve(8 * (prompt.length + eosId.length), 'prompt');
    writeIds(ids, prompt);
    writeIds(ids + 8 * prompt.length, eosId);
    writeUint64(base + SEED, options.word);
    writeUint64(base + MAX_TOKENS, options.maxTokens);
    writeUint64(base + CONTEXT_SIZE, options.contextSize ?? 0);
    u32[(base + EOS_IDS) >> 2] = ids + 8 * prompt.length;
    u32[(base + EOS_COUNT) >> 2] = eosId.length;
    u32[(base + ON_STEP) >> 2] = options.onStep ? wasm.step_function() : 0;
    u32[(base + SEEDING) >> 2] = Number(options.seeding === 'call');
    return ids;
  }

  /** Runs the loop: `{ ids, stopReason, contextLengths }`. `ask(ids)` gives the row. */
  function generate(ask, prompt, options) {
    const frame = { askForRow: ask, onStep: options.onStep, ids: prompt, contextLengths: [], calls: 0, failure: null };
    const handle = frames.push(frame) - 1;
    try {
      const length = prompt.length;
      const ids = writeOptions(options, prompt);
      const status = wasm.generate(wasm.logits_function(), handle, context, base, ids, length, base + RESULT);
      fresh();
      if (frame.failure) throw frame.failure.error;
      check(status, 'logits');
      const result = (base + RESULT) >> 2;
      const last = u32[result + 1] - 1;
      if (frame.calls > 0) frame.ids.push(i32[(u32[result] >> 2) + 2 * last]);
      const stopReason = STOP_REASONS[u32[result + 2]];
      wasm.result_free(context, base + RESULT);
      return { ids: frame.ids, stopReason, contextLengths: frame.contextLengths };
    } finally {
      frames.length = handle;
    }
  }

  return { sample, sampleStep, probabilities, inspect, entropyBits, multinomial, generate, seedState };
}
