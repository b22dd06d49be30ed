/** The names of the page's caches: a set of them per place that the page is published at. */

/** A release's own files, which belong together. */
export const shellStoreName = (scope, version) => `${shellStores(scope)}${version}`;
export const shellStores = (scope) => `nucleus-page ${scope} `;

/** What comes behind the first load, and stays from release to release while it is the same. */
export const dataStoreName = (scope) => `nucleus-model ${scope}`;
