/** The package as a user gets it: packed, installed in an empty project, and loaded in every way. */

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { root } from '../../src/build/project.mjs';
import { measureSizes } from '../../src/build/size.mjs';
import { load } from '../../src/js/index.js';
import { testWhere } from '../support/skip.js';

const pack = suite('package');
const folder = mkdtempSync(join(tmpdir(), 'nucleus-package-'));
const installed = join(folder, 'node_modules/nucleus-sampling');
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** Draws the same ids wherever it runs. */
const draw =
  'nucleus.generate((ids) => [ids.length % 3, 1, 0.5, 2], [1], { maxTokens: 12, seed: 4, topP: 0.9 }).ids.join()';

const npm = (...args) =>
  execFileSync('npm', [...args, '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder, encoding: 'utf8' });

function runs(file, text) {
  writeFileSync(join(folder, file), text);
  return execFileSync(process.execPath, [file], { cwd: folder, encoding: 'utf8' }).trim();
}

let expected;

pack.before(async () => {
  const nucleus = await load();
  expected = nucleus
    .generate((ids) => [ids.length % 3, 1, 0.5, 2], [1], { maxTokens: 12, seed: 4, topP: 0.9 })
    .ids.join();
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  npm('pack', root, '--ignore-scripts');
  const [tarball] = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
  npm('install', '--offline', `./${tarball}`);
});

pack.after(() => rmSync(folder, { recursive: true }));

pack('bug-53: loads in an empty project by import', () => {
  assert.is(
    runs('esm.mjs', `import { load } from 'nucleus-sampling'; const nucleus = await load(); console.log(${draw});`),
    expected,
  );
});

const withRequire = testWhere(pack, process.features.require_module, 'this Node does not require ES modules');

withRequire('bug-53: loads by require on a Node that can require ES modules', () => {
  const text = `require('nucleus-sampling').load().then((nucleus) => console.log(${draw}));`;
  assert.is(runs('commonjs.cjs', text), expected);
});

pack('bug-53: loads in a worker thread', () => {
  const inside = `
    const { parentPort } = require('node:worker_threads');
    import('nucleus-sampling').then(({ load }) => load()).then((nucleus) => parentPort.postMessage(${draw}));
  `;
  writeFileSync(join(folder, 'worker.cjs'), inside);
  const text = `import { Worker } from 'node:worker_threads'; new Worker(new URL('worker.cjs', import.meta.url)).on('message', console.log);`;
  assert.is(runs('thread.mjs', text), expected);
});

for (const format of ['esm', 'cjs', 'iife']) {
  pack(`bug-53: a bundler makes one ${format} file of it, without configuration`, async () => {
    const entry = join(folder, 'entry.js');
    writeFileSync(entry, `import { load } from 'nucleus-sampling'; load().then((nucleus) => console.log(${draw}));`);
    const { outputFiles, warnings } = await build({
      entryPoints: [entry],
      bundle: true,
      minify: true,
      format,
      write: false,
    });
    assert.equal(warnings, []);
    assert.is(runs(`bundled.${format === 'esm' ? 'mjs' : 'cjs'}`, outputFiles[0].text), expected);
  });
}

pack('the .wasm file is there for those who load it by themselves', () => {
  const text = `
    import { readFileSync } from 'node:fs';
    import { load } from 'nucleus-sampling';
    const bytes = readFileSync(new URL(import.meta.resolve('nucleus-sampling/nucleus.wasm')));
    const module = new WebAssembly.Module(bytes);
    const nucleus = await load(module);
    await load(module);
    console.log(${draw});
  `;
  assert.is(runs('own-wasm.mjs', text), expected);
});

pack("the network's weights are there for those who load it", () => {
  const text = `
    import { readFile } from 'node:fs/promises';
    import { load } from 'nucleus-sampling';
    import { loadGpt } from 'nucleus-sampling/gpt';
    const weights = new URL(import.meta.resolve('nucleus-sampling/shakespeare.gpt'));
    const gpt = await loadGpt(await readFile(weights));
    const nucleus = await load();
    const { ids } = nucleus.generate(gpt.logits, gpt.encode('ROMEO:'), { maxTokens: 8, temperature: 0 });
    console.log(gpt.checksum, JSON.stringify(gpt.decode(ids)));
  `;
  const shipped = readFileSync(join(root, 'web/model/shakespeare.gpt'));
  const checksum = shipped.readUInt32LE(12).toString(16).padStart(8, '0');
  assert.match(runs('weights.mjs', text), new RegExp(`^${checksum} "ROMEO:.{8,}"$`));
});

pack('the entries for other libraries load, and draw the same ids', () => {
  const text = `
    import { load } from 'nucleus-sampling';
    import { createSampler } from 'nucleus-sampling/transformers';
    import { createLogitProcessor } from 'nucleus-sampling/web-llm';
    import { fromGenerationConfig } from 'nucleus-sampling/generation-config';
    const nucleus = await load();
    const { options } = fromGenerationConfig({ seed: 4, top_p: 0.9 });
    const row = () => Float32Array.of(1, 1, 0.5, 2);
    const one = createSampler(nucleus, { ...options, promptLength: 1 })([[1n]], { dims: [1, 4], data: row() }).data;
    const other = createLogitProcessor(nucleus, options).processLogits(row());
    console.log(one.indexOf(0), other.indexOf(0), nucleus.sample(row(), options));
  `;
  assert.match(runs('entries.mjs', text), /^(\d) \1 \1$/);
});

pack('bug-53: something else in place of a compiled module gives a readable error', async () => {
  for (const wrong of ['<!doctype html>', null, 5, {}, new TextEncoder().encode('<!doctype html>')]) {
    const error = await load(wrong).then(
      () => assert.unreachable(),
      (reason) => reason,
    );
    assert.instance(error, TypeError);
    assert.match(error.message, 'WebAssembly');
  }
});

pack('two instances do not share anything, and load() is cheap to call again', async () => {
  const [one, two] = await Promise.all([load(), load()]);
  assert.is.not(one, two);
  assert.is(one.sample([1, 2, 3], { seed: 1 }), two.sample([1, 2, 3], { seed: 1 }));
});

pack('holds what a user needs and nothing else', () => {
  const files = readdirSync(installed, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map(({ path, name }) => join(path, name).slice(installed.length + 1)).sort();
  for (const needed of [
    'CHANGELOG.md',
    'LICENSE',
    'README.md',
    'package.json',
    'src/core/nucleus.h',
    'src/core/wasm/exports.c',
    'src/js/index.js',
    'src/js/index.d.ts',
    'src/js/generated/nucleus.wasm',
  ]) {
    assert.ok(paths.includes(needed), needed);
  }
  const unwanted = paths.filter((path) => /(^|\/)(test|web|build)\/|\.mjs$|CMakeLists/.test(path));
  assert.equal(unwanted, ['web/guide/screenshot.png']); // the README shows it
  assert.equal(
    paths.filter((path) => /^src\/(core|gpt|build)/.test(path)),
    ['src/core/nucleus.h', 'src/core/wasm/exports.c'],
  );
});

pack('has no dependencies at run time, no install scripts, and says what it is', () => {
  assert.is(manifest.repository, undefined); // there is no address yet
  assert.is(manifest.dependencies, undefined);
  assert.is(manifest.type, 'module');
  assert.is(manifest.sideEffects, false);
  assert.is(manifest.license, 'MIT');
  assert.is(manifest.engines.node, '>=20');
  // prepare is for packing and for git: npm does not run it where a packed tarball is installed.
  for (const script of ['preinstall', 'install', 'postinstall']) assert.is(manifest.scripts[script], undefined);
  assert.is(Object.keys(manifest.exports['.'])[0], 'types');
});

pack('every file that exports names is there', () => {
  const targets = Object.values(manifest.exports).flatMap((entry) =>
    typeof entry === 'string' ? [entry] : Object.values(entry),
  );
  for (const target of targets) readFileSync(join(installed, target));
});

pack('Parcel, which reads no exports, is told of the same entries', () => {
  const entries = Object.entries(manifest.exports).filter(([name]) => name !== '.' && name !== './package.json');
  assert.equal(manifest.alias, Object.fromEntries(entries.map(([name, { default: target }]) => [name, target])));
});

pack('the inline package and the module of the network stay within their sizes', async () => {
  for (const { what, bytes, limit } of await measureSizes())
    assert.ok(bytes <= limit, `${what}: ${bytes} bytes gzip, limit ${limit}`);
});

pack.run();
