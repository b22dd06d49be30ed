/** The page's one live region. It speaks after a rest, so that a drag yields a single message. */

import { element } from '../dom.js';

const REST = 700;

export function createStatus(root) {
  const node = element('p', { class: 'hidden', role: 'status' });
  root.append(node);
  let timer;
  return {
    /** `message` is asked for only when it is spoken, so that it is true then. */
    say(message, rest = REST) {
      clearTimeout(timer);
      timer = setTimeout(() => { node.textContent = message(); }, rest);
    },
  };
}
