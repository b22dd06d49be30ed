/** Assertions that uvu/assert lacks. */

import * as assert from 'uvu/assert';

/** `actual` is within `tolerance` of `expected`, absolutely or relatively. */
export function near(actual, expected, tolerance, what = 'value') {
  const distance = Math.abs(actual - expected);
  const close = actual === expected || distance <= tolerance || distance <= tolerance * Math.abs(expected);
  assert.ok(close, `${what}: ${actual} is not within ${tolerance} of ${expected}`);
}

export function allNear(actual, expected, tolerance, what = 'value') {
  assert.is(actual.length, expected.length, `${what}: length`);
  for (let i = 0; i < expected.length; i++) near(actual[i], expected[i], tolerance, `${what} ${i}`);
}

/** `relative`: of the expected value alone; 0 is exact. */
export function allEqualWithin(actual, expected, relative, what = 'value') {
  assert.is(actual.length, expected.length, `${what}: length`);
  for (let i = 0; i < expected.length; i++) {
    const distance = Math.abs(actual[i] - expected[i]);
    assert.ok(distance <= relative * Math.abs(expected[i]), `${what} ${i}: ${actual[i]} is not ${expected[i]}`);
  }
}

/** `run` throws an error of this very type whose message holds every one of the fragments. */
export function refuses(run, Type, ...fragments) {
  const error = thrownBy(run);
  checkError(error, Type, fragments);
}

/** Like refuses, for what a promise is rejected with. */
export async function rejects(promise, Type, ...fragments) {
  const nothing = Symbol('nothing');
  const error = await promise.then(
    () => nothing,
    (reason) => reason,
  );
  assert.is.not(error, nothing, 'a rejection was expected');
  checkError(error, Type, fragments);
}

/** Whatever `run` throws, `undefined` too. */
export function thrownBy(run) {
  let value;
  try {
    value = run();
  } catch (error) {
    return error;
  }
  throw new Error(`nothing was thrown; the answer was ${String(value)}`);
}

function checkError(error, Type, fragments) {
  assert.is(error?.constructor, Type, `${Type.name} expected, got ${error?.stack ?? String(error)}`);
  for (const fragment of fragments) {
    const found = fragment instanceof RegExp ? fragment.test(error.message) : error.message.includes(String(fragment));
    assert.ok(found, `"${error.message}" does not mention ${String(fragment)}`);
  }
}
