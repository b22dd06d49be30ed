/**
 * How much a suite looks at. `npm test` takes a fixed sample of what has many settings: browsers, window sizes, random
 * moves. `npm run test:everywhere` takes all of it, in the suites that import this file.
 */

export const everywhere = process.env.NUCLEUS_SCOPE === 'everywhere';

/** `all` in test:everywhere, `sample` in npm test. */
export const inScope = (sample, all) => (everywhere ? all : sample);

/** Of a list every nth in npm test, all of it in test:everywhere. */
export const everyNth = (list, n) => list.filter((_, i) => everywhere || i % n === 0);

/** Of a list what `isSampled` chooses in npm test, the others in test:everywhere: nothing is looked at twice. */
export const split = (list, isSampled) => list.filter((item, i) => isSampled(item, i) !== everywhere);

/** Every nth in npm test, the others in test:everywhere. */
export const splitNth = (list, n) => split(list, (_, i) => i % n === 0);

/** A suite's `test` for what npm test leaves to test:everywhere. */
export const onlyEverywhere = (test) => (everywhere ? test : () => {});

/** A suite's `test` for what has nothing more to look at there, and is not run twice. */
export const onlyHere = (test) => (everywhere ? () => {} : test);

export const browserNames = inScope(['chromium'], ['chromium', 'firefox']);
