import type { GenerateOptions } from './index.js';

/** A setting that became no option, or whose meaning is not quite the same here, and why. */
export interface IgnoredSetting {
  name: string;
  value: unknown;
  why: string;
}

export interface TranslatedConfig {
  /** Options of `generate` and `stream`, to be completed: `maxTokens` is required there and often missing here. */
  options: Partial<GenerateOptions>;
  /** Every setting that is not in `options`, or is and does not mean quite the same. */
  ignored: IgnoredSetting[];
}

/**
 * The settings of other libraries as options of `generate`: a generation_config.json of Hugging Face, the options of
 * transformers.js, llama.cpp, Ollama (its `options` too), OpenAI and vLLM. No key is dropped in silence. Our own names
 * pass as they are. What is left out is left out here too, and has our default: of theirs, only the 50 best ids that
 * Hugging Face keeps are told.
 *
 * - `top_k` 0 or -1 is no limit, and left out; `top_p` 0 keeps the likeliest id alone.
 * - `do_sample: false` is temperature 0. Hugging Face is greedy without do_sample as well, and refuses temperature 0
 *   with it: both are said.
 * - The order here is that of Hugging Face: temperature, top-k, top-p, min-p. llama.cpp divides by the temperature
 *   last, vLLM applies min-p first.
 * - `bad_words_ids` and `suppress_tokens` are biases of -Infinity; a bad word of several ids is not banned.
 * - Penalties come before the bias here, after it elsewhere; llama.cpp and Ollama look at the last ids only.
 * - `seed` gives the draws of PyTorch's CPU generator, not those of the other library; -1 is random for llama.cpp and
 *   Ollama.
 *
 * Whose settings they are is read off names that only one library has.
 *
 * @param json the parsed object; it is not changed
 * @throws {TypeError} if it is no object
 * @example
 * import { fromGenerationConfig } from 'nucleus-sampling/generation-config';
 *
 * const { options, ignored } = fromGenerationConfig({ do_sample: true, temperature: 0.6, top_p: 0.9, num_beams: 1 });
 * for (const { name, why } of ignored) console.warn(`${name}: ${why}`);
 * const { ids } = nucleus.generate(logits, prompt, { maxTokens: 100, ...options });
 */
export function fromGenerationConfig(json: object): TranslatedConfig;
