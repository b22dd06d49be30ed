/** The packed package in other people's bundles, without configuration for it: the built page, in Chromium. */

import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { serve } from '../../web/serve.mjs';
import { snippetsOf } from '../support/snippets.js';
import { draws, expected, pageProgram, project, run, titleOf, tool } from './support.js';

const bundlers = suite('bundlers');

const front = (script) => `<!doctype html><title>waiting</title><script type="module" src="${script}"></script>`;

/** Each builds main.js (or index.html, which names it) into the folder's dist/. */
const builders = {
  Vite: {
    files: { 'index.html': front('./main.js') },
    build: (folder) => run(process.execPath, [tool('vite/bin/vite.js'), 'build', '--base', './'], folder),
  },
  webpack: {
    files: {},
    build: (folder) => buildBy('webpack', folder),
  },
  rspack: {
    files: {},
    build: (folder) => buildBy('@rspack/core', folder),
  },
  'Rollup to ES modules': { files: {}, build: (folder, settings) => rollup(folder, 'es', settings) },
  'Rollup to one script': { files: {}, build: (folder) => rollup(folder, 'iife') },
  esbuild: {
    files: {},
    build: (folder, settings = []) =>
      run(
        tool('.bin/esbuild'),
        ['main.js', '--bundle', '--minify', '--format=esm', '--outfile=dist/main.js', ...settings],
        folder,
      ),
  },
  // Parcel reads no exports unless it is told: it goes by the package's main and alias. For browsers that have import
  // maps it writes an inline one, which the policy of the server here forbids.
  Parcel: {
    files: {
      'index.html': front('./main.js'),
      'package.json': '{ "private": true, "type": "module", "browserslist": "chrome 86" }',
    },
    build: (folder) =>
      run(
        process.execPath,
        [tool('.bin/parcel'), 'build', 'index.html', '--public-url', './', '--cache-dir', 'cache'],
        folder,
      ),
  },
};

/** webpack and rspack are told the same. */
function buildBy(compiler, folder) {
  const program = `
    import { createRequire } from 'node:module';
    const { default: bundler, rspack } = await import(${JSON.stringify(tool(compiler))} + '/dist/index.js')
      .catch(() => import(${JSON.stringify(tool(compiler))} + '/lib/index.js'));
    const options = { mode: 'production', context: process.cwd(), entry: './main.js', output: { filename: 'main.js' } };
    (rspack ?? bundler)(options, (error, stats) => {
      const failed = error || stats.hasErrors();
      if (failed) console.error(error ?? stats.toString());
      process.exit(failed ? 1 : 0);
    });
  `;
  writeFileSync(join(folder, 'bundle.mjs'), program);
  return run(process.execPath, ['bundle.mjs'], folder);
}

function rollup(folder, format, settings = ['--plugin', 'node-resolve']) {
  const output = format === 'es' ? ['--dir', 'dist'] : ['--file', 'dist/main.js', '--name', 'bundle'];
  return run(
    process.execPath,
    [tool('rollup/dist/bin/rollup'), 'main.js', '--format', format, ...settings, ...output],
    folder,
  );
}

/** What the page shows that a builder makes of a program. */
async function shownBy(name, { files, build }, program, ...settings) {
  const folder = project(name.replaceAll(' ', '-'), { 'main.js': program, ...files });
  await build(folder, ...settings);
  const dist = join(folder, 'dist');
  copyFileSync(join(folder, 'shakespeare.gpt'), join(dist, 'shakespeare.gpt'));
  if (!existsSync(join(dist, 'index.html'))) writeFileSync(join(dist, 'index.html'), front('main.js'));
  const server = await serve({ root: dist });
  try {
    return { title: await titleOf(server.url), files: readdirSync(dist, { recursive: true }).join() };
  } finally {
    await server.close();
  }
}

for (const [name, builder] of Object.entries(builders)) {
  bundlers(`${name}: the built page draws the ids that Node draws`, async () => {
    const { title, files } = await shownBy(name, builder, pageProgram);
    assert.is(title, expected, files);
  });
}

// ---------------------------------------------------------------------------------------------------------------------
// The README's recipes for the module and the weights as files
// ---------------------------------------------------------------------------------------------------------------------

const readme = snippetsOf('README.md');
const recipes = readme.filter(({ title }) => /^(Vite|webpack|esbuild|Rollup|Parcel)/.test(title));
const opening = readme.find(({ text }) => text.includes('bytesOf(wasm)')).text;

/** The settings in a recipe's heading, as arguments of a command. */
const settingsIn = (title) =>
  (/--.*/.exec(title)?.[0] ?? '').match(/"[^"]*"|[^\s"]+/g)?.map((word) => word.replaceAll('"', ''));

const readers = { Vite: ['Vite'], webpack: ['webpack', 'rspack'], esbuild: ['esbuild'], Parcel: ['Parcel'] };
readers.Rollup = ['Rollup to ES modules'];

for (const { title, text } of recipes) {
  for (const name of readers[/^\w+/.exec(title)[0]]) {
    bundlers(`${name}: the README's recipe serves the module and the weights as files`, async () => {
      const program = `
        import { load } from 'nucleus-sampling';
        import { loadGpt } from 'nucleus-sampling/gpt';
        ${text}
        const draws = ${draws};
        async function show() {
          ${opening}
          document.title = await draws(() => nucleus, () => gpt);
        }
        show().catch((error) => { document.title = String(error.stack); });
      `;
      const shown = await shownBy(name, builders[name], program, settingsIn(title));
      assert.is(shown.title, expected, shown.files);
      assert.match(shown.files, /\.wasm(,|$)/);
      assert.match(shown.files, /[-.\w]+\.gpt,.*\.gpt/); // the bundler's beside the one that is always there
    });
  }
}

bundlers('Next.js: the built page draws them on the server and in the browser', async () => {
  const page = `
    import { readFileSync } from 'node:fs';
    import { load } from 'nucleus-sampling';
    import { loadGpt } from 'nucleus-sampling/gpt';
    import Client from './client.js';
    const draws = ${draws};
    export const dynamic = 'force-dynamic';
    export default async function Page() {
      const drawn = await draws(load, loadGpt, new Uint8Array(readFileSync('shakespeare.gpt')));
      return <main><p id="server">{drawn}</p><Client /></main>;
    }
  `;
  const client = `
    'use client';
    import { useEffect } from 'react';
    export default function Client() {
      useEffect(() => { import('./main.js'); }, []);
      return null;
    }
  `;
  const layout = `
    export default function Layout({ children }) {
      return <html><head><title>waiting</title></head><body>{children}</body></html>;
    }
  `;
  const folder = project('next', {
    'app/page.js': page,
    'app/client.js': client,
    'app/layout.js': layout,
    'app/main.js': pageProgram.replaceAll("'shakespeare.gpt'", "'/shakespeare.gpt'"),
    'package.json': '{ "private": true }',
  });
  mkdirSync(join(folder, 'public'));
  copyFileSync(join(folder, 'shakespeare.gpt'), join(folder, 'public/shakespeare.gpt'));
  const next = tool('next/dist/bin/next');
  await run(process.execPath, [next, 'build'], folder, { NEXT_TELEMETRY_DISABLED: '1' });
  const { url, stop } = await served(folder, [next, 'start', '--hostname', '127.0.0.1', '--port', '0']);
  try {
    assert.is(await titleOf(url), expected, 'the browser');
    assert.match(await (await fetch(url)).text(), expected, 'the server');
  } finally {
    await stop();
  }
});

/** A server until it says where it is. */
function served(folder, args) {
  const child = spawn(process.execPath, args, { cwd: folder, env: { ...process.env, NODE_OPTIONS: '' } });
  const closed = new Promise((settle) => child.on('close', settle));
  const stop = () => (child.kill(), closed);
  return new Promise((settle, reject) => {
    let output = '';
    const listen = (text) => {
      output += text;
      const [, port] = /http:\/\/[\w.]+:(\d+)/.exec(output) ?? [];
      if (port && /Ready/.test(output)) settle({ url: `http://127.0.0.1:${port}/`, stop });
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    child.on('close', () => reject(new Error(output)));
  });
}

bundlers.run();
