import type { Dice, Logprobs, Nucleus, Penalties, Policy, Seed, Signal, Step } from './index.js';

/** Step n draws with seed + n, n being the ids since the last reset; a random seed is drawn when the processor is made. */
export type LogitProcessorOptions = Policy &
  Penalties &
  Logprobs &
  Dice & {
    /** Called with each step. What it throws comes out of the engine's call. */
    onStep?: (step: Step) => void;
    /** When it is aborted, the next step throws its reason. */
    signal?: Signal;
  };

/** WebLLM's interface of this name. */
export interface LogitProcessor {
  /** Leaves only the drawn id in the scores, and gives them back. */
  processLogits(logits: Float32Array): Float32Array;
  /** Counts a step. */
  processSampledToken(token: number): void;
  /** Starts at step 0 again. WebLLM calls it in `resetChat`, not before every completion. */
  resetState(): void;
  /** What was given, or the random seed; undefined with a generator. */
  readonly seed: Seed | undefined;
}

/**
 * The sampler as a LogitProcessor of WebLLM (its interface of 0.2.86, from which nothing is imported; the engine itself
 * needs a GPU and was not run).
 *
 * Whatever temperature and top_p the engine is asked for, one id is left to draw. Penalties count the new ids since
 * the last reset: WebLLM does not hand over the prompt. Its own penalties and logit_bias come after the draw: leave
 * them alone, and of its logprobs every one is 0.
 *
 * @param nucleus what `load()` gives
 * @throws {TypeError} for an option that `sample` does not know, `step`, `ids`, `promptLength`, and what `sample`
 * refuses
 * @throws {RangeError} for a value out of range, now or, of scores, at a step
 * @example
 * import { load } from 'nucleus-sampling';
 * import { createLogitProcessor } from 'nucleus-sampling/web-llm';
 *
 * const processor = createLogitProcessor(await load(), { temperature: 0.8, topP: 0.9, seed: 1337 });
 * const engine = await CreateMLCEngine(modelId, { logitProcessorRegistry: new Map([[modelId, processor]]) });
 */
export function createLogitProcessor(nucleus: Nucleus, options?: LogitProcessorOptions): LogitProcessor;
