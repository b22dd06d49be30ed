/** The packed package under other people's test runners, in the document that jsdom makes. */

import { suite } from 'uvu';
import { draws, expected, project, run, tool } from './support.js';

const runners = suite('test runners');

const imports = `
  import { readFileSync } from 'node:fs';
  import { load } from 'nucleus-sampling';
  import { loadGpt } from 'nucleus-sampling/gpt';
  const draws = ${draws};
`;
const drawing = `
  test('draws the same ids', async () => {
    expect(typeof document).toBe('object');
    expect(await draws(load, loadGpt, new Uint8Array(readFileSync('shakespeare.gpt')))).toBe('${expected}');
  });
`;

runners('Vitest with jsdom', async () => {
  const text = `import { expect, test } from 'vitest';${imports}${drawing}`;
  const folder = project('vitest', { 'draws.test.js': text });
  await run(process.execPath, [tool('vitest/vitest.mjs'), 'run', '--environment', 'jsdom'], folder);
});

runners('Jest with jsdom', async () => {
  const config = { testEnvironment: 'jsdom', transform: {} };
  const folder = project('jest', {
    'draws.test.js': imports + drawing,
    'jest.config.json': JSON.stringify(config),
  });
  await run(process.execPath, [tool('jest/bin/jest.js')], folder, { NODE_OPTIONS: '--experimental-vm-modules' });
});

runners.run();
