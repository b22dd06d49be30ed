/* sequence.h: the random words of a whole vocabulary, and what is made of them. Not for users of the library. */
#ifndef NUCLEUS_SEQUENCE_H
#define NUCLEUS_SEQUENCE_H

#include "elementary.h"
#include "nucleus.h"

enum {
  NUCLEUS_STATE_WORDS = 624,
  NUCLEUS_SEQUENCE_STEP = 2496  // words made at a time: they and the state stay in the first-level cache
};

// Words of mt19937 in a row, before tempering; those from `next` on are still to be used.
typedef struct {
  // The first `filled` are set; two may be read behind them.
  uint32_t words[NUCLEUS_STATE_WORDS + NUCLEUS_SEQUENCE_STEP + 2];
  size_t next, filled;
} nucleus_sequence;

// The beginnings of the sequences of the seeds first ... first + known - 1.
typedef struct {
  uint32_t words[6][NUCLEUS_STATE_WORDS];  // the first `count` are set
  size_t count;
  uint32_t first, known;
} nucleus_seeds;

// A fresh sequence of which no more than `ids` variates will be taken.
void nucleus_sequence_seed(nucleus_sequence *sequence, nucleus_seeds *seeds, uint32_t seed, size_t ids);

// The sequence that a generator is about to give, and back: the generator after what was taken.
void nucleus_sequence_continue(nucleus_sequence *sequence, const nucleus_generator *generator);
void nucleus_sequence_end(const nucleus_sequence *sequence, nucleus_generator *generator);

// Takes the words of the next variates, two for each, for at least 1 and at most `ids` of them; *taken says
// how many. Valid until the next call.
const uint32_t *nucleus_sequence_take(nucleus_sequence *sequence, size_t ids, size_t *taken);

enum { NUCLEUS_LUCK_STEP = 512 };

// The exponential variates of the next ids, at least 1 and at most `ids` of them. Returns how many there are.
size_t nucleus_luck(nucleus_sequence *sequence, size_t ids, double luck[NUCLEUS_LUCK_STEP]);

NUCLEUS_INLINE uint32_t nucleus_temper(uint32_t y) {
  y ^= y >> 11;
  y ^= (y << 7) & 0x9d2c5680u;
  y ^= (y << 15) & 0xefc60000u;
  return y ^ (y >> 18);
}

// The same for four outputs.
NUCLEUS_INLINE uint4 nucleus_temper4(uint4 y) {
  y ^= y >> 11;
  y ^= (y << 7) & all_uint4(0x9d2c5680u);
  y ^= (y << 15) & all_uint4(0xefc60000u);
  return y ^ (y >> 18);
}

// A uniform number in [0, 1): two outputs, the first one high; the low 53 bits of the 64.
NUCLEUS_INLINE double nucleus_uniform_of(uint32_t first, uint32_t second) {
  uint64_t both = (uint64_t)nucleus_temper(first) << 32 | nucleus_temper(second);
  return (double)(both & (((uint64_t)1 << 53) - 1)) * 0x1p-53;
}

// Two of them, from four words.
NUCLEUS_INLINE double2 nucleus_uniforms_of(uint4 words) {
  // By their bits: behind the leading ones of 2^84 and 2^52 both parts stand at their places.
  ulong2 y = (ulong2)nucleus_temper4(words), high = y & all_ulong2(0x1fffff), low = y >> 32;
  double2 above = (double2)(high | (ulong2)all_double2(0x1p84)) - 0x1p84;
  return (above + ((double2)(low | (ulong2)all_double2(0x1p52)) - 0x1p52)) * 0x1p-53;
}

#endif
