// unknown-option.js: what to say of an option that a call does not take.
import { show } from './check.js';
import { foreignName, plain } from './foreign-names.js';

const ALIKE = 0.4; // below it, no name is worth suggesting

/** How alike two words are, 0 to 1, case and punctuation aside: the share of letters in their longest common part. */
function likeness(a, b) {
  [a, b] = [plain(a), plain(b)];
  let row = Array(b.length + 1).fill(0);
  for (const letter of a) {
    const next = [0];
    for (let j = 1; j <= b.length; j++) next[j] = letter === b[j - 1] ? row[j - 1] + 1 : Math.max(row[j], next[j - 1]);
    row = next;
  }
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  return (row[b.length] + start) / (a.length + b.length);
}

/** The error of an option `name` that `call` does not take; `optionsOf` holds the options of every call. */
export function unknownOption(call, name, optionsOf) {
  const ownersOf = (option) => Object.keys(optionsOf).filter((other) => option in optionsOf[other]);
  const owners = ownersOf(name);
  if (owners.length) {
    return new TypeError(`${call} takes no option "${name}": it belongs to ${owners.join(', ')}`);
  }
  const unknown = `unknown option ${show(name)}`;
  const { option, why } = foreignName(name);
  if (why) return new TypeError(`${unknown}: ${why}`);
  const names = Object.keys(optionsOf[call]);
  const nearest = names.reduce((best, other) => (likeness(other, name) > likeness(best, name) ? other : best));
  const meant = option ?? (likeness(nearest, name) < ALIKE ? undefined : nearest);
  if (!meant) return new TypeError(unknown);
  const belongs = names.includes(meant) ? '' : ` It belongs to ${ownersOf(meant).join(', ')}`;
  return new TypeError(`${unknown}: did you mean "${meant}"?${belongs}`);
}
