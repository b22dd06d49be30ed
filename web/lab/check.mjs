/** The chapter's assertions, by name. */

import { DRAWS, NEW_TOKENS, WEIGHTS, equal } from './parts.mjs';

/** |a - b| within the tolerance of torch.allclose, at every place. */
function close(a, b) {
  return a.length === b.length && Array.from(a).every((x, i) => Math.abs(x - b[i]) <= 1e-8 + 1e-5 * Math.abs(b[i]));
}

function normalized(weights) {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
}

/** The names of the assertions that do not hold for what the six parts gave back. */
export function failures({ nucleus, gpt }, { hand, filters, tree, network, runs, end }) {
  const { sweep, squares, shifted } = hand;
  const { k2, p7, flatSupport, counts, filtered } = filters;
  const { results, repeat, top1, long, cropped } = runs;
  const { prompt, checksum, shape } = network;
  const entropy = (temperature) => nucleus.entropyBits(sweep[temperature]);
  const every = (holds) => Object.values(results).every(holds);

  const assertions = {
    'at T 1 the probabilities are the weights over their sum': close(sweep[1], normalized(WEIGHTS)),
    'at T 0.5 they are the squared weights over theirs': close(sweep[0.5], normalized(squares)),
    'entropy rises with the temperature': entropy(0.5) < entropy(1) && entropy(1) < entropy(2),
    'adding 1000 to every logit changes nothing': close(shifted, sweep[1]),
    'top-k 2 leaves two thirds and one third': close(k2, [2 / 3, 1 / 3, 0, 0]),
    'top-p 0.7 leaves the same': close(k2, p7),
    'an excluded id is never drawn': filtered.every((id) => id < 2),
    'top-p 0.7 keeps three of four equal tokens': flatSupport === 3,
    'drawn frequencies are within 0.02 of the probabilities': counts.every(
      (n, id) => Math.abs(n / DRAWS - sweep[1][id]) < 0.02,
    ),
    'the greedy path is not the likeliest': tree.greedy < tree.other,
    'logits have one row per position and one column per letter': equal(shape, [1, prompt.length, gpt.vocabularySize]),
    'every run has the length of its prompt and budget': every(({ ids }) => ids.length === prompt.length + NEW_TOKENS),
    'every run keeps its prompt': every(({ ids }) => equal(ids.slice(0, prompt.length), prompt)),
    'every id is in the vocabulary': every(({ ids }) => ids.every((id) => id >= 0 && id < gpt.vocabularySize)),
    'the same seed gives the same ids': equal(repeat.ids, results.nucleus.ids),
    'top-k 1 is greedy': equal(top1.ids, results.greedy.ids),
    'a long prompt is cropped to the context': equal(cropped.contextLengths, [gpt.contextSize, gpt.contextSize]),
    'and is returned whole': cropped.ids.length === long.length + 2,
    'the stop id ends a run': equal(end.stop.ids, [0, 2]) && end.stop.stopReason === 'eos',
    'the weights are unchanged': end.after === checksum,
  };
  return Object.keys(assertions).filter((name) => !assertions[name]);
}

/** Prints the verdict; the exit code that goes with it. */
export function conclude(failed, print) {
  if (failed.length === 0) print('\nCHECK PASSED');
  else print(`\n${failed.map((name) => `CHECK FAILED: ${name}`).join('\n')}`);
  return failed.length === 0 ? 0 : 1;
}
