/** Memory stays where it was: after faults of every kind, fresh closures, long loops, streams that were left. */

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { thrownBy } from '../support/check.js';
import { loadObserved } from '../support/instance.js';

setFlagsFromString('--expose-gc');
const gc = runInNewContext('gc');

const { nucleus, exports } = await loadObserved();
const memory = suite('memory');

/** So long that a copy leaked by each of some thousand calls shows in the size of the wasm memory. */
const prompt = Array.from({ length: 600 }, (_, i) => i);
const row = new Float32Array(1000);
const last = row.length - 1;
const right = nucleus.generate(() => row, prompt, { maxTokens: 5, seed: 1 }).ids;

/** The wasm memory and table, and the JavaScript heap, in bytes and entries. */
function sizes() {
  gc();
  const tables = Object.values(exports).filter((value) => value instanceof WebAssembly.Table);
  return {
    wasm: exports.memory.buffer.byteLength,
    table: tables.map(({ length }) => length),
    heap: process.memoryUsage().heapUsed,
  };
}

/** Run `body` for a while, then `count` times more: nothing may have grown by the end. */
function staysFlat(body, count, warmUp = 50) {
  for (let n = 0; n < warmUp; n++) body(n);
  const before = sizes();
  for (let n = 0; n < count; n++) body(n);
  checkFlat(before);
}

function checkFlat(before) {
  const after = sizes();
  assert.is(after.wasm, before.wasm, 'wasm memory');
  assert.equal(after.table, before.table, 'wasm table');
  assert.ok(after.heap - before.heap < 4e6, `the JavaScript heap grew by ${after.heap - before.heap} bytes`);
  assert.equal(nucleus.generate(() => row, prompt, { maxTokens: 5, seed: 1 }).ids, right);
}

// -------------------------------------------------------------------------------------------------------------- faults

const options = { maxTokens: 5, seed: 1 };
const failAt = (step, fault) => (ids) => (ids.length === prompt.length + step ? fault() : row);

const returned = {
  nothing: undefined,
  'a promise': Promise.resolve(row),
  'a wrong kind': new Int32Array(row.length),
  'an empty row': [],
  NaN: row.with(last, NaN),
  '+Infinity': row.with(last, Infinity),
  'all -Infinity': new Float64Array(row.length).fill(-Infinity),
};
const thrown = { 'an Error': () => new Error('mine'), undefined: () => undefined };

const faults = {
  ...Object.fromEntries(
    Object.entries(thrown).map(([what, make]) => [
      `the callback throws ${what}`,
      () => {
        nucleus.generate(
          failAt(1, () => {
            throw make();
          }),
          prompt,
          options,
        );
      },
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(returned).map(([what, value]) => [
      `the callback returns ${what}`,
      () => {
        nucleus.generate(
          failAt(1, () => value),
          prompt,
          options,
        );
      },
    ]),
  ),
  'onStep throws': () =>
    nucleus.generate(() => row, prompt, {
      ...options,
      onStep: () => {
        throw 0;
      },
    }),
  'the innermost of three loops throws': () => {
    const inner = () =>
      nucleus.generate(
        failAt(1, () => {
          throw 1;
        }),
        prompt,
        options,
      );
    const middle = () => nucleus.generate(failAt(0, inner), prompt, options);
    nucleus.generate(failAt(0, middle), prompt, options);
  },
  'a bad option': () => nucleus.generate(() => row, prompt, { ...options, topP: 2 }),
  'a bad eos id': () => nucleus.generate(() => row, prompt, { ...options, eosId: [1, 1.5] }),
  'a bad prompt': () => nucleus.generate(() => row, [...prompt, 0.5], options),
  'a bad row in sample': () => nucleus.sample(row.with(5, NaN), { seed: 1 }),
  'a bad row in inspect': () => nucleus.inspect([], { seed: 1 }),
  'a bad row among several in probabilities': () => nucleus.probabilities([row, row.with(0, NaN)]),
  'bad weights': () => nucleus.multinomial(row, 1000, { seed: 1 }),
};

for (const [what, fault] of Object.entries(faults)) {
  memory('blocks that are allocated and released in any order never overlap, and leave all their room behind', () => {
    const context = exports.context_new();
    let state = 1;
    const below = (limit) => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) % limit;
    const held = []; // [address, size, mark]
    const bytes = ([at, size]) => new Uint8Array(exports.memory.buffer, at, size);
    function release(block) {
      assert.ok(
        bytes(block).every((byte) => byte === block[2]),
        'nothing wrote into the block',
      );
      exports.release(context, block[0]);
    }
    for (let n = 0; n < 4000; n++) {
      if (held.length > 40 || (held.length > 0 && below(3) === 0)) release(held.splice(below(held.length), 1)[0]);
      const size = below(5) === 0 ? below(20_000) : below(300);
      const block = [exports.allocate(context, size), size, n % 251];
      assert.is(block[0] % 8, 0);
      assert.ok(block[0] > 0);
      bytes(block).fill(block[2]);
      held.push(block);
    }
    held.forEach(release);
    const before = exports.memory.buffer.byteLength;
    const whole = exports.allocate(context, before / 4);
    assert.is(exports.memory.buffer.byteLength, before, 'free neighbours are one block');
    exports.release(context, whole);
    exports.release(context, 0);
    assert.is(exports.allocate(context, 2 ** 32 - 8), 0);
    assert.is(exports.allocate(context, 2 ** 32 - 1), 0);
    exports.context_free(context);
  });

  memory(`${what}: 10,000 times leave memory where it was`, () => {
    staysFlat(() => thrownBy(fault), 10_000);
  });
}

// -------------------------------------------------------------------------------------------------- calls and closures

memory('bug-50: 100,000 fresh closures, half of which throw, take no table slot and no memory', () => {
  staysFlat(
    (n) => {
      try {
        nucleus.generate(
          () => {
            if (n % 2) throw n;
            return [n % 7, 1];
          },
          [n],
          { maxTokens: 1 },
        );
      } catch (error) {
        assert.is(error, n);
      }
    },
    100_000,
    2000,
  );
});

memory('bug-50: what an old closure held is collected', async () => {
  const held = [false, true].map((throws) => {
    const large = new Uint8Array(10_000_000);
    const logits = () => {
      if (throws) throw large;
      return [large[0], 1];
    };
    try {
      nucleus.generate(logits, [1], { maxTokens: 1 });
    } catch (error) {
      assert.is(error, large);
    }
    return new WeakRef(large);
  });
  await new Promise((settle) => setTimeout(settle, 1));
  gc();
  assert.equal(
    held.map((reference) => reference.deref() === undefined),
    [true, true],
  );
});

memory('1,000,000 steps in single draws and loops', () => {
  const small = Float32Array.from({ length: 20 }, (_, i) => i / 5);
  const policy = { temperature: 0.8, topP: 0.9 };
  staysFlat((n) => nucleus.sample(small, { ...policy, seed: n }), 500_000, 1000);
  staysFlat((n) => nucleus.generate(() => small, [1], { ...policy, maxTokens: 1000, contextSize: 8, seed: n }), 500, 2);
});

memory('every other call, many times', () => {
  const generator = nucleus.generator(1);
  staysFlat(
    (n) => {
      nucleus.inspect(row, { topP: 0.9, seed: n });
      nucleus.probabilities([row, row], { topK: 7 });
      nucleus.multinomial([1, 2, 3], 500, { generator });
      nucleus.entropyBits([0.5, 0.5]);
      nucleus.sample(row, { generator });
      nucleus.generator(n).state = generator.state;
    },
    5000,
    200,
  );
});

memory('a row that needs more memory once does not leave growth behind each time', () => {
  const large = new Float32Array(1_000_000);
  staysFlat(
    (n) => {
      nucleus.sample(large, { seed: n });
      nucleus.sample(row, { seed: n });
    },
    40,
    5,
  );
});

memory('streams that end, fail, are left or aborted, 3,000 of each', async () => {
  const fail = () => {
    throw new Error('mine');
  };
  const ends = {
    end: (stream) => stream.result,
    fail: (stream) => stream.result.catch(() => {}),
    leave: async (stream) => {
      await stream.next();
      await stream.return();
    },
    abort: async (stream, controller) => {
      await stream.next();
      controller.abort();
      await stream.result;
    },
  };
  const runAll = async (count) => {
    for (let n = 0; n < count; n++) {
      for (const [how, end] of Object.entries(ends)) {
        const controller = new AbortController();
        await end(
          nucleus.stream(how === 'fail' ? failAt(1, fail) : () => row, prompt, {
            ...options,
            signal: controller.signal,
          }),
          controller,
        );
      }
    }
  };
  await runAll(100);
  const before = sizes();
  await runAll(3000);
  checkFlat(before);
});

memory('streams that nobody reads to their end, or at all, are collected with what they hold in C', async () => {
  const forget = async (n) => {
    const running = nucleus.stream(() => row, prompt, { maxTokens: 5, seed: n, seeding: 'call' });
    if (n % 2) await running.next();
  };
  const forgetMany = async () => {
    for (let n = 0; n < 500; n++) await forget(n);
    gc();
    await new Promise((resume) => setTimeout(resume, 5)); // finalizers run between tasks
  };
  await forgetMany();
  const before = sizes();
  for (let n = 0; n < 8; n++) await forgetMany();
  checkFlat(before);
});

memory.run();
