/** Numbers and text the way the chapter's lab prints them, which is Python's. */

/** [0.500000, 0.250000] */
export function decimals(numbers, digits = 6) {
  return `[${Array.from(numbers, (number) => number.toFixed(digits)).join(', ')}]`;
}

/** [30, 27, 25] */
export function list(numbers) {
  return `[${Array.from(numbers).join(', ')}]`;
}

const escapes = { '\n': '\\n', '\t': '\\t', '\r': '\\r', '\\': '\\\\' };

/** A text on one line, in single quotes unless only double ones need no escape. */
export function quoted(text) {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const inside = text.replace(/[\n\t\r\\]/g, (character) => escapes[character]);
  return quote + (quote === "'" ? inside.replaceAll("'", "\\'") : inside) + quote;
}

export function truth(value) {
  return value ? 'True' : 'False';
}

/** temperature=0.8 top_k=20 top_p=0.9 */
export function policy({ temperature = 1, topK, topP }) {
  return `temperature=${temperature} top_k=${topK ?? 'None'} top_p=${topP ?? 'None'}`;
}
