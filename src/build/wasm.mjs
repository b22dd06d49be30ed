/**
 * Builds the WebAssembly modules and writes them to src/js/generated/: each as it is (.wasm) and, for src/js/inline.js
 * to unpack, as letters of its deflated bytes in a JavaScript module (.wasm.js), which is how the package carries it;
 * layout.js, what src/core/wasm/layout.h says that JavaScript and C share; inflate.js, for platforms that cannot
 * unpack by themselves; and a copy of the network's weights, for the package. Does nothing when they are up to date.
 */

import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { compile, configure } from './cmake.mjs';
import { buildOnce, isBuilt } from './once.mjs';
import { lettersOf } from '../js/letters.js';
import { filesUnder, isMain, root } from './project.mjs';

const modules = ['nucleus', 'gpt'];
const RELEASE = ['-DCMAKE_BUILD_TYPE=Release'];

const folder = join(root, 'build/wasm');
const generated = join(root, 'src/js/generated');
const weights = join(root, 'web/model/shakespeare.gpt');

const product = {
  name: 'wasm',
  inputs: sources,
  outputs: () =>
    [
      ...modules.flatMap((name) => [`${name}.wasm`, `${name}.wasm.js`]),
      'layout.js',
      'inflate.js',
      'inflate.LICENSE',
      'shakespeare.gpt',
    ].map((file) => join(generated, file)),
};

/** Whether nothing is left to be built. */
export const isWasmBuilt = () => isBuilt(product);

export const buildWasm = () => buildOnce({ ...product, make });

async function make() {
  configure(folder, RELEASE, { emscripten: true });
  compile(folder);
  mkdirSync(generated, { recursive: true });
  for (const name of modules) writeModule(name);
  writeLayout();
  await writeInflate();
  copyFileSync(weights, join(generated, 'shakespeare.gpt'));
}

/** Build a module that only tests use, as the package's are built. @returns {Promise<string>} its path */
export async function buildTestModule(name) {
  const path = join(folder, `${name}.wasm`);
  const inputs = () => [...sources(), ...filesUnder(join(root, 'test'), ['.c', '.h'])];
  await buildOnce({
    name: `${name}-wasm`,
    inputs,
    outputs: () => [path],
    make() {
      configure(folder, RELEASE, { emscripten: true });
      compile(folder, [`${name}_wasm`]);
    },
  });
  return path;
}

function sources() {
  const inside = filesUnder(join(root, 'src'), ['.c', '.h', 'imports.js', 'CMakeLists.txt']);
  const scripts = ['src/build/wasm.mjs', 'src/js/letters.js'].map((path) => join(root, path));
  return [join(root, 'CMakeLists.txt'), ...inside, weights, ...scripts];
}

function writeModule(name) {
  const built = join(folder, `${name}.small.wasm`);
  shrink(join(folder, `${name}.wasm`), built);
  const bytes = readFileSync(built);
  const packed = execFileSync('zopfli', ['--zlib', '-c', built]); // the format of zlib, a twentieth smaller than from zlib
  writeFileSync(join(generated, `${name}.wasm`), bytes);
  writeFileSync(join(generated, `${name}.wasm.js`), `export default '${lettersOf(packed)}';\n`);
  console.error(`${name}.wasm: ${bytes.length} bytes`);
}

/** Optimises a module for size until nothing changes any more, which emcc by itself does not. */
function shrink(from, to) {
  const binaryen = execFileSync('em-config', ['BINARYEN_ROOT'], { encoding: 'utf8' }).trim();
  const features = ['--enable-simd', '--enable-bulk-memory', '--enable-mutable-globals'];
  execFileSync(join(binaryen, 'bin/wasm-opt'), [...features, '-Oz', '--converge', from, '-o', to]);
}

/** Writes the table of layout.h as named numbers, nucleus_policy.top_p as POLICY_TOP_P. */
function writeLayout() {
  const module = new WebAssembly.Module(readFileSync(join(folder, 'layout.wasm')));
  const { exports } = new WebAssembly.Instance(module);
  const bytes = new Uint8Array(exports.memory.buffer);
  const words = new Int32Array(exports.memory.buffer);
  const text = (pointer) => String.fromCharCode(...bytes.subarray(pointer, bytes.indexOf(0, pointer)));
  const entry = (n) => [text(words[exports.entries() / 4 + 2 * n]), words[exports.entries() / 4 + 2 * n + 1]];
  const nameOf = (text) =>
    text
      .replace(/^nucleus_/i, '')
      .replace('.', '_')
      .toUpperCase();
  const lines = Array.from({ length: exports.count() }, (_, n) => entry(n));
  const named = lines.map(([name, value]) => `export const ${nameOf(name)} = ${value};\n`);
  writeFileSync(join(generated, 'layout.js'), named.join(''));
}

/** Bundles the inflate of fflate, with its licence beside it. */
async function writeInflate() {
  const { build } = await import('esbuild'); // only now: this file is read before npm's packages are there
  const entry = { contents: "export { unzlibSync } from 'fflate';", resolveDir: root };
  const outfile = join(generated, 'inflate.js');
  const banner = { js: '// From fflate: see inflate.LICENSE.' };
  await build({ stdin: entry, bundle: true, minify: true, format: 'esm', banner, outfile });
  const library = dirname(createRequire(import.meta.url).resolve('fflate/package.json'));
  copyFileSync(join(library, 'LICENSE'), join(generated, 'inflate.LICENSE'));
}

if (isMain(import.meta.url)) await buildWasm();
