/** Below everything: where the recorded scores come from, and whether the page is kept for offline use. */

import { element, setAttribute, setText } from '../dom.js';
import { foot as words, text as texts } from '../strings.js';

export function createFoot(root) {
  const [source, offline] = [element('span'), element('span')];
  root.append(source, ' ', offline);

  return function render({ state, world }) {
    setText(source, world.name === 'words' && !state.isLab ? texts.source : '');
    setText(offline, words.offline[state.offline] ?? words.offline.waiting);
    setAttribute(offline, 'data-offline', state.offline);
    setAttribute(root, 'hidden', false);
  };
}
