/** Right uses of the package, and wrong ones that the types must refuse. Compiled, never run. */

import { load } from 'nucleus-sampling';
import { loadGpt } from 'nucleus-sampling/gpt';

export async function right() {
  const nucleus = await load();
  const row = new Float32Array([1, 2, 3]);
  const { ids, seed, stopReason } = nucleus.generate((sequence) => [sequence.length, 1], [1, 2n], { maxTokens: 3 });
  const numbers: number[] = ids;
  const big: BigInt64Array = nucleus.generate(() => row, new BigInt64Array(1), { maxTokens: 3, eosId: [1, 2n] }).ids;
  const id: number = nucleus.sample(row, { seed: 5n, step: 3, temperature: 0, topK: 2, topP: 0.9, minP: 0.1 });
  const single: Float32Array = nucleus.inspect([1, 2, 3]).softmax;
  const double: Float64Array = nucleus.probabilities(new Float64Array(3));
  const generator = nucleus.generator(7);
  nucleus.sample(row, { generator });
  generator.state = generator.state.slice();
  const steps: number[] = [];
  const stream = nucleus.stream(async () => row, [1], { maxTokens: 3 });
  for await (const step of stream) steps.push(step.id, step.probability);
  const total: number = (await stream.result).ids.length;
  const gpt = await loadGpt(new Uint8Array(8));
  const more: number[] = nucleus.generate(gpt.logits, gpt.encode('a'), { maxTokens: 1, contextSize: 8 }).ids;
  return { numbers, big, id, single, double, total, more, seed, stopReason };
}

export async function wrong() {
  const nucleus = await load();
  // @ts-expect-error a promise of a row in the synchronous loop
  nucleus.generate(async () => [1], [1], { maxTokens: 1 });
  // @ts-expect-error maxTokens is required
  nucleus.generate(() => [1], [1], {});
  // @ts-expect-error another spelling
  nucleus.sample([1], { top_p: 0.9 });
  // @ts-expect-error an option of another call
  nucleus.sample([1], { maxTokens: 1 });
  // @ts-expect-error a kind of row that is none
  nucleus.sample(new Int32Array(3));
  // @ts-expect-error a number as text
  nucleus.sample([1], { temperature: '1' });
  // @ts-expect-error seed and generator together
  nucleus.sample([1], { seed: 1, generator: nucleus.generator(1) });
  // @ts-expect-error a path is not a module
  await load('nucleus.wasm');
}
