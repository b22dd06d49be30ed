/** What a build does beside another one, after a copy, and about bytes that it did not write. */

import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { root } from '../../src/build/project.mjs';

const once = suite('once');
let folder;

once.before.each(() => {
  folder = mkdtempSync(join(tmpdir(), 'nucleus-once-'));
  cpSync(join(root, 'src/build'), join(folder, 'src/build'), { recursive: true });
  writeFileSync(join(folder, 'build.mjs'), program);
  writeFileSync(join(folder, 'input'), 'one');
});

once.after.each(() => rmSync(folder, { recursive: true }));

/** A build of two files that takes its time between them, and writes down that it ran. */
const program = `
  import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
  import { buildOnce } from './src/build/once.mjs';
  await buildOnce({
    name: 'pair',
    inputs: () => ['input'],
    outputs: () => ['first', 'second'],
    async make() {
      appendFileSync('log', '.');
      for (const name of ['first', 'second']) {
        writeFileSync(name, readFileSync('input'));
        await new Promise((settle) => setTimeout(settle, 300));
      }
    },
  });
  process.stdout.write(readFileSync('first', 'utf8') + readFileSync('second', 'utf8'));
`;

function build() {
  const child = spawn(process.execPath, ['build.mjs'], { cwd: folder });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  return new Promise((settle) => child.on('close', (code) => settle({ code, output })));
}

const timesBuilt = () => readFileSync(join(folder, 'log'), 'utf8').length;
const whole = (text) => ({ code: 0, output: text + text });

once('of five builds at once, one builds and the others wait for it', async () => {
  const ended = await Promise.all([1, 2, 3, 4, 5].map(build));
  assert.equal(ended, Array(5).fill(whole('one')));
  assert.is(timesBuilt(), 1);
  assert.not.ok(existsSync(join(folder, 'build/lock')));
});

once('new dates alone build nothing; another input does', async () => {
  await build();
  for (const name of ['input', 'first']) utimesSync(join(folder, name), new Date(), new Date());
  await build();
  assert.is(timesBuilt(), 1);
  writeFileSync(join(folder, 'input'), 'two');
  assert.equal(await build(), whole('two'));
});

once('wrong bytes with a fresh date, and a file that is gone, are noticed', async () => {
  await build();
  writeFileSync(join(folder, 'second'), 'wrong');
  assert.equal(await build(), whole('one'));
  rmSync(join(folder, 'first'));
  assert.equal(await build(), whole('one'));
});

once('a build that was killed does not stop the next one', async () => {
  const dead = spawn(process.execPath, ['--version']);
  await new Promise((settle) => dead.on('close', settle));
  mkdirSync(join(folder, 'build/lock'), { recursive: true });
  writeFileSync(join(folder, 'build/lock', String(dead.pid)), '');
  assert.equal(await build(), whole('one'));
});

once.run();
