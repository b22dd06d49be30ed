/**
 * Takes the steps that random-steps.py writes to the standard input, and counts where the package differs from PyTorch.
 */

import { load } from '../../src/js/index.js';

const HEADER = 64;
const TOO_CLOSE = 2e-7;
const nucleus = await load();

const counts = { steps: 0, ids: 0, kept: 0, excused: 0, furthest: 0 };
let rest = Buffer.alloc(0);
for await (const chunk of process.stdin) rest = takeSteps(Buffer.concat([rest, chunk]));

console.log(
  `${counts.steps} steps: ${counts.ids} ids differ, ${counts.kept} kept counts differ, and ${counts.excused} more within ${TOO_CLOSE} of top_p; ` +
    `at most by ${counts.furthest}`,
);
process.exitCode = counts.ids + counts.kept > 0 || counts.steps === 0 || rest.length > 0 ? 1 : 0;

/** Checks every whole step in the bytes; gives what is left of them. */
function takeSteps(bytes) {
  let at = 0;
  for (;;) {
    const step = readStep(bytes.subarray(at));
    if (step === undefined) return bytes.subarray(at);
    check(step);
    at += step.size;
  }
}

function readStep(bytes) {
  if (bytes.length < HEADER) return undefined;
  const [temperature, topP, minP, near] = [0, 8, 16, 24].map((at) => bytes.readDoubleLE(at));
  const [topK, wide, length, drawn, kept] = [40, 44, 48, 52, 56].map((at) => bytes.readUInt32LE(at));
  const Row = wide ? Float64Array : Float32Array;
  const size = HEADER + length * Row.BYTES_PER_ELEMENT;
  if (bytes.length < size) return undefined;
  const row = new Row(Uint8Array.from(bytes.subarray(HEADER, size)).buffer);
  const policy = { temperature, topP, minP, topK: topK || undefined };
  return { row, policy, seed: bytes.readBigUInt64LE(32), near, drawn, kept, size };
}

function check({ row, policy, seed, near, drawn, kept }) {
  counts.steps++;
  const id = nucleus.sample(row, { ...policy, seed });
  const seen = nucleus.inspect(row, { ...policy, seed });
  const excused = near < TOO_CLOSE && Math.abs(seen.kept - kept) <= 1;
  counts.furthest = Math.max(counts.furthest, Math.abs(seen.kept - kept));
  if (seen.kept !== kept) counts[excused ? 'excused' : 'kept']++;
  if (id !== drawn || seen.id !== drawn) counts.ids++;
  if (id !== drawn || (seen.kept !== kept && !excused)) {
    const { temperature, topK, topP, minP } = policy;
    console.log(
      `seed ${seed}, ${row.constructor.name} of ${row.length}, T ${temperature}, top-k ${topK}, top-p ${topP}, min-p ${minP}: ` +
        `id ${id}, PyTorch ${drawn}; kept ${seen.kept}, PyTorch ${kept}; nearest total ${near}`,
    );
  }
}
