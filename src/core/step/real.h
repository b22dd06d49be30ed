/* real.h: the type the stages of a step work in.
 *
 * float32.c and float64.c define NUCLEUS_REAL_BITS and then include this file and the stages, one
 * after the other. So there is one algorithm, compiled twice; where the precisions differ, the
 * difference stands here or asks for REAL_IS_FLOAT.
 */
#ifndef NUCLEUS_STEP_REAL_H
#define NUCLEUS_STEP_REAL_H

#ifndef NUCLEUS_REAL_BITS
#define NUCLEUS_REAL_BITS 32  // for an editor that opens a stage by itself
#endif

#include <float.h>

#include "../stages.h"
#include "../sums.h"

// Loops over the vocabulary take LANES numbers at a time: four floats fill a register of 128 bits. float64 rows are for
// inspection more than for speed; they take one double at a time, which keeps the module small.
#if NUCLEUS_REAL_BITS == 32
#define REAL_IS_FLOAT true
#define BY_ROW_MASS NUCLEUS_BY_FLOAT_MASS
#define REAL_MAX FLT_MAX
#define REAL_MIN FLT_MIN
#define REAL_TRUE_MIN FLT_TRUE_MIN
enum { LANES = 4 };
typedef float real;
typedef float4 reals;
typedef int4 masks;  // what a comparison of reals gives
typedef uint32_t real_bits;

NUCLEUS_INLINE reals all_reals(real x) { return all_float4(x); }
// x where the mask holds, 0 elsewhere.
NUCLEUS_INLINE reals only_reals(masks where, reals x) { return (reals)((masks)opaque_float4((reals)where) & (masks)x); }
NUCLEUS_INLINE reals larger_reals(reals a, reals b) { return larger_float4(a, b); }
NUCLEUS_INLINE uint32_t bits_of_mask(masks mask) { return bits_of_int4(mask); }  // bit i for number i
#define LANE(x, i) ((x)[i])
#else
#define REAL_IS_FLOAT false
#define BY_ROW_MASS NUCLEUS_BY_DOUBLE_MASS
#define REAL_MAX DBL_MAX
#define REAL_MIN DBL_MIN
#define REAL_TRUE_MIN DBL_TRUE_MIN
enum { LANES = 1 };
typedef double real;
typedef double reals;
typedef int masks;
typedef uint64_t real_bits;

NUCLEUS_INLINE reals all_reals(real x) { return x; }
// By bits: engines make a choice between doubles a branch.
NUCLEUS_INLINE reals only_reals(masks where, reals x) {
  return nucleus_double_of(nucleus_bits_of(x) & (uint64_t)-(int64_t)where);
}
NUCLEUS_INLINE reals larger_reals(reals a, reals b) { return a > b ? a : b; }
NUCLEUS_INLINE uint32_t bits_of_mask(masks mask) { return (uint32_t)mask & 1; }
#define LANE(x, i) (x)
#endif

enum {
  // Ids that a loop takes between two branches: four registers, so that a strand need not wait for the one before it.
  BLOCK = 4 * LANES,
  // Ids that a stage hands from one short loop to the next: they stay in the first-level cache, with what goes with
  // them, and floats add up no more than this many before a double takes over.
  PIECE = 1024
};

// Scores, exponentials and masses that differ by more than this share are told apart: rounding is far smaller, and the
// errors of two rough exponentials (shortcut.h) are smaller too.
#define MARGIN 0x1p-11

NUCLEUS_INLINE reals load_reals(const real *from) {
  reals x;
  memcpy(&x, from, sizeof x);
  return x;
}

NUCLEUS_INLINE void store_reals(real *to, reals x) { memcpy(to, &x, sizeof x); }

NUCLEUS_INLINE bool any_mask(masks mask) { return bits_of_mask(mask) != 0; }
NUCLEUS_INLINE masks either_mask(masks a, masks b) { return a | b; }
NUCLEUS_INLINE masks both_masks(masks a, masks b) { return a & b; }

// Which of LANES ids, the first of which is given with their values, belong to a prefix.
NUCLEUS_INLINE masks within(nucleus_prefix set, reals values, size_t id) {
#if NUCLEUS_REAL_BITS == 32
  const float4 threshold = all_reals((float)set.threshold);
  int4 ids = (int4){0, 1, 2, 3} + (int32_t)id;
  return (values > threshold) | ((values == threshold) & (ids <= set.last));
#else
  return (values > set.threshold) | ((values == set.threshold) & ((int32_t)id <= set.last));
#endif
}

// How many ids belong to a prefix by value / divisor.
static size_t count_within(nucleus_prefix set, const real *values, size_t length, real divisor) {
  masks seen = {0};
  size_t id = 0, count = 0;
  for (; id + LANES <= length; id += LANES) seen += within(set, load_reals(values + id) / all_reals(divisor), id);
  for (size_t i = 0; i < LANES; i++) count += (size_t)(LANES > 1 ? -LANE(seen, i) : LANE(seen, i));  // true is -1 or 1
  for (; id < length; id++) count += nucleus_prefix_has(set, (double)(values[id] / divisor), id);
  return count;
}

// Sums over the vocabulary, LANES ids at a time (from memory, too) or one.
#if NUCLEUS_REAL_BITS == 32
typedef nucleus_sums4 sums;

NUCLEUS_INLINE void add_reals(sums *to, size_t id, float4 x) {
  (void)id;
  nucleus_add4(to, x);
}

NUCLEUS_INLINE void add_from(sums *to, size_t id, const float *x) {
  (void)id;
  nucleus_add4_from(to, x);
}

NUCLEUS_INLINE void add_one(sums *to, size_t id, float x) { nucleus_add4_one(to, id, x); }
NUCLEUS_INLINE double total_of(const sums *of) { return nucleus_total4(of); }
#else
typedef nucleus_sums sums;

NUCLEUS_INLINE void add_reals(sums *to, size_t id, double x) { nucleus_add(to, id, x); }
NUCLEUS_INLINE void add_from(sums *to, size_t id, const double *x) { nucleus_add(to, id, *x); }
NUCLEUS_INLINE void add_one(sums *to, size_t id, double x) { nucleus_add(to, id, x); }
NUCLEUS_INLINE double total_of(const sums *of) { return nucleus_total(of); }
#endif

// The bar of the race where the top runs: its e is 1, or nearly where it is rough, and luck at most 53 ln 2 = 36.7.
#define LEAST_BAR (1 / 37.0)

// Some ids, ascending.
typedef struct {
  int32_t *ids;  // NULL where they were not noted
  size_t count;
} short_list;

// An id that a pass over the vocabulary picked up, with its score or exponential: half of what a candidate takes, and
// nothing to work out yet.
typedef struct {
  real value;
  int32_t id;
} scored_id;

// Candidates with the values / divisor. The finds stand where the spare candidates will.
static void make_candidates(const nucleus_candidate *spare, size_t count, real divisor, nucleus_candidate *items) {
  const scored_id *finds = (const scored_id *)(const void *)spare;
  for (size_t i = 0; i < count; i++) items[i] = (nucleus_candidate){(double)(finds[i].value / divisor), finds[i].id};
}

// Room for `count` candidates and as many spare ones; false when there is no memory.
static bool reserve_candidates(nucleus_context *context, size_t count, nucleus_candidate **items,
                               nucleus_candidate **spare) {
  *items = nucleus_reserve(context, &context->candidates, count, sizeof **items);
  return *items && (*spare = nucleus_reserve(context, &context->spare, count, sizeof **spare));
}

#endif
