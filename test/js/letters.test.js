/** Modules travel as letters: what is written comes back. */

import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { bytesOf, lettersOf } from '../../src/js/letters.js';
import { randomNumbers } from '../support/random.js';

const letters = suite('letters');

letters('bytes of every length and value come back, six bits a letter', () => {
  const random = randomNumbers(5);
  for (let length = 0; length < 300; length++) {
    const bytes = Uint8Array.from({ length }, () => random() * 256);
    const text = lettersOf(bytes);
    assert.is(text.length, Math.ceil((8 * length) / 6));
    assert.equal(bytesOf(text), bytes);
  }
});

letters('no letter needs an escape between quotes, in JSON or in a script element', () => {
  const text = lettersOf(Uint8Array.from({ length: 3 * 256 }, (_, i) => (i % 3 ? (i * 7) & 255 : i / 3)));
  assert.is(new Set(text).size, 64);
  assert.not.match(text, /["'`\\\n]/);
});

letters.run();
