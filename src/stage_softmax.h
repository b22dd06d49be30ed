/* stage_softmax.h: scores -> e^((score - top) / T), and their sum.
 *
 * The division by the sum is left to those who need a probability: with a large vocabulary most ids are
 * cut without ever having one.
 */

// ------------------------------------------------------------------------------------------------
// The extent of a row
// ------------------------------------------------------------------------------------------------

typedef struct {
  real top, bottom;  // largest and smallest score
} extent;

// Four running extremes of four lanes each, so that a score need not wait for the one before it.
typedef struct {
  real4 top[4], bottom[4];
  mask4 valid;  // no NaN and no +infinity so far
} extremes;

static extremes extremes_of(real first) {
  extremes all;
  for (size_t i = 0; i < 4; i++) all.top[i] = all.bottom[i] = all4(first);
  all.valid = all4(0) <= all4(0);
  return all;
}

NUCLEUS_INLINE void follow(extremes *all, size_t strand, real4 x) {
  all->valid &= x <= all4(REAL_MAX);
  all->top[strand] = select4(x > all->top[strand], x, all->top[strand]);
  all->bottom[strand] = select4(x < all->bottom[strand], x, all->bottom[strand]);
}

// false where NaN or +infinity was met.
static bool merge(const extremes *all, extent *out) {
  *out = (extent){all->top[0][0], all->bottom[0][0]};
  for (size_t i = 0; i < 16; i++) {
    real top = all->top[i / 4][i % 4], bottom = all->bottom[i / 4][i % 4];
    if (top > out->top) out->top = top;
    if (bottom < out->bottom) out->bottom = bottom;
  }
  return !any4(~all->valid);
}

// The last, partial sixteen of a row, filled up with its first score, which changes no extreme.
static void load_rest(const real *scores, size_t length, real rest[16]) {
  size_t whole = length / 16 * 16;
  for (size_t i = 0; i < 16; i++) rest[i] = scores[whole + i < length ? whole + i : 0];
}

// `count` is a multiple of sixteen, here and below.
static extremes follow_all(extremes all, const real *scores, size_t count) {
  for (size_t id = 0; id < count; id += 16)
#pragma GCC unroll 4
    for (size_t strand = 0; strand < 4; strand++) follow(&all, strand, load4(scores + id + 4 * strand));
  return all;
}

// The extent of `scores`, or the status of the first fault.
static int measure(nucleus_context *context, const real *scores, size_t length, extent *out) {
  extremes all = extremes_of(scores[0]);
  real rest[16];
  load_rest(scores, length, rest);
  all = follow_all(all, scores, length / 16 * 16);
  all = follow_all(all, rest, 16);
  if (merge(&all, out)) return out->top >= -REAL_MAX ? NUCLEUS_OK : NUCLEUS_ERROR_ALL_MASKED;
  size_t id = 0;
  while (scores[id] <= REAL_MAX) id++;
  context->fault_id = id;
  return NUCLEUS_ERROR_SCORE;
}

static int32_t first_with(const real *scores, size_t length, real score) {
  size_t id = 0;
  while (id + 4 <= length && !any4(load4(scores + id) == all4(score))) id += 4;
  while (scores[id] != score) id++;
  return (int32_t)id;
}

// ------------------------------------------------------------------------------------------------
// What goes into exp
// ------------------------------------------------------------------------------------------------

static extremes divide_all(extremes all, const real *scores, size_t count, real t, real *x) {
  for (size_t id = 0; id < count; id += 16) {
#pragma GCC unroll 4
    for (size_t strand = 0; strand < 4; strand++) {
      real4 scaled = load4(scores + id + 4 * strand) / all4(t);
      store4(x + id + 4 * strand, scaled);
      follow(&all, strand, scaled);
    }
  }
  return all;
}

// x (padded length) = scores / T and its extent, in one go. Returns false where that leaves the floats: T rounds to 0
// or infinity, or a finite score divided by it overflows (or the row has a fault, which the caller finds out).
static bool divide(const real *scores, size_t length, double temperature, real *x, extent *out) {
  real t = (real)temperature;
  if (!(t > 0 && t <= REAL_MAX)) return false;
  extremes all = extremes_of(scores[0] / t);
  size_t whole = length / 16 * 16;
  real rest[16];
  load_rest(scores, length, rest);
  all = divide_all(all, scores, whole, t, x);
  all = divide_all(all, rest, 16, t, x + whole);
  if (!merge(&all, out) || !(out->top >= -REAL_MAX)) return false;
  // -infinity is a masked id, or an overflow: they differ before the division.
  for (size_t id = 0; out->bottom < -REAL_MAX && t < 1 && id < length; id++)
    if (x[id] < -REAL_MAX && scores[id] >= -REAL_MAX) return false;
  return true;
}

// x = (scores - top) / T, in double: for float64 rows, so that 1e300 works, and for float rows that cannot be
// divided first. Returns the largest, 0.
static real subtract_and_divide(const real *scores, size_t length, real top, double temperature, real *x) {
  for (size_t id = 0; id < length; id++) x[id] = (real)(((double)scores[id] - (double)top) / temperature);
  return 0;
}

static void mask_cut(const real *scores, size_t length, nucleus_prefix survivors, real *x) {
  for (size_t id = 0; survivors.threshold > -INFINITY && id < length; id++)
    if (!nucleus_prefix_has(survivors, (double)scores[id], id)) x[id] = -INFINITY;
}

// ------------------------------------------------------------------------------------------------
// Exponentials
// ------------------------------------------------------------------------------------------------

enum { PIECE = 1024 };

// x becomes e^(x - top), in place. For floats in two loops: the table is read at places that the first one has
// put into memory, which is faster than taking them out of a vector.
#if NUCLEUS_REAL_BITS == 32
static void exponentiate(const double *table, float *x, size_t count, float top) {
  uint32_t n[PIECE];
  float r[PIECE];
  for (size_t i = 0; i < count; i += 4) nucleus_exp_split4(load4(x + i) - all4(top), n + i, r + i);
  for (size_t i = 0; i < count; i += 4) store4(x + i, nucleus_exp_join4(table, n + i, r + i));
}
#else
static void exponentiate(const double *table, double *x, size_t count, double top) {
  (void)table;
  for (size_t i = 0; i < count; i += 2) {
    double2 power = nucleus_exp_double2((double2){x[i] - top, x[i + 1] - top});
    memcpy(x + i, &power, sizeof power);
  }
}
#endif

static double4 add_up(const real *x, size_t count, double4 sum) {
  for (size_t i = 0; i < count; i += 4) sum += widen4(load4(x + i));
  return sum;
}

// x (padded length) becomes exponentials, 0 in the padding. Returns their sum, added in double and rounded once.
// Piece by piece, each of which stays in the first-level cache from one short loop to the next: short loops keep
// more of the processor busy than one that does it all.
static real exponentiate_all(const double *table, real *x, size_t length, real top) {
  for (size_t id = length; id < nucleus_padded(length); id++) x[id] = -INFINITY;
  double4 sum = all_double4(0);
  for (size_t id = 0; id < length; id += PIECE) {
    size_t count = nucleus_padded(length) - id < PIECE ? nucleus_padded(length) - id : PIECE;
    exponentiate(table, x + id, count, top);
    sum = add_up(x + id, count, sum);
  }
  return (real)total4(sum);
}

// Exponentials of the `survivors` (a prefix by score) to e (padded length), 0 elsewhere, and their sum to *total.
// Returns NUCLEUS_OK or the status of the row's fault. A temperature of 0 is the caller's.
static int softmax(nucleus_context *context, const real *scores, size_t length, nucleus_prefix survivors, double temperature,
                   real *e, real *total) {
  extent range;
  if (!REAL_IS_FLOAT || !divide(scores, length, temperature, e, &range)) {
    int status = measure(context, scores, length, &range);
    if (status < 0) return status;
    range.top = subtract_and_divide(scores, length, range.top, temperature, e);
  }
  mask_cut(scores, length, survivors, e);
  *total = exponentiate_all(context->exponentials, e, length, range.top);
  return NUCLEUS_OK;
}
