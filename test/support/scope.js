/**
 * How much a suite looks at. `npm test` takes a fixed sample of what has many settings: browsers, window sizes, random
 * moves. `npm run test:everywhere` takes all of it, in the suites that import this file.
 */

export const everywhere = process.env.NUCLEUS_SCOPE === 'everywhere';

/** `all` in test:everywhere, `sample` in npm test. */
export const inScope = (sample, all) => (everywhere ? all : sample);

export const browserNames = inScope(['chromium'], ['chromium', 'firefox']);
