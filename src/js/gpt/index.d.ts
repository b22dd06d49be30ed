import type { CompiledModule } from '../index.js';

/** A character GPT, read from a weights file. Its functions need no `this`. */
export interface Gpt {
  /**
   * The scores of the next id. Plugs into `generate` as it is.
   *
   * The keys and values of the last window are kept, and ids that begin as the last ones did cost only what is new.
   * That is invisible but for the time: going back, branching or changing an id is always right, to the last bit.
   *
   * @param ids At least one id. Of more than `contextSize` the last ones are seen, and positions count from their
   * start.
   * @returns One score per id of the vocabulary, the caller's to keep.
   * @throws {TypeError} if `ids` is not an array of integers.
   * @throws {RangeError} if there are no ids, or one is outside the vocabulary.
   * @example
   * const { ids } = nucleus.generate(gpt.logits, gpt.encode('ROMEO:\n'), { maxTokens: 96, topP: 0.9, seed: 1337 });
   * console.log(gpt.decode(ids));
   */
  logits(ids: ArrayLike<number>): Float32Array;

  /**
   * The scores after every id: row i is `logits(ids.slice(0, i + 1))`.
   *
   * @param ids From 1 to `contextSize` ids.
   * @throws as `logits`, and a RangeError if there are more than `contextSize` ids.
   */
  logitsEach(ids: ArrayLike<number>): Float32Array[];

  /**
   * The id of every character.
   *
   * @throws {RangeError} for a character outside the alphabet; the message names it and where it stands.
   * @example
   * gpt.encode('ROMEO:\n'); // [30, 27, 25, 17, 27, 10, 0]
   */
  encode(text: string): number[];

  /**
   * The characters of ids; the inverse of `encode`.
   *
   * @throws {RangeError} for an id outside the vocabulary.
   */
  decode(ids: Iterable<number | bigint>): string;

  /** All characters, in id order. */
  readonly alphabet: string;
  /** The most ids that `logits` sees. */
  readonly contextSize: number;
  /** How many ids there are. */
  readonly vocabularySize: number;
  readonly layers: number;
  readonly width: number;
  readonly heads: number;
  /** How many numbers were trained. */
  readonly parameters: number;
  /** The CRC-32 in the header of the weights file, as eight hexadecimal digits. */
  readonly checksum: string;

  /** The CRC-32 of the weights as they are in memory now: equal before and after shows that nothing changed them. */
  weightsChecksum(): string;
}

/**
 * Reads a weights file into a wasm instance of its own.
 *
 * The package brings one, `nucleus-sampling/shakespeare.gpt`. In Node it is read from where it is installed, as in the
 * example; in a page, serve the file and fetch it: with Vite `import url from 'nucleus-sampling/shakespeare.gpt?url'`,
 * with webpack or Rspack `new URL('nucleus-sampling/shakespeare.gpt', import.meta.url)`, and `fetch(url)`.
 *
 * @param bytes The whole file. It is copied.
 * @param module `gpt.wasm`, compiled or its bytes, for hosts that fetch it themselves; by default the one in the
 * package.
 * @throws {TypeError} if `bytes` holds no bytes, or `module` is no WebAssembly of this package.
 * @throws {RangeError} if the file is foreign, truncated, altered, of a later version, or a network whose scores could
 * overflow; the message says which.
 * @example
 * const weights = new URL(import.meta.resolve('nucleus-sampling/shakespeare.gpt'));
 * const gpt = await loadGpt(await readFile(weights));
 */
export function loadGpt(
  bytes: ArrayBuffer | ArrayBufferView,
  module?: CompiledModule | ArrayBuffer | ArrayBufferView,
): Promise<Gpt>;
