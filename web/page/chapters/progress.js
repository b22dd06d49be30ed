/** What was answered in the chapters, kept on the device where the browser allows it. The page does without. */

import { chapters } from './list.js';

const KEY = 'chapters';
const MOST = 40;

/** @returns {object} the choices by the chapters' keys; whatever else is kept there is left out */
export function readAnswers() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY)) ?? {};
    const known = chapters.map(({ key }) => [key, kept[key]]);
    return Object.fromEntries(known.filter(([, choice]) => typeof choice === 'string' && choice.length < MOST));
  } catch {
    return {};
  }
}

export function keepAnswers(answers) {
  try {
    localStorage.setItem(KEY, JSON.stringify(answers));
  } catch {
    // Forgotten with the page.
  }
}
