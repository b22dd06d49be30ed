/* real.h: the type the stages of a step work in.
 *
 * float32.c and float64.c define NUCLEUS_REAL_BITS and then include this file and the stages, one
 * after the other. So there is one algorithm, compiled twice; where the precisions differ, the
 * difference stands here or says `sizeof(real)`.
 */
#include <float.h>
#include <math.h>
#include <stdbool.h>

#include "internal.h"

#if NUCLEUS_REAL_BITS == 32
typedef float real;
typedef uint32_t real_bits;
#define REAL_MAX FLT_MAX
#define real_exp nucleus_exp_float
#else
typedef double real;
typedef uint64_t real_bits;
#define REAL_MAX DBL_MAX
#define real_exp nucleus_exp_double
#endif

// An id with what it is ranked by: its score (top-k) or its probability (top-p).
typedef struct {
  real value;
  int32_t id;
} candidate;

// A set of ids: those that come no later than `last` in the order (value descending, id ascending),
// where `last` has the value `threshold`. All filters give such sets.
typedef struct {
  real threshold;
  int32_t last;
} prefix;

static const prefix everything = {-INFINITY, INT32_MAX};

NUCLEUS_INLINE bool prefix_has(prefix set, real value, size_t id) {
  return value > set.threshold || (value == set.threshold && (int32_t)id <= set.last);
}

// Sums over the vocabulary run in four double lanes, id modulo 4, added up in this order, so that a
// vectorised build adds as a plain one does.
typedef struct {
  double lane[4];
} lanes;

NUCLEUS_INLINE double lanes_total(lanes sum) {
  return (sum.lane[0] + sum.lane[1]) + (sum.lane[2] + sum.lane[3]);
}
