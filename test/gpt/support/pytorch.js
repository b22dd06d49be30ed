/** Compares a network with what PyTorch recorded: rows of logits and runs of ids (see ../fixtures/make.py). */

const options = {
  exercise: ({ temperature, top_p: topP, seed }) => ({ temperature, topP, seed }),
  chapter: ({ temperature, top_k: topK, top_p: topP, seed }) => ({
    temperature,
    topK: topK ?? undefined,
    topP: topP ?? undefined,
    seed,
    seeding: 'call',
  }),
};

/** The ids our loop gives for a recorded run. The chapter draws in float64, the exercise in float32. */
export function continueAs(nucleus, gpt, run) {
  const logits = run.recipe === 'chapter' ? (ids) => new Float64Array(gpt.logits(ids)) : gpt.logits;
  const settings = { ...options[run.recipe](run), maxTokens: run.n, contextSize: gpt.contextSize };
  return nucleus.generate(logits, run.prompt, settings).ids;
}

/** How far the logits of a recorded row are from ours, at most, and whether both have the same largest one. */
export function compareRow(gpt, { ids, logits }) {
  const ours = gpt.logits(ids);
  const distances = logits.map((expected, id) => Math.abs(ours[id] - expected));
  return { worst: Math.max(...distances), sameTop: largest(ours) === largest(logits) };
}

function largest(row) {
  return row.indexOf(Math.max(...row));
}
