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

// Running extremes in four strands, so that a score need not wait for the one before it.
typedef struct {
  reals top[4], bottom[4];
  masks faults;  // NaN or +infinity so far
} extremes;

enum { BLOCK = 4 * LANES };

static extremes extremes_of(real first) {
  extremes so_far = {.faults = all(0) > all(0)};
  for (size_t i = 0; i < 4; i++) so_far.top[i] = so_far.bottom[i] = all(first);
  return so_far;
}

NUCLEUS_INLINE void follow(extremes *so_far, size_t strand, reals x) {
  so_far->faults = either(so_far->faults, either(x > all(REAL_MAX), x != x));
  so_far->top[strand] = choose(x > so_far->top[strand], x, so_far->top[strand]);
  so_far->bottom[strand] = choose(x < so_far->bottom[strand], x, so_far->bottom[strand]);
}

// false where NaN or +infinity was met.
static bool merge(const extremes *so_far, extent *out) {
  *out = (extent){LANE(so_far->top[0], 0), LANE(so_far->bottom[0], 0)};
  for (size_t i = 0; i < BLOCK; i++) {
    real top = LANE(so_far->top[i / LANES], i % LANES), bottom = LANE(so_far->bottom[i / LANES], i % LANES);
    if (top > out->top) out->top = top;
    if (bottom < out->bottom) out->bottom = bottom;
  }
  return !any(so_far->faults);
}

// The last, partial block of a row, filled up with its first score, which changes no extreme.
static void load_rest(const real *scores, size_t length, real rest[BLOCK]) {
  size_t whole = length / BLOCK * BLOCK;
  for (size_t i = 0; i < BLOCK; i++) rest[i] = scores[whole + i < length ? whole + i : 0];
}

// The extent of any row, or the status of its first fault.
static int measure(nucleus_context *context, const real *scores, size_t length, extent *out) {
  *out = (extent){-INFINITY, INFINITY};
  for (size_t id = 0; id < length; id++) {
    real x = scores[id];
    if (!(x <= REAL_MAX)) {
      context->fault_id = id;
      return NUCLEUS_ERROR_SCORE;
    }
    if (x > out->top) out->top = x;
    if (x < out->bottom) out->bottom = x;
  }
  return out->top >= -REAL_MAX ? NUCLEUS_OK : NUCLEUS_ERROR_ALL_MASKED;
}

static int32_t first_with(const real *scores, size_t length, real score) {
  size_t id = 0;
  while (id + LANES <= length && !any(load(scores + id) == all(score))) id += LANES;
  while (scores[id] != score) id++;
  return (int32_t)id;
}

// ------------------------------------------------------------------------------------------------
// What goes into exp
// ------------------------------------------------------------------------------------------------

// `count` is a multiple of the block.
static extremes divide_all(extremes so_far, const real *scores, size_t count, real t, real *x) {
  for (size_t id = 0; id < count; id += BLOCK) {
#pragma GCC unroll 4
    for (size_t strand = 0; strand < 4; strand++) {
      reals scaled = load(scores + id + LANES * strand) / all(t);
      store(x + id + LANES * strand, scaled);
      follow(&so_far, strand, scaled);
    }
  }
  return so_far;
}

// x (padded length) = scores / T and its extent, in one go. Returns false where that leaves the floats: T rounds to 0
// or infinity, or a finite score divided by it overflows (or the row has a fault, which the caller finds out).
static bool divide(const real *scores, size_t length, double temperature, real *x, extent *out) {
  real t = (real)temperature;
  if (!(t > 0 && t <= REAL_MAX)) return false;
  extremes so_far = extremes_of(scores[0] / t);
  size_t whole = length / BLOCK * BLOCK;
  real rest[BLOCK];
  load_rest(scores, length, rest);
  so_far = divide_all(so_far, scores, whole, t, x);
  so_far = divide_all(so_far, rest, BLOCK, t, x + whole);
  if (!merge(&so_far, out) || !(out->top >= -REAL_MAX)) return false;
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
  for (size_t i = 0; i < count; i += 4) nucleus_exp_split4(load(x + i) - all(top), n + i, r + i);
  for (size_t i = 0; i < count; i += 4) store(x + i, nucleus_exp_join4(table, n + i, r + i));
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

static void add_up(sums *to, const real *x, size_t count) {
  sums sum = *to;  // in registers
  for (size_t i = 0; i < count; i += LANES) add_from(&sum, i, x + i);
  *to = sum;
}

// x (padded length) becomes exponentials, 0 in the padding. Returns their sum, added in double and rounded once.
// Piece by piece, each of which stays in the first-level cache from one short loop to the next: short loops keep
// more of the processor busy than one that does it all.
static real exponentiate_all(const double *table, real *x, size_t length, real top) {
  for (size_t id = length; id < nucleus_padded(length); id++) x[id] = -INFINITY;
  sums sum = {0};
  for (size_t id = 0; id < length; id += PIECE) {
    size_t count = nucleus_padded(length) - id < PIECE ? nucleus_padded(length) - id : PIECE;
    exponentiate(table, x + id, count, top);
    add_up(&sum, x + id, count);
  }
  return (real)total_of(&sum);
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
