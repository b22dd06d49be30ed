/**
 * Builds the WebAssembly modules and writes them to src/js/generated/: each as it is (.wasm) and, for src/js/inline.js
 * to unpack, as base64 of its deflated bytes in a JavaScript module (.wasm.js), which is how the package carries it.
 * Does nothing when they are up to date.
 */

import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesUnder, isMain, isUpToDate, root, run } from './project.mjs';

const modules = ['nucleus', 'gpt'];
const folder = join(root, 'build/wasm');
const generated = join(root, 'src/js/generated');

export function buildWasm() {
  const outputs = modules.flatMap((name) => [join(generated, `${name}.wasm`), join(generated, `${name}.wasm.js`)]);
  if (isUpToDate(outputs, sources())) return;

  run('emcmake', ['cmake', '-S', '.', '-B', folder, '-DCMAKE_BUILD_TYPE=Release']);
  run('cmake', ['--build', folder, '--parallel']);
  mkdirSync(generated, { recursive: true });
  for (const name of modules) writeModule(name);
}

/** Build a module that only tests use, as the package's are built. @returns its path */
export function buildTestModule(target) {
  const quietly = (program, args) => execFileSync(program, args, { cwd: root, stdio: 'pipe' });
  quietly('emcmake', ['cmake', '-S', '.', '-B', folder, '-DCMAKE_BUILD_TYPE=Release']);
  quietly('cmake', ['--build', folder, '--parallel', '--target', `${target}_wasm`]);
  return join(folder, `${target}.wasm`);
}

function sources() {
  const inside = filesUnder(join(root, 'src'), ['.c', '.h', 'imports.js', 'CMakeLists.txt']);
  return [join(root, 'CMakeLists.txt'), ...inside, join(root, 'src/build/wasm.mjs')];
}

function writeModule(name) {
  const built = join(folder, `${name}.wasm`);
  const bytes = readFileSync(built);
  const packed = execFileSync('zopfli', ['--zlib', '-c', built]); // the format of zlib, a twentieth smaller than from zlib
  writeFileSync(join(generated, `${name}.wasm`), bytes);
  writeFileSync(join(generated, `${name}.wasm.js`), `export default '${packed.toString('base64')}';\n`);
  console.error(`${name}.wasm: ${bytes.length} bytes`);
}

if (isMain(import.meta.url)) buildWasm();
