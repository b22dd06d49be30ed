/**
 * The focus stays on the page: a button that hides itself, closes the sheet it stands in, or is taken out of the page
 * hands it on. Otherwise it would fall to the body, and a keyboard or a screen reader would begin from the top.
 */

import { setAttribute } from './dom.js';

const FOCUSABLE = 'button, a[href], input, select, textarea, summary';
const PART = 'header, section, main';

/**
 * Remember what is in focus before the page changes.
 *
 * @returns {() => void} what hands the focus on after the change, if that took its place away
 */
export function holdFocus() {
  const held = document.activeElement;
  if (!held || held === document.body) return () => {};
  const { parentElement } = held;
  const part = held.closest(PART);
  return () => {
    const now = document.activeElement;
    // It was put elsewhere meanwhile.
    if (now && now !== held && now !== document.body) return;
    if (isGone(held)) placeAfter(held, parentElement, part).focus();
  };
}

const sheetOf = (node) => node.closest('details:not([open]) > :not(summary)')?.parentElement;
const isGone = (node) => !node.isConnected || Boolean(node.closest('[hidden]') || node.disabled || sheetOf(node));

/** A neighbour, the sheet that it stood in, or the title of its part. */
function placeAfter(held, parent, part) {
  const sheet = sheetOf(held);
  if (sheet) return sheet.querySelector('summary');
  const neighbours = [...parent.querySelectorAll(FOCUSABLE)];
  const at = neighbours.indexOf(held);
  const nearest = [...neighbours.slice(at + 1), ...neighbours.slice(0, Math.max(at, 0)).reverse()];
  return nearest.find(isOnShow) ?? titleOf(part);
}

const isOnShow = (node) => !isGone(node) && node.getClientRects().length > 0;

function titleOf(part) {
  const title = part?.isConnected && !part.closest('[hidden]') && part.querySelector('h2, caption');
  const place = title || document.querySelector('h1');
  if (!place.hasAttribute('tabindex')) setAttribute(place, 'tabindex', -1);
  return place;
}
