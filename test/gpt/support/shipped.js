/** The weights file that the page downloads. */

import { readFileSync } from 'node:fs';

export const shippedBytes = readFileSync(new URL('../../../web/model/shakespeare.gpt', import.meta.url));
