/* order.c: sorting candidates by (value descending, id ascending). */
#include "exact.h"

#include "ranking.h"

// Bits that order as the values do, largest first; both zeros are one value.
static uint64_t descending_key(double value) {
  uint64_t bits = nucleus_bits_of(value + 0), sign = (uint64_t)1 << 63;  // -0 + 0 is 0
  return bits & sign ? bits : ~(bits | sign);
}

static void insertion_sort(nucleus_candidate *items, size_t count) {
  for (size_t i = 1; i < count; i++) {
    nucleus_candidate item = items[i];
    size_t hole = i;
    for (; hole > 0 && items[hole - 1].value < item.value; hole--) items[hole] = items[hole - 1];
    items[hole] = item;
  }
}

enum { DIGIT_BITS = 11, DIGITS = 1 << DIGIT_BITS };

// One stable pass of a radix sort; false (and no move) where all keys share the digit.
static bool radix_pass(const nucleus_candidate *from, nucleus_candidate *to, size_t count, unsigned shift) {
  uint32_t place[DIGITS] = {0};
  for (size_t i = 0; i < count; i++) place[(descending_key(from[i].value) >> shift) % DIGITS]++;
  if (place[(descending_key(from[0].value) >> shift) % DIGITS] == count) return false;
  uint32_t before = 0;
  for (size_t digit = 0; digit < DIGITS; digit++) {
    uint32_t here = place[digit];
    place[digit] = before;
    before += here;
  }
  for (size_t i = 0; i < count; i++) to[place[(descending_key(from[i].value) >> shift) % DIGITS]++] = from[i];
  return true;
}

nucleus_candidate *nucleus_sort(nucleus_candidate *items, nucleus_candidate *spare, size_t count) {
  if (count <= 64) {
    insertion_sort(items, count);
    return items;
  }
  for (unsigned shift = 0; shift < 64; shift += DIGIT_BITS) {
    if (!radix_pass(items, spare, count, shift)) continue;
    nucleus_candidate *sorted = spare;
    spare = items;
    items = sorted;
  }
  return items;
}
