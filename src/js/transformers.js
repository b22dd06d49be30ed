// transformers.js: the sampler as a logits processor of the library of that name, from which nothing is imported.
import { leaveOnly, readOptions } from './adapter.js';
import { show } from './check.js';
import { kindOf } from './kinds.js';

/** See transformers.d.ts. */
export function createSampler(nucleus, options) {
  const { seed, promptLength, abortIfAsked, draw } = readOptions(nucleus, options);

  function sampler(input_ids, logits) {
    abortIfAsked();
    const rows = rowsOf(logits);
    const sequences = sequencesOf(input_ids, rows.length);
    const steps = sequences.map(({ length }) => stepOf(length, promptLength));
    const ids = rows.map((row, b) => draw(row, sequences[b], steps[b], b));
    rows.forEach((row, b) => leaveOnly(row, ids[b]));
    refuseSampling(logits);
    return logits;
  }

  // The library spreads what it is given as logits_processor: the function alone does as well as an array of it.
  return Object.freeze(
    Object.assign(sampler, {
      seed,
      *[Symbol.iterator]() {
        yield sampler;
      },
    }),
  );
}

/** The rows of a tensor (batch, vocabulary), as views. */
function rowsOf(logits) {
  const data = logits?.data;
  const vocabulary = logits?.dims?.at?.(-1);
  if (!kindOf(data) || !(vocabulary > 0) || data.length % vocabulary !== 0) {
    throw new TypeError(`logits must be a tensor of scores (batch, vocabulary), got ${show(logits)}`);
  }
  return Array.from({ length: data.length / vocabulary }, (_, b) =>
    data.subarray(b * vocabulary, (b + 1) * vocabulary),
  );
}

function sequencesOf(input_ids, batch) {
  if (
    !Array.isArray(input_ids) ||
    input_ids.length !== batch ||
    !input_ids.every((ids) => Array.isArray(ids) || kindOf(ids))
  ) {
    throw new TypeError(`input_ids must be ${batch} arrays of ids, one per row of logits, got ${show(input_ids)}`);
  }
  return input_ids;
}

function stepOf(length, promptLength = 0) {
  if (length >= promptLength) return length - promptLength;
  throw new RangeError(`promptLength must be at most the length of the sequence, ${length}, got ${promptLength}`);
}

/**
 * With do_sample the library divides the scores by its temperature before a processor sees them, and nothing that it
 * hands over says so. But of the tensor that comes back, only picking the largest score looks at nothing but `data`;
 * drawing and beams ask for the size of a row first. So the rows of this tensor refuse to tell it.
 */
function refuseSampling(logits) {
  const rowAt = logits._getitem;
  if (typeof rowAt !== 'function') return;
  logits._getitem = (index) =>
    Object.defineProperty(rowAt.call(logits, index), 'dims', {
      get() {
        throw new TypeError(
          'do_sample must be false and num_beams 1 with this sampler, which draws by itself: with do_sample the scores ' +
            'were already divided by the temperature of the model or the call',
        );
      },
    });
}
