/** Weights files written by hand from the description in src/gpt/gpt.h, sharing no code with the library. */

/** A file whose tensors are filled by `fill(tensor, row, column)`; vectors are matrices of one column. float32. */
export function networkFile({ layers, width, heads, context, alphabet }, fill) {
  const letters = new TextEncoder().encode(alphabet);
  const vocabulary = [...alphabet].length;
  const numbers = tensors(layers, width, context, vocabulary).flatMap(([name, rows, columns]) =>
    Array.from({ length: rows * columns }, (_, i) => fill(name, Math.floor(i / columns), i % columns)),
  );
  const bytes = new Uint8Array(48 + letters.length + 4 * numbers.length);
  const view = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode('NGPT'));
  [1, bytes.length, 0, layers, width, heads, context, vocabulary, 0].forEach((word, i) =>
    view.setUint32(4 + 4 * i, word, true),
  );
  view.setFloat32(40, 1e-5, true);
  view.setUint32(44, letters.length, true);
  bytes.set(letters, 48);
  numbers.forEach((number, i) => view.setFloat32(48 + letters.length + 4 * i, number, true));
  return seal(bytes);
}

/** Makes the checksum right again after a change. */
export function seal(bytes) {
  new DataView(bytes.buffer).setUint32(12, crc32(bytes.subarray(16)), true);
  return bytes;
}

/** A network whose likeliest id after n ids is n - 1, whatever they are: it reads nothing but the last position. */
export function positionFile(context) {
  const alphabet = String.fromCodePoint(...Array.from({ length: context }, (_, i) => 0x61 + i));
  const width = 8 * Math.ceil(context / 8);
  return networkFile({ layers: 1, width, heads: 1, context, alphabet }, (name, row, column) => {
    if (name === 'norm.weight') return 1;
    if (name === 'token') return row === column ? 0.01 : 0;
    if (name === 'position') return row === column ? 10 : 0;
    return 0;
  });
}

function tensors(layers, width, context, vocabulary) {
  const norm = (name) => [
    [`${name}.weight`, width, 1],
    [`${name}.bias`, width, 1],
  ];
  const linear = (name, outputs, inputs) => [
    [`${name}.weight`, outputs, inputs],
    [`${name}.bias`, outputs, 1],
  ];
  const layer = [
    ...norm('norm1'),
    ...['query', 'key', 'value', 'project'].flatMap((name) => linear(name, width, width)),
    ...norm('norm2'),
    ...linear('up', 4 * width, width),
    ...linear('down', width, 4 * width),
  ];
  return [
    ['token', vocabulary, width],
    ['position', context, width],
    ...Array(layers).fill(layer).flat(),
    ...norm('norm'),
  ];
}

function crc32(bytes) {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}
