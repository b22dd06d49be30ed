/** What stands in the place of a page that could not start: see start in index.html. */

import { start as words } from './start-strings.js';
import { FileProblem } from './verified.js';

/** Whether the page stands. */
export const isStarted = () => document.readyState !== 'loading' && !document.getElementById('start');

/** Whether the page's program has begun. */
export const isRunning = () => document.documentElement.hasAttribute('data-program');
export const begun = () => document.documentElement.setAttribute('data-program', '');

/** The page stands: nothing has to be explained any more. */
export const started = () => document.getElementById('start')?.remove();

/**
 * @param {string} problem a sentence or two: what is missing, and what helps
 * @param {{ isCertain?: boolean }} options isCertain: by the page's own program, which no guess replaces
 */
export function showProblem(problem, { isCertain = false } = {}) {
  const place = document.getElementById('start');
  if (!place || (!isCertain && place.dataset.problem === 'certain')) return;
  document.getElementById('start-problem').textContent = problem;
  place.dataset.problem = isCertain ? 'certain' : 'likely';
}

/** An error of the start, for the reader. */
export function explain(error) {
  if (error instanceof FileProblem) return words[error.why](error.file, error.status ?? error.size);
  return words.stopped(String(error));
}

/**
 * Why an engine does not take the core, though its bytes are right: no engine for WebAssembly or a policy that forbids
 * it, or an engine without the instructions that the core uses.
 */
export function explainCore(error, bytes) {
  if (!globalThis.WebAssembly) return words.noWasm;
  return WebAssembly.validate(bytes) ? words.forbiddenWasm(String(error)) : words.oldWasm;
}
