/** The script of the chapters and the lesson, which comes when the page stands, or when a chapter is opened. */

import { files } from '../files.js';
import { fetchFile } from '../verified.js';

const address = `./${files.lesson.name}`;
let attempts = 0;

/** Rejects where the script cannot be had; the next call tries again. */
export function loadLesson() {
  return importWhole(address).catch(async () => {
    // A wrong answer in the browser's own cache is replaced. What failed once, browsers try again under another
    // address.
    await fetchFile(files.lesson);
    return importWhole(`${address}?again=${++attempts}`);
  });
}

async function importWhole(from) {
  const lesson = await import(from);
  if (!lesson.createLesson) throw new Error(`${from} is another script`);
  return lesson;
}
