/** The programs that wrote the golden values, run again: the same files come out, to the last byte. */

import { ok } from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../src/build/project.mjs';

const fixtures = join(root, 'test/fixtures');

export function check({ folder, run }) {
  const isKept = (name, written) =>
    ok(
      readFileSync(join(fixtures, name)).equals(Buffer.from(written)),
      `test/fixtures/${name} is not what was written`,
    );
  run([join(fixtures, 'make.py'), folder]);
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  ok(names.length >= 5, names.join());
  for (const name of names) isKept(name, readFileSync(join(folder, name)));
  isKept('penalties.txt', run([join(root, 'test/torch/write-penalties.py')]));
  return `${[...names, 'penalties.txt'].join(', ')} are what their programs write`;
}
