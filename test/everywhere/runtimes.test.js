/** The packed package in later and earlier runtimes: everywhere the ids that this Node draws from the sources. */

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { testWhere } from '../support/skip.js';
import { expected, here, program, project, run, tool } from './support.js';

const runtimes = suite('runtimes');
const unseeded = `
  import { load } from 'nucleus-sampling';
  const nucleus = await load();
  const { seed } = nucleus.generate(() => [1, 2], [], { maxTokens: 1 });
  console.log(Number.isSafeInteger(seed) && Number.isInteger(nucleus.sample([1, 2])));
`;
const folder = project('runtimes', { 'program.mjs': program, 'unseeded.mjs': unseeded });

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
  if (name === 'node18') continue; // its globals have no crypto
  where(`${name} seeds itself`, async () => {
    assert.is(await run(command, [...args, 'unseeded.mjs'], folder), 'true');
  });
}

runtimes.run();
