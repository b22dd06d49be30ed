/**
 * The world of one's own steps: rows that a file or a pasted text gave. It stays on the device, and no link carries it.
 */

import { units } from '../strings.js';
import { createNames } from '../words/names.js';
import { createSearch } from '../words/search.js';
import { lettersOf } from '../words/world.js';
import { rowOf } from './open.js';

/** @param {() => void} onNews a row has been read */
export function createYours(onNews) {
  let given; // what is open: { steps, vocabulary, row(step), record }
  let rows = [];
  const asked = new Set();
  const world = {
    name: 'yours',
    unit: units.token,
    version: 0,
    letters: lettersOf(createNames({}, { count: 0, alphabet: 'text' }), 0),
    encode: () => given?.record.promptIds ?? [],
    /** Each row is judged alone: it is the one of its place, whatever stands before. */
    row(ids) {
      const step = ids.length - world.encode().length;
      if (!given || step >= given.steps) return undefined;
      if (!rows[step]) ask(step);
      return rows[step];
    },
    known: (ids) => given?.record.drawn?.[ids.length - world.encode().length],
    /** The token that the file says was drawn there. */
    stands: (step) => given?.record.drawn?.[step],
    open,
    steps: () => given?.steps ?? 0,
    /** What share of the step was not reported, where only some tokens were; undefined where all scores are there. */
    rest: (step) => given?.rest?.(step),
  };

  async function ask(step) {
    const source = given;
    if (asked.has(step)) return;
    asked.add(step);
    const row = await source.row(step);
    if (source !== given) return;
    rows[step] = row;
    world.version++;
    onNews();
  }

  /**
   * Show what was opened.
   *
   * @param {import('./open.js').Opened} opened with scores
   * @returns {{ settings, steps: number }} what its text was drawn with
   */
  function open({ scores, names, record }) {
    given = scores.kind === 'whole' ? wholeOf(scores, names, record) : partialOf(scores);
    rows = [];
    asked.clear();
    world.version++;
    world.letters = lettersOf(given.names, given.vocabulary);
    const search = createSearch(given.names);
    world.find = given.vocabulary > FOLDED ? (query, most) => search.find(query, most) : undefined;
    const { temperature, topP, topK, seed } = given.record;
    return { settings: { temperature, topP, topK, seed }, steps: given.steps };
  }

  return world;
}

// Fewer tokens than these need no search.
const FOLDED = 50;
const PLAIN = { promptIds: [], drawn: undefined, temperature: 1, topP: 1, topK: 0, seed: 1337 };

function wholeOf(scores, names, record) {
  const { steps, vocabulary } = scores;
  const known = names && { alphabet: names.alphabet, controls: names.controls && new Set(names.controls) };
  return {
    steps,
    vocabulary,
    names: createNames(names?.tokens ?? {}, { alphabet: 'text', ...known, count: vocabulary }),
    row: (step) => rowOf(scores, step),
    record: record ?? PLAIN,
  };
}

/** A list of some tokens: ids are counted as they come, and a token that a step does not report has no share in it. */
function partialOf({ steps }) {
  const ids = new Map();
  const nameOf = ({ text, id, bytes }) => text ?? (bytes ? new TextDecoder().decode(Uint8Array.from(bytes)) : `#${id}`);
  for (const token of steps.flatMap(({ tokens }) => tokens))
    if (!ids.has(nameOf(token))) ids.set(nameOf(token), ids.size);
  const rowAt = ({ tokens, scores }) => {
    const row = new Float32Array(ids.size).fill(-Infinity);
    tokens.forEach((token, i) => {
      row[ids.get(nameOf(token))] = scores[i];
    });
    return row;
  };
  const drawn = steps.map(({ tokens, drawn: at }) => (at < 0 ? undefined : ids.get(nameOf(tokens[at]))));
  return {
    steps: steps.length,
    vocabulary: ids.size,
    names: createNames([...ids.keys()], { alphabet: 'text' }),
    row: async (step) => rowAt(steps[step]),
    rest: (step) => steps[step]?.rest,
    record: { ...PLAIN, drawn },
  };
}
