/**
 * The six parts of the chapter's lab. Each works something out, prints it, and gives back what the check needs.
 * Probabilities, entropies, draws and scores come from the two modules; JavaScript adds and multiplies only where the
 * chapter does a sum by hand.
 */

import { decimals, list, policy, quoted, truth } from './format.mjs';

export const SEED = 1337;
export const PROMPT = 'ROMEO:\n';
export const NEW_TOKENS = 96;
export const DRAWS = 20000;
export const FILTERED_DRAWS = 1000;
export const WEIGHTS = [4, 2, 1, 1];

export const POLICIES = {
  greedy: { temperature: 0 },
  cool: { temperature: 0.5 },
  warm: { temperature: 1.2 },
  nucleus: { temperature: 0.8, topK: 20, topP: 0.9 },
};

const logOf = (weights) => Float64Array.from(weights, Math.log);
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

/** What the chapter's own loop does: float64 draws, one generator for the call, the last contextSize ids in sight. */
export function continueText({ nucleus, gpt }, prompt, maxTokens, options) {
  const logits = (ids) => new Float64Array(gpt.logits(ids));
  return nucleus.generate(logits, prompt, {
    seed: SEED,
    ...options,
    maxTokens,
    contextSize: gpt.contextSize,
    seeding: 'call',
  });
}

// ---------------------------------------------------------------------------------------------------------------------

export function handDistribution({ nucleus, print }) {
  const logits = logOf(WEIGHTS);
  const sweep = Object.fromEntries(
    [0.5, 1, 2].map((temperature) => [temperature, nucleus.probabilities(logits, { temperature })]),
  );
  const squares = WEIGHTS.map((weight) => weight ** 2);
  const roots = WEIGHTS.map(Math.sqrt);

  print('Part 1: four tokens A, B, C, D whose logits are logarithms of weights');
  print(`  weights=${decimals(WEIGHTS, 1)} sum=${sum(WEIGHTS)}`);
  print(`  logits=${decimals(logits)}`);
  for (const temperature of [0.5, 1, 2]) {
    const p = sweep[temperature];
    print(`  T=${temperature.toFixed(1)} p=${decimals(p)} entropy_bits=${nucleus.entropyBits(p).toFixed(6)}`);
  }
  print(`  T=0.0 p=${decimals(nucleus.probabilities(logits, { temperature: 0 }))} (greedy)`);
  print(`  T=0.5 unnormalized=${decimals(squares, 1)} sum=${sum(squares)}`);
  print(`  T=2.0 unnormalized=${decimals(roots)} sum=${sum(roots).toFixed(6)}`);

  return { logits, sweep, squares, shifted: nucleus.probabilities(logits.map((logit) => logit + 1000)) };
}

export function filtersAndDraws({ nucleus, print }, { logits, sweep }) {
  const flat = new Float64Array(4);
  const uneven = logOf([0.6, 0.25, 0.15]);
  const k2 = nucleus.probabilities(logits, { topK: 2 });
  const p7 = nucleus.probabilities(logits, { topP: 0.7 });
  const { cumulative } = nucleus.inspect(logits, { topP: 0.7, seed: SEED });
  const evenly = nucleus.inspect(flat, { topP: 0.7, seed: SEED });
  const draws = nucleus.multinomial(sweep[1], DRAWS, { seed: SEED });
  const counts = WEIGHTS.map((_, id) => draws.filter((drawn) => drawn === id).length);
  const filtered = nucleus.multinomial(k2, FILTERED_DRAWS, { seed: 7 });

  print('\nPart 2: cut, then make the rest add up to one again');
  print(`  top_k=2 p=${decimals(k2)}`);
  print(`  top_p=0.7 p=${decimals(p7)} original_cumulative=${decimals(cumulative)}`);
  print(`  flat top_p=0.7 p=${decimals(evenly.probabilities)} support=${evenly.kept}`);
  print(`  tied top_k=2 p=${decimals(nucleus.probabilities(flat, { topK: 2 }))} (of equal scores the lower ids stay)`);
  print(`  order demo base=${decimals(nucleus.probabilities(uneven))}`);
  print(`  top_p=0.7 alone=${decimals(nucleus.probabilities(uneven, { topP: 0.7 }))}`);
  print(`  top_k=2 THEN top_p=0.7=${decimals(nucleus.probabilities(uneven, { topK: 2, topP: 0.7 }))}`);
  print(`  ${DRAWS} independent draws counts=${list(counts)} frequencies=${decimals(counts.map((n) => n / DRAWS))}`);
  print(`  top_k=2 sampled IDs=${list([...new Set(filtered)].sort((a, b) => a - b))}`);

  return { k2, p7, flatSupport: evenly.kept, counts, filtered };
}

/** A tree of two choices: from the root, then after A (id 0) or B (id 1). */
const TREE = {
  root: [0.6, 0.4],
  after: [
    [0.51, 0.49],
    [0.99, 0.01],
  ],
};

export function greedyTree({ nucleus, print }) {
  const row = (path) => logOf(path.length === 0 ? TREE.root : TREE.after[path[0]]);
  const probability = ([first, second]) =>
    nucleus.probabilities(row([]))[first] * nucleus.probabilities(row([first]))[second];
  const [a, b] = nucleus.probabilities(row([]));
  const best = [0, 1].map((first) => Math.max(...nucleus.probabilities(row([first]))));
  const greedy = probability(nucleus.generate(row, [], { maxTokens: 2, temperature: 0, seed: SEED }).ids);
  const other = probability([1, 0]);

  print('\nPart 3: two choices in a row, made up, and no measure of any network');
  print(
    `  first A=${a.toFixed(3)} B=${b.toFixed(3)}; best continuation after A=${best[0].toFixed(3)}, after B=${best[1].toFixed(3)}`,
  );
  print(`  greedy path probability=${greedy.toFixed(3)}; alternative=${other.toFixed(3)}`);

  return { greedy, other };
}

export function checkpoint({ nucleus, gpt, build, print }) {
  const checksum = gpt.weightsChecksum();
  const prompt = gpt.encode(PROMPT);
  const rows = gpt.logitsEach(prompt);
  const last = new Float64Array(rows.at(-1));
  const { softmax, order } = nucleus.inspect(last, { seed: SEED });

  print('\nPart 4: the character GPT as it was trained (it continues text, it does not chat)');
  print(`  node=${build.node} device=cpu threads=1`);
  for (const { name, sha256 } of build.modules) print(`  module=${name} sha256=${sha256}`);
  print(`  weights crc32=${gpt.checksum} alphabet sha256=${build.alphabet}`);
  print(`  seed=${SEED} draws=float64, one generator per call`);
  for (const [name, options] of Object.entries(POLICIES)) print(`  policy ${name}: ${policy(options)}`);
  print(`  parameters=${gpt.parameters} vocabulary=${gpt.vocabularySize} block_size=${gpt.contextSize}`);
  print(`  prompt=${quoted(gpt.decode(prompt))} ids=${list(prompt)}`);
  print(`  logits shape=(1, ${rows.length}, ${rows[0].length}) last shape=(1, ${last.length})`);
  for (const id of order.slice(0, 5))
    print(`  next character=${quoted(gpt.decode([id]))} probability=${softmax[id].toFixed(6)}`);

  return { checksum, prompt, shape: [1, rows.length, rows[0].length] };
}

export function decoding(lab, { prompt }) {
  const { gpt, print } = lab;
  const run = (options) => continueText(lab, prompt, NEW_TOKENS, options);

  print(`\nPart 5: one network, one prompt, four policies: ${NEW_TOKENS} new characters each, seed=${SEED}`);
  const results = {};
  for (const [name, options] of Object.entries(POLICIES)) {
    results[name] = run(options);
    print(`  ${name}: ${quoted(gpt.decode(results[name].ids))}`);
    print(`    total_tokens=${results[name].ids.length} stop=${results[name].stopReason}`);
  }
  const repeat = run(POLICIES.nucleus);
  const top1 = run({ topK: 1, seed: 42 });
  const long = gpt.encode('\n'.repeat(gpt.contextSize + 2));
  const cropped = continueText(lab, long, 2, { temperature: 0 });
  print(`  repeated nucleus identical=${truth(equal(repeat.ids, results.nucleus.ids))}`);
  print(`  top_k=1 equals greedy=${truth(equal(top1.ids, results.greedy.ids))}`);
  print(
    `  long prompt length=${long.length} context_lengths=${list(cropped.contextLengths)} returned_length=${cropped.ids.length}`,
  );

  return { results, repeat, top1, long, cropped };
}

export function stopping({ nucleus, gpt, print }, { checksum }) {
  const alwaysTwo = () => Float64Array.of(-Infinity, -Infinity, 0);
  const options = { maxTokens: 10, eosId: 2, contextSize: 4, seed: SEED, seeding: 'call' };
  const stop = nucleus.generate(alwaysTwo, [0], options);
  const after = gpt.weightsChecksum();

  print('\nPart 6: stopping early, shown by a stand-in that only ever gives id 2');
  print(
    `  requested_new=10 generated_new=${stop.contextLengths.length} ids=[${list(stop.ids)}] stop=${stop.stopReason}`,
  );
  print('  The Shakespeare network knows no end: its runs stop when their budget is used up.');
  print(
    `  model parameters unchanged=${truth(after === checksum)} (crc32 in memory ${checksum} before, ${after} after); there are no gradients`,
  );

  return { stop, after };
}

export function equal(a, b) {
  return a.length === b.length && a.every((id, i) => id === b[i]);
}
