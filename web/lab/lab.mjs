/**
 * npm run lab: the six parts of the chapter's lab on the shipped network, then the chapter's check. Ends with code 0
 * when every assertion holds, 1 when one does not, 2 for options it does not know. See own-run.mjs for the options.
 */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ensureToolchain } from '../../src/build/toolchain.mjs';
import { buildWasm, isWasmBuilt } from '../../src/build/wasm.mjs';
import { conclude, failures } from './check.mjs';
import { USAGE, checkRun, ownRun, readArguments } from './own-run.mjs';
import { checkpoint, decoding, filtersAndDraws, greedyTree, handDistribution, stopping } from './parts.mjs';

const print = (line) => console.log(line);
const fileAt = (relative) => readFileSync(new URL(relative, import.meta.url));
const sha256 = (data) => createHash('sha256').update(data).digest('hex').slice(0, 16);

/** The two modules, built where they are missing, and what tells this build from another. */
async function openLab() {
  await ensureToolchain('start', { isBuilt: isWasmBuilt() });
  await buildWasm();
  const [{ load }, { loadGpt }] = await Promise.all([
    import('../../src/js/index.js'),
    import('../../src/js/gpt/index.js'),
  ]);
  const gpt = await loadGpt(fileAt('../model/shakespeare.gpt'));
  const modules = ['nucleus.wasm', 'gpt.wasm'].map((name) => ({
    name,
    sha256: sha256(fileAt(`../../src/js/generated/${name}`)),
  }));
  return {
    nucleus: await load(),
    gpt,
    print,
    build: { node: process.versions.node, modules, alphabet: sha256(gpt.alphabet) },
  };
}

function runParts(lab) {
  const hand = handDistribution(lab);
  const filters = filtersAndDraws(lab, hand);
  const tree = greedyTree(lab);
  const network = checkpoint(lab);
  const runs = decoding(lab, network);
  const end = stopping(lab, network);
  return { hand, filters, tree, network, runs, end };
}

function refuse(error) {
  console.error(`${error.message}\n\n${USAGE}`);
  process.exit(2);
}

function attempt(call) {
  try {
    return call();
  } catch (error) {
    return refuse(error);
  }
}

async function main() {
  const { help, run } = attempt(() => readArguments(process.argv.slice(2)));
  if (help) return print(USAGE);

  const lab = await openLab();
  if (run) attempt(() => checkRun(lab, run));
  const parts = runParts(lab);
  if (run) ownRun(lab, run, parts.hand);

  process.exitCode = conclude(failures(lab, parts), print);
}

await main();
