/** What must not have a cliff, as ratios: shapes, options, growth, float64 rows, and the loop at a tiny vocabulary. */

import { count, digits, printTable, ratio, spread, takeTurns, task } from './measure.mjs';
import { large, makeRow, policy, shapes } from './rows.mjs';
import { expPass, sampling } from './steps.mjs';

const LARGEST = large.at(-1);
const LETTERS = 65;
const WORDS = 49_152;
const TOKENS = 256;
const SEQUENCE = 4096;
const GROWING = [16_384, 32_768, 65_536, 131_072, 262_144];

const perShape = (make) => Object.fromEntries(shapes.map((shape) => [shape, make(shape)]));

/** One table row for each shape: `tasksOf(row)` take turns, `cellsOf(times)` become the cells. */
async function rowsByShape(vocabulary, tasksOf, cellsOf, rounds) {
  const rows = [];
  for (const shape of shapes) {
    const times = await takeTurns(tasksOf(makeRow(shape, vocabulary)), rounds);
    rows.push([count(vocabulary), shape, ...cellsOf(times)]);
  }
  return rows;
}

export async function printShapes(nucleus, stagesOf, rounds) {
  const rows = [];
  for (const vocabulary of large) {
    const given = perShape((shape) => makeRow(shape, vocabulary));
    const softmax = task(stagesOf(given.flat).softmax);
    const times = await takeTurns({ ...perShape((shape) => sampling(nucleus, given[shape])), softmax }, rounds);
    const { peaked, mid, flat } = times;
    rows.push([
      count(vocabulary),
      digits(ratio(mid, peaked)),
      digits(ratio(flat, peaked)),
      digits(ratio(flat, times.softmax)),
    ]);
  }
  printTable(
    'Shapes against each other. Goal for flat: 2.6',
    ['vocabulary', 'mid / peaked', 'flat / peaked', 'flat / softmax'],
    rows,
  );
}

export async function printOptions(nucleus, stagesOf, rounds) {
  const { temperature } = policy;
  const cases = {
    'top-p 0.9': policy,
    'top-k 50': { temperature, topK: 50 },
    'top-k 50, top-p 0.9': { ...policy, topK: 50 },
    'min-p 0.05': { temperature, minP: 0.05 },
    'min-p 0.001': { temperature, minP: 0.001 },
    'top-p 1': { temperature },
    'T 0': { temperature: 0 },
    'one generator': { ...policy, generator: nucleus.generator(1) },
  };
  const tasksOf = (row) => ({
    softmax: task(stagesOf(row).softmax),
    ...Object.fromEntries(Object.entries(cases).map(([name, options]) => [name, sampling(nucleus, row, options)])),
  });
  const cellsOf = (times) => Object.keys(cases).map((name) => digits(ratio(times[name], times.softmax)));
  const rows = await rowsByShape(LARGEST, tasksOf, cellsOf, rounds);
  printTable(
    'Other options: sample as a multiple of the softmax stage. Goal: 3',
    ['vocabulary', 'shape', ...Object.keys(cases)],
    rows,
    2,
  );
}

export async function printGrowth(nucleus, rounds) {
  const rows = [];
  for (const shape of shapes) {
    const times = await takeTurns(
      Object.fromEntries(GROWING.map((n) => [n, sampling(nucleus, makeRow(shape, n))])),
      rounds,
    );
    rows.push([
      shape,
      spread(times[GROWING[0]]),
      ...GROWING.slice(1).map((n, i) => digits(ratio(times[n], times[GROWING[i]]))),
    ]);
  }
  const columns = [
    'shape',
    `${count(GROWING[0])}, microseconds`,
    ...GROWING.slice(1).map((n) => `${count(n)}, factor`),
  ];
  printTable('Growth: what doubling the vocabulary costs. Goal: 2.3', columns, rows);
}

export async function printFloat64(nucleus, rounds) {
  const rows = [];
  const tasksOf = (row) => ({ float32: sampling(nucleus, row), float64: sampling(nucleus, Float64Array.from(row)) });
  const cellsOf = ({ float32, float64 }) => [spread(float32), spread(float64), digits(ratio(float64, float32))];
  for (const vocabulary of large) rows.push(...(await rowsByShape(vocabulary, tasksOf, cellsOf, rounds)));
  printTable(
    'float64 rows: microseconds. Goal for peaked: 4',
    ['vocabulary', 'shape', 'float32', 'float64', 'float64 / float32'],
    rows,
    2,
  );
}

/** What penalties add to a step, with a long sequence. */
export async function printPenalties(nucleus, rounds) {
  const ids = Array.from({ length: SEQUENCE }, (_, i) => (i * 7919) % LARGEST);
  const repetition = { ...policy, ids, repetitionPenalty: 1.1 };
  const all = { ...repetition, promptLength: SEQUENCE / 2, presencePenalty: 0.1, frequencyPenalty: 0.1 };
  const tasksOf = (row) => ({
    without: sampling(nucleus, row),
    repetition: sampling(nucleus, row, repetition),
    all: sampling(nucleus, row, all),
  });
  const cellsOf = ({ without, ...others }) => [
    spread(without),
    ...Object.values(others).map((each) => digits(ratio(each, without))),
  ];
  printTable(
    `Penalties with ${count(SEQUENCE)} ids in the sequence, as a multiple of the step without. Goal: 1.15`,
    ['vocabulary', 'shape', 'without, microseconds', 'repetition', 'all three'],
    await rowsByShape(LARGEST, tasksOf, cellsOf, rounds),
    2,
  );
}

/** Inspections, of all ids and of twelve, next to a pass of Math.exp over the same row. */
export async function printInspections(nucleus, rounds) {
  const inspecting = (row, options = {}) => {
    let step = 0;
    return task(() => nucleus.inspect(row, { ...policy, ...options, seed: 1, step: ++step }));
  };
  const tasksOf = (row) => {
    const wide = Float64Array.from(row);
    return {
      pass: expPass(row),
      all: inspecting(row),
      few: inspecting(row, { nearest: 12 }),
      all64: inspecting(wide),
      few64: inspecting(wide, { nearest: 12 }),
    };
  };
  const cellsOf = ({ pass, ...others }) => [
    spread(pass),
    ...Object.values(others).map((each) => digits(ratio(each, pass))),
  ];
  const rows = [];
  for (const vocabulary of [WORDS, LARGEST]) rows.push(...(await rowsByShape(vocabulary, tasksOf, cellsOf, rounds)));
  printTable(
    'inspect as a multiple of Math.exp over the row. Goals: 2.5 to 3, and 0.6 with nearest',
    [
      'vocabulary',
      'shape',
      'Math.exp, microseconds',
      'all ids',
      'nearest 12',
      'float64, all ids',
      'float64, nearest 12',
    ],
    rows,
    2,
  );
}

/** The loop in C with a callback that does nothing, per id, against `sample` called by a loop of one's own. */
export async function printLetters(nucleus, rounds) {
  const options = { ...policy, seed: 1, maxTokens: TOKENS, contextSize: 64 };
  const loop = (row) => {
    const generate = task(() => nucleus.generate(() => row, [0], options));
    return (repeats) => generate(repeats) / TOKENS;
  };
  const tasksOf = (row) => ({ pass: expPass(row), sample: sampling(nucleus, row), generate: loop(row) });
  const cellsOf = ({ pass, sample, generate }) => [
    ...[pass, sample, generate].map(spread),
    digits(ratio(sample, pass)),
    digits(ratio(generate, sample)),
  ];
  const rows = await rowsByShape(LETTERS, tasksOf, cellsOf, rounds);
  const columns = [
    'vocabulary',
    'shape',
    'Math.exp',
    'sample',
    'generate, per id',
    'sample / Math.exp',
    'generate / sample',
  ];
  printTable('A small vocabulary: microseconds. Goals: 2.5 and 2', columns, rows, 2);
}
