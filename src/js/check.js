// check.js: arguments are checked here, before anything is drawn or changed. A TypeError is a wrong
// kind, a RangeError a wrong value; both name the argument, the rule and what was given.
import { kindOf } from './kinds.js';

/** What was given, short enough for a message. */
export function show(value) {
  if (typeof value === 'string') return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}...` : value);
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'symbol' || typeof value === 'function') return `a ${typeof value}`;
  if (Object.is(value, -0)) return '-0';
  if (Array.isArray(value)) return `[${value.slice(0, 4).map(show).join(', ')}${value.length > 4 ? ', ...' : ''}]`;
  return typeof value === 'object' && value !== null ? Object.prototype.toString.call(value) : String(value);
}

const wrongKind = (name, kind, value) => new TypeError(`${name} must be ${kind}, got ${show(value)}`);
const wrongValue = (name, rule, value) => new RangeError(`${name} must be ${rule}, got ${show(value)}`);

function number(name, value, rule, holds) {
  if (typeof value !== 'number') throw wrongKind(name, `a number, ${rule}`, value);
  if (!holds(value)) throw wrongValue(name, rule, value);
  return value;
}

/** An id as a number: an integer number or bigint within the safe integers. */
function id(name, value) {
  if (typeof value !== 'number' && typeof value !== 'bigint') throw wrongKind(name, 'an integer', value);
  const n = Number(value);
  if (!Number.isSafeInteger(n)) throw wrongValue(name, 'a safe integer', value);
  return n;
}

/** An eos id as a number. Bigints beyond the safe integers are fine: they are never drawn. */
const eosId = (name, value) =>
  typeof value === 'bigint' && !Number.isSafeInteger(Number(value)) ? -1 : id(name, value);

/** Any iterable of ids as a fresh number[]. */
export function prompt(value) {
  if (value === null || typeof value !== 'object' || typeof value[Symbol.iterator] !== 'function') {
    throw wrongKind('prompt', 'an iterable of integers', value);
  }
  const ids = [];
  for (const item of value) ids.push(id(`prompt[${ids.length}]`, item));
  return ids;
}

export function callback(name, value) {
  if (typeof value !== 'function') throw wrongKind(name, 'a function', value);
  return value;
}

/** A seed: an integer in [-2^63, 2^64). Numbers must be safe; beyond them, a bigint says what is meant. */
export function seed(value) {
  if (typeof value === 'bigint') {
    if (value < -(2n ** 63n) || value >= 2n ** 64n) throw wrongValue('seed', 'in [-2^63, 2^64)', value);
  } else if (typeof value !== 'number') {
    throw wrongKind('seed', 'an integer (number or bigint)', value);
  } else if (!Number.isSafeInteger(value)) {
    throw wrongValue('seed', 'a safe integer (pass larger ones as a bigint)', value);
  }
  return value;
}

/** mt19937 takes the low 32 bits of a seed. */
export const seedWord = (value) => (typeof value === 'bigint' ? Number(BigInt.asUintN(32, value)) : value >>> 0);

/** A safe integer, for calls that were given no seed. Node 18 has no `crypto`. */
export function randomSeed() {
  if (!globalThis.crypto?.getRandomValues) return Math.floor(Math.random() * 2 ** 53);
  const [high, low] = crypto.getRandomValues(new Uint32Array(2));
  return (high >>> 11) * 2 ** 32 + low;
}

function eosIds(value) {
  const list = Array.isArray(value) || kindOf(value) ? [...value] : null;
  return list ? list.map((item, i) => eosId(`eosId[${i}]`, item)) : [eosId('eosId', value)];
}

function seeding(value) {
  if (typeof value !== 'string') throw wrongKind('seeding', "'step' or 'call'", value);
  if (value !== 'step' && value !== 'call') throw wrongValue('seeding', "'step' or 'call'", value);
  return value;
}

function signal(value) {
  const methods = [value?.addEventListener, value?.removeEventListener];
  if (typeof value?.aborted !== 'boolean' || methods.some((method) => typeof method !== 'function')) {
    throw wrongKind('signal', 'an AbortSignal', value);
  }
  return value;
}

// ------------------------------------------------------------------------------------------------
// Options
// ------------------------------------------------------------------------------------------------

const POLICY = ['temperature', 'topK', 'topP', 'minP'];
const LOOP = [...POLICY, 'maxTokens', 'eosId', 'seed', 'seeding', 'contextSize', 'onStep'];

const within = (rule, holds) => (value, name) => number(name, value, rule, holds);
const atLeast = (least) => within(`an integer >= ${least}`, (n) => Number.isSafeInteger(n) && n >= least);

/** A whole number of at least 0. */
export const count = atLeast(0);

// Each takes the value and the option's name, and gives what the call works with.
const CHECKS = {
  temperature: within('finite and >= 0', (n) => n >= 0 && n < Infinity),
  topK: atLeast(1),
  topP: within('in (0, 1]', (n) => n > 0 && n <= 1),
  minP: within('in [0, 1]', (n) => n >= 0 && n <= 1),
  maxTokens: atLeast(0),
  contextSize: atLeast(1),
  step: atLeast(0),
  onStep: (value, name) => callback(name, value),
  eosId: eosIds,
  generator: (value) => value, // the instance knows its generators
  seed,
  seeding,
  signal,
};

const checksOf = (names) => Object.assign(Object.create(null), ...names.map((name) => ({ [name]: CHECKS[name] })));

/** The options of each call, with their checks. */
const OPTIONS_OF = {
  generate: checksOf(LOOP),
  stream: checksOf([...LOOP, 'signal']),
  sample: checksOf([...POLICY, 'seed', 'step', 'generator']),
  inspect: checksOf([...POLICY, 'seed', 'step', 'generator']),
  probabilities: checksOf(POLICY),
  multinomial: checksOf(['seed', 'generator']),
};

/** How alike two words are, 0 to 1, case and punctuation aside: the share of letters in their longest common subsequence. */
function likeness(a, b) {
  [a, b] = [a, b].map((word) => word.toLowerCase().replace(/[^a-z0-9]/g, ''));
  let row = Array(b.length + 1).fill(0);
  for (const letter of a) {
    const next = [0];
    for (let j = 1; j <= b.length; j++) next[j] = letter === b[j - 1] ? row[j - 1] + 1 : Math.max(row[j], next[j - 1]);
    row = next;
  }
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  return (row[b.length] + start) / (a.length + b.length);
}

function unknownOption(call, name) {
  if (Object.hasOwn(CHECKS, name)) {
    const owners = Object.keys(OPTIONS_OF).filter((other) => name in OPTIONS_OF[other]);
    return new TypeError(`${call} takes no option "${name}": it belongs to ${owners.join(', ')}`);
  }
  const near = Object.keys(OPTIONS_OF[call]).reduce((best, other) =>
    likeness(other, name) > likeness(best, name) ? other : best,
  );
  return new TypeError(`unknown option ${show(name)}: did you mean "${near}"?`);
}

const DEFAULTS = { __proto__: null, temperature: 1, topK: 0, topP: 1, minP: 0, step: 0 };

/** The objects that hold a call's options: `given` and what it was made from, up to the Object.prototype of its realm. */
function levelsOf(given) {
  const levels = [];
  for (let level = given; level !== null; level = Object.getPrototypeOf(level)) levels.push(level);
  if (Object.hasOwn(levels.at(-1), 'isPrototypeOf')) levels.pop();
  return levels;
}

/** The options that were given, each read once; undefined means absent. */
export function given(options = {}) {
  const levels = typeof options === 'object' && options !== null ? levelsOf(options) : [];
  const odd = (level) => Object.hasOwn(level, Symbol.iterator) || Object.hasOwn(level, 'then');
  if (levels.length === 0 || levels.some(odd)) throw wrongKind('options', 'a plain object', options);
  const read = Object.create(null);
  for (const name of new Set(levels.flatMap(Object.keys))) {
    const value = options[name];
    if (value !== undefined) read[name] = value;
  }
  return read;
}

/** The options of a call, each read once and checked. All that the call knows are in it. */
export function options(call, options) {
  const read = given(options);
  const checks = OPTIONS_OF[call];
  const checked = { seed: undefined, generator: undefined, step: 0 }; // what every draw asks for
  for (const name in checks) checked[name] = DEFAULTS[name];
  for (const name in read) {
    if (!checks[name]) throw unknownOption(call, name);
    checked[name] = checks[name](read[name], name);
  }
  if (checked.generator !== undefined && checked.seed !== undefined) {
    throw new TypeError('seed and generator must not be given together');
  }
  if (checks.maxTokens && checked.maxTokens === undefined) {
    throw new TypeError('maxTokens must be given: an integer >= 0');
  }
  return checked;
}
