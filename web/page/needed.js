/**
 * What the page cannot start without: the core, the scores of the step it opens with, and those of the recorded letters
 * where a link leads to them.
 */

import { files } from './files.js';
import { isEmbed } from './frame/asked.js';
import { begun, explain, explainCore, showProblem } from './problem.js';
import { loadSampler } from './sampler.js';
import { fetchFile } from './verified.js';

/**
 * @param {{ hasLetters: boolean }} options whether the page begins with letters
 * @returns {Promise<{ sampler, opening: ArrayBuffer, steps?: ArrayBuffer }>} rejects after it has told the reader why
 */
export async function loadNeeded({ hasLetters }) {
  // There the page's other script starts it: see startInFrame in start.js.
  if (isEmbed() && !__IN_FRAME__) await new Promise(() => {});
  begun();
  const needed = [files.core, files.opening, ...(hasLetters ? [files.steps] : [])];
  const [core, opening, steps] = await Promise.all(needed.map((file) => fetchFile(file))).catch(failWith(explain));
  const sampler = await loadSampler(core).catch(failWith((error) => explainCore(error, core)));
  return { sampler, opening: opening.buffer, steps: steps?.buffer };
}

const failWith = (explained) => (error) => {
  showProblem(explained(error), { isCertain: true });
  throw error;
};
