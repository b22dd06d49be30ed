// adapter.js: what the processors for other libraries share: their options, checked when one is made; the draw for one
// row; and the row that only the drawn id is left in, so that whatever the library does with it takes that id.
import { given, logitBias, show } from './check.js';
import { kindOf } from './kinds.js';

const STEP = ['id', 'step', 'probability', 'rank', 'kept', 'keptMass', 'entropyBits', 'logprob', 'top'];
const HISTORY = ['repetitionPenalty', 'presencePenalty', 'frequencyPenalty']; // what needs the sequence so far

const ALWAYS_REFUSED = { step: 'it follows from the sequence', ids: 'they come with each row' };

/** Seeds of a batch are this far apart, further than the steps of any sequence. */
const STRIDE = 1_000_003n;

/**
 * The options of a processor, read and checked once, and its draw.
 *
 * @param {object} options those of `sample` but for `step` and `ids`; `onStep`, `logprobs`, `signal`; `promptLength`;
 * `seed` may be an array, one per row
 * @param {object} [fixed] options that the processor knows better than its user, who may not give them
 * @returns `{ seed, promptLength, abortIfAsked(), draw(row, ids, step, b) }`
 */
export function readOptions(nucleus, options, fixed = {}) {
  if (typeof nucleus?.sample !== 'function')
    throw new TypeError(`nucleus must be what load() gives, got ${show(nucleus)}`);
  const read = given(options);
  for (const [name, why] of Object.entries({ ...ALWAYS_REFUSED, ...fixed.why })) {
    if (name in read) throw new TypeError(`${name} must be left out: ${why}`);
  }
  const { onStep, signal, promptLength, logprobs, seed: asked, ...policy } = { ...read, ...fixed.options };
  if (promptLength !== undefined) checkLength(promptLength);
  if ('logitBias' in policy) policy.logitBias = logitBias(policy.logitBias); // once: an iterator ends
  checkPolicy(nucleus, policy);
  nucleus.stream(() => [0], [], { maxTokens: 0, onStep, signal, logprobs });
  if ('generator' in policy && asked !== undefined)
    throw new TypeError('seed and generator must not be given together');
  for (const name of ['presencePenalty', 'frequencyPenalty']) {
    if (policy[name] && promptLength === undefined) throw new TypeError(`promptLength must be given with ${name}`);
  }
  const seed = 'generator' in policy ? undefined : checkedSeed(nucleus, asked);

  function draw(row, ids, step, b) {
    const all = { ...policy, step };
    if (seed !== undefined) all.seed = seedOfRow(seed, b);
    if (asksForHistory(policy))
      Object.assign(all, { ids: Array.from(ids, Number) }, promptLength !== undefined && { promptLength });
    if (!onStep) return nucleus.sample(row, all);
    const inspection = nucleus.inspect(row, { ...all, logprobs });
    if ('generator' in policy) nucleus.sample(row, all); // inspect leaves the generator where it was
    const { id } = inspection; // before onStep has the object
    onStep(Object.fromEntries(STEP.filter((name) => name in inspection).map((name) => [name, inspection[name]])), b);
    return id;
  }

  const abortIfAsked = () => {
    if (signal?.aborted) throw signal.reason;
  };
  return { seed, promptLength, abortIfAsked, draw };
}

/** Leaves the drawn id alone in a row of scores. */
export function leaveOnly(row, id) {
  row.fill(-Infinity);
  row[id] = 0;
}

const asksForHistory = (policy) => HISTORY.some((name) => name in policy);

function checkLength(value) {
  const rule = 'promptLength must be an integer >= 0';
  if (typeof value !== 'number') throw new TypeError(`${rule}, got ${show(value)}`);
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`${rule}, got ${show(value)}`);
}

/** What `sample` refuses is refused now, by `sample`, but for what depends on the row or would advance a generator. */
function checkPolicy(nucleus, { generator, logitBias: _, ...policy }) {
  nucleus.sample([0], { ...policy, seed: 0, ...(asksForHistory(policy) && { ids: [], promptLength: 0 }) });
  if (generator !== undefined && !kindOf(generator?.state)) {
    throw new TypeError(`generator must be one made by generator(), got ${show(generator)}`);
  }
}

function checkedSeed(nucleus, asked) {
  if (asked === undefined) return nucleus.generate(() => [0], [], { maxTokens: 0 }).seed; // a random one
  for (const seed of Array.isArray(asked) ? asked : [asked]) nucleus.generator(seed);
  if (asked.length === 0) throw new RangeError('seed must hold one seed per row of the batch, got none');
  return Array.isArray(asked) ? Object.freeze([...asked]) : asked;
}

function seedOfRow(seed, b) {
  if (!Array.isArray(seed)) return b === 0 ? seed : BigInt.asUintN(64, BigInt(seed) + STRIDE * BigInt(b));
  if (b >= seed.length) throw new RangeError(`seed must hold one seed per row of the batch, got ${seed.length}`);
  return seed[b];
}
