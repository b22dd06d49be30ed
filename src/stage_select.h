/* stage_select.h: where a running total over ranked candidates reaches a target, without ranking them all.
 *
 * Quickselect by weight: split by a pivot, and go on in the part that holds the crossing. With all weights 1
 * it finds the k-th best score; with probabilities as weights, the nucleus.
 */

// The prefix that ends at a crossing, and its weight.
typedef struct {
  nucleus_prefix kept;
  double total;
} crossing;

typedef enum { BY_COUNT, BY_MASS } weighing;

NUCLEUS_INLINE double weight_of(weighing by, real value) { return by == BY_COUNT ? 1 : (double)value; }

// Masses are compared in the row's own precision, as PyTorch does.
NUCLEUS_INLINE bool reaches(weighing by, double total, double target) {
  return by == BY_COUNT ? total >= target : (real)total >= (real)target;
}

// The crossing among ranked candidates, their weights added one by one to `total`; false if there is none.
static bool walk(const candidate *ranked, size_t count, weighing by, double total, double target, crossing *out) {
  for (size_t i = 0; i < count; i++) {
    total += weight_of(by, ranked[i].value);
    if (!reaches(by, total, target)) continue;
    *out = (crossing){{(double)ranked[i].value, ranked[i].id}, total};
    return true;
  }
  return false;
}

static real middle(real a, real b, real c) {
  real low = a < b ? a : b, high = a < b ? b : a;
  return c < low ? low : c > high ? high : c;
}

static real choose_pivot(const candidate *items, size_t count) {
  size_t step = count / 9;
  real thirds[3];
  for (size_t i = 0; i < 3; i++)
    thirds[i] = middle(items[step * (3 * i)].value, items[step * (3 * i + 1)].value, items[step * (3 * i + 2)].value);
  return middle(thirds[0], thirds[1], thirds[2]);
}

// Weight of the candidates above the pivot, and of those equal to it.
typedef struct {
  double above, equal;
} split;

static split weigh(const candidate *items, size_t count, weighing by, real pivot) {
  split parts = {0, 0};
  for (size_t i = 0; i < count; i++) {
    double weight = weight_of(by, items[i].value);
    parts.above += items[i].value > pivot ? weight : 0;
    parts.equal += items[i].value == pivot ? weight : 0;
  }
  return parts;
}

// Keeps the candidates above (or below) the pivot, in their order. Returns how many. Every item is
// written, kept or not: a branch that cannot be foretold costs more than the store.
static size_t keep_side(candidate *items, size_t count, real pivot, bool above) {
  size_t kept = 0;
  for (size_t i = 0; i < count; i++) {
    candidate item = items[i];
    items[kept] = item;
    kept += above ? item.value > pivot : item.value < pivot;
  }
  return kept;
}

// The crossing among equal values, which go by id.
static bool walk_equal(const candidate *items, size_t count, real pivot, weighing by, double total, double target, crossing *out) {
  for (size_t i = 0; i < count; i++) {
    if (items[i].value != pivot) continue;
    total += weight_of(by, pivot);
    if (!reaches(by, total, target)) continue;
    *out = (crossing){{(double)pivot, items[i].id}, total};
    return true;
  }
  return false;
}

// Finds the shortest prefix of the candidates, in rank order, whose weight added to `total` reaches the
// target; false where all of them do not. `items` come in ascending order of ids and are lost.
// Weights are added in any order: the caller sees to it that sums are exact. Rows made to mislead the
// pivots end in a sort, so that they cost no more than one.
static bool select_prefix(candidate *items, candidate *spare, size_t count, weighing by, double total, double target,
                          crossing *out) {
  for (int round = 0; count > 24 && round < 40; round++) {
    real pivot = choose_pivot(items, count);
    split parts = weigh(items, count, by, pivot);
    bool above = reaches(by, total + parts.above, target);
    if (!above) {
      if (reaches(by, total + parts.above + parts.equal, target))
        return walk_equal(items, count, pivot, by, total + parts.above, target, out);
      total += parts.above + parts.equal;
    }
    count = keep_side(items, count, pivot, above);
  }
  return walk(sort_candidates(items, spare, count), count, by, total, target, out);
}
