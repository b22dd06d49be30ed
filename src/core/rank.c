/* rank.c: a stable radix sort of ids by thirty bits in front of them. */
#include "exact.h"

#include "ranking.h"

enum { DIGIT_BITS = 10, DIGITS = 3, DIGIT_VALUES = 1 << DIGIT_BITS };

NUCLEUS_INLINE size_t digit_of(uint64_t key, unsigned digit) {
  return (size_t)(key >> (32 + DIGIT_BITS * digit)) % DIGIT_VALUES;
}

// One stable pass; false (and no move) where all keys share the digit. The counts become places.
static bool sort_by_digit(const uint64_t *from, uint64_t *to, size_t count, unsigned digit, uint32_t *places) {
  if (places[digit_of(from[0], digit)] == count) return false;
  uint32_t before = 0;
  for (size_t value = 0; value < DIGIT_VALUES; value++) {
    uint32_t here = places[value];
    places[value] = before;
    before += here;
  }
  for (size_t i = 0; i < count; i++) to[places[digit_of(from[i], digit)]++] = from[i];
  return true;
}

uint64_t *nucleus_sort_keys(uint64_t *keys, uint64_t *spare, size_t count) {
  uint32_t seen[DIGITS][DIGIT_VALUES] = {{0}};
  for (size_t i = 0; i < count; i++)
    for (unsigned digit = 0; digit < DIGITS; digit++) seen[digit][digit_of(keys[i], digit)]++;
  for (unsigned digit = 0; digit < DIGITS && count > 0; digit++) {
    if (!sort_by_digit(keys, spare, count, digit, seen[digit])) continue;
    uint64_t *sorted = spare;
    spare = keys;
    keys = sorted;
  }
  return keys;
}
