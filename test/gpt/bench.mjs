/**
 * How fast the network is, as ratios in one run on one core: against PyTorch without a cache, which is the chapter's
 * own way, and against transformers.js on ONNX Runtime's wasm backend with its cache. All three run the shipped
 * weights and must give the same letters.
 *
 *     node test/gpt/bench.mjs [--python PATH] [--scratch DIR] [--rounds N]
 *
 * --python names one that has torch 2.13, numpy and safetensors; without it they are installed for a Python of its own.
 * Whatever is installed goes to the scratch folder, and stays there for the next run.
 */

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { commandOptions } from '../../src/build/project.mjs';
import { machine, say, writeReport } from '../bench/report.mjs';
import { ensureToolchain } from '../../src/build/toolchain.mjs';
import { buildWasm } from '../../src/build/wasm.mjs';

const PROMPT = 'ROMEO:\n';
const TOKENS = 96;
const RUNS = 3;
const TARGETS = { pytorch: 20, transformers: 4, window: 100 };
const PACKAGES = {
  transformers: '@huggingface/transformers@^4.3.2',
  torch: 'torch==2.13.0',
  onnx: ['onnx', 'protobuf', 'ml-dtypes', 'typing-extensions'],
};

const values = commandOptions({
  python: { type: 'string' },
  scratch: { type: 'string' },
  rounds: { type: 'string', default: '5' },
});
const scratch = values.scratch ?? join(tmpdir(), 'nucleus-gpt-bench');
const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const weights = path('../../web/model/shakespeare.gpt');
const models = join(scratch, 'models');

// ---------------------------------------------------------------------------------------------------------------------
// What the comparison needs
// ---------------------------------------------------------------------------------------------------------------------

function run(program, args, options) {
  execFileSync(program, args, { stdio: ['ignore', 'inherit', 'inherit'], ...options });
}

/** A Python with torch, and beside it the packages that write ONNX. */
function preparePython() {
  const python = values.python ?? join(scratch, 'venv/bin/python');
  if (!values.python && !existsSync(python)) {
    run('python3', ['-m', 'venv', join(scratch, 'venv')]);
    run(python, ['-m', 'pip', 'install', '-q', PACKAGES.torch, 'numpy', 'safetensors']);
  }
  const packages = join(scratch, 'python');
  if (!existsSync(join(packages, 'onnx')))
    run(python, ['-m', 'pip', 'install', '-q', '--no-deps', '--target', packages, ...PACKAGES.onnx]);
  return { python, env: { ...process.env, PYTHONPATH: packages, PYTHONDONTWRITEBYTECODE: '1' } };
}

function prepareTransformers() {
  if (existsSync(join(scratch, 'node_modules/@huggingface/transformers'))) return;
  writeFileSync(join(scratch, 'package.json'), '{ "private": true }\n');
  run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', PACKAGES.transformers], { cwd: scratch });
}

// ---------------------------------------------------------------------------------------------------------------------
// Rounds: the three take turns, so that a slow spell of the machine hits them alike
// ---------------------------------------------------------------------------------------------------------------------

function ask(program, args, options) {
  return JSON.parse(execFileSync(program, args.map(String), { encoding: 'utf8', ...options }));
}

function playRound({ python, env }) {
  return {
    own: ask(process.execPath, [path('bench/own_loop.mjs'), weights, PROMPT, TOKENS, 3 * RUNS]),
    pytorch: ask(python, [path('bench/pytorch_loop.py'), weights, PROMPT, TOKENS, RUNS], { env }),
    transformers: ask(
      process.execPath,
      [path('bench/transformers_loop.mjs'), models, 'shakespeare', PROMPT, TOKENS, 3 * RUNS],
      { cwd: scratch },
    ),
  };
}

/** Letters per second of the run that was disturbed least. */
function speed(rounds, secondsOf) {
  return TOKENS / Math.min(...rounds.flatMap(secondsOf));
}

function checkTexts({ own, pytorch, transformers }) {
  const greedy = new Set([own.text.greedy, pytorch.text.greedy, transformers.text]);
  if (greedy.size > 1 || own.text.nucleus !== pytorch.text.nucleus) {
    throw new Error(
      `the letters differ: ${JSON.stringify({ own: own.text, pytorch: pytorch.text, transformers: transformers.text }, null, 1)}`,
    );
  }
}

// ---------------------------------------------------------------------------------------------------------------------

function report(what, ratio, holds, target) {
  say(`${what}: ${ratio} (target ${target}): ${holds ? 'ok' : 'MISSED'}`);
  if (!holds) process.exitCode = 1;
}

function times(ours, theirs, target, what) {
  const ratio = ours / theirs;
  report(
    what,
    `${ours.toFixed(0)} / ${theirs.toFixed(0)} letters per second = ${ratio.toFixed(1)} times`,
    ratio >= target,
    `at least ${target} times`,
  );
}

mkdirSync(scratch, { recursive: true });
await ensureToolchain('start');
await buildWasm();
const interpreter = preparePython();
prepareTransformers();
run(interpreter.python, [path('bench/write_onnx.py'), '--weights', weights, '--out', join(models, 'shakespeare')], {
  env: interpreter.env,
});

const rounds = [];
for (let i = 0; i < Number(values.rounds); i++) {
  rounds.push(playRound(interpreter));
  checkTexts(rounds.at(-1));
}

const [{ pytorch, transformers }] = rounds;
const greedy = speed(rounds, ({ own }) => own.seconds.greedy);
say(`${machine()}\n${TOKENS} letters from ${JSON.stringify(PROMPT)}, one thread`);
times(
  greedy,
  speed(rounds, (round) => round.pytorch.seconds.greedy),
  TARGETS.pytorch,
  `PyTorch ${pytorch.version} without a cache, greedy`,
);
times(
  speed(rounds, ({ own }) => own.seconds.nucleus),
  speed(rounds, (round) => round.pytorch.seconds.nucleus),
  TARGETS.pytorch,
  'the same, temperature 0.8, top-k 20, top-p 0.9',
);
times(
  greedy,
  speed(rounds, (round) => round.transformers.seconds),
  TARGETS.transformers,
  `transformers.js ${transformers.version} on ONNX Runtime's wasm, cached, greedy`,
);
const step = Math.min(...rounds.map(({ own }) => own.step));
const window = Math.min(...rounds.map(({ own }) => own.window));
const cost = window / step;
report(
  'a window that slides',
  `${(1000 * window).toFixed(2)} ms against ${(1000 * step).toFixed(3)} ms for a cached step = ${cost.toFixed(0)} steps`,
  cost <= TARGETS.window,
  `at most ${TARGETS.window}`,
);
writeReport('NETWORK', 'node test/gpt/bench.mjs');
