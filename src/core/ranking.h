/* ranking.h: sets, sorting and selection in the order (value descending, id ascending).
 * Not for users of the library.
 */
#ifndef NUCLEUS_RANKING_H
#define NUCLEUS_RANKING_H

#include <math.h>

#include "elementary.h"

// A set of ids: those that come no later than `last` in the order (value descending, id ascending), where
// `last` has the value `threshold`. Most filters give such sets.
typedef struct {
  double threshold;
  int32_t last;
} nucleus_prefix;

#define NUCLEUS_EVERYTHING ((nucleus_prefix){-INFINITY, INT32_MAX})

static inline bool nucleus_prefix_has(nucleus_prefix set, double value, size_t id) {
  return value > set.threshold || (value == set.threshold && (int32_t)id <= set.last);
}

// An id with what it is ranked by: its score (top-k) or its probability (top-p).
typedef struct {
  double value;
  int32_t id;
} nucleus_candidate;

// Sorts `items` by (value descending, id ascending). They must come in ascending order of ids: stable passes then
// settle ties by id, and no order of values, equal ones included, costs more than another. `spare` is as long as
// `items`, and is lost.
void nucleus_sort(nucleus_candidate *items, nucleus_candidate *spare, size_t count);

// Sorts keys by their high half, ascending, which is below 2^30; equal ones stay as they stood. `spare` is as long as
// `keys`; the sorted array is returned and is one of the two.
uint64_t *nucleus_sort_keys(uint64_t *keys, uint64_t *spare, size_t count);

// What candidates weigh: 1 each, or their value, where totals are compared in the row's own precision as PyTorch does.
typedef enum { NUCLEUS_BY_COUNT, NUCLEUS_BY_FLOAT_MASS, NUCLEUS_BY_DOUBLE_MASS } nucleus_weighing;

bool nucleus_reaches(nucleus_weighing by, double total, double target);

// The prefix that ends where a running total reaches a target, and the total there.
typedef struct {
  nucleus_prefix kept;
  double total;
} nucleus_crossing;

// The crossing among ranked candidates, their weights added one by one to `total`; false if there is none.
bool nucleus_walk(const nucleus_candidate *ranked, size_t count, nucleus_weighing by, double total, double target,
                  nucleus_crossing *out);

// The same without ranking them all. `items` come in ascending order of ids and are lost. Weights are added in any
// order: the caller sees to it that sums are exact.
bool nucleus_select(nucleus_candidate *items, nucleus_candidate *spare, size_t count, nucleus_weighing by, double total,
                    double target, nucleus_crossing *out);

#endif
