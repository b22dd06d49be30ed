/** What a logits function may do, and that the instance gives the right answer after each. */

import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { load } from '../../src/js/index.js';
import { refuses, thrownBy } from '../support/check.js';

const nucleus = await load();
const callback = suite('callback');

/** The exercise's example: favours 7 until the sequence has three ids, then 0. */
function favourSeven(ids) {
  return [0, 1, 2, 3, 4, 5, 6, 7].map((id) => (id === (ids.length < 3 ? 7 : 0) ? 20 : -20));
}

function example() {
  return nucleus.generate(favourSeven, [5], { maxTokens: 10, eosId: 0, seed: 0 }).ids;
}

callback("the exercise's example gives [5, 7, 7, 0]", () => {
  assert.equal(example(), [5, 7, 7, 0]);
});

callback.after.each(() => {
  assert.equal(example(), [5, 7, 7, 0], 'the instance works as before');
});

// ---------------------------------------------------------------------------------------------------- what it is given

callback('it gets the sequence so far, once per token', () => {
  const seen = [];
  const { ids } = nucleus.generate((context) => (seen.push(context), favourSeven(context)), [5], {
    maxTokens: 10,
    eosId: 0,
    seed: 0,
  });
  assert.equal(ids, [5, 7, 7, 0]);
  assert.equal(seen, [[5], [5, 7], [5, 7, 7]]);
  assert.ok(seen.every(Array.isArray));
});

callback('it may change what it was given, and the result does not notice', () => {
  const vandal = (ids) => {
    const row = favourSeven(ids);
    ids.reverse().push(99, -1);
    ids[0] = 42;
    return row;
  };
  assert.equal(nucleus.generate(vandal, [5], { maxTokens: 10, eosId: 0, seed: 0 }).ids, [5, 7, 7, 0]);
});

callback('what it keeps stays as it was', () => {
  const kept = [];
  const { ids } = nucleus.generate((context) => (kept.push(context), [1, 2, 3]), [5], { maxTokens: 40, seed: 2 });
  nucleus.sample(new Float32Array(3_000_000), { seed: 1 });
  kept.forEach((context, n) => assert.equal(context, ids.slice(0, 1 + n)));
});

callback('it gets numbers where the prompt holds bigints', () => {
  const seen = [];
  const prompt = BigInt64Array.of(-3n, 2n ** 40n);
  const { ids } = nucleus.generate((context) => (seen.push(context), [0]), prompt, { maxTokens: 1 });
  assert.equal(seen, [[-3, 2 ** 40]]);
  assert.equal(ids, BigInt64Array.of(-3n, 2n ** 40n, 0n));
  assert.equal(prompt, BigInt64Array.of(-3n, 2n ** 40n));
});

callback('it may return the same row every time, and change it between calls', () => {
  const row = new Float32Array(8);
  const reused = (ids) => {
    row.set(favourSeven(ids));
    return row;
  };
  assert.equal(nucleus.generate(reused, [5], { maxTokens: 10, eosId: 0, seed: 0 }).ids, [5, 7, 7, 0]);
});

callback('rows may differ in length and precision from step to step', () => {
  const rows = [[0, 1], Float64Array.of(2, 1, 0.5, 3), [1], new Float32Array(70_000), Float64Array.of(0, 0)];
  let n = 0;
  const { ids } = nucleus.generate(() => rows[n++], [9], { maxTokens: rows.length, seed: 11, topP: 0.95 });
  rows.forEach((row, step) => assert.is(ids[step + 1], nucleus.sample(row, { seed: 11, step, topP: 0.95 })));
});

// ------------------------------------------------------------------------------------------------------ what it throws

for (const [what, thrown] of Object.entries({
  'an Error': new Error('mine'),
  undefined: undefined,
  null: null,
  'a string': 'no',
  0: 0,
  NaN: NaN,
  false: false,
  'an object': {},
  'a RangeError': new RangeError('of its own'),
})) {
  callback(`${what} that it throws comes out unchanged`, () => {
    for (const at of [1, 2, 5]) {
      let calls = 0;
      const failing = () => {
        if (++calls === at) throw thrown;
        return [0, 1];
      };
      const caught = thrownBy(() => nucleus.generate(failing, [5], { maxTokens: 9 }));
      assert.ok(Object.is(caught, thrown));
      assert.is(calls, at, 'it is not called again');
    }
  });

  callback(`${what} that onStep throws comes out unchanged`, () => {
    let steps = 0;
    const onStep = () => {
      if (++steps === 3) throw thrown;
    };
    assert.ok(
      Object.is(
        thrownBy(() => nucleus.generate(favourSeven, [5], { maxTokens: 9, onStep })),
        thrown,
      ),
    );
    assert.is(steps, 3);
  });
}

// ----------------------------------------------------------------------------------------------------- what it returns

for (const [what, value] of Object.entries({
  nothing: undefined,
  null: null,
  'a promise': Promise.resolve([1, 2]),
  'an object that looks like a promise': { then() {} },
  'an Int32Array': Int32Array.of(1, 2),
  'a sparse array': [1, , 3],
  'a number': 7,
  'a string': '1,2',
  'a function': () => [1],
})) {
  callback(`${what} in place of a row is a TypeError`, () => {
    let calls = 0;
    refuses(() => nucleus.generate(() => (calls++, value), [5], { maxTokens: 3 }), TypeError);
    assert.is(calls, 1);
  });
}

callback('a promise in place of a row says that generate is synchronous and stream awaits', () => {
  refuses(() => nucleus.generate(async () => [1], [5], { maxTokens: 3 }), TypeError, /synchronous/, 'stream');
});

for (const [what, row] of Object.entries({
  'an empty row': [],
  'a NaN': [1, NaN],
  '+Infinity': [1, Infinity],
  'nothing but -Infinity': [-Infinity, -Infinity],
  'an empty Float64Array': new Float64Array(0),
})) {
  callback(`${what} is a RangeError, at the first step and later`, () => {
    for (const at of [0, 3]) {
      let calls = 0;
      refuses(() => nucleus.generate(() => (calls++ === at ? row : [0, 1]), [5], { maxTokens: 9 }), RangeError);
      assert.is(calls, at + 1);
    }
  });
}

callback('a getter on the returned array that throws comes out unchanged', () => {
  const reason = { from: 'the getter' };
  const trapped = [1, 2];
  Object.defineProperty(trapped, 1, {
    get() {
      throw reason;
    },
  });
  assert.is(
    thrownBy(() => nucleus.generate(() => trapped, [5], { maxTokens: 3 })),
    reason,
  );
});

// ------------------------------------------------------------------------------------------------------- what it calls

callback('it may make the memory grow', () => {
  let size = 1 << 16;
  const growing = (ids) => {
    nucleus.sample(new Float32Array((size *= 4)), { seed: 0 });
    return favourSeven(ids);
  };
  assert.equal(nucleus.generate(growing, [5], { maxTokens: 10, eosId: 0, seed: 0 }).ids, [5, 7, 7, 0]);
});

callback('it may use every other call of the instance', () => {
  const plain = nucleus.generate((ids) => [ids.length % 3, 1, 2], [5], { maxTokens: 12, seed: 6 });
  const busy = (ids) => {
    const row = [ids.length % 3, 1, 2];
    nucleus.inspect(Float64Array.of(1, 2, 3), { topP: 0.5, seed: 1 });
    nucleus.probabilities([row, row]);
    nucleus.multinomial([1, 2, 3], 100, { seed: 3 });
    nucleus.entropyBits([0.5, 0.5]);
    nucleus.sample(row, { generator: nucleus.generator(2) });
    return row;
  };
  assert.equal(nucleus.generate(busy, [5], { maxTokens: 12, seed: 6 }), plain);
});

/** A loop inside a loop inside a loop; `innermost` is the last one's logits function. */
function nested(depth, innermost) {
  const logits =
    depth === 0
      ? innermost
      : (ids) => {
          const { ids: inner } = nested(depth - 1, innermost);
          assert.equal(inner, [5, 7, 7, 0]);
          return favourSeven(ids);
        };
  return nucleus.generate(logits, [5], { maxTokens: 10, eosId: 0, seed: 0 });
}

callback('generate inside generate inside generate inside generate: each is right', () => {
  assert.equal(nested(3, favourSeven).ids, [5, 7, 7, 0]);
});

callback('what the innermost of three throws comes out of the outermost, unchanged', () => {
  const reason = Symbol('innermost');
  for (const at of [1, 2, 3]) {
    let calls = 0;
    const failing = (ids) => {
      if (++calls % 3 === at % 3) throw reason;
      return favourSeven(ids);
    };
    assert.is(
      thrownBy(() => nested(3, failing)),
      reason,
    );
  }
});

callback('a loop may catch what an inner loop throws, and go on', () => {
  const logits = (ids) => {
    thrownBy(() =>
      nested(2, () => {
        throw new Error('inner');
      }),
    );
    return favourSeven(ids);
  };
  assert.equal(nucleus.generate(logits, [5], { maxTokens: 10, eosId: 0, seed: 0 }).ids, [5, 7, 7, 0]);
});

callback('a loop with one generator is not disturbed by loops inside it', () => {
  const options = { maxTokens: 20, seed: 8, seeding: 'call', topP: 0.9 };
  const row = [1, 1, 1, 1.5];
  const plain = nucleus.generate(() => row, [0], options).ids;
  const outer = () => {
    nucleus.generate(() => row, [0], { ...options, seed: 9 });
    return row;
  };
  assert.equal(nucleus.generate(outer, [0], options).ids, plain);
});

callback('onStep may call generate too', () => {
  const inner = [];
  const onStep = () => inner.push(example());
  const { ids } = nucleus.generate(favourSeven, [5], { maxTokens: 10, eosId: 0, seed: 0, onStep });
  assert.equal(ids, [5, 7, 7, 0]);
  assert.equal(
    inner,
    [0, 1, 2].map(() => [5, 7, 7, 0]),
  );
});

callback("endless recursion ends in the engine's own RangeError, and the instance lives", () => {
  const forever = () => nucleus.generate(forever, [5], { maxTokens: 1 }) && [0];
  assert.instance(
    thrownBy(() => nucleus.generate(forever, [5], { maxTokens: 1 })),
    RangeError,
  );
});

callback.run();
