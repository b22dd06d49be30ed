/* rank.h: ids in the order (value descending, id ascending), for values from 0 to 1. */
#ifndef NUCLEUS_STEP_RANK_H
#define NUCLEUS_STEP_RANK_H

#include "cut.h"

// Ids in their order and the running totals of their values.
typedef struct {
  int32_t *ids;
  real *totals;
  size_t count;
} ranking;

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

static double rank_finds(const float *values, size_t length, float least, nucleus_candidate *items,
                         nucleus_candidate *spare, ranking *out) {
  uint64_t *keys = (uint64_t *)(void *)items, *other = (uint64_t *)(void *)spare;
  size_t count = make_keys(values, length, least, keys);
  keys = nucleus_sort_keys(keys, other, count);
  double total = 0;
  for (size_t i = 0; i < count; i++) {
    out->ids[i] = (int32_t)(uint32_t)keys[i];
    out->totals[i] = (float)(total += (double)real_of(pattern_of(1) - (uint32_t)(keys[i] >> 32)));
  }
  out->count = count;
  return total;
}
#else
static double rank_finds(const double *values, size_t length, double least, nucleus_candidate *items,
                         nucleus_candidate *spare, ranking *out) {
  size_t count = finds_from(values, length, least, (scored_id *)(void *)spare);
  make_candidates(spare, count, 1, items);
  nucleus_sort(items, spare, count);
  double total = 0;
  for (size_t i = 0; i < count; i++) {
    out->ids[i] = items[i].id;
    out->totals[i] = total += items[i].value;
  }
  out->count = count;
  return total;
}
#endif

// Ranks the `count` first ids, or where that is 0 all from a value of `least` on. Ids of value 0 are not ranked: those
// that a prefix by score has are appended until there are `count` ids. Totals are added one by one and then rounded.
// Returns how many are ranked, or a status.
static int rank_first(nucleus_context *context, const nucleus_row *row, const void *of, double least,
                      nucleus_prefix survivors, size_t count, int32_t *ids, void *totals) {
  const real *values = of, *scores = row->scores;
  nucleus_candidate *items, *spare;
  nucleus_prefix first = {least, 0};
  if (count > 0 && count < row->length && cut_top_k(context, values, row->length, count, &first, NULL) < 0)
    return NUCLEUS_ERROR_MEMORY;
  real bound = first.threshold > REAL_TRUE_MIN ? (real)first.threshold : REAL_TRUE_MIN;
  if (!reserve_candidates(context, row->length + 1, &items, &spare)) return NUCLEUS_ERROR_MEMORY;
  ranking out = {ids, totals, 0};
  real total = (real)rank_finds(values, row->length, bound, items, spare, &out);
  size_t at = out.count;
  for (size_t id = 0; at < count; id++) {
    ids[at] = (int32_t)id;
    out.totals[at] = total;
    at += !(values[id] > 0) && nucleus_prefix_has(survivors, (double)scores[id], id);
  }
  return (int)out.count;
}

#endif
