import type { Generator, Logprobs, Nucleus, Penalties, Policy, Seed, Signal, Step } from './index.js';

/** What the sampler needs of a tensor of transformers.js: scores as (batch, vocabulary). */
export interface ScoreTensor {
  readonly dims: readonly number[];
  readonly data: unknown;
}

/** What is drawn from: a seed or several, or a generator; not both. */
export type BatchDice =
  | {
      /**
       * One seed for the whole batch, or one for each of its rows. Step n of a row draws with seed + n, n being
       * `input_ids.length - promptLength`; WITHOUT `promptLength` n is `input_ids.length`, so that the ids are not those
       * of `generate` with the same seed. Of a single seed, row b of a batch gets seed + 1,000,003 * b.
       * Default: one random seed when the sampler is made, readable as its `seed`.
       */
      seed?: Seed | readonly Seed[];
      generator?: undefined;
    }
  | {
      seed?: undefined;
      /** Draws go on from where the generator is, row by row, and advance it. */
      generator: Generator;
    };

export type SamplerOptions = Policy &
  Penalties &
  Logprobs &
  BatchDice & {
    /**
     * How many ids the prompt has, padding included: an integer >= 0. With it, ids and steps are those of `generate`.
     * Required with presencePenalty and frequencyPenalty, which count new ids only.
     */
    promptLength?: number;
    /** Called with each step and the row of the batch it belongs to. What it throws comes out of the library's call. */
    onStep?: (step: Step, row: number) => void;
    /** When it is aborted, the next step throws its reason. */
    signal?: Signal;
  };

/** A logits processor that leaves only the drawn id in each row, so that greedy picking takes it. */
export interface Sampler {
  <Tensor extends ScoreTensor>(input_ids: readonly (readonly (bigint | number)[])[], logits: Tensor): Tensor;
  /** What was given, or the random seed; undefined with a generator. */
  readonly seed: Seed | readonly Seed[] | undefined;
  [Symbol.iterator](): Iterator<Sampler>;
}

/**
 * The sampler as a logits processor of transformers.js (tested with 4.3.2, from which nothing is imported).
 *
 * Pass `do_sample: false` with it, ALWAYS: the generation_config.json of many models says true, and then the library
 * divides the scores by its own temperature first. The sampler refuses at the first step where it can tell. Options of
 * the library that work on scores (`repetition_penalty`, `bad_words_ids`, ...) still do, before the sampler; its
 * `top_k` and `temperature` do nothing.
 *
 * Nothing is counted inside: one sampler may serve any number of calls, and the same call gives the same ids.
 * In a batch, rows that have ended go on until all have, as ever; cut them at their eos id.
 *
 * The library's own types ask for a LogitsProcessorList: in TypeScript write `logits_processor: [sampler] as never`.
 *
 * @param nucleus what `load()` gives
 * @throws {TypeError} for an option that `sample` does not know, `step`, `ids`, and what `sample` refuses
 * @throws {RangeError} for a value out of range, now or, of scores, at a step; the logits are then as they were
 * @example
 * import { load } from 'nucleus-sampling';
 * import { createSampler } from 'nucleus-sampling/transformers';
 *
 * const inputs = tokenizer('ROMEO:\n');
 * const sampler = createSampler(await load(), {
 *   temperature: 0.8,
 *   topP: 0.9,
 *   seed: 1337,
 *   promptLength: inputs.input_ids.dims[1],
 * });
 * await gpt2.generate({ ...inputs, max_new_tokens: 96, do_sample: false, logits_processor: [sampler] });
 */
export function createSampler(nucleus: Nucleus, options?: SamplerOptions): Sampler;
