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

export const wrongKind = (name, kind, value) => new TypeError(`${name} must be ${kind}, got ${show(value)}`);
export const wrongValue = (name, rule, value) => new RangeError(`${name} must be ${rule}, got ${show(value)}`);

/** A number that holds to the rule; `holds` says whether. */
export function number(name, value, rule, holds) {
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
export function ids(value, name) {
  if (value === null || typeof value !== 'object' || typeof value[Symbol.iterator] !== 'function') {
    throw wrongKind(name, 'an iterable of integers', value);
  }
  const list = [];
  const add = (item) => list.push(Number.isSafeInteger(item) ? item : id(`${name}[${list.length}]`, item));
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) add(value[i]); // faster than its iterator
  } else {
    for (const item of value) add(item);
  }
  return list;
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

/** One id, or an array of them, that ends a loop. */
export function eosIds(value) {
  const list = Array.isArray(value) || kindOf(value) ? [...value] : null;
  return list ? list.map((item, i) => eosId(`eosId[${i}]`, item)) : [eosId('eosId', value)];
}

export function seeding(value) {
  if (typeof value !== 'string') throw wrongKind('seeding', "'step' or 'call'", value);
  if (value !== 'step' && value !== 'call') throw wrongValue('seeding', "'step' or 'call'", value);
  return value;
}

export function signal(value) {
  const methods = [value?.addEventListener, value?.removeEventListener];
  if (typeof value?.aborted !== 'boolean' || methods.some((method) => typeof method !== 'function')) {
    throw wrongKind('signal', 'an AbortSignal', value);
  }
  return value;
}

// ------------------------------------------------------------------------------------------------
// Options
// ------------------------------------------------------------------------------------------------

/** The objects that hold a call's options: `given` and what it was made from, up to its realm's Object.prototype. */
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

// ------------------------------------------------------------------------------------------------
// Biases
// ------------------------------------------------------------------------------------------------

/** Biases of ids, as an object, a Map or pairs: `[[id, bias]]` in their order. */
export function logitBias(value) {
  if (value === null || typeof value !== 'object') throw wrongKind('logitBias', '{ id: bias }, a Map or pairs', value);
  const pairs = typeof value[Symbol.iterator] === 'function' ? [...value] : Object.entries(value).map(fromKey);
  return pairs.map((pair, i) => {
    if (!Array.isArray(pair) || pair.length !== 2) throw wrongKind(`logitBias[${i}]`, 'a pair of id and bias', pair);
    const [of, bias] = [id(`logitBias[${i}][0]`, pair[0]), pair[1]];
    return [of, number(`logitBias[${of}]`, bias, 'finite or -Infinity', (b) => b < Infinity)];
  });
}

/** The keys of an object are strings; one that is no integer stays one, and is refused. */
const fromKey = ([key, bias]) => [/^-?\d+$/.test(key) ? Number(key) : key, bias];
