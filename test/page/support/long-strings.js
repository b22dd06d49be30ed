/** The page's words, each two fifths longer, as another language may have them. */

import * as words from '../../../web/page/strings.js';

const MORE = 0.4;
// Addresses and names, not words.
const KEPT = ['address', 'lang', 'term'];

function longer(said) {
  if (typeof said === 'function') return (...given) => longer(said(...given));
  if (typeof said === 'string')
    return said.replace(/\p{L}{3,}/gu, (word) => word + word.slice(0, Math.ceil(MORE * word.length)).toLowerCase());
  if (Array.isArray(said)) return said.map(longer);
  if (typeof said !== 'object') return said;
  return Object.fromEntries(Object.entries(said).map(([key, more]) => [key, KEPT.includes(key) ? more : longer(more)]));
}

export const { numbers, speech } = words;
export const quote = longer(words.quote);
export const units = longer(words.units);
export const header = longer(words.header);
export const lab = longer(words.lab);
export const terms = longer(words.terms);
export const text = longer(words.text);
export const yours = longer(words.yours);
export const futures = longer(words.futures);
export const controls = longer(words.controls);
export const ribbon = longer(words.ribbon);
export const table = longer(words.table);
export const changed = longer(words.changed);
export const ratio = longer(words.ratio);
export const timeline = longer(words.timeline);
export const foot = longer(words.foot);
export const status = longer(words.status);
export const chapter = longer(words.chapter);
export const chapters = longer(words.chapters);
export const sheets = longer(words.sheets);
export const beliefs = longer(words.beliefs);
export const lesson = longer(words.lesson);
export const tree = longer(words.tree);
