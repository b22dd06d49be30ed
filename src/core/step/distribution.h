/* distribution.h: the filters in order: temperature, top-k, softmax, top-p, min-p. */
#ifndef NUCLEUS_STEP_DISTRIBUTION_H
#define NUCLEUS_STEP_DISTRIBUTION_H

#include "cut.h"
#include "softmax.h"

// Mass of the kept ids, added by id; `crossed` is the mass at the crossing, if no filter came after it. Where that
// is a sum of floats that are all above the exact bound, every order gives it.
static double mass_kept(masses m, const nucleus_distribution *d, short_list list, const nucleus_crossing *crossed) {
  if (REAL_IS_FLOAT && crossed && (real)d->kept.threshold * m.total >= exact_bound(m)) return crossed->total;
  return list.ids ? sum_list(m, list) : sum_kept(m, d);
}

// Rescales what the filters kept. They do so even where they cut nothing.
static void rescale(masses m, short_list list, const nucleus_crossing *crossed, nucleus_distribution *d) {
  shorten(m.e, m.total, d->kept, &list);
  if (d->mask) list.ids = NULL;
  d->divisor = (double)(real)mass_kept(m, d, list, crossed);
  d->list = list.ids;
  d->listed = list.count;
}

// top-p, then min-p. A filter that comes after them narrows d->kept if it keeps a prefix, or else clears marks of
// mark_kept; either way *crossed is the total no longer.
static int cut(nucleus_context *context, masses m, const nucleus_policy *policy, short_list list,
               nucleus_distribution *d) {
  bool top_p = nucleus_has_top_p(policy), min_p = policy->min_p > 0;
  const nucleus_crossing *crossed = NULL;
  nucleus_crossing found;
  if (top_p) {
    int status = cut_top_p(context, m, policy->top_p, &list, &found);
    if (status < 0) return status;
    if (status > 0) {
      crossed = &found;
      d->kept = found.kept;
      d->crossing = found.kept.last;
    }
  }
  if (min_p) {
    nucleus_prefix smaller = cut_min_p(d->kept, 1 / m.total, policy->min_p);  // the top has e = 1
    if (smaller.threshold > d->kept.threshold) crossed = NULL;
    d->kept = smaller;
  }
  if (top_p || min_p) {
    rescale(m, list, crossed, d);
  } else {
    d->list = list.ids;
    d->listed = list.count;
  }
  return NUCLEUS_OK;
}

// The id of the largest score, the lowest on a tie. Divided by 1 the scores are what they were.
static int greedy(nucleus_context *context, const real *scores, size_t length, int32_t *id) {
  real top;
  if (!REAL_IS_FLOAT || !divides(scores, length, 1, &top)) {
    int status = measure(context, scores, length, &top);
    if (status < 0) return status;
  }
  *id = first_with(scores, length, top);
  return NUCLEUS_OK;
}

static int distribute(nucleus_context *context, const nucleus_row *row, const nucleus_policy *policy,
                      nucleus_distribution *d) {
  const real *scores = row->scores;
  size_t length = row->length;
  *d = (nucleus_distribution){.row = *row,
                              .survivors = NUCLEUS_EVERYTHING,
                              .kept = NUCLEUS_EVERYTHING,
                              .crossing = -1,
                              .divisor = 1,
                              .bar = LEAST_BAR,
                              .greedy = -1};
  real *e = nucleus_reserve(context, &context->probabilities, nucleus_padded(length), sizeof *e);
  if (!e) return NUCLEUS_ERROR_MEMORY;
  if (policy->temperature <= 0) return greedy(context, scores, length, &d->greedy);
  short_list list = {NULL, 0};
  if (policy->top_k && policy->top_k < length) {
    int status = cut_top_k(context, scores, length, (size_t)policy->top_k, &d->survivors, &list);
    if (status < 0) return status;
  }
  masses m = {.e = e, .length = length};
  int status = exponentiate_row(context, scores, length, d->survivors, list, policy->temperature, e, &m.total);
  if (status < 0) return status;
  d->e = e;
  d->total = (double)m.total;
  return cut(context, m, policy, list, d);
}

static void softmax_of_all(nucleus_context *context, const nucleus_row *row, double temperature, void *to) {
  real total = 1, *p = to;
  exponentiate_row(context, row->scores, row->length, NUCLEUS_EVERYTHING, (short_list){NULL, 0}, temperature, p,
                   &total);
  for (size_t id = 0; id < row->length; id++) p[id] /= total;
}

#endif
