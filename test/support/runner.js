/** How suites are run: by `node --test`, each file in its own process, under the guard and a time limit. */

/** Arguments for node. One file at a time: suites that drive browsers or measure memory would disturb each other. */
export function testArguments(files, milliseconds) {
  return [
    '--import',
    new URL(`guard.mjs?limit=${milliseconds}`, import.meta.url).href,
    '--test',
    '--test-concurrency=1',
    '--test-reporter=spec',
    ...files,
  ];
}
