/* sums.h: the order of every sum over a vocabulary: four double lanes, id modulo 4, and their total. So it does not
 * matter how many ids are taken at a time. Not for users of the library.
 */
#ifndef NUCLEUS_SUMS_H
#define NUCLEUS_SUMS_H

#include <stddef.h>

#include "vector.h"

NUCLEUS_INLINE double nucleus_total_of_lanes(double a, double b, double c, double d) { return (a + b) + (c + d); }

// ------------------------------------------------------------------------------------------------
// One number at a time
// ------------------------------------------------------------------------------------------------

typedef struct {
  double lane[4];
} nucleus_sums;

NUCLEUS_INLINE void nucleus_add(nucleus_sums *to, size_t id, double x) { to->lane[id % 4] += x; }

NUCLEUS_INLINE double nucleus_total(const nucleus_sums *of) {
  return nucleus_total_of_lanes(of->lane[0], of->lane[1], of->lane[2], of->lane[3]);
}

// ------------------------------------------------------------------------------------------------
// Four floats at a time
// ------------------------------------------------------------------------------------------------

typedef struct {
  double2 low, high;  // lanes 0 and 1, 2 and 3
} nucleus_sums4;

// Those of four ids, the first of which is a multiple of four.
NUCLEUS_INLINE void nucleus_add4(nucleus_sums4 *to, float4 x) {
  to->low += widen_low(x);
  to->high += widen_high(x);
}

NUCLEUS_INLINE void nucleus_add4_from(nucleus_sums4 *to, const float *x) {
  to->low += widen_from(x);
  to->high += widen_from(x + 2);
}

NUCLEUS_INLINE void nucleus_add4_one(nucleus_sums4 *to, size_t id, float x) {
  *(id % 4 < 2 ? &to->low : &to->high) += (double2){id % 2 ? 0 : (double)x, id % 2 ? (double)x : 0};
}

NUCLEUS_INLINE double nucleus_total4(const nucleus_sums4 *of) {
  return nucleus_total_of_lanes(of->low[0], of->low[1], of->high[0], of->high[1]);
}

#endif
