// nucleus.js: the calls of an instance. See index.d.ts for what each takes, gives and throws; binding/ for how they
// reach the C core. The package's entries beside this file differ in where they have the compiled module from.
import { bind } from './binding/index.js';
import * as check from './check.js';
import { kindOf, lengthOf } from './kinds.js';
import { evaluateAll } from './evaluate.js';
import { count as countOf, options as optionsOf } from './options.js';
import { isRow } from './rows.js';
import { createStream } from './stream.js';

const states = new WeakMap(); // generator -> Uint32Array(625), the state of mt19937 and its position

/** A synchronous row, or a TypeError that says where promises are welcome. */
function synchronous(row) {
  if (typeof row?.then !== 'function') return row;
  Promise.resolve(row).catch(() => {}); // a later rejection is ours to swallow: nobody else sees it
  throw new TypeError('logits must return its row synchronously for generate, got a Promise: stream awaits promises');
}

function stateOf(generator) {
  const state = states.get(generator);
  if (!state) throw new TypeError(`generator must be one made by generator(), got ${check.show(generator)}`);
  return state;
}

/** The checked arguments of `generate` and `stream`. */
function loop(call, logits, prompt, given) {
  const options = optionsOf(call, given);
  check.callback('logits', logits);
  const ids = check.ids(prompt, 'prompt');
  const seed = options.seed ?? check.randomSeed();
  const big = kindOf(prompt) === 'BigInt64Array';
  const finish = (end) => ({ ...end, ids: big ? BigInt64Array.from(end.ids, BigInt) : end.ids, seed });
  return { options: { ...options, word: check.seedWord(seed) }, ids, finish };
}

/** The calls of a new instance of a compiled module. */
export async function open(module) {
  const core = await bind(module);

  /** What one draw uses: `state` of a generator, or the `word` that seeds a fresh one. */
  function dice({ generator, seed, step }) {
    if (generator !== undefined) return { state: stateOf(generator) };
    return { word: (check.seedWord(seed ?? check.randomSeed()) + (step >>> 0)) >>> 0 };
  }

  function generate(logits, prompt, given) {
    const { options, ids, finish } = loop('generate', logits, prompt, given);
    return finish(core.generate((context) => synchronous(logits(context)), ids, options));
  }

  function stream(logits, prompt, given) {
    const { options, ids, finish } = loop('stream', logits, prompt, given);
    const { signal, onStep } = options;
    return createStream({ logits, generation: core.generation(ids, options), signal, onStep, finish });
  }

  function sample(row, given) {
    const options = optionsOf('sample', given);
    return core.sample(row, options, dice(options));
  }

  function inspect(row, given) {
    const options = optionsOf('inspect', given);
    const { word, state } = dice(options);
    return core.inspect(row, options, state ?? core.seedState(word));
  }

  function probabilities(row, given) {
    const options = optionsOf('probabilities', given);
    if (!Array.isArray(row) || !isRow(row[0])) return core.probabilities(row, options, 'logits');
    return Array.from({ length: row.length }, (_, i) => core.probabilities(row[i], options, `logits[${i}]`));
  }

  function evaluate(logits, ids, given) {
    const options = optionsOf('evaluate', given);
    check.callback('logits', logits);
    return evaluateAll(logits, check.ids(ids, 'ids'), options, core.evaluate);
  }

  function multinomial(weights, count, given) {
    const options = optionsOf('multinomial', given);
    countOf(count, 'count');
    const { word, state } = dice(options);
    return core.multinomial(weights, count, state ?? core.seedState(word));
  }

  function generator(seed) {
    const state = core.seedState(check.seedWord(seed === undefined ? check.randomSeed() : check.seed(seed)));
    const made = {
      get state() {
        return state.slice();
      },
      set state(value) {
        if (kindOf(value) !== 'Uint32Array') {
          throw new TypeError(`state must be a Uint32Array, got ${check.show(value)}`);
        }
        const words = new Uint32Array(lengthOf(value) ? value : 0); // what was given away cannot be copied
        if (words.length !== state.length || words.at(-1) >= state.length) {
          throw new RangeError(
            `state must be 624 words and how many are used, got ${words.length} words ending in ${words.at(-1)}`,
          );
        }
        state.set(words);
      },
    };
    states.set(made, state);
    return Object.freeze(made);
  }

  return Object.freeze({
    generate,
    stream,
    sample,
    inspect,
    probabilities,
    evaluate,
    entropyBits: core.entropyBits,
    multinomial,
    generator,
  });
}
