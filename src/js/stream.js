// stream.js: the loop for models that have to be waited for. The same steps as `generate`, one per
// turn of an async iterator.

const PATIENCE = 10; // ms a stream of synchronous rows may hold the event loop

/** A promise that starts its work when somebody first asks for the outcome. */
class LazyPromise extends Promise {
  static get [Symbol.species]() {
    return Promise;
  }

  then(onFulfilled, onRejected) {
    this.start?.();
    return super.then(onFulfilled, onRejected);
  }
}

/** What `answer` resolves to, or undefined once one of the signals aborts. */
async function unlessAborted(answer, signals) {
  let listener;
  const aborted = new Promise((resolve) => {
    listener = () => resolve();
    if (signals.some((each) => each.aborted)) resolve();
    for (const signal of signals) signal.addEventListener('abort', listener);
  });
  try {
    return await Promise.race([aborted, answer]);
  } finally {
    for (const signal of signals) signal.removeEventListener('abort', listener);
  }
}

/**
 * The object that `stream` returns. `ids` is the prompt as a number[] of its own and grows;
 * `logits(ids)` gives a row or a promise of one; `draw(row, step)` gives a step; `finish({ ids,
 * stopReason, contextLengths })` makes the result.
 */
export function createStream({
  logits,
  draw,
  finish,
  ids,
  maxTokens,
  eosId = [],
  contextSize = Infinity,
  signal,
  onStep,
}) {
  const contextLengths = [];
  const leaving = new AbortController();
  const signals = signal ? [leaving.signal, signal] : [leaving.signal];
  const backlog = []; // steps that `result` ran ahead of the iterator
  let settle;
  let outcome = null; // { value } or { error } once the loop is over
  let queue = Promise.resolve();
  let lastPause = performance.now();
  let draining = false;

  const result = new LazyPromise((resolve, reject) => {
    settle = { resolve, reject };
  });
  Promise.prototype.then.call(result, undefined, () => {}); // the iterator reports the error as well
  result.start = drain;

  const isAborted = () => signals.some((each) => each.aborted);

  function end(stopReason) {
    outcome ??= { value: finish({ ids, stopReason, contextLengths }) };
    settle.resolve(outcome.value);
  }

  async function pauseNowAndThen() {
    if (performance.now() - lastPause < PATIENCE) return;
    await new Promise((resume) => setTimeout(resume));
    lastPause = performance.now();
  }

  /** One step, or undefined when the loop is over. */
  async function takeStep() {
    await pauseNowAndThen();
    const step = contextLengths.length;
    if (outcome) return undefined;
    if (step === maxTokens) return end('length');
    if (isAborted()) return end('abort');
    const context = ids.slice(Math.max(0, ids.length - contextSize));
    const contextLength = context.length;
    let row = logits(context);
    if (typeof row?.then === 'function') {
      row = await unlessAborted(row, signals);
    }
    if (isAborted()) return end('abort');
    const taken = draw(row, step);
    const { id } = taken; // before onStep has the object
    ids.push(id);
    contextLengths.push(contextLength);
    onStep?.(taken);
    if (eosId.includes(id)) end('eos');
    else if (contextLengths.length === maxTokens) end('length');
    return taken;
  }

  /** Runs one piece of work after the other, whatever became of those before it. */
  function inTurn(work) {
    const done = queue.then(work);
    queue = done.catch(() => {});
    return done;
  }

  /** Takes a step into the backlog; what goes wrong ends the loop and is told by `next` and `result`. */
  async function advance() {
    try {
      const taken = await takeStep();
      if (taken) backlog.push(taken);
    } catch (error) {
      outcome = { error, told: false };
      settle.reject(error);
    }
  }

  /** Runs the loop to its end for those who wait for the result; its steps wait for the iterator. */
  async function drain() {
    if (draining) return;
    draining = true;
    while (!outcome) await inTurn(advance);
  }

  const next = () =>
    inTurn(async () => {
      if (!backlog.length) await advance();
      if (backlog.length) return { value: backlog.shift(), done: false };
      if (outcome.told === false) {
        outcome.told = true;
        throw outcome.error;
      }
      return { value: outcome.value, done: true };
    });

  async function leave() {
    leaving.abort();
    await inTurn(() => {
      backlog.length = 0;
      if (!outcome) end('abort');
    });
    return { value: outcome.value, done: true };
  }

  return {
    result,
    next,
    return: leave,
    async throw(error) {
      await leave();
      throw error;
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
