/** mt19937 written plainly, as its authors describe it, and states of it that give what a test needs. */

const [N, M] = [624, 397];

/** The 32-bit outputs of a fresh mt19937. */
export function* twister(seed) {
  const words = new Uint32Array(N);
  words[0] = seed;
  for (let i = 1; i < N; i++) words[i] = Math.imul(1812433253, words[i - 1] ^ (words[i - 1] >>> 30)) + i;
  for (;;) {
    for (let i = 0; i < N; i++) {
      const y = (words[i] & 0x80000000) | (words[(i + 1) % N] & 0x7fffffff);
      words[i] = words[(i + M) % N] ^ (y >>> 1) ^ (y & 1 ? 0x9908b0df : 0);
    }
    for (const word of words) yield temper(word);
  }
}

function temper(y) {
  y ^= y >>> 11;
  y ^= (y << 7) & 0x9d2c5680;
  y ^= (y << 15) & 0xefc60000;
  return (y ^ (y >>> 18)) >>> 0;
}

/** The word that tempers to `output`: tempering is linear, so that its inverse is found bit by bit. */
function untemper(output) {
  const rows = Array.from({ length: 32 }, (_, bit) => ({ image: temper((1 << bit) >>> 0), word: (1 << bit) >>> 0 }));
  let word = 0;
  for (let bit = 31; bit >= 0; bit--) {
    const mask = (1 << bit) >>> 0;
    const at = rows.findIndex(({ image }) => (image & mask) !== 0);
    const [pivot] = rows.splice(at, 1);
    for (const row of rows) {
      if ((row.image & mask) === 0) continue;
      row.image = (row.image ^ pivot.image) >>> 0;
      row.word = (row.word ^ pivot.word) >>> 0;
    }
    if ((output & mask) === 0) continue;
    output = (output ^ pivot.image) >>> 0;
    word = (word ^ pivot.word) >>> 0;
  }
  return word;
}

/** Uniform numbers in [0, 1): two outputs each, the first one high, their low 53 bits. */
export function* uniforms(seed) {
  const outputs = twister(seed);
  for (;;) {
    const high = outputs.next().value & 0x1fffff;
    yield (high * 2 ** 32 + outputs.next().value) / 2 ** 53;
  }
}

/** The state of a generator whose next uniform numbers are these (at most 312); 0 follows. */
export function stateGiving(...numbers) {
  const state = new Uint32Array(N + 1);
  numbers.forEach((u, i) => {
    const bits = u * 2 ** 53;
    state[2 * i] = untemper(Math.floor(bits / 2 ** 32));
    state[2 * i + 1] = untemper(bits % 2 ** 32);
  });
  return state;
}
