/**
 * The wasm module by itself: how its loop calls the logits function, and that a host without JavaScript's wrapper can
 * use it.
 */

import { readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as layout from '../../src/js/generated/layout.js';
import { load } from '../../src/js/index.js';
import { readModule } from '../support/wasm.js';

const bytes = readFileSync(new URL('../../src/js/generated/nucleus.wasm', import.meta.url));
const compiled = new WebAssembly.Module(bytes);
const parsed = readModule(bytes);
const logits = parsed.importedFunctions.indexOf('env.logits');

const module = suite('module');

// ----------------------------------------------------------------------------------------------------------- the bytes

module('imports functions alone, and exports generate, memory and a table that may grow', () => {
  assert.ok(
    WebAssembly.Module.imports(compiled).every(({ module: from, kind }) => from === 'env' && kind === 'function'),
  );
  const exported = Object.fromEntries(WebAssembly.Module.exports(compiled).map(({ name, kind }) => [name, kind]));
  assert.is(exported.generate, 'function');
  assert.is(exported.memory, 'memory');
  assert.ok(Object.values(exported).includes('table'));
});

module('the element segment holds the imported logits function: a table entry that is an import', () => {
  assert.ok(logits >= 0);
  assert.ok(parsed.elements.includes(logits));
});

module('no function calls the import directly', () => {
  const direct = [...parsed.bodies.values()].flat().filter(({ indirect, target }) => !indirect && target === logits);
  assert.equal(direct, []);
});

module('the loop reaches it by call_indirect', () => {
  const signature = parsed.types[parsed.typeOf[logits]];
  assert.is(signature, 'i32 i32 i32 i32 -> i32');
  const calls = reachableFrom(parsed.exportedFunctions.generate).flatMap((index) => parsed.bodies.get(index) ?? []);
  const asking = calls.filter(({ indirect, target }) => indirect && parsed.types[target] === signature);
  assert.ok(asking.length > 0, 'generate calls a function of that signature through the table');
  assert.ok(
    asking.some(({ depth }) => depth > 0),
    'inside a loop',
  ); // other calls may share the signature
});

/** The functions that one calls directly, and those that they call, itself included. */
function reachableFrom(start) {
  const found = new Set([start]);
  for (const index of found) {
    for (const { indirect, target } of parsed.bodies.get(index) ?? []) if (!indirect) found.add(target);
  }
  return [...found];
}

// -------------------------------------------------------------------------------------------------------- another host

async function instance(imported = {}) {
  const env = Object.fromEntries(
    WebAssembly.Module.imports(compiled).map(({ name }) => [name, () => assert.unreachable(name)]),
  );
  const { exports } = await WebAssembly.instantiate(compiled, {
    env: { ...env, emscripten_notify_memory_growth() {}, ...imported },
  });
  exports._initialize?.();
  return exports;
}

/** Calls the export as C would; gives the status and, on success, the ids. */
function generate(exports, pointer, user, { prompt, maxTokens, seed, topP = 1 }) {
  const context = exports.context_new();
  const [options, ids, result] = [layout.OPTIONS_SIZE, 8 * prompt.length, layout.RESULT_SIZE].map((size) =>
    exports.allocate(context, size),
  );
  const policy = options + layout.OPTIONS_POLICY;
  const view = () => new DataView(exports.memory.buffer);
  new Uint8Array(exports.memory.buffer, options, layout.OPTIONS_SIZE).fill(0);
  view().setFloat64(policy + layout.POLICY_TEMPERATURE, 1, true);
  view().setFloat64(policy + layout.POLICY_TOP_P, topP, true);
  view().setBigUint64(options + layout.OPTIONS_SEED, seed, true);
  view().setBigUint64(options + layout.OPTIONS_MAX_TOKENS, BigInt(maxTokens), true);
  prompt.forEach((id, i) => view().setBigInt64(ids + 8 * i, BigInt(id), true));
  const status = exports.generate(pointer, user, context, options, ids, prompt.length, result);
  const members = [layout.RESULT_IDS, layout.RESULT_LENGTH, layout.RESULT_STOP_REASON];
  const [first, length, stopReason] = members.map((at) => view().getUint32(result + at, true));
  const generated = [...new BigInt64Array(exports.memory.buffer, first, length)].map(Number);
  exports.result_free(context, result);
  for (const memory of [options, ids, result]) exports.release(context, memory);
  exports.context_free(context);
  return { status, ids: generated, stopReason };
}

const vocabulary = 4;
const scores = Float32Array.of(0.5, 1, -2, 0.25);

/** Puts the scores into the module's memory and gives their address. */
function scoresIn(exports) {
  const address = exports.allocate(exports.context_new(), scores.byteLength);
  new Float32Array(exports.memory.buffer, address, vocabulary).set(scores);
  return address;
}

const run = { prompt: [1, -7], maxTokens: 30, seed: 2n ** 64n - 5n, topP: 0.9 };

async function expectedIds() {
  const nucleus = await load();
  const { prompt, ...options } = run;
  return nucleus.generate(() => scores, prompt, options).ids;
}

module("a host may call generate with the import's table index, and gets its own context handed back", async () => {
  const seen = [];
  let exports;
  const imported = (user, ids, count, row) => {
    seen.push({ user, count, last: new DataView(exports.memory.buffer).getBigInt64(ids + 8 * (count - 1), true) });
    new Uint32Array(exports.memory.buffer, row, 3).set([user, vocabulary, 0]);
    return 0;
  };
  exports = await instance({ logits: imported });
  const address = scoresIn(exports);
  const { status, ids, stopReason } = generate(exports, exports.logits_function(), address, run);
  assert.is(status, 0);
  assert.is(stopReason, layout.STOP_LENGTH);
  assert.equal(ids, await expectedIds());
  assert.equal(
    seen.map(({ user }) => user),
    new Array(30).fill(address),
  );
  assert.equal(
    seen.map(({ count }) => count),
    Array.from({ length: 30 }, (_, n) => n + 2),
  );
  assert.equal(
    seen.map(({ last }) => Number(last)),
    ids.slice(1, -1),
  );
});

module('what the function returns other than 0 stops the loop and is handed back', async () => {
  let calls = 0;
  const exports = await instance({ logits: () => (++calls, 77) });
  assert.equal(generate(exports, exports.logits_function(), 0, run), { status: 77, ids: [], stopReason: 0 });
  assert.is(calls, 1);
});

module('another wasm module can put its own function into the exported table', async () => {
  const exports = await instance();
  const table = Object.values(exports).find((value) => value instanceof WebAssembly.Table);
  const slot = table.grow(1);
  const { exports: other } = new WebAssembly.Instance(new WebAssembly.Module(modelInWasm()), {
    nucleus: { memory: exports.memory },
  });
  table.set(slot, other.logits);
  const { status, ids } = generate(exports, slot, scoresIn(exports), run);
  assert.is(status, 0);
  assert.equal(ids, await expectedIds());
});

/**
 * A module with one function, the bytes written by hand: *row = (nucleus_row){ user, 4, NUCLEUS_FLOAT32 }; return 0.
 */
function modelInWasm() {
  const [i32, getLocal, constant, store, end] = [0x7f, 0x20, 0x41, 0x36, 0x0b];
  const text = (name) => [name.length, ...new TextEncoder().encode(name)];
  const section = (id, ...contents) => [id, contents.length, ...contents];
  const storeAt = (offset, ...value) => [getLocal, 3, ...value, store, 2, offset];
  const body = [
    0,
    ...storeAt(0, getLocal, 0),
    ...storeAt(4, constant, vocabulary),
    ...storeAt(8, constant, 0),
    constant,
    0,
    end,
  ];
  return Uint8Array.of(
    ...[0, ...text('asm').slice(1), 1, 0, 0, 0],
    ...section(1, 1, 0x60, 4, i32, i32, i32, i32, 1, i32),
    ...section(2, 1, ...text('nucleus'), ...text('memory'), 2, 0, 1),
    ...section(3, 1, 0),
    ...section(7, 1, ...text('logits'), 0, 0),
    ...section(10, 1, body.length, ...body),
  );
}

module.run();
