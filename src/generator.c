/* generator.c: mt19937, as torch.Generator on the CPU.
 *
 * Source: M. Matsumoto and T. Nishimura, "Mersenne Twister", ACM TOMACS 8 (1998); seeding from
 * D. Knuth, The Art of Computer Programming, volume 2, 3rd edition.
 */
#include "internal.h"

enum { WORDS = 624, SHIFT = 397 };

void nucleus_generator_seed(nucleus_generator *generator, uint64_t seed) {
  uint32_t word = (uint32_t)seed;
  generator->words[0] = word;
  for (uint32_t i = 1; i < WORDS; i++) {
    word = 1812433253u * (word ^ (word >> 30)) + i;
    generator->words[i] = word;
  }
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

static uint32_t temper(uint32_t y) {
  y ^= y >> 11;
  y ^= (y << 7) & 0x9d2c5680u;
  y ^= (y << 15) & 0xefc60000u;
  return y ^ (y >> 18);
}

static uint32_t next_word(nucleus_generator *generator) {
  if (generator->used >= WORDS) refill(generator);
  return temper(generator->words[generator->used++]);
}

double nucleus_generator_uniform(nucleus_generator *generator) {
  uint64_t high = next_word(generator);
  uint64_t both = (high << 32) | next_word(generator);
  return (double)(both & (((uint64_t)1 << 53) - 1)) * 0x1p-53;
}

double nucleus_generator_exponential(nucleus_generator *generator) {
  return nucleus_exponential(nucleus_generator_uniform(generator));
}
