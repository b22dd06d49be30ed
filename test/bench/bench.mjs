/**
 * How long a step takes, and what it costs next to other ways of taking it.
 *
 *     npm run bench [-- --torch] [-- --peers] [-- --rounds N] [-- --scratch DIR]
 *
 * --torch adds PyTorch 2.13, --peers what npm carries; both are installed into the scratch folder and stay there for
 * the next run. Writes test/bench/STEPS.md. NUCLEUS_TORCH may name a Python that has torch. Nothing here passes or
 * fails: goals are printed beside what was measured.
 */

import { mkdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandOptions, fail, root } from '../../src/build/project.mjs';
import { ensureToolchain } from '../../src/build/toolchain.mjs';
import { buildWasm } from '../../src/build/wasm.mjs';
import { count } from './measure.mjs';
import { machine, say, writeReport } from './report.mjs';
import { large } from './rows.mjs';
import { loadStages } from './stages.mjs';
import { printSteps } from './steps.mjs';
import {
  printFloat64,
  printGrowth,
  printInspections,
  printLetters,
  printOptions,
  printPenalties,
  printShapes,
} from './ratios.mjs';

const values = commandOptions({
  torch: { type: 'boolean' },
  peers: { type: 'boolean' },
  rounds: { type: 'string', default: '41' },
  scratch: { type: 'string', default: join(tmpdir(), 'nucleus-bench') },
});
const rounds = Number(values.rounds);
if (!Number.isInteger(rounds) || rounds < 1) fail(`--rounds must be an integer >= 1, got "${values.rounds}"`, 2);

await ensureToolchain('start');
await buildWasm();
const { load } = await import('../../src/js/index.js');
const nucleus = await load();
const stagesOf = await loadStages(large.at(-1));

const { size } = statSync(join(root, 'src/js/generated/nucleus.wasm'));
say(`${machine()}, nucleus.wasm ${count(size)} bytes, ${rounds} rounds`);

await printSteps(nucleus, stagesOf, rounds);
await printShapes(nucleus, stagesOf, rounds);
await printOptions(nucleus, stagesOf, rounds);
await printGrowth(nucleus, rounds);
await printFloat64(nucleus, rounds);
await printInspections(nucleus, rounds);
await printPenalties(nucleus, rounds);
await printLetters(nucleus, rounds);

mkdirSync(values.scratch, { recursive: true });
if (values.torch) await (await import('./torch.mjs')).printTorch(nucleus, rounds, values.scratch);
if (values.peers) await (await import('./peers.mjs')).printPeers(nucleus, rounds, values.scratch);
writeReport('STEPS', `npm run bench -- ${process.argv.slice(2).join(' ')}`);
