// web-llm.js: the sampler as a LogitProcessor of WebLLM, from which nothing is imported.
import { leaveOnly, readOptions } from './adapter.js';
import { show } from './check.js';
import { kindOf } from './kinds.js';

/** The prompt never reaches a processor: penalties count new ids. */
const FIXED = { options: { promptLength: 0 }, why: { promptLength: 'WebLLM hands over new ids only' } };

/** See web-llm.d.ts. */
export function createLogitProcessor(nucleus, options) {
  const processor = readOptions(nucleus, options, FIXED);
  if (Array.isArray(processor.seed)) throw new TypeError('seed must be one integer: WebLLM draws one row at a time');
  const ids = []; // new since the last reset

  return Object.freeze({
    seed: processor.seed,

    processLogits(logits) {
      processor.abortIfAsked();
      if (kindOf(logits) !== 'Float32Array') throw new TypeError(`logits must be a Float32Array, got ${show(logits)}`);
      leaveOnly(logits, processor.draw(logits, ids, ids.length, 0));
      return logits;
    },

    processSampledToken(token) {
      ids.push(token);
    },

    resetState() {
      ids.length = 0;
    },
  });
}
