/** The C library in other people's projects: as a folder, installed, with their compiler and their flags. */

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { filesUnder, root } from '../../src/build/project.mjs';
import { load } from '../../src/js/index.js';

const foreign = join(root, 'test/core/foreign');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const expected = `${(await load()).sample([1, 2, 3, 4], { seed: 1 })}\n`;

const embedding = suite('embedding');

embedding.before((context) => {
  context.folder = mkdtempSync(join(tmpdir(), 'nucleus-embedding-'));
});

embedding.after(({ folder }) => rmSync(folder, { recursive: true }));

const output = (program, args, options) => execFileSync(program, args, { encoding: 'utf8', stdio: 'pipe', ...options });

function buildForeign(folder, ...settings) {
  output('cmake', ['-S', foreign, '-B', folder, ...settings]);
  output('cmake', ['--build', folder, '--parallel']);
  return output(join(folder, 'foreign'));
}

const sources = filesUnder(join(root, 'src/core'), ['.c']).filter((path) => !path.includes('wasm'));
const compile = (compiler, folder, ...flags) =>
  spawnSync(compiler, [...flags, `-I${join(root, 'src/core')}`, join(foreign, 'main.c'), ...sources, '-lm'], {
    cwd: folder,
    encoding: 'utf8',
  });

embedding('add_subdirectory brings the library alone, and warnings stay warnings', ({ folder }) => {
  const build = join(folder, 'added');
  assert.is(buildForeign(build, `-DNUCLEUS_SOURCE=${root}`, '-DCMAKE_C_FLAGS=-Wall -Wextra -Wpadded'), expected);
  const targets = output('cmake', ['--build', build, '--target', 'help']);
  for (const ours of ['gpt', 'compare', 'api_test', 'digest']) assert.not.match(targets, new RegExp(`\\b${ours}\\b`));
});

embedding('an installed library is found by find_package and by pkg-config, also after it was moved', ({ folder }) => {
  const [build, prefix] = ['build', 'prefix'].map((name) => join(folder, name));
  output('cmake', ['-S', root, '-B', build, '-DCMAKE_INSTALL_LIBDIR=lib']);
  output('cmake', ['--build', build, '--target', 'nucleus', '--parallel']);
  output('cmake', ['--install', build, '--prefix', join(folder, 'first')]);
  output('mv', [join(folder, 'first'), prefix]);
  const found = buildForeign(join(folder, 'found'), `-DCMAKE_PREFIX_PATH=${prefix}`, `-DNUCLEUS_WANTED=${version}`);
  assert.is(found, expected);

  const env = { ...process.env, PKG_CONFIG_PATH: join(prefix, 'lib/pkgconfig') };
  assert.is(output('pkg-config', ['--modversion', 'nucleus'], { env }).trim(), version);
  const flags = output('pkg-config', ['--cflags', '--libs', 'nucleus'], { env }).trim().split(/\s+/);
  output('cc', [join(foreign, 'main.c'), '-o', join(folder, 'packaged'), ...flags]);
  assert.is(output(join(folder, 'packaged')), expected);
});

embedding('options that change arithmetic are refused when the library is compiled', ({ folder }) => {
  for (const flag of ['-ffast-math', '-Ofast', '-ffinite-math-only']) {
    const { status, stderr } = compile('cc', folder, flag, '-c');
    assert.is.not(status, 0, flag);
    assert.match(stderr, 'nucleus needs IEEE arithmetic', flag);
  }
});

embedding.run();
