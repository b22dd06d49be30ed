// read.js: what comes out: steps and inspections.
import {
  CHOICE_ID,
  CHOICE_LOGPROB,
  CHOICE_PROBABILITY,
  CHOICE_SIZE,
  EVALUATION_LOGPROB,
  EVALUATION_PROBABILITY,
  EVALUATION_RANK,
  EVALUATION_SURVIVES,
  INSPECTION_CROSSING,
  INSPECTION_CUMULATIVE,
  INSPECTION_CUT_ORDER,
  INSPECTION_ENTROPY_BITS_AFTER,
  INSPECTION_LENGTH,
  INSPECTION_LUCK,
  INSPECTION_ORDER,
  INSPECTION_PROBABILITIES,
  INSPECTION_RANKS,
  INSPECTION_SCORES,
  INSPECTION_SOFTMAX,
  INSPECTION_STEP,
  INSPECTION_SURVIVORS,
  STEP_ENTROPY_BITS,
  STEP_ID,
  STEP_KEPT,
  STEP_KEPT_MASS,
  STEP_LOGPROB,
  STEP_PROBABILITY,
  STEP_RANK,
  STEP_STEP,
  STEP_TOP,
  STEP_TOP_COUNT,
} from '../generated/layout.js';

/** The best ids by logprob, `count` of them. */
export function readChoices({ getFloat64, getInt32 }, at, count) {
  return Array.from({ length: count }, (_, i) => {
    const choice = at + i * CHOICE_SIZE;
    return {
      id: getInt32(choice + CHOICE_ID),
      logprob: getFloat64(choice + CHOICE_LOGPROB),
      probability: getFloat64(choice + CHOICE_PROBABILITY),
    };
  });
}

/** A step; with its logprobs, where they were asked for. */
export function readStep(memory, at, logprobs) {
  const { getFloat64, getInt32, getUint32, getUint64 } = memory;
  const step = {
    id: getInt32(at + STEP_ID),
    step: getUint64(at + STEP_STEP),
    probability: getFloat64(at + STEP_PROBABILITY),
    rank: getInt32(at + STEP_RANK),
    kept: getInt32(at + STEP_KEPT),
    keptMass: getFloat64(at + STEP_KEPT_MASS),
    entropyBits: getFloat64(at + STEP_ENTROPY_BITS),
  };
  if (logprobs === undefined) return step;
  step.logprob = getFloat64(at + STEP_LOGPROB);
  step.top = readChoices(memory, getUint32(at + STEP_TOP), getUint32(at + STEP_TOP_COUNT));
  return step;
}

/** What a step makes of an id that was given. */
export const readEvaluation = ({ getFloat64, getInt32 }, at) => ({
  logprob: getFloat64(at + EVALUATION_LOGPROB),
  probability: getFloat64(at + EVALUATION_PROBABILITY),
  rank: getInt32(at + EVALUATION_RANK),
  survives: getInt32(at + EVALUATION_SURVIVES) === 1,
});

/** An inspection of a row worked on as `Kind`, of the step numbered `step`: of all ids, or of some. */
export function readInspection(memory, at, Kind, step) {
  const { copyOf, getFloat64, getInt32, getUint32 } = memory;
  const length = getUint32(at + INSPECTION_LENGTH);
  const survivors = getUint32(at + INSPECTION_SURVIVORS);
  const isNearest = getUint32(at + INSPECTION_RANKS) > 0;
  const array = (member, count = length, As = Kind) => copyOf(As, getUint32(at + member), count);
  return {
    ...readStep(memory, at + INSPECTION_STEP),
    step,
    softmax: array(INSPECTION_SOFTMAX),
    order: array(INSPECTION_ORDER, length, Int32Array),
    ...(isNearest
      ? { ranks: array(INSPECTION_RANKS, length, Int32Array) }
      : { cutOrder: array(INSPECTION_CUT_ORDER, survivors, Int32Array) }),
    cumulative: array(INSPECTION_CUMULATIVE, isNearest ? length : survivors),
    crossing: getInt32(at + INSPECTION_CROSSING),
    probabilities: array(INSPECTION_PROBABILITIES),
    luck: array(INSPECTION_LUCK),
    scores: array(INSPECTION_SCORES),
    entropyBitsAfter: getFloat64(at + INSPECTION_ENTROPY_BITS_AFTER),
  };
}
