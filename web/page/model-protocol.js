/**
 * What the page and the model's worker say to each other.
 *
 *     page -> worker   { type: 'load', weights: URL, core }          once; core is the sampler's compiled module
 *                      { type: 'row', ids }                          which scores follow these ids?
 *                      { type: 'future', name, key, ids, settings, step, count }
 *                                                                    how does the text go on? (model-futures.js)
 *     worker -> page   { type: 'progress', fraction }                of the weights' download, 0 to 1
 *                      { type: 'ready' }                             rows can be asked for
 *                      { type: 'row', ids, row }                     a Float32Array of 65 scores
 *                      { type: 'future', name, key, ids, isDone }    as many letters of that line as there are
 *                      { type: 'failed', message }                   there will be no model
 */

/** Where the weights are kept for offline use: one store per place the page is published at. */
export const modelCacheName = (scope) => `nucleus-model ${scope}`;
