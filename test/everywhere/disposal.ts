/** A stream in `await using`, for compilers that know it. Compiled, never run. */

import { load } from 'nucleus-sampling';

export async function firstStep() {
  const nucleus = await load();
  await using stream = nucleus.stream(async () => [1, 2], [1], { maxTokens: 3 });
  for await (const step of stream) return step.id;
  return undefined;
}
