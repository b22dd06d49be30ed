/** loadGpt: what it accepts, what it refuses and in which words. */

import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { loadGpt } from '../../src/js/gpt/index.js';
import { load } from '../../src/js/index.js';
import { refuses, rejects } from '../support/check.js';
import { networkFile, positionFile, seal } from './support/network-file.js';
import { shippedBytes } from './support/shipped.js';

const gpt = await loadGpt(shippedBytes);
const module = new WebAssembly.Module(readFileSync(new URL('../../src/js/generated/gpt.wasm', import.meta.url)));

// ---------------------------------------------------------------------------------------------------------------------
const model = suite('the model');

model('tells its sizes', () => {
  const { layers, width, heads, contextSize, vocabularySize, parameters } = gpt;
  assert.equal(
    { layers, width, heads, contextSize, vocabularySize, parameters },
    {
      layers: 4,
      width: 192,
      heads: 6,
      contextSize: 128,
      vocabularySize: 65,
      parameters: 1816896,
    },
  );
  assert.is([...gpt.alphabet].length, 65);
});

model('gives a row of its own each time', () => {
  const ids = gpt.encode('ROMEO:\n');
  const row = gpt.logits(ids);
  assert.instance(row, Float32Array);
  assert.is(row.length, 65);
  const kept = row.slice();
  row.fill(0);
  gpt.logits([1, 2, 3]);
  assert.equal(gpt.logits(ids), kept);
});

model('plugs into generate as it is', async () => {
  const { ids, stopReason } = (await load()).generate(gpt.logits, gpt.encode('ROMEO:\n'), { maxTokens: 20, seed: 1 });
  assert.is(ids.length, 27);
  assert.is(stopReason, 'length');
});

model('takes typed arrays of ids', () => {
  const ids = gpt.encode('ROMEO:\n');
  for (const kind of [Int32Array, Uint8Array, Float64Array]) assert.equal(gpt.logits(kind.from(ids)), gpt.logits(ids));
  assert.equal(gpt.logits(BigInt64Array.from(ids, BigInt)), gpt.logits(ids));
});

model('never changes its weights', () => {
  const before = gpt.weightsChecksum();
  assert.match(before, /^[0-9a-f]{8}$/);
  gpt.logits(Array(128).fill(5));
  gpt.logitsEach(Array(128).fill(6));
  assert.is(gpt.weightsChecksum(), before);
});

model('two of them do not mix', async () => {
  const small = await loadGpt(positionFile(8));
  const row = gpt.logits([1, 2, 3]);
  assert.is(small.logits([1, 2, 3]).length, 8);
  assert.equal(gpt.logits([1, 2, 3]), row);
});

model('refuses what is not an id, and works as before', () => {
  const row = gpt.logits([1, 2, 3]);
  refuses(() => gpt.logits([1, 65]), RangeError, 'ids[1] must be an id from 0 to 64, got 65');
  refuses(() => gpt.logits([-1]), RangeError, 'ids[0]', '-1');
  refuses(() => gpt.logits([1.5]), RangeError, '1.5');
  refuses(() => gpt.logits([NaN]), RangeError, 'NaN');
  refuses(() => gpt.logits(['a']), TypeError, 'ids[0] must be an integer, got "a"');
  refuses(() => gpt.logits([1, , 2]), TypeError, 'ids[1]', 'undefined');
  refuses(() => gpt.logits([]), RangeError, 'ids must hold at least one id');
  for (const wrong of [undefined, null, 5, 'ROMEO', {}, new DataView(new ArrayBuffer(8))])
    refuses(() => gpt.logits(wrong), TypeError, 'ids');
  refuses(() => gpt.logitsEach([]), RangeError, 'ids');
  refuses(() => gpt.logitsEach(Array(129).fill(0)), RangeError, 'ids must hold at most 128 ids, got 129');
  refuses(() => gpt.logitsEach(7), TypeError, 'ids');
  assert.equal(gpt.logits([1, 2, 3]), row);
});

model('ids that change while they are read are read once', () => {
  const row = gpt.logits([1, 2, 3]);
  const twice = gpt.logitsEach([4, 5, 6]);
  const nested = [1, 2, 3];
  Object.defineProperty(nested, 1, { get: () => gpt.logits([9, 9, 9, 9, 9]) && 2 });
  assert.equal(gpt.logits(nested), row);
  const longer = [4, 5, 6];
  Object.defineProperty(longer, 0, { get: () => longer.push(7) && 4 });
  assert.equal(gpt.logitsEach(longer), twice);
  const shorter = [1, 2, 3];
  Object.defineProperty(shorter, 0, { get: () => ((shorter.length = 1), 1) });
  refuses(() => gpt.logits(shorter), TypeError, 'ids[1] must be an integer, got undefined');
  assert.equal(gpt.logits([1, 2, 3]), row);
});

model('ids whose length lies', () => {
  const row = gpt.logits([1, 2, 3]);
  class Short extends Int32Array {
    get length() {
      return 1;
    }
  }
  assert.equal(gpt.logits(new Short([1, 2, 3])), row);
  const empty = new Proxy([1, 2, 3], { get: (ids, name) => (name === 'length' ? 5 : ids[name]) });
  refuses(() => gpt.logits(empty), TypeError, 'ids[3]');
  refuses(() => gpt.logits(Object.create(Int32Array.prototype)), TypeError, 'ids must be an array of ids');
  assert.equal(gpt.logits([1, 2, 3]), row);
});

model('ids of another realm', () => {
  const foreign = runInNewContext('[[30, 27, 25], Int32Array.of(30, 27, 25)]');
  for (const ids of foreign) assert.equal(gpt.logits(ids), gpt.logits([30, 27, 25]));
});

model.run();

// ---------------------------------------------------------------------------------------------------------------------
const text = suite('text and ids');

text('encode and decode are inverse', () => {
  assert.equal(gpt.encode('ROMEO:\n'), [30, 27, 25, 17, 27, 10, 0]);
  assert.is(gpt.decode([30, 27, 25, 17, 27, 10, 0]), 'ROMEO:\n');
  assert.is(gpt.decode(gpt.encode(gpt.alphabet)), gpt.alphabet);
  assert.equal(gpt.encode(''), []);
  assert.is(gpt.decode([]), '');
  assert.is(gpt.decode(BigInt64Array.of(30n, 27n)), 'RO');
});

text('a character outside the alphabet is named', () => {
  refuses(() => gpt.encode('Rom\u00e9o'), RangeError, 'text[3] must be in the alphabet, got "\u00e9"');
  refuses(() => gpt.encode('a7'), RangeError, 'text[1]', '"7"');
  refuses(() => gpt.encode('ab\u{1f600}'), RangeError, 'text[2]', '"\u{1f600}"');
  for (const wrong of [undefined, 5, ['a']]) refuses(() => gpt.encode(wrong), TypeError, 'text must be a string');
});

text('an id outside the vocabulary is named', () => {
  refuses(() => gpt.decode([1, 65]), RangeError, 'ids[1]', '65');
  refuses(() => gpt.decode([1n, -1n]), RangeError, 'ids[1]', '-1n');
  refuses(() => gpt.decode('12'), TypeError, 'ids');
  refuses(() => gpt.decode(5), TypeError, 'ids');
});

text('characters of any length in UTF-8 are one id each', async () => {
  const small = await loadGpt(
    networkFile({ layers: 1, width: 8, heads: 1, context: 3, alphabet: 'a\u00e9\u20ac\u{1f600}' }, () => 0),
  );
  assert.is(small.alphabet, 'a\u00e9\u20ac\u{1f600}');
  assert.equal(small.encode('\u{1f600}a\u20ac\u00e9'), [3, 0, 2, 1]);
  assert.is(small.decode([1, 3]), '\u00e9\u{1f600}');
});

text('a byte order mark that begins the alphabet is a character like the others', async () => {
  const small = await loadGpt(
    networkFile({ layers: 1, width: 8, heads: 1, context: 3, alphabet: '\ufeffab' }, () => 0),
  );
  assert.equal(small.encode('ab\ufeff'), [1, 2, 0]);
  assert.is(small.decode([0, 2]), '\ufeffb');
});

text.run();

// ---------------------------------------------------------------------------------------------------------------------
const files = suite('weights files');

files('bytes may be an ArrayBuffer or any view, and are left alone', async () => {
  const bytes = positionFile(6);
  const kept = bytes.slice();
  const shifted = new Uint8Array(bytes.length + 3);
  shifted.set(bytes, 3);
  for (const given of [bytes, bytes.buffer, Buffer.from(bytes), new DataView(bytes.buffer), shifted.subarray(3)]) {
    assert.is((await loadGpt(given)).contextSize, 6);
  }
  assert.equal(bytes, kept);
});

files('bytes of a subclass that lies about itself, and of another realm', async () => {
  class Liar extends Uint8Array {
    get length() {
      return 3;
    }
    get byteLength() {
      return 1e9;
    }
    get buffer() {
      return new ArrayBuffer(8);
    }
  }
  assert.is((await loadGpt(new Liar(positionFile(6)))).contextSize, 6);
  const foreign = runInNewContext('(bytes) => Uint8Array.from(bytes)')(positionFile(6));
  for (const given of [foreign, foreign.buffer]) assert.is((await loadGpt(given)).contextSize, 6);
});

files('bytes that only look like an ArrayBuffer are refused', async () => {
  const looks = { byteLength: 100, [Symbol.toStringTag]: 'ArrayBuffer' };
  for (const wrong of [looks, Object.create(Uint8Array.prototype), new Proxy(new Uint8Array(9), {})])
    await rejects(loadGpt(wrong), TypeError, 'bytes must be an ArrayBuffer or a typed array');
});

files('what holds no bytes is refused', async () => {
  for (const wrong of [undefined, null, 'shakespeare.gpt', [1, 2], {}]) {
    await rejects(loadGpt(wrong), TypeError, 'bytes must be an ArrayBuffer or a typed array');
  }
});

files('a module is used, compiled or its bytes, anything else in its place refused', async () => {
  const bytes = readFileSync(new URL('../../src/js/generated/gpt.wasm', import.meta.url));
  for (const given of [module, bytes, new Uint8Array(bytes).buffer])
    assert.is((await loadGpt(positionFile(6), given)).contextSize, 6);
  for (const wrong of [{}, null, 5, 'gpt.wasm', new TextEncoder().encode('<!doctype html>')])
    await rejects(loadGpt(positionFile(6), wrong), TypeError, 'module must be', 'WebAssembly');
  const other = readFileSync(new URL('../../src/js/generated/nucleus.wasm', import.meta.url));
  await rejects(loadGpt(positionFile(6), other), TypeError, 'module must be the gpt.wasm of this package');
});

files('a failed compile is not remembered', async () => {
  const fresh = await import('../../src/js/gpt/index.js?fresh');
  const { compile } = WebAssembly;
  WebAssembly.compile = () => Promise.reject(new Error('not now'));
  try {
    await rejects(fresh.loadGpt(positionFile(6)), Error, 'not now');
  } finally {
    WebAssembly.compile = compile;
  }
  assert.is((await fresh.loadGpt(positionFile(6))).contextSize, 6);
});

files('the shipped file cut anywhere is called truncated', async () => {
  for (const length of [0, 1, 3, 4, 11, 16, 47, 48, 100, 113, 1000, 65536, 1000000, shippedBytes.length - 1]) {
    await rejects(
      loadGpt(shippedBytes.subarray(0, length), module),
      RangeError,
      'bytes: the weights file is truncated',
    );
  }
});

files('the shipped file with one bit changed is refused', async () => {
  const copy = Uint8Array.from(shippedBytes);
  for (let i = 0; i < 60; i++) {
    const at = i < 20 ? i * 5 : Math.floor((i / 60) * copy.length);
    copy[at] ^= 1 << (i % 8);
    await rejects(
      loadGpt(copy, module),
      RangeError,
      'bytes: th',
      /not a weights file|version|truncated|longer than|altered/,
    );
    copy[at] ^= 1 << (i % 8);
  }
  assert.is((await loadGpt(copy, module)).checksum, gpt.checksum);
});

files('two bytes that changed places are found', async () => {
  const copy = Uint8Array.from(shippedBytes);
  const at = 1000000;
  assert.is.not(copy[at], copy[at + 1]);
  [copy[at], copy[at + 1]] = [copy[at + 1], copy[at]];
  await rejects(loadGpt(copy, module), RangeError, 'altered');
});

files('foreign files are called so', async () => {
  await rejects(
    loadGpt(new TextEncoder().encode('<!doctype html><title>404</title>')),
    RangeError,
    'this is not a weights file',
  );
  await rejects(
    loadGpt(readFileSync(new URL('../../src/js/generated/gpt.wasm', import.meta.url))),
    RangeError,
    'not a weights file',
  );
  await rejects(loadGpt(new Uint8Array(100)), RangeError, 'not a weights file');
});

files('a longer file, a later version and absurd sizes are told apart', async () => {
  const bytes = positionFile(6);
  await rejects(loadGpt(Uint8Array.of(...bytes, 0)), RangeError, 'longer than its header says');
  await rejects(loadGpt(withWord(bytes, 4, 2)), RangeError, 'version');
  await rejects(loadGpt(withWord(bytes, 16, 60)), RangeError, 'impossible sizes');
  await rejects(loadGpt(withWord(bytes, 28, 0)), RangeError, 'impossible sizes');
  await rejects(loadGpt(withWord(bytes, bytes.length - 4, 0x7fc00000)), RangeError, 'a weight is infinite');
  await rejects(loadGpt(withWord(bytes, 48, 0x61616161)), RangeError, 'alphabet');
});

/** A network of one layer and width 8 whose alphabet is `count` characters in a row, from code `first` on. */
function alphabetFile(count, first, context = 1) {
  const alphabet = Array.from({ length: count }, (_, i) => String.fromCodePoint(first + i)).join('');
  return networkFile({ layers: 1, width: 8, heads: 1, context, alphabet }, () => 0);
}

/** How long a load takes at best, in ms: tried until it is below `enough`, at most 10 s of a busy machine. */
async function quickest(bytes, enough) {
  let best = Infinity;
  for (const end = performance.now() + 10_000; best >= enough && performance.now() < end;) {
    const start = performance.now();
    await loadGpt(bytes, module).catch(() => {});
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

files('an alphabet of 16,000 characters loads in 20 ms', async () => {
  const bytes = alphabetFile(16_000, 0x4e00);
  assert.is((await loadGpt(bytes, module)).vocabularySize, 16_000);
  const best = await quickest(bytes, 20);
  assert.ok(best < 20, `${best} ms`);
});

files('an alphabet far longer than the vocabulary is refused at once', async () => {
  // 98 KB, of which all but the header and a few tensors is alphabet.
  const small = positionFile(8);
  const letters = new TextEncoder().encode(
    Array.from({ length: 32_000 }, (_, i) => String.fromCodePoint(0x4e00 + (i % 20_000))).join(''),
  );
  const bytes = new Uint8Array(small.length - 8 + letters.length);
  bytes.set(small.subarray(0, 48));
  bytes.set(letters, 48);
  bytes.set(small.subarray(56), 48 + letters.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(8, bytes.length, true);
  view.setUint32(44, letters.length, true);
  seal(bytes);
  await rejects(loadGpt(bytes, module), RangeError, 'alphabet');
  const best = await quickest(bytes, 20);
  assert.ok(best < 20, `${best} ms`);
});

files('a character that comes twice is found wherever it stands', async () => {
  for (const [i, j] of [
    [0, 1],
    [0, 2999],
    [1500, 2998],
    [2998, 2999],
  ]) {
    const characters = Array.from({ length: 3000 }, (_, n) => String.fromCodePoint(0x61 + n));
    characters[j] = characters[i];
    const alphabet = characters.join('');
    const bytes = networkFile({ layers: 1, width: 8, heads: 1, context: 1, alphabet }, () => 0);
    await rejects(loadGpt(bytes, module), RangeError, 'one distinct UTF-8 character per id');
  }
});

files('weights that scores could overflow with are refused', async () => {
  const sizes = { layers: 1, width: 8, heads: 1, context: 2, alphabet: 'ab' };
  const filled = (number) => networkFile(sizes, (name, row, column) => (row === column ? number : -number));
  assert.ok((await loadGpt(filled(1000), module)).logits([0, 1]).every(Number.isFinite));
  await rejects(loadGpt(filled(1e30), module), RangeError, 'overflow');
  await rejects(loadGpt(filled(3e38), module), RangeError, 'overflow');
});

files('a large vocabulary and context do not take memory for all scores at once', async () => {
  const { instantiate } = WebAssembly;
  let memory;
  WebAssembly.instantiate = async (...given) => {
    const instance = await instantiate(...given);
    ({ memory } = instance.exports);
    return instance;
  };
  try {
    const bytes = alphabetFile(16_000, 0x4e00, 4096);
    const large = await loadGpt(bytes, module);
    assert.is(large.logits([5, 7]).length, 16_000);
    assert.ok(memory.buffer.byteLength < 32 * 2 ** 20, `${memory.buffer.byteLength} bytes for ${bytes.length}`);
  } finally {
    WebAssembly.instantiate = instantiate;
  }
});

files('every allocation that fails gives an error that says so, and one later works', async () => {
  const { instantiate } = WebAssembly;
  let requests = 0;
  let failing = -1;
  let held = 0;
  WebAssembly.instantiate = async (...given) => {
    const { exports } = await instantiate(...given);
    const allocate = (size) => (requests++ === failing ? 0 : (held++, exports.allocate(size)));
    const release = (memory) => (held--, exports.release(memory));
    return { exports: { ...exports, allocate, release } };
  };
  try {
    let failed = 0;
    for (failing = 0; ; failing++) {
      requests = 0;
      const small = await loadGpt(positionFile(6), module).catch((error) => error);
      if (!(small instanceof Error)) break;
      assert.instance(small, RangeError);
      assert.match(small.message, 'bytes: no memory');
      failed++;
    }
    assert.ok(failed > 0);
    failing = -1;
    const small = await loadGpt(positionFile(6), module);
    const row = small.logits([1]);
    const before = held;
    failing = requests;
    refuses(() => small.logits([1]), RangeError, 'no memory');
    failing = requests;
    refuses(() => small.logitsEach([1, 2]), RangeError, 'no memory');
    assert.equal(small.logits([1]), row);
    assert.is(held, before);
  } finally {
    WebAssembly.instantiate = instantiate;
  }
});

/** A copy with one word changed and a checksum that is right. */
function withWord(bytes, at, word) {
  const copy = bytes.slice();
  new DataView(copy.buffer).setUint32(at, word, true);
  return seal(copy);
}

files.run();
