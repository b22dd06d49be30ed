/**
 * The page's one live region. It speaks after a rest, so that a drag yields a single message. What a command did is
 * also shown for a moment; what the numbers say is not, for they stand on the page.
 */

import { element } from '../dom.js';

const REST = 700;
const SHOWN = 4000;

export function createStatus(root) {
  const node = element('p', { class: 'hidden', role: 'status' });
  root.append(node);
  let timer;

  function later(delay, run) {
    clearTimeout(timer);
    timer = setTimeout(run, delay);
  }

  return {
    /** `message` is asked for only when it is spoken, so that it is true then. */
    tell: (message) =>
      later(REST, () => {
        node.className = 'hidden';
        node.textContent = message();
      }),

    show(message) {
      node.textContent = message;
      node.className = 'toast';
      later(SHOWN, () => {
        node.className = 'hidden';
      });
    },
  };
}
