/** Bundle the page into web/dist/: static files under relative URLs, which any host can serve from any path. */

import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { build as bundle } from 'esbuild';
import { isMain, root } from '../src/build/project.mjs';
import { front as english } from './page/start-strings.js';
import { front as german } from './page/start-strings.de.js';

const source = join(root, 'web/page');
const dist = join(root, 'web/dist');
// Built here first: a server of web/dist never sees half a page.
const output = join(root, 'build/page');

/**
 * What is published beside the bundles, by what it is for: a line a file. `group` is when it comes: 'shell' with the
 * first load (nothing is kept offline without it), any other name behind it. The page gets at it through page/files.js.
 * `isScriptToo`: also as a script, for frames that may fetch nothing (page/frame/verified.js).
 */
const published = {
  icon: { group: 'shell', path: 'web/page/icon.svg' },
  core: { group: 'shell', path: 'src/js/generated/nucleus.wasm', isScriptToo: true },
  steps: { group: 'letters', path: 'web/model/recorded.json', as: 'steps.bin', pack: packSteps, isScriptToo: true },
  opening: { group: 'shell', path: 'web/model/words/opening.bin', isScriptToo: true },
  rows: { group: 'words', path: 'web/model/words/rows.bin', isScriptToo: true },
  vocabulary: { group: 'vocabulary', path: 'web/model/words/vocabulary.bin', isScriptToo: true },
  weights: { group: 'letters', path: 'web/model/shakespeare.gpt' },
};

/**
 * The languages that the page speaks, each at an address of its own. The first load of one has nothing of another;
 * English is what the service worker keeps at once, and another one where it is read.
 */
const languages = [
  { words: english, front: 'index.html', address: './', prefix: '' },
  { words: german, front: 'de.html', address: 'de.html', prefix: 'de-', group: 'de' },
];

// So old that the start's own script runs where nothing else does, and says so.
const OLDEST = 'es2017';

/** The oldest releases that the page runs in, as README.md says; page/start.js tells older ones. */
const FLOOR = ['chrome109', 'firefox115', 'safari16.4'];

const shared = {
  bundle: true,
  minify: true,
  format: 'esm',
  target: FLOOR,
  logLevel: 'warning',
};

/**
 * Build web/dist/ anew.
 *
 * @param {{ into?: string, spoken?: object[] }} options another folder of this repository, and other languages
 */
export async function build({ into = dist, spoken = languages } = {}) {
  await rm(output, { recursive: true, force: true });
  await mkdir(output, { recursive: true });
  const files = {};
  for (const [key, entry] of Object.entries(published)) files[key] = await publishFile(entry);
  files.worker = await publishScript('model-worker.js', { format: 'iife', group: 'letters' });
  files.yours = await publishScript('yours/worker.js', { format: 'iife', group: 'yours' });
  files.style = await publishBundle('style.css', 'css', { group: 'shell' });
  const pages = [];
  for (const language of spoken) pages.push(...(await publishPage(files, language)));
  await writeServiceWorker([...Object.values(files), ...pages].map(({ script, ...file }) => file));
  await rm(into, { recursive: true, force: true });
  await rename(output, into);
}

/**
 * The page in a language: all scripts that have words in them, and the document that starts them.
 *
 * @returns {Promise<object[]>} what is kept offline of it
 */
async function publishPage(common, language) {
  const { prefix, group, front, address, words } = language;
  const plugins = [pagesShare, inLanguage(language)];
  const files = { ...common };
  files.lesson = await publishScript('lesson.js', { group: group ?? 'lesson', plugins, prefix });
  files.page = await publishScript('main.js', { files, group, plugins, prefix });
  // Of the page in a frame nothing is kept offline.
  const frame = await publishFrame(files, language);
  files.start = await publishScript('start.js', {
    files: { ...watched(files), frame },
    format: 'iife',
    target: OLDEST,
    group,
    plugins,
    prefix,
  });
  files.front = await write(front, await fillTemplate(files, words), { name: address, type: 'html', group });
  return [files.lesson, files.page, files.start, files.front];
}

/** The strings of a language in the place of the English ones; `strings`: a module that makes others of these. */
const inLanguage = ({ words: { lang }, strings }) => ({
  name: 'in-language',
  setup({ onResolve }) {
    if (strings)
      onResolve({ filter: /\/strings\.js$/ }, ({ importer }) => (importer === strings ? undefined : { path: strings }));
    else if (lang !== 'en')
      onResolve({ filter: /\/(start-)?strings\.js$/ }, ({ path, resolveDir }) => ({
        path: join(resolveDir, path.replace(/\.js$/, `.${lang}.js`)),
      }));
  },
});

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

/**
 * The rows: the first bytes of all float32 numbers, then the second bytes, and so on. So they compress by an eighth.
 */
export function packSteps(text) {
  const bytes = Buffer.from(JSON.parse(text).logits, 'base64');
  const count = bytes.length / 4;
  return Uint8Array.from(bytes, (_, i) => bytes[4 * (i % count) + Math.floor(i / count)]);
}

async function publishFile({ path, group, as = basename(path), pack = (content) => content, isScriptToo }) {
  const content = pack(await readFile(join(root, path)));
  const file = await write(as, content, { group });
  return isScriptToo ? { ...file, script: await writeScript(file.name, content) } : file;
}

/** A script that hands over a file's bytes: to where nothing else can be had. @returns {Promise<string>} its name */
async function writeScript(name, content) {
  const base64 = Buffer.from(content).toString('base64');
  const script = `(self.nucleusFiles??={})[${JSON.stringify(name)}]="${base64}"`;
  return (await write(`${name}.js`, script, { name: `${name}.js` })).name;
}

/** The page's program as one classic script, which imports and fetches nothing that has a script. */
async function publishFrame(files, language) {
  const plugins = [pagesShare, inLanguage(language), inFrame];
  const program = await bundleText('main.js', 'js', { files, isInFrame: true, plugins });
  return write(`${language.prefix}frame.js`, `(async()=>{${program}})()`, { group: 'frame' });
}

/** Its own modules in the place of those that import and fetch. */
const inFrame = {
  name: 'in-frame',
  setup({ onResolve }) {
    onResolve({ filter: /\/verified\.js$/ }, ({ importer }) =>
      importer.startsWith(join(source, 'frame')) ? undefined : { path: join(source, 'frame/verified.js') },
    );
    onResolve({ filter: /\/late\.js$/ }, () => ({ path: join(source, 'frame/late.js') }));
  },
};

const publishScript = (entry, options) => publishBundle(entry, 'js', options);

async function publishBundle(entry, ending, { group = 'shell', prefix = '', ...options }) {
  return write(prefix + entry.replaceAll('/', '-'), await bundleText(entry, ending, options), { group });
}

async function bundleText(entry, ending, { files = {}, isInFrame = false, ...options }) {
  const { outputFiles } = await bundle({
    ...shared,
    plugins: [pagesShare],
    ...options,
    entryPoints: [join(source, entry)],
    define: { __FILES__: JSON.stringify(told(files, isInFrame)), __IN_FRAME__: String(isInFrame) },
    outdir: output,
    write: false,
  });
  return outputFiles.find(({ path }) => path.endsWith(`.${ending}`)).text;
}

/** What the page's own scripts know of files: when each is kept is the service worker's to know. */
const told = (files, isInFrame) =>
  Object.fromEntries(
    Object.entries(files).map(([key, { name, size, checksum, script }]) => [
      key,
      { name, size, checksum, script: isInFrame ? script : undefined },
    ]),
  );

/** What the start watches over: the page and its first load, and the recorded letters, which some links begin with. */
const watched = (files) =>
  Object.fromEntries(
    Object.entries(files).filter(([key, { group }]) => group === 'shell' || ['page', 'steps'].includes(key)),
  );

/**
 * Write a file under a name that carries a hash of its content, unless it has to have a name of its own.
 *
 * @returns {Promise<{ name, size, checksum, group }>} what the page and the service worker know it by
 */
async function write(wanted, content, { group = 'shell', name = hashed(wanted, content), type }) {
  await writeFile(join(output, name === './' ? wanted : name), content);
  return { name, size: Buffer.byteLength(content), checksum: sha256(content).toString('hex'), group, type };
}

function hashed(name, content) {
  const [, stem, ending] = /^(.*)(\.[^.]+)$/.exec(name);
  return `${stem}-${hashOf(content)}${ending}`;
}

async function fillTemplate(files, { late, needs, ...words }) {
  const template = await readFile(join(source, 'index.html'), 'utf8');
  const said = { ...words, late: late(files.page.name), needs: needs('<code>npm start</code>') };
  return template.replace(/\{\{(?:words\.(\w+)|(\w+)(\.integrity)?)\}\}/g, (_, word, key, isIntegrity) => {
    if (word) return said[word];
    const { name, checksum } = files[key];
    return isIntegrity ? `sha256-${Buffer.from(checksum, 'hex').toString('base64')}` : name;
  });
}

/** The service worker knows every file; its version is the content of them all. */
async function writeServiceWorker(files) {
  const release = { version: hashOf(JSON.stringify(files)), files };
  await bundle({
    ...shared,
    format: 'iife',
    entryPoints: [join(source, 'service-worker.js')],
    define: { __RELEASE__: JSON.stringify(release) },
    outfile: join(output, 'service-worker.js'),
  });
}

const sha256 = (content) => createHash('sha256').update(content).digest();
const hashOf = (content) => sha256(content).toString('hex').slice(0, 10);

if (isMain(import.meta.url)) await build();
