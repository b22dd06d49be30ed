/**
 * A step of which only some tokens are known, with what share of all the others had. At T = 1 what was reported are
 * shares of all tokens, and so they are shown: the core's shares among the reported ones times what these held
 * together. At another T nobody can tell what the others would have, and shares stay among those that were reported.
 */

/**
 * @param {object} sampler
 * @param {number} rest the share of the tokens that are not in `row`, at T = 1
 * @returns {object} what the core says of the step; `isOpen` where top-p keeps also some that were not reported
 */
export function lookAtReported(sampler, row, settings, step, rest) {
  if (settings.temperature !== 1) return sampler.look(row, settings, step);
  const reported = 1 - rest;
  const ofAll = (values) => values.map((value) => value * reported);
  // Among the best k nothing is missing: their shares, and the cut at p, are among themselves.
  if (settings.topK > 0) {
    const look = sampler.look(row, settings, step);
    return { ...look, softmax: ofAll(look.softmax) };
  }
  const isOpen = settings.topP < 1 && settings.topP > reported;
  const look = sampler.look(row, { ...settings, topP: Math.min(1, settings.topP / reported) }, step);
  return {
    ...look,
    softmax: ofAll(look.softmax),
    cumulative: ofAll(look.cumulative),
    // Without a cut a share after it is what it was; else the kept ones are all there is.
    probabilities: settings.topP < 1 ? look.probabilities : ofAll(look.probabilities),
    keptMass: look.keptMass * reported,
    isOpen,
  };
}
