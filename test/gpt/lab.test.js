/** npm run lab: what it prints, what its options do, and that its check can fail. */

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { loadGpt } from '../../src/js/gpt/index.js';
import { load } from '../../src/js/index.js';
import { conclude, failures } from '../../web/lab/check.mjs';
import { quoted } from '../../web/lab/format.mjs';
import { checkpoint, decoding, filtersAndDraws, greedyTree, handDistribution, stopping } from '../../web/lab/parts.mjs';
import { shippedBytes } from './support/shipped.js';

const program = fileURLToPath(new URL('../../web/lab/lab.mjs', import.meta.url));
const golden = JSON.parse(readFileSync(new URL('fixtures/pytorch.json', import.meta.url), 'utf8'));

function runLab(...args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], { encoding: 'utf8' });
  return { status, stdout, stderr, lines: stdout.split('\n') };
}

const plain = runLab();
const lab = {
  nucleus: await load(),
  gpt: await loadGpt(shippedBytes),
  print() {},
  build: { node: '', modules: [], alphabet: '' },
};
const hand = handDistribution(lab);
const network = checkpoint(lab);
const parts = {
  hand,
  network,
  filters: filtersAndDraws(lab, hand),
  tree: greedyTree(lab),
  runs: decoding(lab, network),
  end: stopping(lab, network),
};

// ---------------------------------------------------------------------------------------------------------------------
const printed = suite('what the lab prints');

/** The chapter's lines whose numbers do not depend on the network, in its order. */
const FIXED = `
  weights=[4.0, 2.0, 1.0, 1.0] sum=8
  logits=[1.386294, 0.693147, 0.000000, 0.000000]
  T=0.5 p=[0.727273, 0.181818, 0.045455, 0.045455] entropy_bits=1.186704
  T=1.0 p=[0.500000, 0.250000, 0.125000, 0.125000] entropy_bits=1.750000
  T=2.0 p=[0.369398, 0.261204, 0.184699, 0.184699] entropy_bits=1.936752
  T=0.0 p=[1.000000, 0.000000, 0.000000, 0.000000] (greedy)
  T=0.5 unnormalized=[16.0, 4.0, 1.0, 1.0] sum=22
  T=2.0 unnormalized=[2.000000, 1.414214, 1.000000, 1.000000] sum=5.414214
  top_k=2 p=[0.666667, 0.333333, 0.000000, 0.000000]
  top_p=0.7 p=[0.666667, 0.333333, 0.000000, 0.000000] original_cumulative=[0.500000, 0.750000, 0.875000, 1.000000]
  flat top_p=0.7 p=[0.333333, 0.333333, 0.333333, 0.000000] support=3
  tied top_k=2 p=[0.500000, 0.500000, 0.000000, 0.000000]
  order demo base=[0.600000, 0.250000, 0.150000]
  top_p=0.7 alone=[0.705882, 0.294118, 0.000000]
  top_k=2 THEN top_p=0.7=[1.000000, 0.000000, 0.000000]
  20000 independent draws counts=[10093, 4917, 2502, 2488] frequencies=[0.504650, 0.245850, 0.125100, 0.124400]
  top_k=2 sampled IDs=[0, 1]
  first A=0.600 B=0.400; best continuation after A=0.510, after B=0.990
  greedy path probability=0.306; alternative=0.396
  parameters=1816896 vocabulary=65 block_size=128
  prompt='ROMEO:\\n' ids=[30, 27, 25, 17, 27, 10, 0]
  logits shape=(1, 7, 65) last shape=(1, 65)
  repeated nucleus identical=True
  top_k=1 equals greedy=True
  long prompt length=130 context_lengths=[128, 128] returned_length=132
  requested_new=10 generated_new=1 ids=[[0, 2]] stop=eos
  model parameters unchanged=True`
  .split('\n')
  .slice(1);

printed("the chapter's numbers stand in its order", () => {
  let from = 0;
  for (const line of FIXED) {
    const at = plain.lines.findIndex((other, i) => i >= from && other.startsWith(line));
    assert.ok(at >= 0, `no line "${line}" after line ${from}`);
    from = at + 1;
  }
});

for (const name of ['greedy', 'cool', 'warm', 'nucleus']) {
  printed(`the ${name} continuation is PyTorch's for the same weights`, async () => {
    const gpt = await loadGpt(shippedBytes);
    const text = gpt.decode(golden.continuations.find((run) => run.name === name).ids);
    const at = plain.lines.indexOf(`  ${name}: ${quoted(text)}`);
    assert.ok(at > 0);
    assert.is(plain.lines[at + 1], '    total_tokens=103 stop=length');
  });
}

printed('five letters with their probabilities, the likeliest first', () => {
  const found = plain.lines
    .map((line) => line.match(/^ {2}next character='(.+)' probability=(0\.\d{6})$/))
    .filter(Boolean);
  assert.is(found.length, 5);
  const row = golden.reference[0].logits;
  const total = row.reduce((sum, logit) => sum + Math.exp(logit), 0);
  const best = row.map((logit) => Math.exp(logit) / total).sort((a, b) => b - a);
  found.forEach(([, , probability], i) => assert.ok(Math.abs(Number(probability) - best[i]) < 1e-5, `place ${i}`));
});

printed('it ends well', () => {
  assert.is(plain.status, 0, plain.stderr);
  assert.is(plain.lines.at(-2), 'CHECK PASSED');
});

printed('it can be repeated to the letter', () => {
  assert.is(runLab().stdout, plain.stdout);
});

printed.run();

// ---------------------------------------------------------------------------------------------------------------------
const options = suite("the lab's options");

/** The lines that a run with options has and a plain one has not; the others must be the same. */
function ownLines(...args) {
  const { status, lines, stderr } = runLab(...args);
  assert.is(status, 0, stderr);
  const start = lines.findIndex((line) => line.startsWith('Your run:'));
  const own = lines.splice(start, 5);
  assert.equal(lines, plain.lines);
  return own;
}

options("one run of one's own comes after the six parts", () => {
  const own = ownLines('--temperature', '0.8', '--top-k', '20', '--top-p', '0.9');
  const shown = plain.lines.find((line) => line.startsWith('  nucleus: ')).replace('nucleus', 'yours');
  assert.is(own[0], 'Your run: temperature=0.8 top_k=20 top_p=0.9 seed=1337');
  assert.is(own[2], shown);
});

options('top-p 0.5 leaves A alone of the hand distribution', () => {
  assert.match(ownLines('--top-p', '0.5')[1], 'surviving IDs=[0]');
});

options('top-k 1 makes temperature and seed irrelevant', () => {
  const text = (...args) => ownLines('--top-k', '1', ...args)[2];
  assert.is(text('--temperature', '0.5'), text('--temperature', '1.2', '--seed', '7'));
});

options('prompt and tokens are taken, a seed of any size too', () => {
  const own = ownLines('--prompt', 'JULIET:\\nO ', '--tokens', '12', '--seed', '18446744073709551615');
  assert.match(own[0], 'seed=18446744073709551615');
  assert.match(own[2], /^ {2}yours: ['"]JULIET:\\nO /);
  assert.is(own[3], '    total_tokens=22 stop=length');
});

const wrong = [
  [['--topp', '0.5'], '--topp'],
  [['extra'], 'extra'],
  [['--top-p', '1.5'], 'topP must be in (0, 1], got 1.5'],
  [['--temperature', 'hot'], '--temperature must be a number, got "hot"'],
  [['--temperature=-1'], 'temperature'],
  [['--top-k', '0'], 'topK'],
  [['--seed', '1.5'], '--seed must be an integer, got "1.5"'],
  [['--seed', '99999999999999999999999'], 'seed'],
  [['--tokens=-1'], 'maxTokens'],
  [['--prompt', 'caf\u00e9'], 'text[3] must be in the alphabet'],
  [['--prompt', ''], '--prompt'],
];

for (const [args, fragment] of wrong) {
  options(`${args.join(' ')} is refused before anything is printed`, () => {
    const { status, stdout, stderr } = runLab(...args);
    assert.is(status, 2);
    assert.is(stdout, '');
    assert.ok(stderr.includes(fragment), stderr);
  });
}

options('--help explains them', () => {
  const { status, stdout } = runLab('--help');
  assert.is(status, 0);
  assert.match(stdout, '--top-p');
});

options.run();

// ---------------------------------------------------------------------------------------------------------------------
const check = suite("the lab's check");

check('passes as it is', () => {
  assert.equal(failures(lab, parts), []);
});

/** Each spoils one result; the name is that of the assertion that must notice. */
const spoilers = {
  'at T 1 the probabilities are the weights over their sum': ({ hand }) => (hand.sweep[1][0] += 1e-4),
  'at T 0.5 they are the squared weights over theirs': ({ hand }) => (hand.sweep[0.5][3] -= 1e-4),
  'entropy rises with the temperature': ({ hand }) => (hand.sweep[2] = hand.sweep[0.5]),
  'adding 1000 to every logit changes nothing': ({ hand }) => (hand.shifted[1] += 1e-4),
  'top-k 2 leaves two thirds and one third': ({ filters }) => (filters.k2[2] = 0.1),
  'top-p 0.7 leaves the same': ({ filters }) => filters.p7.reverse(),
  'an excluded id is never drawn': ({ filters }) => (filters.filtered[9] = 2),
  'top-p 0.7 keeps three of four equal tokens': ({ filters }) => (filters.flatSupport = 2),
  'drawn frequencies are within 0.02 of the probabilities': ({ filters }) => (filters.counts[2] += 401),
  'the greedy path is not the likeliest': ({ tree }) => (tree.other = 0.3),
  'logits have one row per position and one column per letter': ({ network }) => (network.shape[1] = 1),
  'every run has the length of its prompt and budget': ({ runs }) => runs.results.warm.ids.pop(),
  'every run keeps its prompt': ({ runs }) => (runs.results.cool.ids[6] = 1),
  'every id is in the vocabulary': ({ runs }) => (runs.results.warm.ids[50] = 65),
  'the same seed gives the same ids': ({ runs }) => (runs.repeat.ids[100] ^= 1),
  'top-k 1 is greedy': ({ runs }) => (runs.top1.ids[100] ^= 1),
  'a long prompt is cropped to the context': ({ runs }) => (runs.cropped.contextLengths[1] = 129),
  'and is returned whole': ({ runs }) => runs.cropped.ids.shift(),
  'the stop id ends a run': ({ end }) => (end.stop.stopReason = 'length'),
  'the weights are unchanged': ({ end }) => (end.after = '00000000'),
};

for (const [name, spoil] of Object.entries(spoilers)) {
  check(`notices when it is not so that ${name}`, () => {
    const spoiled = structuredClone(parts);
    spoil(spoiled);
    assert.ok(failures(lab, spoiled).includes(name));
  });
}

check('a failure is named and gives code 1', () => {
  const lines = [];
  assert.is(
    conclude(['top-k 1 is greedy'], (line) => lines.push(line)),
    1,
  );
  assert.match(lines.join('\n'), 'CHECK FAILED: top-k 1 is greedy');
  assert.not.match(lines.join('\n'), 'PASSED');
});

check.run();
