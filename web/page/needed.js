/**
 * What the page cannot start without: the core, and the scores of the step it opens with and of the recorded letters.
 */

import { files } from './files.js';
import { isEmbed } from './frame/asked.js';
import { begun, explain, explainCore, showProblem } from './problem.js';
import { loadSampler } from './sampler.js';
import { fetchFile } from './verified.js';

/**
 * @returns {Promise<{ sampler, steps: ArrayBuffer, opening: ArrayBuffer }>} rejects after it has told the reader why
 */
export async function loadNeeded() {
  // There the page's other script starts it: see startInFrame in start.js.
  if (isEmbed() && !__IN_FRAME__) await new Promise(() => {});
  begun();
  const [core, steps, opening] = await Promise.all(
    [files.core, files.steps, files.opening].map((file) => fetchFile(file)),
  ).catch(failWith(explain));
  const sampler = await loadSampler(core).catch(failWith((error) => explainCore(error, core)));
  return { sampler, steps: steps.buffer, opening: opening.buffer };
}

const failWith = (explained) => (error) => {
  showProblem(explained(error), { isCertain: true });
  throw error;
};
