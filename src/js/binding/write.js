// write.js: what goes in: rows, policies, generators, options and ids.
import {
  EXCHANGE_GENERATOR,
  EXCHANGE_OPTIONS,
  EXCHANGE_ROW,
  FLOAT32,
  FLOAT64,
  GENERATOR_SIZE,
  OPTIONS_CONTEXT_SIZE,
  OPTIONS_EOS_COUNT,
  OPTIONS_EOS_IDS,
  OPTIONS_MAX_TOKENS,
  OPTIONS_ON_STEP,
  OPTIONS_POLICY,
  OPTIONS_SEED,
  OPTIONS_SEEDING,
  POLICY_MIN_P,
  POLICY_TEMPERATURE,
  POLICY_TOP_K,
  POLICY_TOP_P,
  ROW_LENGTH,
  ROW_PRECISION,
  ROW_SCORES,
  SEED_PER_CALL,
  SEED_PER_STEP,
} from '../generated/layout.js';
import { lengthOf } from '../kinds.js';
import { readRow } from '../rows.js';

export function openWriter(wasm, memory) {
  const { exchange, setFloat64, setUint32, setUint64 } = memory;
  const options = exchange + EXCHANGE_OPTIONS;
  const policy = options + OPTIONS_POLICY;
  const last = { Kind: Float32Array, scores: 0, length: 0 }; // the row that was written last

  /** Copies a row into memory and writes its nucleus_row to `at`. */
  function writeRow(name, given, at = exchange + EXCHANGE_ROW) {
    const { scores, Kind } = readRow(name, given);
    const length = lengthOf(scores);
    const place = length ? memory.reserve(length * Kind.BYTES_PER_ELEMENT, name) : 0;
    if (length) memory.arrayAt(Kind, place, length).set(scores);
    setUint32(at + ROW_SCORES, place);
    setUint32(at + ROW_LENGTH, length);
    setUint32(at + ROW_PRECISION, Kind === Float32Array ? FLOAT32 : FLOAT64);
    last.Kind = Kind;
    last.scores = place;
    last.length = length;
  }

  /** Writes the exchange's policy, which is the one of its options; gives its place. */
  function writePolicy({ temperature, topP, minP, topK }) {
    setFloat64(policy + POLICY_TEMPERATURE, temperature);
    setFloat64(policy + POLICY_TOP_P, topP);
    setFloat64(policy + POLICY_MIN_P, minP);
    setUint64(policy + POLICY_TOP_K, topK);
    return policy;
  }

  /** Writes the options of a loop and its prompt; gives the place of the prompt. */
  function writeOptions({ word, maxTokens, contextSize = 0, seeding, eosId = [], onStep, ...filters }, prompt) {
    writePolicy(filters);
    const ids = memory.reserve(8 * (prompt.length + eosId.length), 'prompt');
    const eosIds = ids + 8 * prompt.length;
    prompt.forEach((id, i) => setUint64(ids + 8 * i, id));
    eosId.forEach((id, i) => setUint64(eosIds + 8 * i, id));
    setUint64(options + OPTIONS_SEED, word);
    setUint64(options + OPTIONS_MAX_TOKENS, maxTokens);
    setUint64(options + OPTIONS_CONTEXT_SIZE, contextSize);
    setUint32(options + OPTIONS_EOS_IDS, eosIds);
    setUint32(options + OPTIONS_EOS_COUNT, eosId.length);
    setUint32(options + OPTIONS_ON_STEP, onStep ? wasm.step_function() : 0);
    setUint32(options + OPTIONS_SEEDING, seeding === 'call' ? SEED_PER_CALL : SEED_PER_STEP);
    return ids;
  }

  /** The exchange's generator: its place, and its words for the moment. */
  const generator = exchange + EXCHANGE_GENERATOR;
  const generatorWords = () => memory.arrayAt(Uint32Array, generator, GENERATOR_SIZE / 4);

  return { last, writeRow, writePolicy, writeOptions, generator, generatorWords };
}
