/** The programs that a visitor copies, run beside the file that the page saves. */

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { load } from '../../src/js/index.js';
import { splitRows, unpackRow } from '../../web/page/words/decode.js';
import { openFiles } from '../../web/page/yours/open.js';
import { nodeProgram, torchProgram } from '../../web/page/yours/programs.js';
import { safetensorsFile } from '../../web/page/yours/save.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const shipped = (name) => readFileSync(join(root, 'web/model/words', name));
const { vocabulary, tracks } = JSON.parse(shipped('tracks.json'));
const packed = [...splitRows(shipped('opening.bin')), ...splitRows(shipped('rows.bin'))];
const nucleus = await load();

const programs = suite('page: copied programs');
let folder;

// Within the project, where its own name stands for the package.
programs.before(() => {
  mkdirSync(join(root, 'build'), { recursive: true });
  folder = mkdtempSync(join(root, 'build/copied-'));
});
programs.after(() => rmSync(folder, { recursive: true, force: true }));

async function runInNode(rows, draws) {
  writeFileSync(join(folder, draws.file), new Uint8Array(await safetensorsFile(rows).arrayBuffer()));
  writeFileSync(join(folder, 'draw.mjs'), nodeProgram(draws));
  const { status, stdout, stderr } = spawnSync(process.execPath, ['draw.mjs'], { cwd: folder, encoding: 'utf8' });
  assert.is(status, 0, stderr);
  return stdout
    .trim()
    .split('\n')
    .map((line) => line.split(' ').map(Number));
}

for (const { name, rows: numbers, ids, promptIds, temperature, topP, seed } of tracks)
  programs(`Node draws the ${name} text from the saved file`, async () => {
    const rows = await Promise.all(numbers.map((number) => unpackRow(packed[number], vocabulary)));
    const settings = rows.map(() => ({ temperature, topP, topK: 0, seed }));
    const drawn = await runInNode(rows, { file: `${name}.safetensors`, first: 0, settings });
    assert.equal(
      drawn,
      ids.slice(promptIds.length).map((id, step) => [step, id]),
    );
  });

programs('Node draws one step with its own number, top-k, and scores that need float32', async () => {
  const row = Float32Array.from({ length: 50 }, (_, id) => (id % 7 === 3 ? -Infinity : Math.sin(id) * 3));
  const settings = [{ temperature: 1.3, topP: 0.8, topK: 9, seed: -5 }];
  const [[step, id]] = await runInNode([row], { file: 'a "step".safetensors', first: 12, settings });
  assert.equal([step, id], [12, nucleus.sample(row, { ...settings[0], step: 12 })]);
});

programs('Node reads every kind of float16 number as the page does', async () => {
  const row = Float32Array.of(-Infinity, 2 ** -24, -(2 ** -15), 0, -0, 1.5, 240, 65_504, -65_504);
  const file = safetensorsFile([row]);
  assert.is((await openFiles([file])).scores.layout.format, 'F16');
  const source = nodeProgram({
    file: 'halves.safetensors',
    first: 0,
    settings: [{ temperature: 1, topP: 1, topK: 0, seed: 1 }],
  });
  writeFileSync(join(folder, 'halves.safetensors'), new Uint8Array(await file.arrayBuffer()));
  writeFileSync(
    join(folder, 'halves.mjs'),
    source.replace(/ {2}console\.log.*/, '  console.log(JSON.stringify(Array.from(row, String)));'),
  );
  const { stdout } = spawnSync(process.execPath, ['halves.mjs'], { cwd: folder, encoding: 'utf8' });
  assert.equal(JSON.parse(stdout), Array.from(row, String));
});

programs('a name cannot end the string that it stands in', () => {
  const file = 'x"); import os; os.system("true").safetensors';
  const draws = { file, first: 0, settings: [] };
  for (const program of [nodeProgram(draws), torchProgram(draws)]) assert.ok(program.includes(JSON.stringify(file)));
});

programs.run();
