/** The text on the page as a PyTorch program: the rows of scores it was drawn from, and the recipe that draws it. */

export function pytorchProgram({ state, path, world, step, isWhatIf }) {
  const steps = path.steps.map(
    ({ settings, forced }) =>
      `(${[settings.temperature, settings.topP, settings.topK, settings.seed, forced ?? 'None'].join(', ')})`,
  );
  const { temperature, topP, topK, seed } = state.settings;
  const question = isWhatIf
    ? `\nwhat_if = draw(rows[${step}], ${step}, ${temperature}, ${topP}, ${topK}, ${seed})\nprint("step ${step} with the sliders as they are now:", repr(letters[what_if]))\n`
    : '';
  return `# Draws this page's letters in PyTorch, on the CPU. Checked with 2.7.1, 2.8.0, 2.10.0, 2.13.0 and 2.14.1.
import base64
import torch

letters = ${python(world.letters.join(''))}
prompt = ${python(
    path.ids
      .slice(0, path.promptLength)
      .map((id) => world.letters[id])
      .join(''),
  )}
# One row of scores per step, as little-endian float32.
rows = torch.frombuffer(bytearray(base64.b64decode("${base64(path.steps.map(({ row }) => row))}")), dtype=torch.float32).view(-1, len(letters))
# Per step: temperature, top_p, top_k (0 is off), seed, and the id where one was forced.
steps = [${steps.join(', ')}]


def draw(scores, step, temperature, top_p, top_k, seed):
    if temperature == 0:
        return int(scores.argmax())
    if top_k:
        best = torch.sort(scores, descending=True, stable=True).indices[:top_k]
        scores = torch.full_like(scores, -torch.inf).index_copy(0, best, scores[best])
    scaled = scores / temperature
    weights = torch.exp(scaled - scaled.max())
    chances = weights / weights.sum()
    if top_p < 1:
        ranked, order = torch.sort(chances, descending=True, stable=True)
        reached = ranked.double().cumsum(0).float() >= torch.tensor(top_p, dtype=torch.float32)
        kept = int(reached.int().argmax()) + 1 if reached.any() else len(order)
        chances = torch.zeros_like(chances).index_copy(0, order[:kept], ranked[:kept])
        chances = chances / chances.sum()
    generator = torch.Generator().manual_seed(seed + step)
    return int(torch.multinomial(chances, 1, generator=generator))


ids = [draw(rows[i], i, *policy) if forced is None else forced for i, (*policy, forced) in enumerate(steps)]
print(prompt + "".join(letters[i] for i in ids))
${question}`;
}

/** A string that Python and JSON write alike. */
const python = (text) => JSON.stringify(text);

function base64(rows) {
  const bytes = rows.flatMap((row) => Array.from(new Uint8Array(row.buffer, row.byteOffset, row.byteLength)));
  return btoa(String.fromCharCode(...bytes));
}
