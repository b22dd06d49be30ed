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

enum { MOST_BITS = 10 };

// How far keys that differ by at most `span` are shifted for digits of `bits` bits.
static unsigned shift_of(uint64_t span, unsigned bits) {
  unsigned length = 64 - (unsigned)__builtin_clzll(span);
  return length > bits ? length - bits : 0;
}

// One stable pass by the leading digits of what keys exceed the least one by; then each digit's items by themselves.
// So many digits as items, at most, spread over the keys that there are, leave a few items to each.
void nucleus_sort(nucleus_candidate *items, nucleus_candidate *spare, size_t count) {
  if (count <= 24) {
    insertion_sort(items, count);
    return;
  }
  uint64_t least = UINT64_MAX, most = 0;
  for (size_t i = 0; i < count; i++) {
    uint64_t key = descending_key(items[i].value);
    if (key < least) least = key;
    if (key > most) most = key;
  }
  if (least == most) return;
  uint32_t place[1 << MOST_BITS] = {0}, before = 0;
  unsigned bits = 31 - (unsigned)__builtin_clz((unsigned)count);
  const unsigned shift = shift_of(most - least, bits < MOST_BITS ? bits : MOST_BITS);
  const size_t digits = (size_t)((most - least) >> shift) + 1;
  for (size_t i = 0; i < count; i++) place[(descending_key(items[i].value) - least) >> shift]++;
  for (size_t digit = 0; digit < digits; digit++) {
    uint32_t here = place[digit];
    place[digit] = before;
    before += here;
  }
  for (size_t i = 0; i < count; i++) spare[place[(descending_key(items[i].value) - least) >> shift]++] = items[i];
  memcpy(items, spare, count * sizeof *items);
  for (size_t digit = 0, first = 0; digit < digits; first = place[digit++])
    nucleus_sort(items + first, spare + first, place[digit] - first);
}
