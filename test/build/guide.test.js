/** The contributor's guide speaks of what is there. */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { root } from '../../src/build/project.mjs';

const guide = suite('guide');
const text = readFileSync(join(root, '.github/CONTRIBUTING.md'), 'utf8');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

guide('every path that it names is there', () => {
  const named = [...text.matchAll(/(?:^|[` ])((?:src|web|test)\/[\w./-]*\w)(?=[`. ,:/]|$)/gm)].map(([, path]) => path);
  assert.ok(named.length > 25, `${named.length} paths`);
  assert.equal(
    named.filter((path) => !existsSync(join(root, path))),
    [],
  );
});

guide('every npm script that it names is there', () => {
  const named = [...text.matchAll(/npm (?:run )?((?:test|lint|format|start|bench|size)[\w:]*)/g)].map(
    ([, name]) => name,
  );
  assert.ok(named.length > 8, `${named.length} scripts`);
  assert.equal(
    named.filter((name) => !(name in scripts)),
    [],
  );
});

guide.run();
