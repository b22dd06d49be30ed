/** bug-55: the test command must fail when a suite fails, never settles, does not load, or runs only in part. */

import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { testArguments } from '../support/runner.js';
import { openTurns, takeTurn } from '../support/turns.mjs';

const runner = suite('runner');

function outcome(name, milliseconds = 60_000) {
  const path = fileURLToPath(new URL(`../fixtures/suites/${name}.js`, import.meta.url));
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const { status, signal, stdout, stderr } = spawnSync(process.execPath, testArguments([path], milliseconds), {
    encoding: 'utf8',
    env,
    timeout: 90_000,
  });
  assert.is(signal, null, `the command ended by itself\n${stdout}${stderr}`);
  return { status, output: stdout + stderr };
}

runner("a suite that passes gives 0 and the runner's own summary", () => {
  const { status, output } = outcome('passes');
  assert.is(status, 0, output);
  assert.match(output, /pass 1\b/);
  assert.match(output, /fail 0\b/);
});

runner('a test that cannot run here is counted as skipped, with its reason', () => {
  const { status, output } = outcome('skips-with-reason');
  assert.is(status, 0, output);
  assert.match(output, /is skipped.*no such thing here/);
  assert.match(output, /pass 1\b/);
  assert.match(output, /skipped 1\b/);
});

const failing = {
  fails: /fails/,
  'never-settles': /before testing is finished/,
  'never-loads': /never-loads/,
  'imports-what-is-missing': /no-such-file/,
  'hook-throws': /a hook threw/,
  'is-not-run': /run\(\)/,
  'leaves-some-out': /left out/,
  'exits-early': /before testing is finished/,
};

for (const [name, said] of Object.entries(failing)) {
  runner(`a suite that ${name.replaceAll('-', ' ')} gives a non-zero exit and says why`, () => {
    const { status, output } = outcome(name);
    assert.is(status, 1, output);
    assert.match(output, said);
    assert.match(output, /fail 1\b/);
  });
}

for (const name of ['never-settles-with-open-handle', 'never-returns']) {
  runner(`a suite that ${name.replaceAll('-', ' ')} is ended by the time limit with a non-zero exit`, () => {
    const { status, output } = outcome(name, 1500);
    assert.is(status, 1, output);
    assert.match(output, /timed out/);
  });
}

runner('suites that measure time run alone, the others beside each other, first come, first served', async () => {
  const turns = await openTurns();
  const order = [];
  const ask = async (file) => {
    const end = await takeTurn(turns.port, file);
    order.push(file);
    return end;
  };
  const beside = [await ask('a.test.js'), await ask('b.test.js')];
  const alone = ask('/x/test/build/start.test.js');
  await settled();
  const after = ask('c.test.js');
  await settled();
  assert.equal(order, ['a.test.js', 'b.test.js'], 'what is timed waits, and whoever comes later waits behind it');
  for (const end of beside) end();
  const end = await alone;
  await settled();
  assert.is(order.length, 3, 'nothing starts beside it');
  end();
  (await after)();
  assert.is(order.at(-1), 'c.test.js');
  turns.close();
});

const settled = () => new Promise((settle) => setTimeout(settle, 100));

runner.run();
