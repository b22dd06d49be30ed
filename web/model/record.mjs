/**
 * Records the page's first steps from the shipped network, so that nothing changes when the network itself takes over.
 *
 *     npm run build
 *     node web/model/record.mjs
 *
 * Writes recorded.json beside the weights: the ids of `steps` steps from the prompt under the exercise's recipe, and
 * `logits`, base64 of little-endian float32 (steps, vocabulary), the scores each step drew from. `weights` is the
 * checksum of the file they came from.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { load } from '../../src/js/index.js';
import { loadGpt } from '../../src/js/gpt/index.js';

const PROMPT = 'ROMEO:\n';
const STEPS = 40;
const POLICY = { temperature: 0.8, topP: 0.9, seed: 1337 };

const beside = (name) => new URL(name, import.meta.url);

function record(nucleus, gpt) {
  const prompt = gpt.encode(PROMPT);
  const rows = [];
  const logits = (ids) => {
    rows.push(gpt.logits(ids));
    return rows.at(-1);
  };
  const { ids } = nucleus.generate(logits, prompt, { ...POLICY, maxTokens: STEPS, contextSize: gpt.contextSize });
  return {
    weights: gpt.checksum,
    alphabet: gpt.alphabet,
    prompt,
    ...POLICY,
    ids,
    vocabulary: gpt.vocabularySize,
    steps: STEPS,
    logits: toBase64(rows),
  };
}

function toBase64(rows) {
  const bytes = Buffer.alloc(rows.length * rows[0].length * 4);
  rows.flatMap((row) => [...row]).forEach((score, i) => bytes.writeFloatLE(score, 4 * i));
  return bytes.toString('base64');
}

/** One member per line. */
function format(recording) {
  const members = Object.entries(recording).map(
    ([name, value]) => ` ${JSON.stringify(name)}: ${JSON.stringify(value)}`,
  );
  return `{\n${members.join(',\n')}\n}\n`;
}

const gpt = await loadGpt(readFileSync(beside('shakespeare.gpt')));
writeFileSync(beside('recorded.json'), format(record(await load(), gpt)));
