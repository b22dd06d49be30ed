/** stream: the same ids and steps as generate, at the pace of whoever reads it. */

import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { load } from '../../src/js/index.js';
import { rejects } from '../support/check.js';
import { fixture, formulaRow, given, ruleRow } from '../support/fixtures.js';

const nucleus = await load();
const stream = suite('stream');

const model = (ids) => formulaRow({ vocab: 65, M: 997, spread: 10, salt: 9 }, ids.length, ids.at(-1));
const slowModel = (ids) => new Promise((settle) => setTimeout(settle, ids.length % 3, model(ids)));
const options = { maxTokens: 12, seed: 5, temperature: 0.9, topP: 0.9 };

async function collect(steps) {
  const all = [];
  for await (const step of steps) all.push(step);
  return all;
}

function generated(given = options, prompt = [1]) {
  const steps = [];
  return { result: nucleus.generate(model, prompt, { ...given, onStep: (step) => steps.push(step) }), steps };
}

const until = (settle, milliseconds) => new Promise((done) => setTimeout(() => done(settle), milliseconds));

// ------------------------------------------------------------------------------------------------ the same as generate

for (const [what, logits] of Object.entries({
  'a plain function': model,
  'an async function': async (ids) => model(ids),
  'slow promises': slowModel,
})) {
  stream(`${what}: yields the steps that generate reports, and its result is generate's`, async () => {
    for (const more of [
      {},
      { seeding: 'call' },
      { contextSize: 3 },
      { eosId: [3, 40] },
      { temperature: 0 },
      { topK: 5, minP: 0.1 },
    ]) {
      const expected = generated({ ...options, ...more });
      const running = nucleus.stream(logits, [1], { ...options, ...more });
      assert.equal(await collect(running), expected.steps);
      assert.equal(await running.result, expected.result);
    }
  });
}

stream('every golden loop gives the same ids through stream', async () => {
  for (const golden of fixture('generate').filter(({ callback }) => (callback.vocab ?? 1) <= 1000)) {
    const { callback, prompt, max_tokens: maxTokens, eos_id: eosId, temperature, top_p: topP } = golden;
    const logits = async (ids) => ruleRow(callback, ids.length - prompt.length, ids.length, ids.at(-1));
    const { ids } = await nucleus.stream(logits, prompt, {
      maxTokens,
      eosId,
      temperature,
      topP,
      seed: BigInt(golden.seed),
    }).result;
    assert.equal(ids, golden.ids, golden.name);
  }
  for (const golden of fixture('stream')) {
    let step = 0;
    const logits = (context) => Float64Array.from(ruleRow(golden.callback, step++, context.length, context.at(-1)));
    const policy = given({
      temperature: golden.temperature,
      topK: golden.top_k,
      topP: golden.top_p,
      eosId: golden.eos_id,
    });
    const running = nucleus.stream(logits, golden.prompt, {
      ...policy,
      maxTokens: golden.n,
      contextSize: golden.block_size,
      seed: golden.seed,
      seeding: 'call',
    });
    assert.equal((await running.result).ids, golden.ids, golden.name);
  }
});

stream('a BigInt64Array prompt gives BigInt64Array ids', async () => {
  const { ids } = await nucleus.stream(model, BigInt64Array.of(1n), options).result;
  assert.equal(ids, BigInt64Array.from(generated().result.ids, BigInt));
});

stream('onStep is called with the very objects that are yielded', async () => {
  const told = [];
  const yielded = await collect(nucleus.stream(model, [1], { ...options, onStep: (step) => told.push(step) }));
  assert.is(told.length, options.maxTokens);
  told.forEach((step, n) => assert.is(step, yielded[n]));
});

stream('maxTokens 0 ends at once, without one call', async () => {
  const running = nucleus.stream(() => assert.unreachable(), [1, 2], { maxTokens: 0, seed: 1 });
  assert.equal(await collect(running), []);
  assert.equal(await running.result, { ids: [1, 2], stopReason: 'length', seed: 1, contextLengths: [] });
});

// ------------------------------------------------------------------------------------------------------------ the pace

stream('the model is asked only for the step that is read', async () => {
  let asked = 0;
  const running = nucleus.stream((ids) => (asked++, model(ids)), [1], options);
  await until(undefined, 5);
  assert.is(asked, 0);
  const first = await running.next();
  assert.is(first.done, false);
  await until(undefined, 5);
  assert.is(asked, 1);
  await running.return();
});

stream('awaiting the result alone runs the loop', async () => {
  assert.equal(await nucleus.stream(slowModel, [1], options).result, generated().result);
});

stream('awaiting the result after a few steps runs the rest', async () => {
  const running = nucleus.stream(slowModel, [1], options);
  const { steps, result } = generated();
  assert.equal((await running.next()).value, steps[0]);
  assert.equal((await running.next()).value, steps[1]);
  assert.equal(await running.result, result);
});

stream('reading and awaiting the result at the same time gives every step once', async () => {
  let asked = 0;
  const running = nucleus.stream((ids) => (asked++, slowModel(ids)), [1], options);
  const [steps, result] = await Promise.all([collect(running), running.result]);
  const expected = generated();
  assert.equal(result, expected.result);
  assert.is(asked, options.maxTokens);
  assert.equal(steps, expected.steps);
});

stream('calls of next that do not wait for each other are answered in order', async () => {
  const running = nucleus.stream(slowModel, [1], options);
  const answers = await Promise.all(Array.from({ length: options.maxTokens + 2 }, () => running.next()));
  const { steps, result } = generated();
  assert.equal(
    answers.slice(0, options.maxTokens).map(({ value }) => value),
    steps,
  );
  assert.is(answers[options.maxTokens].done, true);
  assert.equal(await running.result, result);
});

stream('its return value is the result', async () => {
  const running = nucleus.stream(model, [1], options);
  let answer = await running.next();
  while (!answer.done) answer = await running.next();
  assert.equal(answer.value, generated().result);
  assert.is(running[Symbol.asyncIterator](), running);
});

// ----------------------------------------------------------------------------------------------------- several at once

stream('two streams read in turn on one instance do not disturb each other', async () => {
  for (const seeding of ['step', 'call']) {
    const one = nucleus.stream(model, [1], { ...options, seeding });
    const two = nucleus.stream(slowModel, [2, 3], { ...options, seeding, seed: 6 });
    const read = [[], []];
    for (let n = 0; n < options.maxTokens; n++) {
      read[0].push((await one.next()).value);
      read[1].push((await two.next()).value);
      nucleus.sample(new Float32Array(5000), { seed: n });
    }
    assert.equal(read[0], generated({ ...options, seeding }).steps);
    assert.equal(read[1], generated({ ...options, seeding, seed: 6 }, [2, 3]).steps);
  }
});

stream("many streams at once, some inside others' models, all give what they give alone", async () => {
  const expected = Array.from({ length: 30 }, (_, seed) => generated({ ...options, seed }).result);
  const busy = async (ids) => {
    await nucleus.stream(slowModel, [4], { maxTokens: 2, seed: 1 }).result;
    return model(ids);
  };
  const running = expected.map(
    (_, seed) => nucleus.stream(seed % 3 ? slowModel : busy, [1], { ...options, seed }).result,
  );
  assert.equal(await Promise.all(running), expected);
});

// --------------------------------------------------------------------------------------------------- ends of all kinds

stream('leaving the iterator early settles the result with abort and what was produced', async () => {
  const running = nucleus.stream(slowModel, [1], options);
  let read = 0;
  for await (const { step } of running) {
    read++;
    if (step === 3) break;
  }
  assert.is(read, 4);
  const { ids, stopReason, contextLengths, seed } = await running.result;
  assert.is(stopReason, 'abort');
  assert.equal(ids, generated().result.ids.slice(0, 5));
  assert.is(contextLengths.length, 4);
  assert.is(seed, options.seed);
  assert.is((await running.next()).done, true);
});

stream('leaving before the first step settles the result with the prompt', async () => {
  const running = nucleus.stream(() => assert.unreachable(), [1, 2], options);
  await running.return();
  const { ids, stopReason } = await running.result;
  assert.equal(ids, [1, 2]);
  assert.is(stopReason, 'abort');
});

stream('a signal that was aborted before the call: no call of the model, the prompt stays', async () => {
  const running = nucleus.stream(() => assert.unreachable(), [1, 2], { ...options, signal: AbortSignal.abort() });
  assert.equal(await collect(running), []);
  assert.equal(await running.result, { ids: [1, 2], stopReason: 'abort', seed: options.seed, contextLengths: [] });
});

stream('an abort between two steps keeps what was produced', async () => {
  const controller = new AbortController();
  const running = nucleus.stream(model, [1], { ...options, signal: controller.signal });
  const read = [];
  for await (const step of running) {
    read.push(step);
    if (step.step === 2) controller.abort();
  }
  assert.equal(read, generated().steps.slice(0, 3));
  const { ids, stopReason } = await running.result;
  assert.equal(ids, generated().result.ids.slice(0, 4));
  assert.is(stopReason, 'abort');
});

stream('an abort while a promise is awaited ends the stream without waiting for it', async () => {
  const controller = new AbortController();
  const never = new Promise(() => {});
  const running = nucleus.stream((ids) => (ids.length < 3 ? model(ids) : never), [1], {
    ...options,
    signal: controller.signal,
  });
  setTimeout(() => controller.abort(), 10);
  assert.is((await collect(running)).length, 2);
  const { ids, stopReason } = await running.result;
  assert.equal(ids, generated().result.ids.slice(0, 3));
  assert.is(stopReason, 'abort');
});

stream('a model that rejects after the abort leaves no unhandled rejection', async () => {
  const unhandled = [];
  const listen = (reason) => unhandled.push(reason);
  process.on('unhandledRejection', listen);
  const controller = new AbortController();
  const rejecting = () => new Promise((_, reject) => setTimeout(reject, 15, new Error('too late')));
  const running = nucleus.stream(rejecting, [1], { ...options, signal: controller.signal });
  setTimeout(() => controller.abort(), 5);
  assert.is((await running.result).stopReason, 'abort');
  await until(undefined, 25);
  process.off('unhandledRejection', listen);
  assert.equal(unhandled, []);
});

stream(
  "a signal that also rejects the model's promise ends the stream as aborted, whichever listener comes first",
  async () => {
    for (const first of ['the model', 'the stream']) {
      for (const late of [false, true]) {
        const controller = new AbortController();
        const { signal } = controller;
        const rejections = [];
        if (first === 'the model') signal.addEventListener('abort', () => rejections.forEach((reject) => reject()));
        const waiting = (ids) => {
          if (ids.length < 4) return model(ids);
          return new Promise((_, reject) => {
            const refuse = () => reject(signal.reason);
            if (first === 'the model') rejections.push(refuse);
            else signal.addEventListener('abort', refuse);
            if (late) controller.abort();
            else setTimeout(() => controller.abort(), 3);
          });
        };
        const running = nucleus.stream(waiting, [1], { ...options, signal });
        assert.is((await collect(running)).length, 3);
        const { ids, stopReason } = await running.result;
        assert.equal(ids, generated().result.ids.slice(0, 4), `${first} first`);
        assert.is(stopReason, 'abort');
      }
    }
  },
);

stream('an abort from inside the model or onStep ends it after that step at the latest', async () => {
  for (const where of ['model', 'onStep']) {
    const controller = new AbortController();
    const logits = (ids) => {
      if (where === 'model' && ids.length === 3) controller.abort();
      return model(ids);
    };
    const onStep = ({ step }) => where === 'onStep' && step === 1 && controller.abort();
    const { ids, stopReason } = await nucleus.stream(logits, [1], { ...options, signal: controller.signal, onStep })
      .result;
    assert.is(stopReason, 'abort');
    assert.equal(ids, generated().result.ids.slice(0, 3), where);
  }
});

stream('an abort after the end changes nothing, and no listener stays on the signal', async () => {
  const controller = new AbortController();
  let listeners = 0;
  const { signal } = controller;
  const add = signal.addEventListener.bind(signal);
  const remove = signal.removeEventListener.bind(signal);
  signal.addEventListener = (...given) => (listeners++, add(...given));
  signal.removeEventListener = (...given) => (listeners--, remove(...given));
  const running = nucleus.stream(slowModel, [1], { ...options, signal });
  assert.equal(await collect(running), generated().steps);
  controller.abort();
  assert.equal(await running.result, generated().result);
  assert.is(listeners, 0);
});

// -------------------------------------------------------------------------------------------------------------- errors

stream('what the model throws or rejects with comes out of both the iterator and the result, unchanged', async () => {
  for (const reason of [new Error('mine'), undefined, null, 'words']) {
    for (const failing of [
      () => {
        throw reason;
      },
      () => Promise.reject(reason),
    ]) {
      const logits = (ids) => (ids.length < 4 ? model(ids) : failing());
      const read = [];
      const running = nucleus.stream(logits, [1], options);
      const caught = await (async () => {
        for await (const step of running) read.push(step);
      })().then(
        () => assert.unreachable(),
        (error) => ({ error }),
      );
      assert.ok(Object.is(caught.error, reason));
      assert.equal(read, generated().steps.slice(0, 3));
      const settled = await running.result.then(
        () => assert.unreachable(),
        (error) => ({ error }),
      );
      assert.ok(Object.is(settled.error, reason));
      assert.is((await running.next()).done, true);
    }
  }
  assert.equal(await nucleus.stream(model, [1], options).result, generated().result);
});

stream('what onStep throws comes out unchanged', async () => {
  const reason = { from: 'onStep' };
  const onStep = () => {
    throw reason;
  };
  const caught = await nucleus.stream(model, [1], { ...options, onStep }).result.then(
    () => assert.unreachable(),
    (error) => error,
  );
  assert.is(caught, reason);
});

stream('an error that the reader has seen leaves no unhandled rejection of the result', async () => {
  const unhandled = [];
  const listen = (reason) => unhandled.push(reason);
  process.on('unhandledRejection', listen);
  await collect(
    nucleus.stream(
      () => {
        throw new Error('mine');
      },
      [1],
      options,
    ),
  ).catch(() => {});
  await until(undefined, 20);
  process.off('unhandledRejection', listen);
  assert.equal(unhandled, []);
});

stream('a bad row is refused as generate refuses it', async () => {
  await rejects(nucleus.stream(() => [1, NaN], [1], options).result, RangeError, 'NaN', /\b1\b/);
  await rejects(nucleus.stream(async () => Int8Array.of(1), [1], options).result, TypeError);
});

stream('bad arguments throw at the call, not later', () => {
  assert.throws(() => nucleus.stream(model, [1], { ...options, topP: 2 }), /topP/);
  assert.throws(() => nucleus.stream(model, [1.5], options), /prompt/);
  assert.throws(() => nucleus.stream(5, [1], options), /logits/);
});

stream.run();
