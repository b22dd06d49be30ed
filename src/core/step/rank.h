/* rank.h: ids in the order (value descending, id ascending), for values from 0 to 1. */

// What is sorted: 30 bits that order as the values do, the largest first, and the id. For floats they are all there is
// to a value; for doubles its exponent and 20 bits.
static uint64_t key_of(real value, size_t id) {
  uint64_t below = (uint64_t)(pattern_of(1) - pattern_of(value)) >> (NUCLEUS_REAL_BITS - 32);
  return below << 32 | (uint64_t)id;
}

// The keys of the values from `least` on, ascending by id. Returns how many there are. A key that does not stay is
// written as well: a branch that cannot be predicted costs more than the store.
static size_t make_keys(const real *values, size_t length, real least, uint64_t *keys) {
  size_t made = 0;
  for (size_t id = 0; id < length; id++) {
    keys[made] = key_of(values[id], id);
    made += values[id] >= least;
  }
  return made;
}

// Puts doubles right that share a key: few do, so that each moves a little. false: too many do.
static bool settle_shared_keys(const real *values, int32_t *ids, const uint64_t *keys, size_t count) {
  size_t patience = 8 * count;
  for (size_t i = 1; i < count; i++) {
    if (keys[i] >> 32 != keys[i - 1] >> 32) continue;
    int32_t id = ids[i];
    size_t hole = i;
    for (; hole > 0 && keys[hole - 1] >> 32 == keys[i] >> 32 && values[ids[hole - 1]] < values[id]; hole--)
      ids[hole] = ids[hole - 1];
    ids[hole] = id;
    if (patience < i - hole) return false;
    patience -= i - hole;
  }
  return true;
}

static void rank_shared_keys(const real *values, size_t length, real least, nucleus_candidate *items,
                             nucleus_candidate *spare, int32_t *ids) {
  size_t count = 0;
  for (size_t id = 0; id < length; id++)
    if (values[id] >= least) items[count++] = (nucleus_candidate){(double)values[id], (int32_t)id};
  const nucleus_candidate *sorted = nucleus_sort(items, spare, count);
  for (size_t i = 0; i < count; i++) ids[i] = sorted[i].id;
}

// The ids of the values from `least` on, which is above 0, to `ids` (length). Returns how many there are, or a status.
static int rank_from(nucleus_context *context, const real *values, size_t length, real least, int32_t *ids) {
  nucleus_candidate *items, *spare;
  if (!reserve_candidates(context, length + 1, &items, &spare)) return NUCLEUS_ERROR_MEMORY;
  uint64_t *keys = (uint64_t *)(void *)items;
  size_t count = make_keys(values, length, least, keys);
  keys = nucleus_sort_keys(keys, (uint64_t *)(void *)spare, count);
  for (size_t i = 0; i < count; i++) ids[i] = (int32_t)(uint32_t)keys[i];
  if (!REAL_IS_FLOAT && !settle_shared_keys(values, ids, keys, count))
    rank_shared_keys(values, length, least, items, spare, ids);
  return (int)count;
}
