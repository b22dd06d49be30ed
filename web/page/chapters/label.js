import { chapters as words } from '../strings.js';

/** What a choice of a chapter's question says. */
export function labelOf(key, choice, facts) {
  const labels = words.choice[key];
  return typeof labels === 'function' ? labels(choice, facts) : labels[choice](facts);
}
