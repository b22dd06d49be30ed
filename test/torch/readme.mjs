/**
 * The Python of the README, run as it stands: it prints what test/fixtures/readme.txt holds, which is what the
 * JavaScript beside it prints in npm test.
 */

import { strictEqual } from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../src/build/project.mjs';
import { snippetsOf } from '../support/snippets.js';

export function check({ folder, run }) {
  const halves = snippetsOf('README.md').filter(({ language }) => language === 'python');
  strictEqual(halves.length, 1);
  writeFileSync(join(folder, 'half.py'), halves[0].text);
  const printed = run(['half.py']);
  strictEqual(printed, readFileSync(join(root, 'test/fixtures/readme.txt'), 'utf8'));
  return `the Python half prints the ids that were recorded: ${printed.trim().split('\n').length} lines`;
}
