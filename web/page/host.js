/**
 * What a page in another one's frame (#embed) tells its host, by postMessage, and it is all it tells: how high it is,
 * and which chapter was done. It hears nothing.
 *
 *     { source: 'nucleus-sampling', height: 584 }     in CSS pixels, whenever it changes
 *     { source: 'nucleus-sampling', chapterDone: 3 }
 */

const SOURCE = 'nucleus-sampling';

/** @param {() => boolean} isEmbedded whether there is a host that asked for it */
export function createHost(isEmbedded) {
  let told;
  const tell = (message) =>
    isEmbedded() && parent !== window && parent.postMessage({ source: SOURCE, ...message }, '*');

  /** @param {HTMLElement} root whose height the host may want to give the frame */
  function watch(root) {
    new ResizeObserver(() => {
      const height = Math.ceil(root.getBoundingClientRect().height);
      if (height !== told) tell({ height });
      told = height;
    }).observe(root);
  }

  return { watch, done: (number) => tell({ chapterDone: number }) };
}
