/** Scores as text, bit by bit, for ids that reach every path of the network: native/bits.c prints the same. */

const COUNTS = [...Array.from({ length: 23 }, (_, i) => 7 + i), 128, 140];

/** One line of hexadecimal words per row: a prompt, appended ids, a full window, one that slid. */
export function bitsOf(gpt) {
  const ids = Array.from({ length: 140 }, (_, i) => (31 * i * i + 7 * i) % gpt.vocabularySize);
  const hex = (row) => Array.from(new Uint32Array(row.buffer), (word) => word.toString(16).padStart(8, '0')).join('');
  return COUNTS.map((count) => `${hex(gpt.logits(ids.slice(0, count)))}\n`).join('');
}
