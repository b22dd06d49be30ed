/* row.h: numbers of a row, and what is left of it after all filters. Not for users of the library. */
#ifndef NUCLEUS_ROW_H
#define NUCLEUS_ROW_H

#include "nucleus.h"
#include "ranking.h"

// Arrays are padded, so that loops over them may go on to the next multiple of sixteen.
NUCLEUS_INLINE size_t nucleus_padded(size_t length) { return length / 16 * 16 + 16; }

// Number `id` of an array of the row's precision.
static inline double nucleus_at(const nucleus_row *row, const void *array, size_t id) {
  return row->precision == NUCLEUS_FLOAT32 ? (double)((const float *)array)[id] : ((const double *)array)[id];
}

static inline void nucleus_put(const nucleus_row *row, void *array, size_t id, double x) {
  if (row->precision == NUCLEUS_FLOAT32) ((float *)array)[id] = (float)x;
  else ((double *)array)[id] = x;
}

// x rounded to the row's precision. A float operation is the double one rounded (for + - * /, to the last bit).
static inline double nucleus_narrow(const nucleus_row *row, double x) {
  return row->precision == NUCLEUS_FLOAT32 ? (double)(float)x : x;
}

// Whether top-p cuts: 0 and 1 are off.
static inline bool nucleus_has_top_p(const nucleus_policy *policy) { return policy->top_p > 0 && policy->top_p < 1; }

// The final probability of an id is e / total / divisor if it is kept, else 0; each division in the row's
// precision. Numbers of that precision are held in doubles.
typedef struct {
  nucleus_row row;
  const void *e;             // (length, padded) exponentials of the ids that top-k let through, 0 elsewhere
  double total;              // their sum
  double bar;                // an id loses the race where its u * bar > e; 0 says nothing
  double divisor;            // mass of the kept ids; 1 where neither top-p nor min-p ran
  nucleus_prefix survivors;  // of top-k, by score
  nucleus_prefix kept;       // of top-p and min-p, by e / total
  const uint8_t *mask;       // (length) 0 for ids cut by a filter that keeps no prefix; NULL where none ran
  const int32_t *list;       // (listed) the kept ids, ascending, where they are few; else NULL
  size_t listed;
  int32_t crossing;          // the id that reached top_p, or -1
  int32_t greedy;            // the id drawn at temperature 0, or -1; then there is no e
} nucleus_distribution;

static inline double nucleus_mass(const nucleus_distribution *d, size_t id) {
  return nucleus_narrow(&d->row, nucleus_at(&d->row, d->e, id) / d->total);
}

// Whether an id of mass p survives the filters after top-k.
static inline bool nucleus_keeps(const nucleus_distribution *d, double p, size_t id) {
  return nucleus_prefix_has(d->kept, p, id) && (!d->mask || d->mask[id]);
}

static inline double nucleus_final_probability(const nucleus_distribution *d, size_t id) {
  if (d->greedy >= 0) return (int32_t)id == d->greedy;
  double p = nucleus_mass(d, id);
  return nucleus_keeps(d, p, id) ? nucleus_narrow(&d->row, p / d->divisor) : 0;
}

#endif
