/* stage_order.h: sorting candidates by (value descending, id ascending). */

// Bits that order as the values do, largest first; both zeros are one value.
static real_bits descending_key(real value) {
  value += 0;  // -0 becomes 0
  real_bits bits, sign = (real_bits)1 << (sizeof(real) * 8 - 1);
  memcpy(&bits, &value, sizeof bits);
  return bits & sign ? bits : ~(bits | sign);
}

static void insertion_sort(candidate *items, size_t count) {
  for (size_t i = 1; i < count; i++) {
    candidate item = items[i];
    size_t hole = i;
    for (; hole > 0 && items[hole - 1].value < item.value; hole--) items[hole] = items[hole - 1];
    items[hole] = item;
  }
}

enum { DIGIT_BITS = 11, DIGITS = 1 << DIGIT_BITS };

// One stable pass of a radix sort; false (and no move) where all keys share the digit.
static bool radix_pass(const candidate *from, candidate *to, size_t count, unsigned shift) {
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

// Sorts `items`, which must come in ascending order of ids: stable passes then settle ties by id,
// and no order of values, equal ones included, costs more than another. `spare` is as long as
// `items`; the sorted array is returned and is one of the two.
static candidate *sort_candidates(candidate *items, candidate *spare, size_t count) {
  if (count <= 64) {
    insertion_sort(items, count);
    return items;
  }
  for (unsigned shift = 0; shift < sizeof(real) * 8; shift += DIGIT_BITS) {
    if (!radix_pass(items, spare, count, shift)) continue;
    candidate *sorted = spare;
    spare = items;
    items = sorted;
  }
  return items;
}
