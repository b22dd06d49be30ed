// write.js: what goes in: rows, policies, generators, options and ids.
import {
  EXCHANGE_GENERATOR,
  EXCHANGE_OPTIONS,
  EXCHANGE_PENALTIES,
  EXCHANGE_ROW,
  FLOAT32,
  FLOAT64,
  GENERATOR_SIZE,
  OPTIONS_CONTEXT_SIZE,
  OPTIONS_EOS_COUNT,
  OPTIONS_EOS_IDS,
  OPTIONS_LOGPROBS,
  OPTIONS_MAX_TOKENS,
  OPTIONS_ON_STEP,
  OPTIONS_POLICY,
  OPTIONS_SEED,
  OPTIONS_SEEDING,
  OPTIONS_TOP_LOGPROBS,
  PENALTIES_BIASES,
  PENALTIES_BIAS_COUNT,
  PENALTIES_BIAS_IDS,
  PENALTIES_COUNT,
  PENALTIES_FREQUENCY,
  PENALTIES_IDS,
  PENALTIES_PRESENCE,
  PENALTIES_PROMPT_LENGTH,
  PENALTIES_REPETITION,
  POLICY_MIN_P,
  POLICY_PENALTIES,
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
  const penalties = exchange + EXCHANGE_PENALTIES;
  const last = { Kind: Float32Array, scores: 0, length: 0 }; // the row that was written last

  /** Copies a row into memory, with room behind it, and writes its nucleus_row to `at`; gives the room's place. */
  function writeRow(name, given, at = exchange + EXCHANGE_ROW, room = 0) {
    const { scores, Kind } = readRow(name, given);
    const length = lengthOf(scores);
    const bytes = Math.ceil((length * Kind.BYTES_PER_ELEMENT) / 8) * 8;
    const place = bytes + room ? memory.reserve(bytes + room, name) : 0;
    if (length) memory.arrayAt(Kind, place, length).set(scores);
    setUint32(at + ROW_SCORES, place);
    setUint32(at + ROW_LENGTH, length);
    setUint32(at + ROW_PRECISION, Kind === Float32Array ? FLOAT32 : FLOAT64);
    last.Kind = Kind;
    last.scores = place;
    last.length = length;
    return place + bytes;
  }

  function writeIds(at, ids) {
    const words = memory.arrayAt(Uint32Array, at, 2 * ids.length);
    for (let i = 0; i < ids.length; i++) {
      const id = ids[i];
      words[2 * i] = id;
      words[2 * i + 1] = id >= 0 && id < 2 ** 32 ? 0 : Math.floor(id / 2 ** 32);
    }
    return at + 8 * ids.length;
  }

  /** Writes the exchange's penalties, with their lists at `place`; gives their place, or 0 where there are none. */
  function writePenalties(
    { repetitionPenalty, presencePenalty, frequencyPenalty, logitBias, ids, promptLength },
    place,
  ) {
    if (repetitionPenalty === 1 && !presencePenalty && !frequencyPenalty && !logitBias.length) return 0;
    setFloat64(penalties + PENALTIES_REPETITION, repetitionPenalty);
    setFloat64(penalties + PENALTIES_PRESENCE, presencePenalty);
    setFloat64(penalties + PENALTIES_FREQUENCY, frequencyPenalty);
    setUint32(penalties + PENALTIES_IDS, place);
    setUint32(penalties + PENALTIES_COUNT, ids.length);
    setUint32(penalties + PENALTIES_PROMPT_LENGTH, promptLength);
    const biasIds = writeIds(place, ids);
    const biases = writeIds(
      biasIds,
      logitBias.map(([id]) => id),
    );
    setUint32(penalties + PENALTIES_BIAS_IDS, biasIds);
    setUint32(penalties + PENALTIES_BIASES, biases);
    setUint32(penalties + PENALTIES_BIAS_COUNT, logitBias.length);
    logitBias.forEach(([, bias], i) => setFloat64(biases + 8 * i, bias));
    return penalties;
  }

  const roomOfLists = ({ ids, logitBias, include = [] }) => 8 * (ids.length + include.length) + 16 * logitBias.length;

  /** Writes the exchange's policy, which is the one of its options, with room for its lists at `place`. */
  function writePolicy(given, place) {
    setFloat64(policy + POLICY_TEMPERATURE, given.temperature);
    setFloat64(policy + POLICY_TOP_P, given.topP);
    setFloat64(policy + POLICY_MIN_P, given.minP);
    setUint64(policy + POLICY_TOP_K, given.topK);
    setUint32(policy + POLICY_PENALTIES, writePenalties(given, place));
  }

  /** Writes a row, what is done with it, and, in front of its lists, the ids to include, whose place it gives. */
  function writeRowAndPolicy(name, row, given) {
    const include = writeRow(name, row, undefined, roomOfLists(given));
    writePolicy(given, given.include ? writeIds(include, given.include) : include);
    return include;
  }

  /** Writes the options of a loop and its prompt; gives the place of the prompt. */
  function writeOptions(given, prompt) {
    const { word, maxTokens, contextSize = 0, seeding, eosId = [], onStep, logprobs } = given;
    const own = { ...given, ids: [], promptLength: 0 }; // the loop counts ids by itself
    const ids = memory.reserve(8 * (prompt.length + eosId.length) + roomOfLists(own), 'prompt');
    const eosIds = writeIds(ids, prompt);
    writePolicy(own, writeIds(eosIds, eosId));
    setUint64(options + OPTIONS_SEED, word);
    setUint64(options + OPTIONS_MAX_TOKENS, maxTokens);
    setUint64(options + OPTIONS_CONTEXT_SIZE, contextSize);
    setUint32(options + OPTIONS_EOS_IDS, eosIds);
    setUint32(options + OPTIONS_EOS_COUNT, eosId.length);
    setUint32(options + OPTIONS_ON_STEP, onStep ? wasm.step_function() : 0);
    setUint32(options + OPTIONS_SEEDING, seeding === 'call' ? SEED_PER_CALL : SEED_PER_STEP);
    setUint32(options + OPTIONS_LOGPROBS, Number(logprobs !== undefined));
    setUint32(options + OPTIONS_TOP_LOGPROBS, logprobs ?? 0);
    return ids;
  }

  /** The exchange's generator: its place, and its words for the moment. */
  const generator = exchange + EXCHANGE_GENERATOR;
  const generatorWords = () => memory.arrayAt(Uint32Array, generator, GENERATOR_SIZE / 4);

  return { last, policy, writeRow, writeRowAndPolicy, writeOptions, generator, generatorWords };
}
