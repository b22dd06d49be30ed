/** The PyTorch program that the page copies, beside the file that it saves: the shipped texts and a step with top-k. */

import { deepStrictEqual } from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../src/build/project.mjs';
import { load } from '../../src/js/index.js';
import { splitRows, unpackRow } from '../../web/page/words/decode.js';
import { torchProgram } from '../../web/page/yours/programs.js';
import { safetensorsFile } from '../../web/page/yours/save.js';

const shipped = (name) => readFileSync(join(root, 'web/model/words', name));
const { vocabulary, tracks } = JSON.parse(shipped('tracks.json'));
const packed = [...splitRows(shipped('opening.bin')), ...splitRows(shipped('rows.bin'))];

export async function check({ folder, run }) {
  const nucleus = await load();
  const drawnBy = async (rows, draws) => {
    writeFileSync(join(folder, draws.file), new Uint8Array(await safetensorsFile(rows).arrayBuffer()));
    writeFileSync(join(folder, 'draw.py'), torchProgram(draws));
    return run(['draw.py'])
      .trim()
      .split('\n')
      .map((line) => line.split(' ').map(Number));
  };
  let count = 0;
  for (const { name, rows: numbers, ids, promptIds, temperature, topP, seed } of tracks) {
    const rows = await Promise.all(numbers.map((number) => unpackRow(packed[number], vocabulary)));
    const settings = rows.map(() => ({ temperature, topP, topK: 0, seed }));
    const drawn = await drawnBy(rows, { file: `${name}.safetensors`, first: 0, settings });
    const expected = ids.slice(promptIds.length).map((id, step) => [step, id]);
    deepStrictEqual(drawn, expected, name);
    count += expected.length;
  }
  const row = Float32Array.from({ length: 500 }, (_, id) => (id % 7 === 3 ? -Infinity : Math.sin(id) * 3));
  const settings = [{ temperature: 1.3, topP: 0.8, topK: 90, seed: 5 }];
  const [one] = await drawnBy([row], { file: 'one step.safetensors', first: 12, settings });
  deepStrictEqual(one, [12, nucleus.sample(row, { ...settings[0], step: 12 })]);
  return `${count + 1} tokens drawn as on the page`;
}
