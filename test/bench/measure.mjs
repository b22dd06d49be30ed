/**
 * Timing on a machine that does other things too: all that is compared takes turns, round after round, so that a slow
 * spell hits everybody; a ratio is taken within each round, and the median of all rounds is what counts.
 */

import { say } from './report.mjs';

/** A task is a function of a number of repetitions that gives the microseconds of one; or a promise of them. */
export function task(call) {
  return (repeats) => {
    const start = performance.now();
    for (let i = 0; i < repeats; i++) call();
    return perCall(start, repeats);
  };
}

export function asyncTask(call) {
  return async (repeats) => {
    const start = performance.now();
    for (let i = 0; i < repeats; i++) await call();
    return perCall(start, repeats);
  };
}

const perCall = (start, repeats) => ((performance.now() - start) * 1000) / repeats;

const SLICE = 600; // microseconds of a turn: short enough to fall between two interruptions
const WARM_UP = 60_000; // until the engine has compiled what runs

/** @returns {Promise<Record<string, number[]>>} the microseconds of each task's calls, one number for each round */
export async function takeTurns(tasks, rounds) {
  const names = Object.keys(tasks);
  const times = Object.fromEntries(names.map((name) => [name, []]));
  const repeats = {};
  for (const name of names) repeats[name] = await warmUp(tasks[name]);
  for (let round = 0; round < rounds; round++) {
    for (const name of names) times[name].push(await tasks[name](repeats[name]));
  }
  return times;
}

/** How many calls make a turn. */
async function warmUp(run) {
  let repeats = 1;
  for (let spent = 0; spent < WARM_UP;) {
    const each = await run(repeats);
    spent += each * repeats;
    repeats = Math.max(1, Math.round(SLICE / each));
  }
  return repeats;
}

// ---------------------------------------------------------------------------------------------------------------------
// What the rounds say
// ---------------------------------------------------------------------------------------------------------------------

/** The number below which this share of them lies. */
function quantile(numbers, share) {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.round(share * (sorted.length - 1))];
}

export const median = (numbers) => quantile(numbers, 0.5);

/** The median of the rounds' own ratios. */
export function ratio(times, over) {
  return median(times.map((time, round) => time / over[round]));
}

/** The median, and between brackets the quartiles. */
export function spread(times) {
  return `${digits(median(times))} (${digits(quantile(times, 0.25))}-${digits(quantile(times, 0.75))})`;
}

/** Three digits that count, and all those before the point. */
export function digits(number) {
  return number >= 100 ? number.toFixed(0) : number.toPrecision(3);
}

// ---------------------------------------------------------------------------------------------------------------------
// Printing
// ---------------------------------------------------------------------------------------------------------------------

export const count = (number) => number.toLocaleString('en-US');

/** Says rows of strings under a title; the columns named in `left` are set to the left. */
export function printTable(title, columns, rows, left = 1) {
  const widths = columns.map((name, i) => Math.max(name.length, ...rows.map((row) => row[i].length)));
  const line = (cells) =>
    cells
      .map((cell, i) => (i < left ? cell.padEnd(widths[i]) : cell.padStart(widths[i])))
      .join('  ')
      .trimEnd();
  say(`\n${title}\n\n${line(columns)}\n${line(widths.map((width) => '-'.repeat(width)))}`);
  for (const row of rows) say(line(row));
}
