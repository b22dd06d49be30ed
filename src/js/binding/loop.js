// loop.js: the loop, which is C's: run whole, calling back through the imported table entries, or taken step by step.
import {
  EXCHANGE_COUNT,
  EXCHANGE_GENERATION,
  EXCHANGE_OPTIONS,
  EXCHANGE_RESULT,
  EXCHANGE_ROW,
  EXCHANGE_STEP,
  RESULT_IDS,
  RESULT_LENGTH,
  RESULT_STOP_REASON,
  STOP_EOS,
  STOP_LENGTH,
} from '../generated/layout.js';
import { readStep } from './read.js';

const STOP_REASONS = { [STOP_EOS]: 'eos', [STOP_LENGTH]: 'length' };

export function openLoop(wasm, memory, { writeRow, writeOptions }, check) {
  const { context, exchange, getInt32, getUint32 } = memory;
  const options = exchange + EXCHANGE_OPTIONS;
  const frames = []; // callers of `generate`, innermost last; the index is what C hands back

  /** Calls with the frame, and keeps what it throws, since an exception must not cross C: 0 to go on, 1 to stop. */
  function guard(handle, call) {
    try {
      call(frames[handle]);
      return 0;
    } catch (error) {
      frames[handle].failure = { error };
      return 1;
    }
  }

  /** The last `count` ids, as the model's own copy. */
  const tail = (ids, count) => (count ? ids.slice(-count) : []);

  /** What C calls for a row. */
  function askForRow(handle, ids, count, row) {
    return guard(handle, (frame) => {
      if (frame.contextLengths.length) frame.ids.push(getInt32(ids + 8 * (count - 1)));
      frame.contextLengths.push(count);
      writeRow('logits', frame.logits(tail(frame.ids, count)), row);
    });
  }

  /** What C calls with each step. */
  const tellStep = (handle, step) => guard(handle, (frame) => frame.onStep(readStep(memory, step, frame.logprobs)));

  /** Runs the loop: `{ ids, stopReason, contextLengths }`. `logits(ids)` gives the row; `ids`, the prompt, grows. */
  function generate(logits, ids, given) {
    const { onStep, logprobs } = given;
    const frame = { logits, onStep, logprobs, ids, contextLengths: [], failure: null };
    const handle = frames.push(frame) - 1;
    try {
      const [prompt, { length }] = [writeOptions(given, ids), ids];
      const result = exchange + EXCHANGE_RESULT;
      const status = wasm.generate(wasm.logits_function(), handle, context, options, prompt, length, result);
      if (frame.failure) throw frame.failure.error;
      check(status, 'logits', given);
      const last = getUint32(result + RESULT_LENGTH) - 1;
      if (frame.contextLengths.length) ids.push(getInt32(getUint32(result + RESULT_IDS) + 8 * last));
      const stopReason = STOP_REASONS[getUint32(result + RESULT_STOP_REASON)];
      wasm.result_free(context, result);
      return { ids, stopReason, contextLengths: frame.contextLengths };
    } finally {
      frames.length = handle;
    }
  }

  const forgotten = globalThis.FinalizationRegistry && new FinalizationRegistry(wasm.generation_free);

  /** A loop to take step by step. `ids` is the prompt and grows. Nothing but `close` may follow its stop reason. */
  function generation(ids, given) {
    const place = exchange + EXCHANGE_GENERATION;
    const prompt = writeOptions({ ...given, onStep: undefined }, ids);
    check(wasm.generation_new(context, options, prompt, ids.length, place), 'prompt');
    let pointer = getUint32(place);
    const self = {
      ids,
      stopReason: () => STOP_REASONS[wasm.generation_stop_reason(pointer)],
      context() {
        wasm.generation_context(pointer, exchange + EXCHANGE_COUNT);
        return tail(ids, getUint32(exchange + EXCHANGE_COUNT));
      },
      /** Takes a step with the model's row; gives it. */
      advance(row) {
        writeRow('logits', row);
        const step = exchange + EXCHANGE_STEP;
        const status = wasm.generation_advance(pointer, exchange + EXCHANGE_ROW, step);
        ids.push(check(status, 'logits', given));
        return readStep(memory, step, given.logprobs);
      },
      close() {
        forgotten?.unregister(self);
        wasm.generation_free(pointer);
        pointer = 0;
      },
    };
    forgotten?.register(self, pointer, self);
    return self;
  }

  return { askForRow, tellStep, generate, generation };
}
