/** npm run lint, check by check. */

import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { examplesIn } from '../../src/build/examples.mjs';
import { checks } from '../../src/build/lint.mjs';

const lint = suite('lint');

for (const [what, check] of Object.entries(checks)) {
  lint(what, async () => assert.is(await check(), ''));
}

lint('an example in a comment is found whole, on one line or many', () => {
  const text = [
    '/** One. @example here it is none */',
    '/**',
    ' * Two.',
    ' * @example f();',
    ' */',
    '/**',
    ' * @example',
  ];
  text.push(' * if (a) {', ' *   b();', ' * }', ' * @returns c', ' */', '/** @example g() */');
  assert.equal(examplesIn(text.join('\n')), [
    { line: 4, text: 'f();' },
    { line: 7, text: 'if (a) {\n  b();\n}' },
    { line: 13, text: 'g()' },
  ]);
});

lint.run();
