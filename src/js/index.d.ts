/**
 * nucleus-sampling: the token sampler of a language model. Temperature, exact top-k, top-p and min-p,
 * and the draws of PyTorch (CPU) for the same seed, with the same bits in every engine.
 */

/**
 * One score (logit) per id of the vocabulary, each finite or -Infinity, at least one finite. A
 * `Float64Array` is worked on in float64; the others in float32, as `torch.tensor([...])` would be.
 */
export type Row = Float32Array | Float64Array | Float16ArrayLike | readonly number[];

/** A `Float16Array`, in engines that have it. It is widened to float32. */
export interface Float16ArrayLike extends ArrayBufferView {
  readonly [Symbol.toStringTag]: 'Float16Array';
  readonly length: number;
}

/** The model: its scores for what comes after `ids`. The array is the function's own copy. */
export type Logits = (ids: number[]) => Row;
export type AsyncLogits = (ids: number[]) => Row | PromiseLike<Row>;

/** How a row becomes a distribution: temperature, then top-k, then top-p, then min-p. Ties go to the lower id. */
export interface Policy {
  /** Finite, >= 0. 0 is greedy: the largest score, no draw. Default 1. */
  temperature?: number;
  /** Keeps exactly the k best scores: an integer >= 1. Default: no limit. */
  topK?: number;
  /** Keeps the shortest descending prefix whose mass reaches topP, the crossing id included: 0 < topP <= 1. Default 1, all. */
  topP?: number;
  /** Drops ids below minP x the largest probability, after top-p: 0 <= minP <= 1. Default 0, none. */
  minP?: number;
}

/**
 * What the sequence so far, and a list of biases, do to a row before temperature and filters. In this order, each number
 * rounded to the row's precision first and each operation once: repetition, frequency, presence, bias. A score of
 * -Infinity stays; one that overflows is a RangeError.
 */
export interface Penalties {
  /**
   * Once for each id of the sequence, prompt included: positive scores are divided by it, negative ones multiplied, as
   * Hugging Face does. Finite, > 0. Default 1, none.
   */
  repetitionPenalty?: number;
  /** Taken off the score of each id among the new ones, as vLLM does: finite. Default 0, none. */
  presencePenalty?: number;
  /** Taken off the score of each id among the new ones, as often as it is there: finite. Default 0, none. */
  frequencyPenalty?: number;
  /**
   * Added to the scores of ids of the row, as an object, a Map or pairs: finite, or -Infinity, which bans the id. (vLLM
   * adds biases before the penalties.)
   */
  logitBias?: Readonly<Record<number, number>> | Iterable<readonly [number | bigint, number]>;
}

/** The sequence that penalties go by, for calls that do not keep it. */
export interface History {
  /** The sequence so far: any iterable of safe integers; those outside the row are skipped. Default: empty. */
  ids?: Iterable<number | bigint>;
  /** How many of `ids` are the prompt's: 0 to ids.length. Required where presence or frequency is not 0. */
  promptLength?: number;
}

/** What `probabilities` takes. */
export interface RowOptions extends Policy, Penalties, History {}

/** Of how many of the best ids steps tell logprobs. */
export interface Logprobs {
  /** Each step has `logprob` and `top`, with so many ids: an integer from 0 to 100. Default: neither. */
  logprobs?: number;
}

/** An integer in [-2^63, 2^64); as a number it must be safe. PyTorch uses its low 32 bits. */
export type Seed = number | bigint;

/** What is drawn from: a seed, or a generator that goes on; not both. */
export type Dice =
  | {
      /**
       * A call with the same seed draws the same each time: a loop of your own counts `step` up, or passes a generator.
       * Default: random.
       */
      seed?: Seed;
      generator?: undefined;
    }
  | {
      seed?: undefined;
      /** Draws go on from where the generator is, and advance it. */
      generator: Generator;
    };

export type SampleOptions = RowOptions &
  Dice & {
    /** Which step this is: the draw is seeded seed + step. Default 0. */
    step?: number;
  };

export type InspectOptions = SampleOptions & Logprobs;

export type NearestOptions = InspectOptions & {
  /** Inspects so many ids from the top, and a few others, instead of all: an integer >= 1. */
  nearest: number;
  /** More ids to inspect, each one of the row. */
  include?: Iterable<number | bigint>;
};

export type DrawOptions = Dice;

export interface EvaluateOptions extends Policy, Penalties {
  /** How many ids are given, and judged by nobody: 0 to ids.length. Default 0. */
  promptLength?: number;
}

export interface GenerateOptions extends Policy, Penalties, Logprobs {
  /** How many new ids at most: an integer >= 0. 0 returns the prompt without one call. */
  maxTokens: number;
  /** Drawing one of these ends the loop; it stays in the result. One in the prompt does not. */
  eosId?: number | bigint | readonly (number | bigint)[] | (Iterable<number | bigint> & ArrayBufferView);
  /** Default: random, reported in the result. */
  seed?: Seed;
  /** 'step' (default): a fresh generator seeded seed + step for each step. 'call': one generator for all. */
  seeding?: 'step' | 'call';
  /** `logits` sees the last contextSize ids: an integer >= 1. Default: all. */
  contextSize?: number;
  /** Called with each step, after its id was drawn. What it throws ends the loop and comes out unchanged. */
  onStep?: (step: Step) => void;
}

export interface StreamOptions extends GenerateOptions {
  /** Ends the stream between steps or while a promise is awaited; what was produced is kept. */
  signal?: Signal;
}

/** An `AbortSignal`, or what acts as one. */
export interface Signal {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** What one step did. */
export interface Step {
  /** The drawn id. */
  id: number;
  /** New ids before this one. */
  step: number;
  /** Final probability of the drawn id. */
  probability: number;
  /** Place of the drawn id by probability before any cut; 0 is the top. */
  rank: number;
  /** Number of ids that survive all filters. */
  kept: number;
  /** Their mass before it was renormalised (among the top-k survivors, if top-k is on). */
  keptMass: number;
  /** Entropy in bits of the softmax over all ids. */
  entropyBits: number;
  /** With `logprobs`: natural logarithm of the drawn id's softmax in the row as the model gave it. */
  logprob?: number;
  /** With `logprobs`: the best ids by logprob, ties to the lower id, masked ids last. */
  top?: Choice[];
}

/** An id with what the model says of it, and what is left of that. */
export interface Choice {
  id: number;
  /** Natural logarithm of its softmax in the row as the model gave it, before temperature and penalties. */
  logprob: number;
  /** Final probability; 0 where it was cut. */
  probability: number;
}

/** What a step makes of an id that somebody else chose. */
export interface Evaluation {
  id: number;
  /** Ids judged before this one. */
  step: number;
  /** As a step's; -Infinity where the row has no such id. */
  logprob: number;
  /** Final probability; 0 where it was cut. */
  probability: number;
  /** Place by probability before any cut; -1 where the row has no such id. */
  rank: number;
  /** Whether all filters let it through. */
  survives: boolean;
}

/** Everything about one step. The arrays have the row's precision and are the caller's. */
export interface Inspection<A extends Float32Array | Float64Array = Float32Array | Float64Array> extends Step {
  /** Softmax at the temperature, before any cut, by id. */
  softmax: A;
  /** All ids by rank in `softmax`. */
  order: Int32Array;
  /**
   * The ids that survive top-k, in the order of the cut: by probability among themselves, ties by id. Different scores
   * can round to one probability there and not in `softmax`, so that it need not be the order of `order`.
   */
  cutOrder: Int32Array;
  /** Running totals along `cutOrder`; with top-k on, of the probabilities renormalised by it. */
  cumulative: A;
  /** The id whose running total reached topP; -1 where top-p is off or nothing reached it. */
  crossing: number;
  /** Final probabilities, by id. */
  probabilities: A;
  /** One exponential variate per id; the same whatever the policy is. */
  luck: A;
  /** probabilities / luck, by id. The largest wins. */
  scores: A;
  /** Entropy in bits of `probabilities`. */
  entropyBitsAfter: number;
}

/**
 * The same about few ids, at a fraction of the cost; every number is the one of `inspect` without `nearest`. `order`
 * holds the ids from the top, by rank, and then, each unless it is there already, the crossing one, the drawn one, the
 * runner-up of the race (the largest score but one, if it is above 0) and those of `include`. All arrays have their
 * entries in that order: `cumulative` too, NaN where an id did not survive top-k.
 */
export interface NearestInspection<A extends Float32Array | Float64Array = Float32Array | Float64Array> extends Omit<
  Inspection<A>,
  'cutOrder'
> {
  /** Places of the ids of `order` by rank in `softmax`. */
  ranks: Int32Array;
}

export type StopReason = 'eos' | 'length' | 'abort';

export interface Result<Ids = number[]> {
  /** The prompt, then the new ids; a BigInt64Array if the prompt was one. */
  ids: Ids;
  stopReason: StopReason;
  /** The seed that was given, or the random one. */
  seed: Seed;
  /** How many ids `logits` saw at each step. */
  contextLengths: number[];
}

/** mt19937 as `torch.Generator` on the CPU. */
export interface Generator {
  /** 624 words of state and the number used up; reading gives a copy, assigning one restores it. */
  state: Uint32Array;
}

/** `await using` leaves a stream, where the library that TypeScript is told of has `Symbol.asyncDispose`. */
type Disposal = {
  [
    Key in SymbolConstructor extends { readonly asyncDispose: infer Found } ? Extract<Found, symbol> : never
  ]: () => Promise<void>;
};

/** An async iterator of steps that also knows how the loop ended. */
export interface Stream<Ids = number[]> extends Disposal {
  next(): Promise<IteratorResult<Step, Result<Ids>>>;
  /** Leaves: the loop stops, and `result` settles with stopReason 'abort' and what was produced. */
  return(): Promise<IteratorResult<Step, Result<Ids>>>;
  /** Leaves, and rejects with the error. */
  throw(error: unknown): Promise<IteratorResult<Step, Result<Ids>>>;
  [Symbol.asyncIterator](): Stream<Ids>;
  /**
   * What `generate` would give. Awaiting it alone runs the loop; where somebody iterates too, the loop
   * runs ahead and the steps wait for the iterator. Leaving the iterator early settles it with
   * stopReason 'abort'.
   */
  readonly result: Promise<Result<Ids>>;
}

/**
 * One wasm instance. Calls may be nested (a `logits` function may call `generate`) and streams interleaved.
 * Every call checks its arguments first: a TypeError is a wrong kind or an unknown option, a RangeError a
 * wrong value, both with the name and the value. After any error the instance works as before.
 */
export interface Nucleus {
  /**
   * The whole loop, synchronously, in C.
   * @param logits called once per step with its own copy of the sequence, cropped to contextSize
   * @param prompt any iterable of safe integers, or a BigInt64Array; never changed
   * @returns the ids and why the loop ended
   * @throws what `logits` or `onStep` throws, unchanged
   * @throws {TypeError} `logits` returned a promise (use `stream`) or something that is no row
   * @throws {RangeError} a score is NaN or +Infinity, or no score is finite
   * @example
   * nucleus.generate((ids) => model(ids), [5], { maxTokens: 20, eosId: 0, temperature: 0.8, topP: 0.9, seed: 1 }).ids
   */
  generate(logits: Logits, prompt: BigInt64Array, options: GenerateOptions): Result<BigInt64Array>;
  generate(logits: Logits, prompt: Iterable<number | bigint>, options: GenerateOptions): Result;

  /**
   * The same loop for models that have to be waited for. A stream of synchronous rows lets the event loop
   * have its turn every 10 ms, so that timers and buttons can abort it.
   * @throws at the call, for bad arguments; what goes wrong later rejects the iterator and `result`
   * @example
   * for await (const { id } of nucleus.stream(askServer, prompt, { maxTokens: 100, signal })) show(id);
   */
  stream(logits: AsyncLogits, prompt: BigInt64Array, options: StreamOptions): Stream<BigInt64Array>;
  stream(logits: AsyncLogits, prompt: Iterable<number | bigint>, options: StreamOptions): Stream;

  /**
   * One id, for a loop of your own; the fast path.
   * @example nucleus.sample(new Float32Array([1, 2, 3]), { temperature: 0.7, topP: 0.9, seed: 1337, step: 4 })
   */
  sample(row: Row, options?: SampleOptions): number;

  /**
   * Everything about one step, for pictures. A generator is read, not advanced.
   * @example const { softmax, cumulative, crossing, luck } = nucleus.inspect(row, { topP: 0.9, seed: 1 });
   * @example const { order, ranks } = nucleus.inspect(row, { topP: 0.9, seed: 1, nearest: 12, include: [0] });
   */
  inspect(row: Float64Array, options: NearestOptions): NearestInspection<Float64Array>;
  inspect(
    row: Float32Array | Float16ArrayLike | readonly number[],
    options: NearestOptions,
  ): NearestInspection<Float32Array>;
  inspect(row: Row, options: NearestOptions): NearestInspection;
  inspect(row: Float64Array, options?: InspectOptions): Inspection<Float64Array>;
  inspect(row: Float32Array | Float16ArrayLike | readonly number[], options?: InspectOptions): Inspection<Float32Array>;
  inspect(row: Row, options?: InspectOptions): Inspection;

  /**
   * The final probabilities at their own ids; for an array of rows, an array of them.
   * @example nucleus.probabilities(new Float64Array([2, 1, 0]), { topK: 2 })
   */
  probabilities(row: Float64Array, options?: RowOptions): Float64Array;
  probabilities(row: Float32Array | Float16ArrayLike | readonly number[], options?: RowOptions): Float32Array;
  probabilities(row: Row, options?: RowOptions): Float32Array | Float64Array;
  probabilities(rows: readonly Row[], options?: RowOptions): (Float32Array | Float64Array)[];

  /**
   * What the policy makes of ids that are already there: for each from promptLength on, the row after those before it
   * judges it. Nothing is drawn. A `logits` that returns promises makes the result one.
   * @throws what `logits` throws, unchanged
   * @example
   * const told = nucleus.evaluate(model, [3, 1, 4], { promptLength: 1, topP: 0.9 });
   * const bits = told.reduce((sum, { logprob }) => sum - logprob / Math.LN2, 0);
   */
  evaluate(logits: Logits, ids: Iterable<number | bigint>, options?: EvaluateOptions): Evaluation[];
  evaluate(
    logits: (ids: number[]) => PromiseLike<Row>,
    ids: Iterable<number | bigint>,
    options?: EvaluateOptions,
  ): Promise<Evaluation[]>;
  evaluate(
    logits: AsyncLogits,
    ids: Iterable<number | bigint>,
    options?: EvaluateOptions,
  ): Evaluation[] | Promise<Evaluation[]>;

  /**
   * Shannon entropy -sum p log2 p in bits; ids with p = 0 contribute 0.
   * @param p finite numbers >= 0
   * @example nucleus.entropyBits([0.5, 0.25, 0.25]) // 1.5
   */
  entropyBits(p: Row): number;

  /**
   * `count` ids drawn with replacement, as `torch.multinomial(w / w.sum(), count, replacement=True)`.
   *
   * Running totals are in the precision of the weights: in float32 a weight below about 2^-24 of the sum adds nothing
   * to them unless it stands among the first, and is never drawn, as PyTorch never draws it. A `Float64Array` has room.
   * @param weights finite numbers >= 0, not all 0
   * @example nucleus.multinomial(new Float64Array([4, 2, 1, 1]), 20000, { seed: 1337 })
   */
  multinomial(weights: Row, count: number, options?: DrawOptions): Int32Array;

  /**
   * A generator to hand to `sample` and `multinomial`, which advance it.
   * @param seed random if absent
   * @example const generator = nucleus.generator(1337); nucleus.sample(row, { generator });
   */
  generator(seed?: Seed): Generator;
}

/** A `WebAssembly.Module`: neither a promise, an address nor an answer of `fetch`. */
export interface CompiledModule {
  readonly then?: undefined;
  readonly charAt?: undefined;
  readonly ok?: undefined;
}

/**
 * Instantiates the core.
 * @param module a compiled module (or its bytes) to use instead of the one inlined in the package
 * @throws {TypeError} for anything else, and for bytes that are not WebAssembly
 * @example const nucleus = await load();
 */
export function load(module?: CompiledModule | ArrayBuffer | ArrayBufferView): Promise<Nucleus>;
