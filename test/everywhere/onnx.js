/** The character GPT as a GPT-2 model in ONNX, and a Python that can write it. */

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../src/build/project.mjs';
import { run } from './support.js';

const PACKAGES = ['onnx', 'numpy'];

/** A Python with onnx and numpy: the one that is there, or one below build/ in which they are installed first. */
async function pythonWithOnnx() {
  const imports = ['-c', `import ${PACKAGES.join(', ')}`];
  if (spawnSync('python3', imports).status === 0) return 'python3';
  const folder = join(root, 'build/onnx');
  const python = join(folder, 'bin/python');
  if (!existsSync(python)) await run('python3', ['-m', 'venv', folder], root);
  if (spawnSync(python, imports).status !== 0) await run(python, ['-m', 'pip', 'install', '-q', ...PACKAGES], root);
  return python;
}

/** Writes the model to `folder` as transformers.js expects it: onnx/model.onnx, configuration and tokenizer. */
export async function writeModel(folder) {
  const script = join(root, 'test/gpt/bench/write_onnx.py');
  const weights = join(root, 'web/model/shakespeare.gpt');
  const env = { PYTHONDONTWRITEBYTECODE: '1' };
  await run(await pythonWithOnnx(), [script, '--weights', weights, '--out', folder], root, env);
}
