/** Finds tokens by a piece of their text, or by id, among as many as a vocabulary has. */

const SEPARATOR = '\0';
const SIGNS = { '·': ' ', '␣': ' ', '⏎': '\n', '⇥': '\t' };
const LONGEST_KEY = 2;

/**
 * An index of a vocabulary. Building it takes one to four milliseconds per 1,000 tokens, so it is built piece by piece;
 * a search before that builds the rest.
 *
 * @param {Pick<import('./names.js').Names, 'count' | 'text'>} names
 * @returns {{ grow(tokens: number): boolean, find(query: string, most?: number): number[] }}
 *   grow takes that many more tokens into the index and says whether it is whole;
 *   find gives at most `most` ids (200): the id that the query is, then tokens that are the query, begin with it, have
 *   it within them, each in order of id, which in most vocabularies is from common to rare. Letters' case and a space
 *   before the token do not matter; `·` and `⏎` stand for a space and a line end. An empty query finds nothing.
 */
export function createSearch(names) {
  const texts = []; // by id, in lower case
  const beginnings = new Map(); // one or two letters -> the ids whose tokens begin with them, after a space or without
  const heaps = [createHeap(), createHeap()]; // engines keep and scan Latin text in half the room

  function grow(tokens) {
    for (const end = Math.min(texts.length + tokens, names.count); texts.length < end;) add(texts.length);
    return texts.length === names.count;
  }

  function add(id) {
    const text = asSearched(names.text(id) ?? '');
    texts.push(text);
    heaps[isLatin(text) ? 0 : 1].add(id, text);
    const word = withoutSpace(text);
    for (let letters = 1; letters <= Math.min(LONGEST_KEY, word.length); letters++) {
      const key = word.slice(0, letters);
      if (beginnings.has(key)) beginnings.get(key).push(id);
      else beginnings.set(key, [id]);
    }
  }

  function find(query, most = 200) {
    grow(Infinity);
    const sought = asSearched(query.replace(/[·␣⏎⇥]/g, (sign) => SIGNS[sign]));
    if (sought === '' || most < 1) return [];
    const found = new Set(idOf(query, names.count));
    const take = (id) => found.add(id).size < most;
    const candidates = beginnings.get(withoutSpace(sought).slice(0, LONGEST_KEY)) ?? [];
    const isWhole = (id) => texts[id] === sought || texts[id] === ` ${sought}`;
    const begins = (id) => texts[id].startsWith(sought) || texts[id].startsWith(` ${sought}`);
    takeWhere(candidates, isWhole, take) && takeWhere(candidates, begins, take) && takeWithin(sought, take, most);
    return Array.from(found);
  }

  /** Tokens that have the text anywhere, by id: those of both heaps, as far as they can be wanted. */
  function takeWithin(sought, take, most) {
    const ids = heaps.flatMap((heap, i) => (i === 0 && !isLatin(sought) ? [] : heap.find(sought, 2 * most)));
    return takeWhere(
      ids.sort((a, b) => a - b),
      () => true,
      take,
    );
  }

  return Object.freeze({ grow, find });
}

/** Tokens in one long string, so that the engine's own search goes through all of them. */
function createHeap() {
  const ids = [];
  const starts = [];
  let pieces = [];
  let text = '';
  let length = 0; // of the text with its pieces

  function add(id, token) {
    ids.push(id);
    starts.push(length);
    pieces.push(token + SEPARATOR);
    length += token.length + 1;
  }

  function find(sought, most) {
    text += pieces.join('');
    pieces = [];
    const found = [];
    for (let at = text.indexOf(sought); at >= 0 && found.length < most;) {
      const place = lastNotAfter(starts, at);
      found.push(ids[place]);
      at = place + 1 < starts.length ? text.indexOf(sought, starts[place + 1]) : -1;
    }
    return found;
  }

  return { add, find };
}

/** The index of the last of some ascending numbers that is not above a value. */
function lastNotAfter(numbers, value) {
  let low = 0;
  for (let high = numbers.length - 1; low < high;) {
    const middle = (low + high + 1) >> 1;
    if (numbers[middle] <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Take the ids that fit, in order, until `take` has enough: then false. */
function takeWhere(ids, fits, take) {
  for (const id of ids) if (fits(id) && !take(id)) return false;
  return true;
}

const asSearched = (text) => text.replaceAll(SEPARATOR, '').toLowerCase();
const withoutSpace = (text) => (text.startsWith(' ') ? text.slice(1) : text);
const isLatin = (text) => !/[^\0-\xff]/.test(text);

function idOf(query, count) {
  const [, digits] = /^\s*#?(\d{1,9})\s*$/.exec(query) ?? [];
  return digits !== undefined && Number(digits) < count ? [Number(digits)] : [];
}
