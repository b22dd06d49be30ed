/**
 * The world of words: three recorded texts of a real language model. The opening step's scores come with the page, the
 * others behind it; until they are there, a step's token is known and nothing else of it.
 */

import tracks from '../../model/words/tracks.json';
import { units } from '../strings.js';
import { splitRows, unpackRow, unpackVocabulary } from './decode.js';
import { createNames } from './names.js';
import { createSearch } from './search.js';

export const TRACKS = tracks.tracks.map(({ name, temperature, topP, seed, ids, promptIds }) => ({
  name,
  settings: { temperature, topP, topK: 0, seed },
  ids,
  length: ids.length - promptIds.length,
}));
export const OPENING_STEP = tracks.opening.step;

const { vocabulary, opening } = tracks;
/** How many tokens there are. */
export const WORDS = vocabulary;
const promptIds = tracks.tracks[0].promptIds;
const ALPHABET = 'bytes';
// So many tokens go into the index at once: a few milliseconds' work.
const GROWN = 1000;

/**
 * @param {ArrayBuffer} openingRow the packed row that the page opens with
 * @param {() => void} onNews something more is there: rows, or names
 */
export async function createWords(openingRow, onNews) {
  // By their numbers: 0 is the opening row.
  const rows = [await unpackRow(splitRows(new Uint8Array(openingRow))[0], vocabulary)];
  let packed = [];
  let names = createNames(opening.names, { count: vocabulary, alphabet: ALPHABET });
  let search = createSearch(names);
  const world = {
    name: 'words',
    unit: units.token,
    version: 0,
    tracks: TRACKS,
    letters: lettersOf(names),
    encode: () => promptIds,
    /** The row that follows these ids in one of the recorded texts. */
    row(ids) {
      const track = tracks.tracks.find((one) => ids.length < one.ids.length && ids.every((id, i) => id === one.ids[i]));
      return track && rows[track.rows[ids.length - promptIds.length]];
    },
    /** The token that stands at a step of a text that was recorded so, though its row may not be there yet. */
    known: (ids, settings) => {
      const track = TRACKS.find(
        (one) =>
          one.settings.temperature === settings.temperature &&
          one.settings.topP === settings.topP &&
          one.settings.topK === settings.topK &&
          one.settings.seed === settings.seed &&
          ids.every((id, i) => id === one.ids[i]),
      );
      return track?.ids[ids.length];
    },
    /** Whether the scores after these ids are, or will be, there. */
    isRecorded: (ids) => TRACKS.some((one) => ids.length < one.ids.length && ids.every((id, i) => id === one.ids[i])),
    hearVocabulary,
    hearRows,
    /** Tokens that a reader looks for, by their text or id. */
    find: (query, most) => search.find(query, most),
    /** Build some of what makes that quick; @returns {boolean} whether it is whole */
    growSearch: () => search.grow(GROWN),
  };

  function news() {
    world.version++;
    onNews();
  }

  async function hearVocabulary(bytes) {
    names = createNames(await unpackVocabulary(new Uint8Array(bytes), vocabulary), { alphabet: ALPHABET });
    world.letters = lettersOf(names);
    search = createSearch(names);
    news();
  }

  /** All other rows, one after the other, with a pause between them. */
  async function hearRows(bytes, pause) {
    packed = splitRows(new Uint8Array(bytes));
    for (const [i, row] of packed.entries()) {
      await pause();
      rows[i + 1] = await unpackRow(row, vocabulary);
      // One at a time while they belong to the text on show, so that no look at the page has much to find out.
      if (i < TRACKS[0].length || i % 8 === 7 || i === packed.length - 1) news();
    }
  }

  return world;
}

/** The tokens as they are printed, by id: an array to look at, made as it is looked at. */
export const lettersOf = (names, count = vocabulary) =>
  new Proxy(
    {},
    {
      get: (_, id) => (id === 'length' ? count : typeof id === 'string' ? names.visible(Number(id)) : undefined),
      has: (_, id) => Number(id) >= 0 && Number(id) < count,
    },
  );
