/** web/model/words/record.py with a tiny random model: its file opens, and the core draws what PyTorch drew. */

import { deepStrictEqual } from 'node:assert/strict';
import { openAsBlob, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../src/build/project.mjs';
import { load } from '../../src/js/index.js';
import { openFiles, rowOf } from '../../web/page/yours/open.js';

export async function check({ folder, run }) {
  const nucleus = await load();
  run([join(root, 'test/torch/tiny_model.py'), 'gpt2', 'tiny']);
  let count = 0;
  for (const [name, ...options] of [
    ['drawn', '--temperature', '0.8', '--top-p', '0.9'],
    ['cold', '--temperature', '0'],
    ['exact', '--temperature', '1.4', '--exact'],
  ]) {
    const program = join(root, 'web/model/words/record.py');
    run([
      program,
      'tiny',
      'The capital',
      '--steps',
      '12',
      '--out',
      name,
      '--vocabulary',
      'vocabulary.json',
      ...options,
    ]);
    const files = [`${name}.safetensors`, `${name}.json`, 'vocabulary.json'];
    const opened = await openFiles(await Promise.all(files.map((file) => openAsBlob(join(folder, file)))));
    const { steps } = JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'));
    const { temperature, topP, seed } = opened.record;
    for (const [step, { id, kept, rank }] of steps.entries()) {
      const seen = nucleus.inspect(await rowOf(opened.scores, step), { temperature, topP, seed, step });
      deepStrictEqual([seen.id, seen.kept, seen.rank], [id, kept, rank], `${name}, step ${step}`);
      count++;
    }
  }
  return `${count} recorded steps: ids, kept counts and ranks are the core's`;
}
