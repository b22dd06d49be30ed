/**
 * Programs that read a saved file of scores (save.js) and draw what the page drew: ten lines of this package, and
 * PyTorch. Both print one line a step, `step id`, and end.
 */

/**
 * @typedef {object} Draws
 * @property {string} file the name of the safetensors file
 * @property {number} first which step its first row is; 0 for a whole text
 * @property {{ temperature: number, topP: number, topK: number, seed: number }[]} settings one a row; topK 0 is off
 */

/**
 * @param {Draws} draws
 * @returns {string} a module for Node, Bun and Deno
 */
export function nodeProgram({ file, first, settings }) {
  const policies = settings.map(({ temperature, topP, topK, seed }) =>
    JSON.stringify({ temperature, topP, ...(topK > 0 && { topK }), seed }),
  );
  return `// npm install nucleus-sampling, then: node draw.mjs
import { readFileSync } from 'node:fs';
import { load } from 'nucleus-sampling';

const bytes = readFileSync(${JSON.stringify(file)});
const start = 8 + Number(bytes.readBigUInt64LE(0));
const { dtype, shape: [rows, vocabulary] } = JSON.parse(bytes.toString('utf8', 8, start)).logits;
const score = { F32: (i) => bytes.readFloatLE(start + 4 * i), F16: (i) => half(bytes.readUInt16LE(start + 2 * i)) }[dtype];

function half(bits) {
  const size = bits & 0x7fff;
  const value = size < 1024 ? size * 2 ** -24 : (1024 + (size & 1023)) * 2 ** ((size >> 10) - 25);
  return (bits & 0x8000 ? -1 : 1) * (size === 0x7c00 ? Infinity : value);
}

const nucleus = await load();
const settings = [${policies.join(', ')}];
for (let n = 0; n < rows; n++) {
  const row = Float32Array.from({ length: vocabulary }, (_, id) => score(n * vocabulary + id));
  console.log(${first} + n, nucleus.sample(row, { ...settings[n], step: ${first} + n }));
}
`;
}

/**
 * @param {Draws} draws
 * @returns {string} a Python program; torch and safetensors are needed
 */
export function torchProgram({ file, first, settings }) {
  const policies = settings.map(
    ({ temperature, topP, topK, seed }) => `(${[temperature, topP, topK, seed].map(number).join(', ')})`,
  );
  return `# pip install torch safetensors; checked with PyTorch 2.13 on the CPU
import torch
from safetensors.torch import load_file

rows = load_file(${JSON.stringify(file)})["logits"].float()
# Per step: temperature, top_p, top_k (0 is off), seed.
settings = [${policies.join(', ')}]


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


for n, policy in enumerate(settings):
    print(${first} + n, draw(rows[n], ${first} + n, *policy))
`;
}

/** As Python reads it: 1e+21 and the like are fine there too. */
const number = (value) => String(value);
