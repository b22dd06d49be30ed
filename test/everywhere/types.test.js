/** The types of the packed package, as every release of TypeScript sees them, with each way of finding modules. */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import { here, project, run, tool } from './support.js';

const types = suite('types');
const read = (name) => readFileSync(join(here, name), 'utf8');
const folder = project('types', { 'uses.ts': read('uses.ts'), 'disposal.ts': read('disposal.ts') });

/** Release by release: what came and went. */
const compilers = [
  ['ts49', ['node', 'node16', 'nodenext']],
  ['ts50', ['node', 'node16', 'nodenext', 'bundler']],
  ['ts52', ['node', 'node16', 'nodenext', 'bundler']],
  ['ts54', ['node', 'node16', 'nodenext', 'bundler']],
  ['ts56', ['node', 'node16', 'nodenext', 'bundler']],
  ['ts58', ['node', 'node16', 'nodenext', 'bundler']],
  ['ts59', ['node', 'node16', 'nodenext', 'bundler']],
  ['ts60', ['node16', 'nodenext', 'bundler']],
  ['ts70', ['node16', 'nodenext', 'bundler']],
];
const moduleOf = { node: 'esnext', node16: 'node16', nodenext: 'nodenext', bundler: 'esnext' };

const libraries = { 'with the DOM': ['es2022', 'dom'], 'without the DOM': ['es2022'] };

/** @returns {string} the name of a tsconfig.json for one way of finding modules and one set of libraries */
function configure(compiler, resolution, lib, file = 'uses.ts') {
  const found = { moduleResolution: resolution, module: moduleOf[resolution], lib };
  const compilerOptions = { strict: true, skipLibCheck: false, noEmit: true, target: 'es2022', types: [], ...found };
  const name = `${compiler}-${resolution}-${lib.length}-${file}.json`;
  writeFileSync(join(folder, name), JSON.stringify({ compilerOptions, files: [file] }));
  return name;
}

for (const [compiler, resolutions] of compilers) {
  for (const [what, lib] of Object.entries(libraries)) {
    types(`${compiler}, ${what}, takes the right uses and refuses the wrong ones`, async () => {
      for (const resolution of resolutions) {
        const config = configure(compiler, resolution, lib);
        await run(process.execPath, [tool(`${compiler}/bin/tsc`), '--project', config], folder);
      }
    });
  }
}

for (const [compiler] of compilers.slice(2)) {
  types(`${compiler} takes a stream in "await using"`, async () => {
    const config = configure(compiler, 'node16', ['es2022', 'esnext.disposable'], 'disposal.ts');
    await run(process.execPath, [tool(`${compiler}/bin/tsc`), '--project', config], folder);
  });
}

types.run();
