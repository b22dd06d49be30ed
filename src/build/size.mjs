/** Measures what a user downloads, gzipped, and fails above the limits. */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { isMain, root } from './project.mjs';

const KB = 1024;
const PACKAGE_LIMIT = 26 * KB;
const GPT_LIMIT = 24 * KB;
const SUBPATH_LIMIT = 3 * KB;
const SUBPATHS = ['transformers', 'web-llm', 'generation-config'];

/**
 * [{ what, bytes, limit }]: the inline package as a bundler ships it and, without a limit, with its comments; the
 * network's module; each entry beside the package, with all it imports.
 */
export async function measureSizes() {
  const entry = join(root, 'src/js/index.js');
  const plain = await bundle(entry, { minify: false, metafile: true });
  const files = Object.keys(plain.metafile.inputs).map((path) => readFileSync(join(root, path)));
  const minified = await bundle(entry, { minify: true });
  const sizes = [
    { what: 'package, bundled and minified', bytes: gzipped(minified.outputFiles[0].contents), limit: PACKAGE_LIMIT },
    { what: 'package, plain files', bytes: gzipped(Buffer.concat(files)), limit: Infinity },
  ];
  const gpt = join(root, 'src/js/generated/gpt.wasm');
  if (existsSync(gpt)) sizes.push({ what: 'gpt.wasm', bytes: gzipped(readFileSync(gpt)), limit: GPT_LIMIT });
  for (const name of SUBPATHS) {
    const { outputFiles } = await bundle(join(root, `src/js/${name}.js`), { minify: true });
    sizes.push({ what: `nucleus-sampling/${name}`, bytes: gzipped(outputFiles[0].contents), limit: SUBPATH_LIMIT });
  }
  return sizes;
}

function bundle(entry, options) {
  return build({ entryPoints: [entry], bundle: true, format: 'esm', write: false, absWorkingDir: root, ...options });
}

function gzipped(bytes) {
  return gzipSync(bytes, { level: 9 }).length;
}

if (isMain(import.meta.url)) {
  for (const { what, bytes, limit } of await measureSizes()) {
    const verdict = bytes > limit ? `, more than ${limit}` : limit < Infinity ? ` of ${limit}` : '';
    console.log(`${what}: ${bytes} bytes gzip${verdict}`);
    if (bytes > limit) process.exitCode = 1;
  }
}
