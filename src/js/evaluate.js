// evaluate.js: what a policy makes of ids that somebody else chose, one after the other.
import { wrongValue } from './check.js';

/**
 * `[{ id, step, logprob, probability, rank, survives }]`, or a promise of it once `logits` returns one. `judge(row,
 * options, id)` gives what the row after `options.ids` says of an id.
 */
export function evaluateAll(logits, ids, options, judge) {
  const { promptLength = 0 } = options;
  if (promptLength > ids.length) throw wrongValue('promptLength', `at most ids.length, ${ids.length}`, promptLength);
  const evaluations = [];
  const place = () => promptLength + evaluations.length;
  const ask = () => logits(ids.slice(0, place()));

  function take(row) {
    const [id, step] = [ids[place()], evaluations.length];
    const before = { ...options, promptLength, ids: ids.slice(0, place()) };
    evaluations.push({ id, step, ...judge(row, before, id) });
  }

  async function takeRest(row) {
    take(await row);
    while (place() < ids.length) take(await ask());
    return evaluations;
  }

  while (place() < ids.length) {
    const row = ask();
    if (typeof row?.then === 'function') return takeRest(row);
    take(row);
  }
  return evaluations;
}
