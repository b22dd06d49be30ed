/**
 * The worker in which files are opened, so that the page never waits for them. A worker opens once: cancelling ends it.
 *
 *     page -> worker   { files: Blob[] }
 *     worker -> page   { type: 'progress', fraction }        0 to 1
 *                      { type: 'opened', opened }            see open.js; its names' tokens packed (words/names.js)
 *                      { type: 'refused', sentence }         what is wrong with the files
 */

import { packTokens } from '../words/names.js';
import { openFiles } from './open.js';

const BETWEEN_REPORTS = 50; // ms

self.addEventListener('message', async ({ data }) => {
  let last = -Infinity;
  const report = (fraction) => {
    if (performance.now() - last < BETWEEN_REPORTS) return;
    last = performance.now();
    postMessage({ type: 'progress', fraction });
  };
  try {
    const opened = packed(await openFiles(data.files, report));
    postMessage(
      { type: 'opened', opened },
      (opened.scores?.rows ?? []).map(({ buffer }) => buffer),
    );
  } catch (error) {
    postMessage({ type: 'refused', sentence: sentenceOf(error) });
  }
});

/** A quarter of a million strings would take the page longer to receive than a frame. */
const packed = ({ names, ...opened }) =>
  names ? { ...opened, names: { ...names, tokens: packTokens(names.tokens) } } : opened;

/** A browser's own error, such as that of a file that has gone meanwhile, is one as well. */
function sentenceOf(error) {
  return error?.name === 'FileProblem'
    ? error.message
    : `The file could not be read: ${String(error?.message ?? error)}`;
}
