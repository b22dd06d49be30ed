/* rank.h: ids in the order (value descending, id ascending), for values from 0 to 1. */
#ifndef NUCLEUS_STEP_RANK_H
#define NUCLEUS_STEP_RANK_H

#include "cut.h"

#if NUCLEUS_REAL_BITS == 32
// A float sorts as 30 bits, the largest first, with its id behind them.
static uint64_t key_of(float value, size_t id) { return (uint64_t)(pattern_of(1) - pattern_of(value)) << 32 | id; }

// The keys of the values from `least` on, ascending by id. Returns how many there are. A key that does not stay is
// written as well: a branch that cannot be predicted costs more than the store.
static size_t make_keys(const float *values, size_t length, float least, uint64_t *keys) {
  size_t made = 0;
  for (size_t id = 0; id < length; id++) {
    keys[made] = key_of(values[id], id);
    made += values[id] >= least;
  }
  return made;
}

static size_t make_few_keys(const float *values, size_t length, float least, scored_id *finds, uint64_t *keys) {
  size_t count = finds_from(values, length, least, finds);
  for (size_t i = 0; i < count; i++) keys[i] = key_of(finds[i].value, (size_t)finds[i].id);
  return count;
}

static size_t rank_finds(const float *values, size_t length, float least, nucleus_candidate *items,
                         nucleus_candidate *spare, int32_t *ids) {
  uint64_t *keys = (uint64_t *)(void *)items, *other = (uint64_t *)(void *)spare;
  bool few = count_within((nucleus_prefix){(double)least, INT32_MAX}, values, length) <= short_length(length);
  size_t count = few ? make_few_keys(values, length, least, (scored_id *)(void *)spare, keys)
                     : make_keys(values, length, least, keys);
  keys = nucleus_sort_keys(keys, other, count);
  for (size_t i = 0; i < count; i++) ids[i] = (int32_t)(uint32_t)keys[i];
  return count;
}
#else
static size_t rank_finds(const double *values, size_t length, double least, nucleus_candidate *items,
                         nucleus_candidate *spare, int32_t *ids) {
  size_t count = finds_from(values, length, least, (scored_id *)(void *)spare);
  make_candidates(spare, count, 1, items);
  const nucleus_candidate *sorted = nucleus_sort(items, spare, count);
  for (size_t i = 0; i < count; i++) ids[i] = sorted[i].id;
  return count;
}
#endif

// The ids of the values from `least` on, but for those of value 0, to `ids` (length). Returns how many, or a status.
static int rank_from(nucleus_context *context, const void *of, size_t length, double least, int32_t *ids) {
  const real *values = of, bound = least > REAL_TRUE_MIN ? (real)least : REAL_TRUE_MIN;
  nucleus_candidate *items, *spare;
  if (!reserve_candidates(context, length + 1, &items, &spare)) return NUCLEUS_ERROR_MEMORY;
  return (int)rank_finds(values, length, bound, items, spare, ids);
}

#endif
