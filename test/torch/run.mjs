/**
 * npm run test:torch -- PYTHON [CHECK...]: what needs PyTorch to be checked, run by that interpreter (python3 where
 * left out). It needs torch, numpy, safetensors, transformers and tokenizers. A check throws where something is wrong;
 * the first that does ends it.
 */

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fail, root } from '../../src/build/project.mjs';
import { ensureToolchain } from '../../src/build/toolchain.mjs';
import { buildWasm, isWasmBuilt } from '../../src/build/wasm.mjs';

const CHECKS = ['random-steps.mjs', 'readme.mjs', 'golden-files.mjs', 'copied-programs.mjs', 'guide.mjs', 'record.mjs'];

const [python = 'python3', ...only] = process.argv.slice(2);
await ensureToolchain('test', { isBuilt: isWasmBuilt() });
await buildWasm();
mkdirSync(join(root, 'build'), { recursive: true });

for (const file of CHECKS.filter((name) => only.length === 0 || only.includes(name))) {
  const { check } = await import(`./${file}`);
  const folder = mkdtempSync(join(root, 'build/torch-'));
  const runHere = (args) => runPython(args, folder);
  try {
    console.log(`${file}: ${await check({ folder, run: runHere })}`);
  } catch (error) {
    fail(`${file}: ${error.stack ?? error}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What a Python program prints; throws with what it complained about if it fails. */
function runPython(args, cwd) {
  const env = { ...process.env, HF_HUB_OFFLINE: '1', TOKENIZERS_PARALLELISM: 'false' };
  const { status, stdout, stderr, error } = spawnSync(python, args, { cwd, env, encoding: 'utf8', maxBuffer: 2 ** 26 });
  if (error) throw error;
  if (status !== 0) {
    const said = (stdout.slice(-1000) + stderr.slice(-2000)).trim();
    throw new Error(`${python} ${args.join(' ')} ended with ${status}: ${said}`);
  }
  return stdout;
}
