/**
 * Where rows of scores come from: the character model (recorded steps first, the real network once it is there) and
 * three small scenes whose scores can be checked by hand. A world knows its letters and gives the row that follows a
 * sequence of ids, or undefined while it has to be waited for.
 */

import recorded from '../model/recorded.json';
import { units } from './strings.js';
import { WORDS } from './words/world.js';
import { MOST_IDS, MOST_STEPS } from './yours/layout.js';

export { MOST_STEPS };

const letters = [...recorded.alphabet];
const idOf = new Map(letters.map((letter, id) => [letter, id]));

/** Only what the model has a letter for. */
export const cleanPrompt = (text) => [...text.replace(/\r\n?/g, '\n')].filter((letter) => idOf.has(letter)).join('');

const logs = (...weights) => Float32Array.from(weights, Math.log);

const scenes = {
  hand: { letters: [...'ABCD'], rowAfter: () => logs(4, 2, 1, 1) },
  order: { letters: [...'ABC'], rowAfter: () => logs(0.6, 0.25, 0.15) },
  tree: { letters: [...'ABCD'], rowAfter: treeRow },
};

/** First A or B, then C or D: the likelier first letter leads to the less likely pair. */
function treeRow(ids) {
  if (ids.length === 0) return logs(0.6, 0.4, 0, 0);
  return ids[0] === 0 ? logs(0, 0, 0.51, 0.49) : logs(0, 0, 0.99, 0.01);
}

export const vocabulary = { words: WORDS, yours: MOST_IDS, model: letters.length, hand: 4, order: 3, tree: 4 };

/**
 * @param {object} words the recorded texts (words/world.js)
 * @param {object} yours what the reader has opened (yours/world.js)
 * @param {{ row(ids: number[]): Float32Array | undefined }} model the network: gives what it has computed, and computes
 * the rest
 * @returns {object} the worlds by name; the letters' `hearSteps(packed: ArrayBuffer)` takes the recorded rows, as the
 * build packed them
 */
export function createWorlds(words, yours, model) {
  const worlds = { words, yours, model: characterModel(model) };
  for (const [name, scene] of Object.entries(scenes))
    worlds[name] = { name, unit: units.letter, encode: () => [], row: scene.rowAfter, letters: scene.letters };
  return worlds;
}

function characterModel(model) {
  let recordedRow = () => undefined;
  return {
    name: 'model',
    unit: units.letter,
    letters,
    encode: (text) => [...cleanPrompt(text)].map((letter) => idOf.get(letter)),
    row: (ids) => recordedRow(ids) ?? model.row(ids),
    hearSteps(packed) {
      recordedRow = recordedSteps(packed);
    },
  };
}

/** The recorded rows, each valid after exactly the ids that were drawn before it. */
function recordedSteps(packed) {
  const { prompt, ids: text, steps, vocabulary: size } = recorded;
  const planes = new Uint8Array(packed);
  const count = steps * size;
  // The build put the first bytes of all numbers first, then the second ones, and so on.
  const bytes = Uint8Array.from(planes, (_, i) => planes[(i % 4) * count + Math.floor(i / 4)]);
  const rows = Array.from({ length: steps }, (_, step) => new Float32Array(bytes.buffer, 4 * size * step, size));
  return (ids) => (ids.every((id, i) => id === text[i]) ? rows[ids.length - prompt.length] : undefined);
}
