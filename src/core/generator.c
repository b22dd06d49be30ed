/* generator.c: mt19937, as torch.Generator on the CPU.
 *
 * Source: M. Matsumoto and T. Nishimura, "Mersenne Twister", ACM TOMACS 8 (1998); seeding from
 * D. Knuth, The Art of Computer Programming, volume 2, 3rd edition.
 *
 * The words of the generator before tempering are one long sequence x in which x[i + 624] follows from
 * x[i], x[i + 1] and x[i + 397]. So any 624 in a row are a state. A single variate is taken from the
 * state in place; for a whole vocabulary the sequence is laid out in a buffer, four words at a time.
 */
#include "exact.h"

#include "sequence.h"

enum { WORDS = NUCLEUS_STATE_WORDS, SHIFT = 397 };

// ------------------------------------------------------------------------------------------------
// One variate at a time
// ------------------------------------------------------------------------------------------------

NUCLEUS_INLINE uint32_t seed_word(uint32_t before, uint32_t i) { return 1812433253u * (before ^ (before >> 30)) + i; }

// The first `count` words of the sequence that belongs to a seed.
static void seed_words(uint32_t *words, size_t count, uint32_t seed) {
  words[0] = seed;
  for (uint32_t i = 1; i < count; i++) words[i] = seed_word(words[i - 1], i);
}

void nucleus_generator_seed(nucleus_generator *generator, uint64_t seed) {
  seed_words(generator->words, WORDS, (uint32_t)seed);
  generator->used = WORDS;
}

static uint32_t twist(uint32_t first, uint32_t second, uint32_t far) {
  uint32_t mixed = (first & 0x80000000u) | (second & 0x7fffffffu);
  return far ^ (mixed >> 1) ^ (0x9908b0dfu & (0u - (second & 1u)));
}

static void refill(nucleus_generator *generator) {
  uint32_t *w = generator->words;
  int i = 0;
  for (; i < WORDS - SHIFT; i++) w[i] = twist(w[i], w[i + 1], w[i + SHIFT]);
  for (; i < WORDS - 1; i++) w[i] = twist(w[i], w[i + 1], w[i + SHIFT - WORDS]);
  w[WORDS - 1] = twist(w[WORDS - 1], w[0], w[SHIFT - 1]);
  generator->used = 0;
}

static uint32_t next_word(nucleus_generator *generator) {
  if (generator->used >= WORDS) refill(generator);
  return generator->words[generator->used++];
}

double nucleus_generator_uniform(nucleus_generator *generator) {
  uint32_t first = next_word(generator);
  return nucleus_uniform_of(first, next_word(generator));
}

double nucleus_generator_exponential(nucleus_generator *generator) {
  return nucleus_exponential(nucleus_generator_uniform(generator));
}

// ------------------------------------------------------------------------------------------------
// A sequence for a whole vocabulary
// ------------------------------------------------------------------------------------------------

NUCLEUS_INLINE uint4 twist4(uint4 first, uint4 second, uint4 far) {
  uint4 mixed = (first & all_uint4(0x80000000u)) | (second & all_uint4(0x7fffffffu));
  uint4 odd = (uint4)((int4)opaque_float4((float4)(second << 31)) >> 31);
  return far ^ (mixed >> 1) ^ (odd & all_uint4(0x9908b0dfu));
}

// Lets the sequence go on by at least `count` words, forgetting those before the last 624. Four words at a
// time are safe: the farthest one needed, x[i + 397 + 3], is older than the first one made, x[i + 624].
static void extend(nucleus_sequence *sequence, size_t count) {
  size_t dropped = sequence->filled - WORDS;
  memmove(sequence->words, sequence->words + dropped, WORDS * sizeof(uint32_t));
  sequence->next -= dropped;
  const uint32_t *from = sequence->words;
  uint32_t *to = sequence->words + WORDS, *end = to + (count + 3) / 4 * 4;
  for (; to < end; from += 4, to += 4)
    store_uint4(to, twist4(load_uint4(from), load_uint4(from + 1), load_uint4(from + SHIFT)));
  sequence->filled = (size_t)(to - sequence->words);
}

// The same for six seeds in a row: as each word depends on the one before, six chains side by side take hardly longer
// than one.
static void seed_six(uint32_t words[6][WORDS], size_t count, uint32_t seed) {
  uint32_t a = seed, b = seed + 1, c = seed + 2, d = seed + 3, e = seed + 4, f = seed + 5;
  for (uint32_t i = 0;;) {
    words[0][i] = a;
    words[1][i] = b;
    words[2][i] = c;
    words[3][i] = d;
    words[4][i] = e;
    words[5][i] = f;
    if (++i == count) return;
    a = seed_word(a, i);
    b = seed_word(b, i);
    c = seed_word(c, i);
    d = seed_word(d, i);
    e = seed_word(e, i);
    f = seed_word(f, i);
  }
}

// The first `count` words for a seed. They are the longest part of a draw from a small vocabulary, and the seeds of a
// loop follow each other: a seed that follows the last one brings the next five with it.
static const uint32_t *seeded_words(nucleus_seeds *seeds, uint32_t seed, size_t count) {
  uint32_t ahead = seed - seeds->first;
  if (ahead < seeds->known && count <= seeds->count) return seeds->words[ahead];
  bool follows = ahead == seeds->known && seeds->known > 0;
  seeds->first = seed;
  seeds->known = follows ? 6 : 1;
  seeds->count = count;
  if (follows) seed_six(seeds->words, count, seed);
  else seed_words(seeds->words[0], count, seed);
  return seeds->words[0];
}

void nucleus_sequence_seed(nucleus_sequence *sequence, nucleus_seeds *seeds, uint32_t seed, size_t ids) {
  // The first 2 * ids outputs need no more of the state than this.
  size_t needed = ids < WORDS ? SHIFT + 2 * ids + 4 : WORDS, count = needed < WORDS ? needed : WORDS;
  memcpy(sequence->words, seeded_words(seeds, seed, count), count * sizeof(uint32_t));
  sequence->next = sequence->filled = WORDS;
}

void nucleus_sequence_continue(nucleus_sequence *sequence, const nucleus_generator *generator) {
  memcpy(sequence->words, generator->words, sizeof generator->words);
  sequence->next = generator->used;
  sequence->filled = WORDS;
}

const uint32_t *nucleus_sequence_take(nucleus_sequence *sequence, size_t ids, size_t *taken) {
  size_t unread = (sequence->filled - sequence->next) / 2;
  if (unread == 0) {
    size_t count = 2 * ids < NUCLEUS_SEQUENCE_STEP ? 2 * ids : NUCLEUS_SEQUENCE_STEP;
    extend(sequence, count);
    unread = (sequence->filled - sequence->next) / 2;
  }
  *taken = unread < ids ? unread : ids;
  const uint32_t *words = sequence->words + sequence->next;
  sequence->next += 2 * *taken;
  return words;
}

void nucleus_sequence_end(const nucleus_sequence *sequence, nucleus_generator *generator) {
  size_t dropped = sequence->filled - WORDS;
  memcpy(generator->words, sequence->words + dropped, sizeof generator->words);
  generator->used = (uint32_t)(sequence->next - dropped);
}
