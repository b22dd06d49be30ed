/**
 * Times this network and this sampler, from an empty cache each time, and what one position and a whole window cost.
 *
 *     node own_loop.mjs WEIGHTS PROMPT TOKENS RUNS
 *
 * Prints { seconds: { policy: [one per run] }, text: { policy: ... }, step, window }; the last two in seconds.
 */

import { readFileSync } from 'node:fs';
import { loadGpt } from '../../../src/js/gpt/index.js';
import { load } from '../../../src/js/index.js';

const POLICIES = { greedy: { temperature: 0 }, nucleus: { temperature: 0.8, topK: 20, topP: 0.9 } };
const WARM_UP = 10;

const [weights, prompt, tokens, runs] = process.argv.slice(2);
const gpt = await loadGpt(readFileSync(weights));
const nucleus = await load();
const { contextSize, vocabularySize } = gpt;

const ids = gpt.encode(prompt);
const logits = (context) => new Float64Array(gpt.logits(context));

function generate(policy) {
  return nucleus.generate(logits, ids, {
    ...policy,
    maxTokens: Number(tokens),
    seed: 1337,
    seeding: 'call',
    contextSize,
  }).ids;
}

function forget() {
  gpt.logits([ids[0] === 0 ? 1 : 0]);
}

function secondsOf(call) {
  const start = performance.now();
  call();
  return (performance.now() - start) / 1000;
}

const mean = (numbers) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;

const seconds = {};
const text = {};
for (const [name, policy] of Object.entries(POLICIES)) {
  for (let i = 0; i < WARM_UP; i++) generate(policy);
  seconds[name] = Array.from({ length: Number(runs) }, () => {
    forget();
    return secondsOf(() => (text[name] = gpt.decode(generate(policy))));
  });
}

// What each length costs, in the run that was disturbed least: steps that still append, then windows that slid by one,
// all of whose positions are new.
const long = Array.from({ length: 2 * contextSize }, (_, i) => (i * 7919) % vocabularySize);
const costs = long.map(() => Infinity);
for (let run = 0; run < Number(runs); run++) {
  for (let i = 0; i < long.length; i++) {
    costs[i] = Math.min(
      costs[i],
      secondsOf(() => gpt.logits(long.slice(0, i + 1))),
    );
  }
}
const step = mean(costs.slice(contextSize / 2, contextSize));
const window = mean(costs.slice(contextSize));
console.log(JSON.stringify({ seconds, text, step, window }));
