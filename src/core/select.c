/* select.c: where a running total over ranked candidates reaches a target, without ranking them all.
 *
 * Quickselect by weight: split by a pivot, and go on in the part that holds the crossing. With all weights 1
 * it finds the k-th best score; with probabilities as weights, the nucleus.
 */
#include "exact.h"

#include "ranking.h"

static double weight_of(nucleus_weighing by, double value) { return by == NUCLEUS_BY_COUNT ? 1 : value; }

bool nucleus_reaches(nucleus_weighing by, double total, double target) {
  return by == NUCLEUS_BY_FLOAT_MASS ? (float)total >= (float)target : total >= target;
}

bool nucleus_walk(const nucleus_candidate *ranked, size_t count, nucleus_weighing by, double total, double target,
                  nucleus_crossing *out) {
  for (size_t i = 0; i < count; i++) {
    total += weight_of(by, ranked[i].value);
    if (!nucleus_reaches(by, total, target)) continue;
    *out = (nucleus_crossing){{ranked[i].value, ranked[i].id}, total};
    return true;
  }
  return false;
}

static double middle(double a, double b, double c) {
  double low = a < b ? a : b, high = a < b ? b : a;
  return c < low ? low : c > high ? high : c;
}

static double choose_pivot(const nucleus_candidate *items, size_t count) {
  size_t step = count / 9;
  double thirds[3];
  for (size_t i = 0; i < 3; i++)
    thirds[i] = middle(items[step * (3 * i)].value, items[step * (3 * i + 1)].value, items[step * (3 * i + 2)].value);
  return middle(thirds[0], thirds[1], thirds[2]);
}

// Weight of the candidates above the pivot, and of those equal to it.
typedef struct {
  double above, equal;
} pivot_weights;

// By masks, two at a time: engines make a choice between doubles a branch, and these cannot be predicted.
static pivot_weights weigh(const nucleus_candidate *items, size_t count, nucleus_weighing by, double pivot) {
  double2 above = {0, 0}, equal = {0, 0};
  for (size_t i = 0; i < count; i += 2) {
    double second = i + 1 < count ? items[i + 1].value : NAN;  // neither above nor equal
    double2 value = {items[i].value, second};
    long2 weight = by == NUCLEUS_BY_COUNT ? (long2)(double2){1, 1} : (long2)value;
    above += (double2)((value > pivot) & weight);
    equal += (double2)((value == pivot) & weight);
  }
  return (pivot_weights){above[0] + above[1], equal[0] + equal[1]};
}

// Keeps the candidates above (or below) the pivot, in their order. Returns how many. Every item is
// written, kept or not: a branch that cannot be predicted costs more than the store.
static size_t keep_side(nucleus_candidate *items, size_t count, double pivot, bool above) {
  size_t kept = 0;
  for (size_t i = 0; i < count; i++) {
    nucleus_candidate item = items[i];
    items[kept] = item;
    kept += above ? item.value > pivot : item.value < pivot;
  }
  return kept;
}

// The crossing among equal values, which go by id.
static bool walk_equal(const nucleus_candidate *items, size_t count, double pivot, nucleus_weighing by, double total,
                       double target, nucleus_crossing *out) {
  for (size_t i = 0; i < count; i++) {
    if (items[i].value != pivot) continue;
    total += weight_of(by, pivot);
    if (!nucleus_reaches(by, total, target)) continue;
    *out = (nucleus_crossing){{pivot, items[i].id}, total};
    return true;
  }
  return false;
}

// Rows made to mislead the pivots end in a sort, so that they cost no more than one.
bool nucleus_select(nucleus_candidate *items, nucleus_candidate *spare, size_t count, nucleus_weighing by, double total,
                    double target, nucleus_crossing *out) {
  for (int round = 0; count > 10 && round < 40; round++) {
    double pivot = choose_pivot(items, count);
    pivot_weights parts = weigh(items, count, by, pivot);
    // A target so small that it rounds to 0 is reached by nothing at all, but the first candidate always stays.
    bool above = parts.above > 0 && nucleus_reaches(by, total + parts.above, target);
    if (!above) {
      if (nucleus_reaches(by, total + parts.above + parts.equal, target))
        return walk_equal(items, count, pivot, by, total + parts.above, target, out);
      total += parts.above + parts.equal;
    }
    count = keep_side(items, count, pivot, above);
  }
  nucleus_sort(items, spare, count);
  return nucleus_walk(items, count, by, total, target, out);
}
