/** The page's end of the service worker, with workers whose events come in every order that browsers have. */

import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { keepOffline } from '../../web/page/offline.js';

const test = suite('page: asking to be kept');
const PATIENCE = { update: 30, answer: 40 };
const RELEASE = ['rows', 'weights'];
let container;

test.before.each(() => {
  container = new EventTarget();
  Object.defineProperty(globalThis, 'navigator', { value: { serviceWorker: container }, configurable: true });
});

/** A service worker that answers `keep` with the files it misses, but not the first times. */
class Worker extends EventTarget {
  constructor(state, missing = [], silences = 0) {
    super();
    Object.assign(this, { state, missing, silences, asked: 0 });
  }

  become(state) {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }

  postMessage({ type }) {
    assert.is(type, 'keep');
    assert.is.not(this.state, 'redundant');
    this.asked++;
    if (this.asked > this.silences) queueMicrotask(() => this.answer(this.missing));
  }

  answer(missing) {
    const heard = Object.assign(new Event('message'), { source: this, data: { type: 'kept', missing } });
    container.dispatchEvent(heard);
  }
}

class Registration extends EventTarget {
  constructor(workers, update = async () => undefined) {
    super();
    Object.assign(this, { installing: null, waiting: null, active: null, ...workers, update });
  }

  find(worker) {
    this.installing = worker;
    this.dispatchEvent(new Event('updatefound'));
  }

  /** The worker that is being installed takes over. */
  takeOver() {
    const [old, next] = [this.active, this.installing];
    Object.assign(this, { installing: null, active: next });
    old?.become('redundant');
    next.become('activated');
  }
}

const passes = (milliseconds) => new Promise((settle) => setTimeout(settle, milliseconds));

/** What the page is told, as it is. */
function told(registration) {
  container.register = async () => registration;
  const answers = [];
  keepOffline((offline) => answers.push(offline), PATIENCE);
  return answers;
}

test('the worker of a first visit is asked once it is in charge', async () => {
  const worker = new Worker('installing');
  const registration = new Registration({ installing: worker });
  const answers = told(registration);
  await passes(10);
  // Browsers tell of it once more when they have given it out.
  registration.find(worker);
  worker.become('installed');
  await passes(10);
  assert.is(worker.asked, 0);
  registration.takeOver();
  await passes(10);
  assert.equal(answers, ['kept']);
});

test('files that cannot be had, a worker that cannot be installed, and none at all: it is impossible', async () => {
  const inVain = told(new Registration({ active: new Worker('activated', RELEASE) }));
  await passes(10);
  assert.equal(inVain, ['impossible']);
  const worker = new Worker('installing');
  const registration = new Registration({ installing: worker });
  const answers = told(registration);
  await passes(10);
  registration.installing = null;
  worker.become('redundant');
  await passes(10);
  assert.equal(answers, ['impossible']);
  container.register = () => Promise.reject(new Error('SecurityError'));
  const none = [];
  await keepOffline((offline) => none.push(offline), PATIENCE);
  assert.equal(none, ['impossible']);
});

test('an answer that never comes, for a new release took over, is asked of the new worker', async () => {
  const [old, next] = [new Worker('activated', [], Infinity), new Worker('installing')];
  const registration = new Registration({ active: old });
  const answers = told(registration);
  await passes(10);
  assert.is(old.asked, 1);
  registration.find(next);
  registration.takeOver();
  await passes(10);
  assert.equal(answers, ['kept']);
});

test('what an old worker says after a new release was found is not taken for the new one', async () => {
  const [old, next] = [new Worker('activated', [], Infinity), new Worker('installing', RELEASE)];
  const registration = new Registration({ active: old });
  const answers = told(registration);
  await passes(10);
  registration.find(next);
  old.answer([]);
  await passes(10);
  assert.equal(answers, []);
  registration.takeOver();
  await passes(10);
  assert.equal(answers, ['impossible']);
});

test('a new release that is found by asking is waited for, and the old worker is not asked', async () => {
  const [old, next] = [new Worker('activated'), new Worker('installing')];
  const registration = new Registration({ active: old }, async () => registration.find(next));
  const answers = told(registration);
  await passes(10);
  registration.takeOver();
  await passes(10);
  assert.equal(answers, ['kept']);
  assert.equal([old.asked, next.asked], [0, 1]);
});

test('a new release that cannot be installed leaves the answer to the old worker', async () => {
  const [old, next] = [new Worker('activated'), new Worker('installing')];
  const registration = new Registration({ active: old }, async () => registration.find(next));
  const answers = told(registration);
  await passes(10);
  registration.installing = null;
  next.become('redundant');
  await passes(10);
  assert.equal(answers, ['kept']);
});

test('a network that never says whether there is a new release, or cannot: the worker in charge is asked', async () => {
  for (const update of [() => new Promise(() => {}), () => Promise.reject(new Error('offline'))])
    assert.is(await firstTold(new Registration({ active: new Worker('activated') }, update)), 'kept');
});

async function firstTold(registration) {
  for (const answers = told(registration); ; await passes(5)) if (answers.length > 0) return answers[0];
}

test('a worker that the browser ended before it answered is asked again', async () => {
  const worker = new Worker('activated', [], 1);
  assert.is(await firstTold(new Registration({ active: worker })), 'kept');
  assert.is(worker.asked, 2);
});

test('a new release that the old one keeps waiting is asked all the same, after a while', async () => {
  const [old, next] = [new Worker('activated'), new Worker('installed')];
  const registration = new Registration({ active: old, waiting: next });
  assert.is(await firstTold(registration), 'kept');
  assert.equal([old.asked, next.asked], [0, 1]);
});

test('a worker that never answers is not waited for for ever', async () => {
  assert.is(await firstTold(new Registration({ active: new Worker('activated', [], Infinity) })), 'impossible');
});

test('a new release that comes while the page is open is asked, and told of, too', async () => {
  const [old, next] = [new Worker('activated'), new Worker('installing', RELEASE)];
  const registration = new Registration({ active: old });
  const answers = told(registration);
  await passes(10);
  registration.find(next);
  registration.takeOver();
  await passes(10);
  assert.equal(answers, ['kept', 'impossible']);
});

test.run();
