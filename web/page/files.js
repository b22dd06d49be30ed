/**
 * The files of this release that the page fetches by itself: { name, size, checksum, group } by what they are for. The
 * build writes them in, see published in web/build.mjs.
 */
export const files = __FILES__;
