// options.js: which options each call takes, and their checks.
import * as check from './check.js';
import { unknownOption } from './unknown-option.js';

const POLICY = ['temperature', 'topK', 'topP', 'minP'];
const PENALTIES = ['repetitionPenalty', 'presencePenalty', 'frequencyPenalty', 'logitBias'];
const ROW = [...POLICY, ...PENALTIES, 'ids', 'promptLength'];
const DRAW = ['seed', 'step', 'generator'];
const LOOP = [...POLICY, ...PENALTIES, 'maxTokens', 'eosId', 'seed', 'seeding', 'contextSize', 'onStep', 'logprobs'];

const within = (rule, holds) => (value, name) => check.number(name, value, rule, holds);
const integer = (rule, least, most) => within(rule, (n) => Number.isSafeInteger(n) && n >= least && n <= most);
const atLeast = (least) => integer(`an integer >= ${least}`, least, Infinity);
const finite = within('finite', Number.isFinite);

/** A check of a filter that other libraries turn off by a number. */
const filter =
  (checked, ...off) =>
  (value, name) => {
    try {
      return checked(value, name);
    } catch (error) {
      if (off.includes(value)) error.message += ': leave it out to turn it off';
      throw error;
    }
  };

/** A whole number of at least 0. */
export const count = atLeast(0);

// Each takes the value and the option's name, and gives what the call works with.
const CHECKS = {
  temperature: within('finite and >= 0', (n) => n >= 0 && n < Infinity),
  topK: filter(atLeast(1), 0, -1),
  topP: filter(
    within('in (0, 1]', (n) => n > 0 && n <= 1),
    0,
  ),
  minP: within('in [0, 1]', (n) => n >= 0 && n <= 1),
  repetitionPenalty: within('finite and > 0', (n) => n > 0 && n < Infinity),
  presencePenalty: finite,
  frequencyPenalty: finite,
  logitBias: check.logitBias,
  ids: check.ids,
  promptLength: atLeast(0),
  maxTokens: atLeast(0),
  contextSize: atLeast(1),
  logprobs: integer('an integer from 0 to 100', 0, 100),
  step: atLeast(0),
  nearest: atLeast(1),
  include: check.ids,
  onStep: (value, name) => check.callback(name, value),
  eosId: check.eosIds,
  generator: (value) => value, // the instance knows its generators
  seed: check.seed,
  seeding: check.seeding,
  signal: check.signal,
};

const DEFAULTS = {
  __proto__: null,
  ...{ temperature: 1, topK: 0, topP: 1, minP: 0, step: 0, ids: [], include: [] },
  ...{ repetitionPenalty: 1, presencePenalty: 0, frequencyPenalty: 0, logitBias: [] },
};

const checksOf = (names) => Object.assign(Object.create(null), ...names.map((name) => ({ [name]: CHECKS[name] })));

/** The options of each call, with their checks. */
const OPTIONS_OF = {
  generate: checksOf(LOOP),
  stream: checksOf([...LOOP, 'signal']),
  sample: checksOf([...ROW, ...DRAW]),
  inspect: checksOf([...ROW, ...DRAW, 'logprobs', 'nearest', 'include']),
  probabilities: checksOf(ROW),
  evaluate: checksOf([...POLICY, ...PENALTIES, 'promptLength']),
  multinomial: checksOf(['seed', 'generator']),
};

/** What single options cannot say: which need each other, and which do not go together. */
function checkTogether(checks, checked) {
  const { generator, seed, maxTokens, ids, promptLength, presencePenalty, frequencyPenalty } = checked;
  if (generator !== undefined && seed !== undefined) {
    throw new TypeError('seed and generator must not be given together');
  }
  if (checked.include?.length && checked.nearest === undefined) {
    throw new TypeError('include must be given together with nearest');
  }
  if (checks.maxTokens && maxTokens === undefined) throw new TypeError('maxTokens must be given: an integer >= 0');
  if (!checks.ids) return;
  if (promptLength === undefined && (presencePenalty || frequencyPenalty)) {
    throw new TypeError(
      'promptLength must be given with presencePenalty and frequencyPenalty: how many of ids are old',
    );
  }
  if (promptLength > ids.length)
    throw check.wrongValue('promptLength', `at most ids.length, ${ids.length}`, promptLength);
}

/** The options of a call, each read once and checked. All that the call knows are in it. */
export function options(call, options) {
  const read = check.given(options);
  const checks = OPTIONS_OF[call];
  const checked = { seed: undefined, generator: undefined, step: 0 }; // what every draw asks for
  for (const name in checks) checked[name] = DEFAULTS[name];
  for (const name in read) {
    if (!checks[name]) throw unknownOption(call, name, OPTIONS_OF);
    checked[name] = checks[name](read[name], name);
  }
  checkTogether(checks, checked);
  return checked;
}
