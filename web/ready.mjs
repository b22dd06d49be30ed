/** The page, built where it is not: bundling it needs packages that somebody who has a built one may not have. */

import { join } from 'node:path';
import { filesUnder, root } from '../src/build/project.mjs';
import { buildOnce } from '../src/build/once.mjs';

const everything = [''];

const product = {
  name: 'page',
  inputs: () => [
    ...['web/page', 'web/model', 'src/js'].flatMap((folder) => filesUnder(join(root, folder), everything)),
    ...['nucleus.wasm', 'gpt.wasm.js'].map((name) => join(root, 'src/js/generated', name)),
    join(root, 'web/build.mjs'),
    join(root, 'package-lock.json'),
  ],
  outputs: () => [join(root, 'web/dist')],
};

/** Build web/dist/ unless it is what these sources give. The modules must have been built. */
export const buildPage = () => buildOnce({ ...product, make: async () => (await import('./build.mjs')).build() });
