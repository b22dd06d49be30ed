/**
 * Times this network and this sampler, from an empty cache each time, and what one position and a whole window cost.
 *
 *     node own_loop.mjs WEIGHTS PROMPT TOKENS RUNS
 *
 * Prints { seconds: { policy: [one per run] }, text: { policy: ... }, step, window }; the last two in seconds.
 */

import { readFileSync } from 'node:fs';
import { loadGpt } from '../../../src/gpt/index.js';
import { load } from '../../../src/index.js';

const POLICIES = { greedy: { temperature: 0 }, nucleus: { temperature: 0.8, topK: 20, topP: 0.9 } };
const WARM_UP = 10;

const [weights, prompt, tokens, runs] = process.argv.slice(2);
const gpt = await loadGpt(readFileSync(weights));
const nucleus = await load();
const { contextSize, vocabularySize } = gpt;

const ids = gpt.encode(prompt);
const logits = (context) => new Float64Array(gpt.logits(context));

function generate(policy) {
  return nucleus.generate(logits, ids, { ...policy, maxTokens: Number(tokens), seed: 1337, seeding: 'call', contextSize }).ids;
}

function forget() {
  gpt.logits([ids[0] === 0 ? 1 : 0]);
}

function secondsOf(call) {
  const start = performance.now();
  call();
  return (performance.now() - start) / 1000;
}

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

const seconds = {};
const text = {};
for (const [name, policy] of Object.entries(POLICIES)) {
  for (let i = 0; i < WARM_UP; i++) generate(policy);
  seconds[name] = Array.from({ length: Number(runs) }, () => {
    forget();
    return secondsOf(() => (text[name] = gpt.decode(generate(policy))));
  });
}

// Steps that still append, against windows that slid by one: all their positions are new.
const long = Array.from({ length: 2 * contextSize }, (_, i) => (i * 7919) % vocabularySize);
const steps = [];
const windows = [];
for (let i = 0; i < Number(runs); i++) {
  for (let count = 1; count <= long.length; count++) {
    const taken = secondsOf(() => gpt.logits(long.slice(0, count)));
    if (count > contextSize) windows.push(taken);
    else if (count > contextSize / 2) steps.push(taken);
  }
}
console.log(JSON.stringify({ seconds, text, step: median(steps), window: median(windows) }));
