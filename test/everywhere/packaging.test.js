/**
 * The tarball read by the tools that find what a package promises and does not keep; and the package taken from git.
 */

import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { root } from '../../src/build/project.mjs';
import { expected, here, program, project, run, tarball, tool, unpacked } from './support.js';

const packaging = suite('packaging');

packaging('publint finds nothing', async () => {
  const output = await run(process.execPath, [tool('publint/src/cli.js'), 'run', '--strict', unpacked], here);
  assert.match(output, 'All good!');
});

packaging('are-the-types-wrong finds nothing, by its profile for ES modules alone', async () => {
  const program = tool('@arethetypeswrong/cli/dist/index.js');
  await run(process.execPath, [program, tarball, '--profile', 'esm-only', '--no-emoji', '--no-color'], here);
});

packaging('installs from git where the compilers are, and draws the same ids', async () => {
  const folder = project('git', { 'program.mjs': program });
  const clone = join(folder, 'repository');
  await run('git', ['clone', '--quiet', root, clone], folder);
  const installed = join(folder, 'node_modules/nucleus-sampling');
  await run('rm', ['-r', installed], folder);
  await run('npm', ['install', '--no-audit', '--no-fund', `git+file://${clone}`], folder);
  assert.is(await run(process.execPath, ['program.mjs'], folder), expected);
});

packaging.run();
