/** What the row in focus says beside the top letter: how temperature stretches or shrinks their ratio. */

import { fixed2, spoken, times } from '../format.js';
import { ratio as words } from '../strings.js';

export function ratioLaw({ state, letters, now, plain, order: [top], unit }) {
  const id = state.focus;
  if (id === undefined) return words.focusHint(unit);
  if (id === top) return words.isTop(spoken(letters[id]));
  const [sharp, flat] = [now.softmax[top] / now.softmax[id], plain.softmax[top] / plain.softmax[id]];
  if (state.settings.temperature === 0 || plain.softmax[id] === 0) return words.noRatio(spoken(letters[id]));
  return words.ratio(
    spoken(letters[top]),
    spoken(letters[id]),
    times(flat),
    times(sharp),
    fixed2(state.settings.temperature),
  );
}
