/**
 * Which layout the page has. Its size is counted in the reader's own letters (rem), so that large text on a wide screen
 * gets what small text gets on a narrow one. (Container queries would say the same, and cost a third of every frame.)
 */

import { setAttribute } from '../dom.js';

const WIDE = 62;
// A chapter's panel stands beside the pictures, where there is room for both.
const SIDE = 44;
const PANEL = 21;
const ALL_PICTURES = 48;
const TWO_COLUMNS = 34;
const SMALL = 22;
const TIGHT = 16;
const DOCKED = 20;
const TALL = 700 / 16;
const SHORT = 30;

/**
 * @param {HTMLElement} words something whose size follows the reader's text size
 * @param {(isDocked: boolean) => void} onDock called at once, and whenever the controls go into their dock or out of it
 * @param {() => boolean} isChapter whether a chapter's panel is there
 * @returns {() => void} to be called when that changes
 */
export function watchFrame(root, words, onDock, isChapter) {
  let wasDocked;
  function fit() {
    const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
    const [whole, height] = [root.clientWidth / rem, innerHeight / rem];
    const isBeside = isChapter() && whole >= SIDE;
    const width = isBeside ? whole - PANEL : whole;
    const isDocked = whole >= DOCKED && whole < TWO_COLUMNS && height >= TALL;
    setAttribute(root, 'data-layout', width >= WIDE ? 'wide' : width >= ALL_PICTURES ? 'middle' : 'narrow');
    setAttribute(root, 'data-beside', isBeside);
    setAttribute(root, 'data-columns', width >= TWO_COLUMNS);
    setAttribute(root, 'data-small', width < SMALL);
    setAttribute(root, 'data-tight', width < TIGHT);
    setAttribute(root, 'data-dock', isDocked);
    setAttribute(root, 'data-short', height < SHORT && width >= ALL_PICTURES);
    if (isDocked !== wasDocked) onDock(isDocked);
    wasDocked = isDocked;
  }
  const observer = new ResizeObserver(fit);
  for (const node of [root, words]) observer.observe(node);
  addEventListener('resize', fit);
  fit();
  return fit;
}
