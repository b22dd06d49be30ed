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

/** What `answer` resolves to, or undefined once one of the signals aborts, which may also be why it rejects. */
async function unlessAborted(answer, signals) {
  const isAborted = () => signals.some((each) => each.aborted);
  let listener;
  const aborted = new Promise((resolve) => {
    listener = () => resolve();
    if (isAborted()) resolve();
    for (const signal of signals) signal.addEventListener('abort', listener);
  });
  try {
    return await Promise.race([aborted, answer]);
  } catch (error) {
    if (!isAborted()) throw error;
  } finally {
    for (const signal of signals) signal.removeEventListener('abort', listener);
  }
}

/**
 * The object that `stream` returns. `generation` is the loop in C, whose steps are taken here; `logits(ids)` gives a
 * row or a promise of one; `finish({ ids, stopReason, contextLengths })` makes the result.
 */
export function createStream({ logits, generation, signal, onStep, finish }) {
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
    outcome = { value: finish({ ids: generation.ids, stopReason, contextLengths }) };
    generation.close();
    settle.resolve(outcome.value);
  }

  function fail(error) {
    outcome = { error, told: false };
    generation.close();
    settle.reject(error);
  }

  async function pauseNowAndThen() {
    if (performance.now() - lastPause < PATIENCE) return;
    await new Promise((resume) => setTimeout(resume));
    lastPause = performance.now();
  }

  /** One step, or undefined when the loop is over. */
  async function takeStep() {
    await pauseNowAndThen();
    if (outcome) return undefined;
    if (generation.stopReason()) return end(generation.stopReason());
    if (isAborted()) return end('abort');
    const context = generation.context();
    const { length } = context;
    let row = logits(context);
    if (typeof row?.then === 'function') row = await unlessAborted(row, signals);
    if (isAborted()) return end('abort');
    const taken = generation.advance(row);
    contextLengths.push(length);
    onStep?.(taken);
    if (generation.stopReason()) end(generation.stopReason());
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
      fail(error);
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

  const stream = {
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
  if (Symbol.asyncDispose) stream[Symbol.asyncDispose] = async () => void (await leave());
  return stream;
}
