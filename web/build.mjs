/** Bundle the page into web/dist/: static files under relative URLs, which any host can serve from any path. */

import { createHash } from 'node:crypto';
import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { build as bundle } from 'esbuild';
import { isMain, root } from '../src/build/project.mjs';

const source = join(root, 'web/page');
const published = join(root, 'web/dist');
// Built here first: a server of web/dist never sees half a page.
const output = join(root, 'build/page');
const recorded = join(root, 'web/model/recorded.json');
const copied = {
  icon: join(source, 'icon.svg'),
  core: join(root, 'src/js/generated/nucleus.wasm'),
  weights: join(root, 'web/model/shakespeare.gpt'),
  opening: join(root, 'web/model/words/opening.bin'),
  rows: join(root, 'web/model/words/rows.bin'),
  vocabulary: join(root, 'web/model/words/vocabulary.bin'),
};

const shared = {
  bundle: true,
  minify: true,
  format: 'esm',
  target: ['chrome123', 'firefox120', 'safari17.5'],
  logLevel: 'warning',
};

/** Build web/dist/ anew. */
export async function build() {
  await rm(output, { recursive: true, force: true });
  await mkdir(output, { recursive: true });
  const names = await bundleFiles();
  for (const [key, path] of Object.entries(copied))
    names[key] = await writeHashed(basename(path), await readFile(path));
  names.steps = await writeHashed('steps.bin', inPlanes(JSON.parse(await readFile(recorded, 'utf8')).logits));
  await writeFile(join(output, 'index.html'), await fillTemplate(names));
  await writeServiceWorker(names);
  await rm(published, { recursive: true, force: true });
  await rename(output, published);
}

/**
 * The core's module and the recorded rows travel as files of their own: as text inside a script they would be a third
 * larger, and make the script around them compress worse. Streams, which the page never asks for, stay at home.
 */
const pagesShare = {
  name: 'pages-share',
  setup({ onLoad }) {
    onLoad({ filter: /src\/js\/stream\.js$/ }, () => ({ contents: 'export const createStream = undefined' }));
    onLoad({ filter: /nucleus\.wasm\.js$/ }, () => ({ contents: 'export default undefined' }));
    onLoad({ filter: /recorded\.json$/ }, async ({ path }) => {
      const { logits, ...rest } = JSON.parse(await readFile(path, 'utf8'));
      return { contents: JSON.stringify(rest), loader: 'json' };
    });
  },
};

/** The first bytes of all float32 numbers, then the second bytes, and so on: so they compress by an eighth. */
function inPlanes(base64) {
  const bytes = Buffer.from(base64, 'base64');
  const count = bytes.length / 4;
  return Uint8Array.from(bytes, (_, i) => bytes[4 * (i % count) + Math.floor(i / count)]);
}

/** Bundle the entries; every name carries a hash of its content. */
async function bundleFiles() {
  const entries = { page: 'main.js', worker: 'model-worker.js', yours: 'yours/worker.js', style: 'style.css' };
  const { metafile } = await bundle({
    ...shared,
    plugins: [pagesShare],
    entryPoints: Object.values(entries).map((name) => join(source, name)),
    entryNames: '[name]-[hash]',
    outdir: output,
    metafile: true,
    absWorkingDir: root,
  });
  const outputs = Object.entries(metafile.outputs);
  const named = (inputs) => basename(outputs.find(([path, made]) => inputs(path, made))[0]);
  const ofEntry = (name, ending) =>
    named((path, { entryPoint }) => entryPoint?.endsWith(`page/${name}`) && path.endsWith(ending));
  return {
    page: ofEntry(entries.page, '.js'),
    worker: ofEntry(entries.worker, '.js'),
    yours: ofEntry(entries.yours, '.js'),
    style: ofEntry(entries.style, '.css'),
  };
}

async function writeHashed(name, content) {
  const [, stem, ending] = /^(.*)(\.[^.]+)$/.exec(name);
  const hashed = `${stem}-${hashOf(content)}${ending}`;
  await writeFile(join(output, hashed), content);
  return hashed;
}

async function fillTemplate(names) {
  const template = await readFile(join(source, 'index.html'), 'utf8');
  return template.replace(/\{\{(\w+)\}\}/g, (_, key) => names[key]);
}

/** The service worker knows every file; its version is the content of them all. */
async function writeServiceWorker({ weights: weightsName }) {
  const files = (await readdir(output)).filter((name) => name !== 'index.html');
  const page = await readFile(join(output, 'index.html'));
  const model = [weightsName];
  const release = {
    version: hashOf(page + files.join()),
    shell: ['./', ...files.filter((name) => !model.includes(name))],
    model,
  };
  await bundle({
    ...shared,
    format: 'iife',
    entryPoints: [join(source, 'service-worker.js')],
    define: { __RELEASE__: JSON.stringify(release) },
    outfile: join(output, 'service-worker.js'),
  });
}

const hashOf = (content) => createHash('sha256').update(content).digest('hex').slice(0, 10);

if (isMain(import.meta.url)) await build();
