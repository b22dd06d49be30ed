/**
 * What the page and the model's worker say to each other.
 *
 *     page -> worker   { type: 'load', weights: URL }                once
 *                      { type: 'row', ids }                          which scores follow these ids?
 *     worker -> page   { type: 'progress', fraction }                of the weights' download, 0 to 1
 *                      { type: 'ready' }                             rows can be asked for
 *                      { type: 'row', ids, row }                     a Float32Array of 65 scores
 *                      { type: 'failed', message }                   there will be no model
 */

/** Where the weights are kept for offline use: one store per place the page is published at. */
export const modelCacheName = (scope) => `nucleus-model ${scope}`;
