/** The same steps by PyTorch on one thread, in turns with ours. */

import { execFileSync, spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { count, digits, printTable, ratio, spread, takeTurns } from './measure.mjs';
import { large, makeRow, policy, shapes } from './rows.mjs';
import { sampling } from './steps.mjs';

const TORCH = 'torch==2.13.0';
const COLUMNS = ['vocabulary', 'shape', 'rows', 'sample', 'PyTorch', 'PyTorch / sample', 'same ids'];

/** A Python that has torch: the one named, or one of our own. */
function preparePython(scratch) {
  if (process.env.NUCLEUS_TORCH) return process.env.NUCLEUS_TORCH;
  const python = join(scratch, 'venv/bin/python');
  if (existsSync(python)) return python;
  const run = (program, args) => execFileSync(program, args, { stdio: 'inherit' });
  run('python3', ['-m', 'venv', join(scratch, 'venv')]);
  run(python, ['-m', 'pip', 'install', '--quiet', TORCH]);
  return python;
}

/** torch_step.py as a process: `ask` gives the answer to a line, `end` lets it go. */
async function startPython(python) {
  const child = spawn(python, [fileURLToPath(new URL('torch_step.py', import.meta.url))], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const answer = async () => {
    const { value, done } = await lines.next();
    if (done) throw new Error(`${python} ended before it answered`);
    return JSON.parse(value);
  };
  const { version } = await answer();
  const ask = (question) => {
    child.stdin.write(`${JSON.stringify(question)}\n`);
    return answer();
  };
  return { version, ask, end: () => child.stdin.end() };
}

export async function printTorch(nucleus, rounds, scratch) {
  const { version, ask, end } = await startPython(preparePython(scratch));
  const rows = [];
  for (const vocabulary of large) {
    for (const shape of shapes) {
      const row = makeRow(shape, vocabulary);
      const path = join(scratch, `${shape}-${vocabulary}.f32`);
      writeFileSync(path, row);
      for (const wide of [false, true])
        rows.push([
          count(vocabulary),
          shape,
          ...(await compare(wide ? Float64Array.from(row) : row, { row: path, wide })),
        ]);
    }
  }
  end();
  printTable(
    `PyTorch ${version}, one thread, the recipe written out: microseconds. Goals: 35 with float32 rows, 1 with float64 rows`,
    COLUMNS,
    rows,
    3,
  );

  async function compare(row, given) {
    let seed = 0;
    let same = 0;
    let taken = 0;
    const pytorch = async (repeats) => {
      const { microseconds, id } = await ask({ ...given, ...policy, seed, repeats });
      seed += repeats;
      taken++;
      if (nucleus.sample(row, { ...policy, seed: seed - 1 }) === id) same++;
      return microseconds;
    };
    const times = await takeTurns({ sample: sampling(nucleus, row), pytorch }, Math.ceil(rounds / 3));
    return [
      given.wide ? 'float64' : 'float32',
      spread(times.sample),
      spread(times.pytorch),
      digits(ratio(times.pytorch, times.sample)),
      `${same} of ${taken}`,
    ];
  }
}
