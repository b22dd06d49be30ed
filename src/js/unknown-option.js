// unknown-option.js: what to say of an option that a call does not take.
import { show } from './check.js';
import { foreignName, plain } from './foreign-names.js';

const ALIKE = 0.45; // below it, no name is worth suggesting

/** How alike two words are, 0 to 1, case and punctuation aside: the share of letters that stand beside a common one. */
function likeness(a, b) {
  const pairs = (word) => [...`^${plain(word)}`].map((letter, i, all) => letter + all[i + 1]);
  const [left, right] = [pairs(a), pairs(b)];
  return (2 * left.filter((pair) => right.includes(pair)).length) / (left.length + right.length);
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
