/* softmax.h: scores -> e^((score - top) / T), and their sum.
 *
 * The division by the sum is left to those who need a probability: with a large vocabulary most ids are
 * cut without ever having one.
 */
#ifndef NUCLEUS_STEP_SOFTMAX_H
#define NUCLEUS_STEP_SOFTMAX_H

#include "real.h"

// ------------------------------------------------------------------------------------------------
// The largest score
// ------------------------------------------------------------------------------------------------

// The largest score of any row, or the status of its first fault.
static int measure(nucleus_context *context, const real *scores, size_t length, real *top) {
  *top = -INFINITY;
  for (size_t id = 0; id < length; id++) {
    real x = scores[id];
    if (!(x <= REAL_MAX)) {
      context->fault_id = id;
      return NUCLEUS_ERROR_SCORE;
    }
    if (x > *top) *top = x;
  }
  return *top >= -REAL_MAX ? NUCLEUS_OK : NUCLEUS_ERROR_ALL_MASKED;
}

static int32_t first_with(const real *scores, size_t length, real score) {
  size_t id = 0;
  while (id + LANES <= length && !any_mask(load_reals(scores + id) == all_reals(score))) id += LANES;
  while (scores[id] != score) id++;
  return (int32_t)id;
}

// ------------------------------------------------------------------------------------------------
// What goes into exp
// ------------------------------------------------------------------------------------------------

// The largest score in four strands, so that a score need not wait for the one before it, and whether all scores are
// at or above a floor.
typedef struct {
  reals top[4];
  masks above;
} survey;

NUCLEUS_INLINE void follow(survey *so_far, size_t strand, reals x, reals floor) {
  so_far->above = both_masks(so_far->above, x >= floor);
  so_far->top[strand] = larger_reals(x, so_far->top[strand]);
}

// The largest score to *top; false where one is below the floor or NaN.
static bool look_over(const real *scores, size_t length, real floor, real *top) {
  survey so_far = {.above = all_reals(0) >= all_reals(0)};
  for (size_t strand = 0; strand < 4; strand++) so_far.top[strand] = all_reals(scores[0]);
  size_t id = 0;
  for (; id + BLOCK <= length; id += BLOCK) {
#pragma GCC unroll 4
    for (size_t strand = 0; strand < 4; strand++)
      follow(&so_far, strand, load_reals(scores + id + LANES * strand), all_reals(floor));
  }
  bool above = !any_mask(~so_far.above);
  *top = scores[0];
  for (size_t i = 0; i < BLOCK; i++) {
    real x = LANE(so_far.top[i / LANES], i % LANES);
    if (x > *top) *top = x;
  }
  for (; id < length; id++) {
    above &= scores[id] >= floor;
    if (scores[id] > *top) *top = scores[id];
  }
  return above;
}

// Whether scores / T stays within the floats: T does not round to 0 or infinity, no finite score divided by it
// overflows (and the row has no fault, which the caller finds out). The largest score goes to *top.
static bool divides(const real *scores, size_t length, double temperature, real *top) {
  real t = (real)temperature;
  if (!(t > 0 && t <= REAL_MAX)) return false;
  real floor = -REAL_MAX * (t < 1 ? t : 1) * (real)(1 - 0x1p-20);
  bool above = look_over(scores, length, floor, top);
  real highest = *top / t;
  if (!(highest <= REAL_MAX && highest >= -REAL_MAX)) return false;
  if (above) return true;
  // Below the floor are masked ids, NaN and what overflows.
  for (size_t id = 0; id < length;) {
    if (id + LANES <= length && !any_mask(~either_mask(load_reals(scores + id) >= all_reals(floor),
                                                       load_reals(scores + id) == all_reals(-INFINITY))))
      id += LANES;
    else if (scores[id] < -REAL_MAX || scores[id] / t >= -REAL_MAX) id++;
    else return false;
  }
  return true;
}

// x = (scores - top) / T, in double, for float rows that cannot be divided first.
static void subtract_and_divide(const real *scores, size_t length, real top, double temperature, real *x) {
  for (size_t id = 0; id < length; id++) x[id] = (real)(((double)scores[id] - (double)top) / temperature);
}

static void mask_cut(const real *scores, size_t length, nucleus_prefix survivors, const real *from, real *x) {
  for (size_t id = 0; id < length; id++)
    x[id] = nucleus_prefix_has(survivors, (double)scores[id], id) ? from[id] : -INFINITY;
}

// ------------------------------------------------------------------------------------------------
// Exponentials
// ------------------------------------------------------------------------------------------------

// to = e^(x / t - top / t), or e^((x - top) / t). For floats in two loops: the table is read at places that the first
// one has put into memory, which is faster than taking them out of a vector. A function of its own keeps its constants
// in registers.
#if NUCLEUS_REAL_BITS == 32
static __attribute__((noinline)) void exponentiate(const double *table, const float *x, size_t count, float t,
                                                   float top, float *to) {
  uint32_t place[PIECE];
  float r[PIECE];
  const float4 divisor = all_float4(t), largest = all_float4(top / t);
  for (size_t i = 0; i < count; i += 4) nucleus_exp_split4(load_reals(x + i) / divisor - largest, place + i, r + i);
  for (size_t i = 0; i < count; i += 8) {
    store_reals(to + i, nucleus_exp_join4(table, place + i, r + i));
    store_reals(to + i + 4, nucleus_exp_join4(table, place + i + 4, r + i + 4));
  }
}
#else
static __attribute__((noinline)) void exponentiate(const double *table, const double *x, size_t count, double t,
                                                   double top, double *to) {
  (void)table;
  for (size_t i = 0; i < count; i++) to[i] = (x[i] - top) / t;
  nucleus_exps(to, count);
}
#endif

static void add_up(sums *to, const real *x, size_t count) {
  sums sum = *to;  // in registers
  for (size_t i = 0; i < count; i += 4) {
#pragma GCC unroll 4
    for (size_t lane = 0; lane < 4; lane += LANES) add_from(&sum, lane, x + i + lane);
  }
  *to = sum;
}

// e (padded length) = the exponentials, 0 in the padding; x may be e. Returns their sum, added in double and rounded
// once. Piece by piece, each of which stays in the first-level cache from one short loop to the next: short loops keep
// more of the processor busy than one that does it all.
static real exponentiate_all(const double *table, const real *x, size_t length, real t, real top, real *e) {
  sums sum = {0};
  for (size_t id = 0, count; id < nucleus_padded(length); id += count) {
    const real *from = x + id;
    count = (length - id) / 16 * 16;
    if (count > PIECE) count = PIECE;
    if (count == 0) {  // the last ids, and the padding, which is not the row's
      count = 16;
      for (size_t i = id; i < id + count; i++) e[i] = i < length ? x[i] : -INFINITY;
      from = e + id;
    }
    exponentiate(table, from, count, t, top, e + id);
    add_up(&sum, e + id, count);
  }
  return (real)total_of(&sum);
}

// The same for the ids of a list alone; e is 0 at all others.
static real exponentiate_listed(const double *table, const real *x, size_t length, short_list list, real t, real top,
                                real *e) {
  memset(e, 0, nucleus_padded(length) * sizeof *e);
  sums sum = {0};
  for (size_t first = 0; first < list.count; first += PIECE) {
    const int32_t *ids = list.ids + first;
    size_t count = list.count - first < PIECE ? list.count - first : PIECE;
    real piece[PIECE];
    for (size_t i = 0; i < PIECE && i < nucleus_padded(count); i++) piece[i] = i < count ? x[ids[i]] : -INFINITY;
    exponentiate(table, piece, nucleus_padded(count) < PIECE ? nucleus_padded(count) : PIECE, t, top, piece);
    for (size_t i = 0; i < count; i++) {
      e[ids[i]] = piece[i];
      add_one(&sum, (size_t)ids[i], piece[i]);
    }
  }
  return (real)total_of(&sum);
}

// Exponentials of the `survivors` (a prefix by score, and a list where they are few) to e (padded length), 0
// elsewhere, and their sum to *total. Returns NUCLEUS_OK or the status of the row's fault. A temperature of 0 is the
// caller's.
static int exponentiate_row(nucleus_context *context, const real *scores, size_t length, nucleus_prefix survivors,
                            short_list list, double temperature, real *e, real *total) {
  real top, t = (real)temperature;
  const real *x = scores;
  if (!REAL_IS_FLOAT || !divides(scores, length, temperature, &top)) {
    int status = measure(context, scores, length, &top);
    if (status < 0) return status;
    if (REAL_IS_FLOAT) {
      subtract_and_divide(scores, length, top, temperature, e);
      x = e;
      top = 0;
      t = 1;
    }
  }
  if (REAL_IS_FLOAT && list.ids && x == scores) {
    *total = exponentiate_listed(context->exponentials, scores, length, list, t, top, e);
    return NUCLEUS_OK;
  }
  if (survivors.threshold > -INFINITY) {
    mask_cut(scores, length, survivors, x, e);
    x = e;
  }
  *total = exponentiate_all(context->exponentials, x, length, t, top, e);
  return NUCLEUS_OK;
}

#endif
