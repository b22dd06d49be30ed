/** The packed package in later and earlier runtimes: everywhere the ids that this Node draws from the sources. */

import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { root } from '../../src/build/project.mjs';
import { testWhere } from '../support/skip.js';
import { draws, expected, here, program, project, run, tool } from './support.js';

const runtimes = suite('runtimes');
const unseeded = `
  import { load } from 'nucleus-sampling';
  const nucleus = await load();
  const { seed } = nucleus.generate(() => [1, 2], [], { maxTokens: 1 });
  console.log(Number.isSafeInteger(seed) && Number.isInteger(nucleus.sample([1, 2])));
`;
const required = `
  const { load } = require('nucleus-sampling');
  load().then((nucleus) => console.log(nucleus.sample([1, 2, 3], { seed: 1, temperature: 0 })));
`;
const behaviour = readFileSync(join(here, 'behaviour.mjs'), 'utf8');
const folder = project('runtimes', {
  'program.mjs': program,
  'unseeded.mjs': unseeded,
  'required.cjs': required,
  'behaviour.mjs': behaviour,
});

const isInstalled = (name) => readdirSync(join(here, 'node_modules')).includes(name);
const nodes = ['node18', 'node20', 'node22', 'node24', 'node26'];
const commands = {
  ...Object.fromEntries(nodes.map((name) => [name, [tool(`${name}/bin/node`)]])),
  bun: [tool('.bin/bun'), 'run'],
  deno: [tool('.bin/deno'), 'run', '--allow-read', '--node-modules-dir=manual'],
};

for (const [name, [command, ...args]] of Object.entries(commands)) {
  const where = testWhere(runtimes, isInstalled(name), 'npm has no such program for this machine');
  where(`${name} draws the ids that this Node draws`, async () => {
    assert.is(await run(command, [...args, 'program.mjs'], folder), expected);
  });
  where(`${name} seeds itself`, async () => {
    assert.is(await run(command, [...args, 'unseeded.mjs'], folder), 'true');
  });
  where(`${name} takes values of other realms, ends aborted streams, and says what is wrong`, async () => {
    assert.is(await run(command, [...args, 'behaviour.mjs'], folder), 'as promised');
  });
}

// What the README says of CommonJS.
for (const name of nodes.slice(1)) {
  const where = testWhere(runtimes, isInstalled(name), 'npm has no such program for this machine');
  where(`${name} requires the package`, async () => {
    assert.is((await run(commands[name][0], ['required.cjs'], folder)).split('\n')[0], '2');
  });
}

// JavaScriptCore, that is Safari's engine without its page.
for (const name of ['golden', 'inspect', 'rows', 'reported-faults', 'draws', 'options', 'penalties', 'logprobs']) {
  runtimes(`bun passes the suite ${name}`, async () => {
    assert.match(await run(tool('.bin/bun'), ['run', join(root, `test/js/${name}.test.js`)], root), /Passed:/);
  });
}

/** As wrangler bundles: with the conditions of workerd, and each .wasm file as a module that is compiled already. */
async function bundleForWorkerd(text) {
  const compiled = new Map();
  const wasmModules = {
    name: 'wasm-modules',
    setup({ onResolve }) {
      onResolve({ filter: /\.wasm$/ }, ({ path, resolveDir }) => {
        const name = `./${basename(path)}`;
        compiled.set(basename(path), join(resolveDir, path));
        return { path: name, external: true };
      });
    },
  };
  const { outputFiles } = await build({
    stdin: { contents: text, resolveDir: folder },
    bundle: true,
    format: 'esm',
    conditions: ['workerd', 'worker', 'browser'],
    plugins: [wasmModules],
    write: false,
  });
  const wasm = [...compiled].map(([path, file]) => ({ type: 'CompiledWasm', path, contents: readFileSync(file) }));
  return [{ type: 'ESModule', path: 'worker.js', contents: outputFiles[0].text }, ...wasm];
}

runtimes('workerd, which compiles no bytes, draws them', async () => {
  const { Miniflare } = createRequire(join(here, 'package.json'))('miniflare');
  const worker = `
    import { load } from 'nucleus-sampling';
    import { loadGpt } from 'nucleus-sampling/gpt';
    const draws = ${draws};
    export default {
      async fetch(request) {
        return new Response(await draws(load, loadGpt, await request.arrayBuffer()));
      },
    };
  `;
  const miniflare = new Miniflare({ modules: await bundleForWorkerd(worker), compatibilityDate: '2026-01-01' });
  try {
    const body = readFileSync(join(folder, 'shakespeare.gpt'));
    const answer = await miniflare.dispatchFetch('http://localhost/', { method: 'POST', body });
    assert.is(await answer.text(), expected);
  } finally {
    await miniflare.dispose();
  }
});

runtimes.run();
