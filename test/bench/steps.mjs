/** The table of a step: vocabulary x shape x stages, and the call from JavaScript beside a pass of Math.exp. */

import { count, digits, printTable, ratio, spread, takeTurns, task } from './measure.mjs';
import { makeRow, policy, shapes, vocabularies } from './rows.mjs';

const COLUMNS = [
  'vocabulary',
  'shape',
  'kept',
  'softmax',
  'cut',
  'draw',
  'certain',
  'total',
  'sample',
  'Math.exp',
  'sample / Math.exp',
];
const SEEDS = 300; // for the share of steps that the shortcut settles

/** `sample` under these options, a step further with each call. */
export function sampling(nucleus, row, options = policy) {
  const given = options.generator ? options : { ...options, seed: 1, step: 0 };
  return task(() => {
    if (!options.generator) given.step++;
    nucleus.sample(row, given);
  });
}

/** The least that JavaScript can do with a row: the exponential of each score. */
export function expPass(row) {
  return task(() => {
    let sum = 0;
    for (let id = 0; id < row.length; id++) sum += Math.exp(row[id]);
    return sum;
  });
}

export function stageTasks({ softmax, cut, draw, total }) {
  let seed = 0;
  return { softmax: task(softmax), cut: task(cut), draw: task(() => draw(++seed)), total: task(() => total(++seed)) };
}

/** The share of steps that the shortcut settles, in percent. */
function certainShare({ certain }) {
  const seeds = Array.from({ length: SEEDS }, (_, seed) => seed);
  return (100 * seeds.filter(certain).length) / SEEDS;
}

export async function printSteps(nucleus, stagesOf, rounds) {
  const rows = [];
  for (const vocabulary of vocabularies) {
    for (const shape of shapes) {
      const row = makeRow(shape, vocabulary);
      const { kept } = nucleus.inspect(row, { ...policy, seed: 0 });
      const stages = stagesOf(row),
        certain = certainShare(stages);
      const tasks = { ...stageTasks(stages), sample: sampling(nucleus, row), pass: expPass(row) };
      const times = await takeTurns(tasks, rounds);
      const [softmax, cut, draw, ...whole] = Object.values(times).map(spread);
      rows.push([
        count(vocabulary),
        shape,
        count(kept),
        softmax,
        cut,
        draw,
        `${digits(certain)} %`,
        ...whole,
        digits(ratio(times.sample, times.pass)),
      ]);
    }
  }
  const { temperature, topP } = policy;
  printTable(
    `One step at T ${temperature}, top-p ${topP}: microseconds, median (quartiles). softmax, cut, draw: the stages of an exact step, ` +
      'scores in memory;\ncertain: how many steps the shortcut settles without them; total: a step as it comes; sample: the same from JavaScript, copying in ' +
      'included;\nMath.exp: a plain pass over the row. Goal from 128,256 on: 0.16; at 65: 2.5',
    COLUMNS,
    rows,
    2,
  );
}
