/**
 * Compares a weights file with what PyTorch made of the same network.
 *
 *     node test/gpt/compare.mjs --weights float32.gpt --reference reference.json --continuations continuations.json
 *
 * Either JSON file may be left out. Prints the worst logit and whether every continuation is the same, letter for
 * letter; ends with code 1 where a logit is off by more than --tolerance (1e-4), or an id differs. The modules must
 * have been built (npm run build).
 */

import { readFileSync } from 'node:fs';
import { commandOptions } from '../../src/build/project.mjs';
import { load } from '../../src/js/index.js';
import { loadGpt } from '../../src/js/gpt/index.js';
import { compareRow, continueAs } from './support/pytorch.js';

const values = commandOptions({
  weights: { type: 'string' },
  reference: { type: 'string' },
  continuations: { type: 'string' },
  tolerance: { type: 'string', default: '1e-4' },
});
if (!values.weights || !(values.reference || values.continuations)) {
  console.error(
    'usage: node test/gpt/compare.mjs --weights FILE [--reference FILE] [--continuations FILE] [--tolerance N]',
  );
  process.exit(2);
}

const gpt = await loadGpt(readFileSync(values.weights));
const nucleus = await load();

if (values.reference) {
  for (const row of readJson(values.reference)) {
    const { worst, sameTop } = compareRow(gpt, row);
    report(
      worst <= Number(values.tolerance),
      `${row.ids.length} ids: worst logit off by ${worst.toExponential(2)}, ${sameTop ? 'same' : 'OTHER'} top letter`,
    );
  }
}
if (values.continuations) {
  for (const run of readJson(values.continuations)) {
    const ids = continueAs(nucleus, gpt, run);
    const first = run.ids.findIndex((id, i) => id !== ids[i]);
    const same = first < 0 && ids.length === run.ids.length;
    report(same, `${run.recipe}, ${run.name}: ${same ? `${run.n} ids as PyTorch's` : `differs from id ${first} on`}`);
  }
}

function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}

function report(ok, text) {
  console.log(`${ok ? 'ok  ' : 'FAIL'} ${text}`);
  if (!ok) process.exitCode = 1;
}
