/** A map that keeps only the entries that were used last. */

/** @param {number} most how many entries it keeps */
export function createRecent(most) {
  const entries = new Map();

  function get(key) {
    const value = entries.get(key);
    if (value !== undefined) set(key, value);
    return value;
  }

  function set(key, value) {
    entries.delete(key);
    entries.set(key, value);
    if (entries.size > most) entries.delete(entries.keys().next().value);
  }

  return { get, set, delete: (key) => entries.delete(key), values: () => [...entries.values()] };
}
