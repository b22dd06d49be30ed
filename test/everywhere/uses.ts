/** Right uses of the package, and wrong ones that the types must refuse. Compiled, never run. */

import { load } from 'nucleus-sampling';
import { fromGenerationConfig } from 'nucleus-sampling/generation-config';
import { loadGpt } from 'nucleus-sampling/gpt';
import { createSampler } from 'nucleus-sampling/transformers';
import { createLogitProcessor } from 'nucleus-sampling/web-llm';
import wasm from 'nucleus-sampling/nucleus.wasm';

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
  const signal = new AbortSignalOfMine();
  nucleus.stream(() => row, [1], { maxTokens: 3, signal, logprobs: 2, onStep: ({ top }) => top?.[0].logprob });
  const steering = { repetitionPenalty: 1.1, presencePenalty: 0.1, frequencyPenalty: 0.1, logitBias: { 3: -Infinity } };
  nucleus.sample(row, { ...steering, logitBias: new Map([[3, 1]]), ids, promptLength: 2 });
  const survives: boolean = nucleus.evaluate(() => row, [1, 2], { promptLength: 1, ...steering })[0].survives;
  const later: Promise<{ rank: number }[]> = nucleus.evaluate(async () => row, [1, 2]);
  const { options, ignored } = fromGenerationConfig({ top_p: 0.9 });
  nucleus.generate(() => row, [1], { maxTokens: 1, ...options });
  const sampler = createSampler(nucleus, { ...steering, seed: [1, 2n], promptLength: 3 });
  const scores: { dims: number[]; data: Float32Array } = sampler([[1n]], { dims: [1, 3], data: row });
  const processed: Float32Array = createLogitProcessor(nucleus, { seed: 1 }).processLogits(row);
  const bytes = new Uint8Array(8);
  await load(bytes.buffer);
  await loadGpt(bytes, bytes);
  await load(wasm);
  return {
    survives,
    later,
    ignored,
    scores,
    processed,
    numbers,
    big,
    id,
    single,
    double,
    total,
    more,
    seed,
    stopReason,
  };
}

class AbortSignalOfMine {
  aborted = false;
  addEventListener() {}
  removeEventListener() {}
}

declare function fetch(path: string): Promise<{ ok: boolean }>;

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
  // @ts-expect-error an answer that has yet to come is not a module
  await load(fetch('nucleus.wasm'));
  // @ts-expect-error nor is one that came
  await load(await fetch('nucleus.wasm'));
  // @ts-expect-error nor is it the network's
  await loadGpt(new Uint8Array(8), fetch('gpt.wasm'));
  // @ts-expect-error seed and generator together
  createSampler(nucleus, { seed: 1, generator: nucleus.generator(1) });
  // @ts-expect-error an option that the processor knows better
  createLogitProcessor(nucleus, { promptLength: 3 });
  // @ts-expect-error a batch is not what WebLLM has
  createLogitProcessor(nucleus, { seed: [1, 2] });
  // @ts-expect-error the step follows from the sequence
  createSampler(nucleus, { step: 1 });
  // @ts-expect-error an instance that has yet to come
  createSampler(load(), {});
  // @ts-expect-error nothing is drawn, so nothing is seeded
  nucleus.evaluate(() => [1], [1], { seed: 1 });
  // @ts-expect-error logprobs belong to steps and inspections
  nucleus.sample([1], { logprobs: 1 });
  // @ts-expect-error a tensor in place of its data
  nucleus.sample({ dims: [1, 2], data: new Float32Array(2) });
  // @ts-expect-error what else is there without nearest is there anyway
  nucleus.inspect([1], { include: [0] });
  // @ts-expect-error text in place of ids
  nucleus.generate(() => [1], 'text', { maxTokens: 1 });
  // @ts-expect-error text that has yet to be parsed
  fromGenerationConfig('{}');
}
