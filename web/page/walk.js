/** Draw a track's text again, letter by letter, as far as rows of scores are there. */

import { originAt } from './state.js';

const REMEMBERED = 12;

/**
 * @returns {(world, prompt: string, origins, length: number) => { ids, promptLength, steps }} the whole text and one
 * entry
 *   per drawn position: the row, the settings and forced id that applied, the id that stands there, and what the core
 *   made of it in short: entropyBits, rank, kept (how many ids it left a chance), surprise (bits) and topShare. Where a
 *   recorded text's row is still on its way, only the id is there
 */
export function createWalk(sampler) {
  const paths = new Map();
  return function walk(world, prompt, origins, length) {
    const key = JSON.stringify([world.name, world.version, prompt, origins]);
    const path = paths.get(key) ?? startOf(world.encode(prompt));
    paths.delete(key);
    paths.set(key, path);
    if (paths.size > REMEMBERED) paths.delete(paths.keys().next().value);
    while (path.steps.length < length && extend(path, world, origins, sampler));
    path.shown = cropped(path, length);
    return path.shown;
  };
}

const startOf = (ids) => ({ ids, promptLength: ids.length, steps: [], shown: undefined });

function extend(path, world, origins, sampler) {
  const step = path.steps.length;
  const { settings, forced } = originAt(origins, step);
  const row = world.row(path.ids);
  const known = row ? undefined : world.known?.(path.ids, settings);
  if (!row && known === undefined) return false;
  const seen = row && sampler.summary(row, settings, step, forced);
  const id = forced ?? world.stands?.(step) ?? (row ? seen.id : known);
  path.steps.push({ row, settings, forced, ...seen, id });
  path.ids = [...path.ids, id];
  return true;
}

/** As much of a path as was asked for: the same object as last time, unless there is more or less of it. */
function cropped({ ids, promptLength, steps, shown }, length) {
  if (shown?.steps.length === Math.min(length, steps.length)) return shown;
  return { ids: ids.slice(0, promptLength + length), promptLength, steps: steps.slice(0, length) };
}

/** The first position at which two texts differ; undefined where one begins the other. */
export function firstDifference(a, b) {
  const shared = Math.min(a.length, b.length);
  for (let i = 0; i < shared; i++) if (a[i] !== b[i]) return i;
  return undefined;
}
