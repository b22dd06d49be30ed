/* real.h: the type the stages of a step work in.
 *
 * float32.c and float64.c define NUCLEUS_REAL_BITS and then include this file and the stages, one
 * after the other. So there is one algorithm, compiled twice; where the precisions differ, the
 * difference stands here or asks for REAL_IS_FLOAT.
 */
#include <float.h>

#include "internal.h"

#if NUCLEUS_REAL_BITS == 32
#define REAL_IS_FLOAT true
#define REAL_MAX FLT_MAX
#define REAL_MIN FLT_MIN
#define REAL_TRUE_MIN FLT_TRUE_MIN
typedef float real;
typedef float4 real4;
typedef int4 mask4;  // what a comparison of real4 gives
typedef uint32_t real_bits;
#define widen4 widen_float4
#define all4 all_float4
#define any4 any_int4
#else
#define REAL_IS_FLOAT false
#define REAL_MAX DBL_MAX
#define REAL_MIN DBL_MIN
#define REAL_TRUE_MIN DBL_TRUE_MIN
typedef double real;
typedef double4 real4;
typedef long4 mask4;
typedef uint64_t real_bits;
#define widen4 widen_double4
#define all4 all_double4
#define any4 any_long4
#endif

NUCLEUS_INLINE real4 load4(const real *from) {
  real4 x;
  memcpy(&x, from, sizeof x);
  return x;
}

NUCLEUS_INLINE void store4(real *to, real4 x) { memcpy(to, &x, sizeof x); }

// a where the mask is set, else b.
NUCLEUS_INLINE real4 select4(mask4 mask, real4 a, real4 b) {
  return (real4)((mask & (mask4)a) | (~mask & (mask4)b));
}

// Sums over the vocabulary run in four double lanes, id modulo 4, and end in this order.
NUCLEUS_INLINE double total4(double4 lanes) { return (lanes[0] + lanes[1]) + (lanes[2] + lanes[3]); }

// An id with what it is ranked by: its score (top-k) or its probability (top-p).
typedef struct {
  real value;
  int32_t id;
} candidate;

// Room for `count` candidates and as many spare ones; false when there is no memory.
static bool reserve_candidates(nucleus_context *context, size_t count, candidate **items, candidate **spare) {
  *items = nucleus_reserve(context, &context->candidates, count, sizeof **items);
  *spare = nucleus_reserve(context, &context->spare, count, sizeof **spare);
  return *items && *spare;
}
