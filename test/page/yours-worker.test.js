/** The worker that opens files and the page's end of it, without a browser. */

import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createNames } from '../../web/page/words/names.js';
import { openInWorker } from '../../web/page/yours/client.js';
import { blobOf } from './support/yours.js';

globalThis.self = new EventTarget();
let said = [];
let onSaid = () => {};
globalThis.postMessage = (message, transferred = []) => {
  said.push({ ...message, transferred });
  onSaid(message);
};
await import('../../web/page/yours/worker.js');

/** Give the worker files, and wait for its last word. */
function ask(files) {
  said = [];
  return new Promise((resolve) => {
    onSaid = (message) => message.type !== 'progress' && resolve(said);
    self.dispatchEvent(new MessageEvent('message', { data: { files } }));
  });
}

const worker = suite('page: the worker that opens files');

worker('tells how far it is, and gives what it opened', async () => {
  const file = blobOf('{"x":{"dtype":"F32","shape":[2,2],"data_offsets":[0,16]}}', new Float32Array(4));
  const messages = await ask([file]);
  assert.is(messages[0].type, 'progress');
  const { type, opened } = messages.at(-1);
  assert.is(type, 'opened');
  assert.equal([opened.scores.steps, opened.scores.vocabulary], [2, 2]);
  assert.equal(structuredClone(opened.record), opened.record);
});

worker('hands rows over instead of copying them', async () => {
  const { opened, transferred } = (await ask([new Blob(['[[1,2],[3,4]]'])])).at(-1);
  assert.equal(
    transferred,
    opened.scores.rows.map(({ buffer }) => buffer),
  );
});

worker('packs names, and the page reads them as they were', async () => {
  const tokens = ['Ġa', '<|end|>', null, '', 'Ġb'];
  const { names } = structuredClone((await ask([new Blob([JSON.stringify(tokens)])])).at(-1).opened);
  const named = createNames(names.tokens, { alphabet: names.alphabet });
  assert.is(named.count, 5);
  assert.equal([0, 1, 2, 3, 4, 5, -1].map(named.text), [' a', '<|end|>', undefined, '', ' b', undefined, undefined]);
  assert.equal([0, 1, 2, 4].map(named.visible), ['·a', '<|end|>', '2', '·b']);
  assert.is(createNames(names.tokens).visible(4), '·b', 'the alphabet is guessed as well');
});

worker('refuses with a sentence, a browser’s own error too', async () => {
  assert.is((await ask([new Blob(['x'])])).at(-1).sentence.slice(0, 9), 'Each line');
  const gone = { size: 5, slice: () => ({ arrayBuffer: () => Promise.reject(new Error('it has gone')) }) };
  assert.equal((await ask([gone])).at(-1).sentence, 'The file could not be read: it has gone');
});

worker.run();

const client = suite('page: the page’s end of the worker');

class FakeWorker extends EventTarget {
  isEnded = false;
  constructor(answers) {
    super();
    this.answers = answers;
  }
  postMessage(message) {
    this.asked = message;
    for (const data of this.answers) queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data })));
  }
  terminate() {
    this.isEnded = true;
  }
}

const outcome = (promise) =>
  promise.then(
    (value) => ({ value }),
    (error) => ({ error }),
  );

client('gives what was opened and ends the worker', async () => {
  const fake = new FakeWorker([
    { type: 'progress', fraction: 0.5 },
    { type: 'opened', opened: { names: 1 } },
  ]);
  const seen = [];
  const { value } = await outcome(
    openInWorker(['file'], { startWorker: () => fake, onProgress: (at) => seen.push(at) }),
  );
  assert.equal([value, seen, fake.isEnded, fake.asked], [{ names: 1 }, [0.5], true, { files: ['file'] }]);
});

client('rejects with the sentence', async () => {
  const fake = new FakeWorker([{ type: 'refused', sentence: 'The file is empty.' }]);
  const { error } = await outcome(openInWorker([], { startWorker: () => fake }));
  assert.equal([error.message, fake.isEnded], ['The file is empty.', true]);
});

client('a cancelled worker ends at once', async () => {
  const fake = new FakeWorker([]);
  const cancel = new AbortController();
  const opening = outcome(openInWorker([], { startWorker: () => fake, signal: cancel.signal }));
  cancel.abort();
  assert.is((await opening).error.name, 'AbortError');
  assert.ok(fake.isEnded);
});

client('a worker that cannot be made is an error', async () => {
  const none = () => {
    throw new Error('no workers here');
  };
  assert.is((await outcome(openInWorker([], { startWorker: none }))).error.message, 'no workers here');
});

/** How opening goes with these workers, one after the other; each that is given no answers breaks. */
async function openWith(workers, mend) {
  const left = [...workers];
  const startWorker = () => {
    const fake = left.shift();
    if (fake.answers.length === 0) queueMicrotask(() => fake.dispatchEvent(new Event('error')));
    return fake;
  };
  return outcome(openInWorker([], { startWorker, mend }));
}

client('a worker that breaks is mended and tried once more', async () => {
  const [broken, whole, brokenToo] = [[], [{ type: 'opened', opened: { names: 1 } }], []].map(
    (answers) => new FakeWorker(answers),
  );
  let mended = 0;
  const mend = async () => void mended++;
  assert.equal((await openWith([broken, whole], mend)).value, { names: 1 });
  assert.match((await openWith([broken, brokenToo], mend)).error.message, /could not be read/);
  assert.is(mended, 2);
  assert.ok(broken.isEnded && brokenToo.isEnded);
  const gone = () => Promise.reject(new Error('its script is missing'));
  assert.is((await openWith([broken], gone)).error.message, 'its script is missing');
});

client.run();
