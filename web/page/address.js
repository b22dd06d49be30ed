/**
 * The page's address, which follows its state. That is bookkeeping: it comes after drawing, seldom, and may fail. Some
 * browsers refuse the hundredth change in ten seconds, and a page in a frame may be refused any.
 */

/** Milliseconds between two changes: forty in ten seconds. */
const SPACE = 250;

/**
 * @param {() => string | undefined} current the hash to write, or undefined where it may stay as it is
 * @param {() => void} onWritten told after each writing, allowed or not
 * @returns {{ follow(), isBehind(): boolean, flush(), go(hash: string) }} follow: soon write what `current` gives;
 *   flush: now; go: a step forward in the history
 */
export function createAddress(current, onWritten) {
  let timer;
  let last = -Infinity;
  // The address that the page knows of. Another one is of a link just followed, whose event is still to come.
  let known = location.hash;

  function write() {
    clearTimeout(timer);
    timer = undefined;
    const hash = current();
    if (hash !== undefined && hash !== location.hash && known === location.hash) {
      last = performance.now();
      unlessRefused(() => history.replaceState(null, '', hash));
      known = location.hash;
    }
    onWritten();
  }

  function flush() {
    if (timer !== undefined) write();
  }

  addEventListener('pagehide', flush);
  addEventListener('hashchange', () => {
    known = location.hash;
  });
  return {
    follow: () => (timer ??= setTimeout(write, Math.max(0, last + SPACE - performance.now()))),
    isBehind: () => timer !== undefined,
    flush,
    go(hash) {
      flush();
      unlessRefused(() => history.pushState(null, '', hash));
      known = location.hash;
    },
  };
}

function unlessRefused(change) {
  try {
    change();
  } catch {
    // The state is on the page all the same, and "Copy link" copies it.
  }
}
