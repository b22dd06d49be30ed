/** A short run of random-steps.py: random steps, by PyTorch and by the package. */

import { join } from 'node:path';
import { root } from '../../src/build/project.mjs';

export const check = ({ run }) => run([join(root, 'test/torch/random-steps.py'), '--steps', '2000']).trim();
