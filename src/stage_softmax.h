/* stage_softmax.h: scores -> probabilities at a temperature, over the ids that top-k let through. */

typedef struct {
  real top, bottom;  // largest score; smallest finite one
} extent;

// The extent of a row, or the status of its first fault.
static int measure(nucleus_context *context, const real *scores, size_t length, extent *out) {
  real top = -INFINITY, bottom = REAL_MAX;
  for (size_t id = 0; id < length; id++) {
    real score = scores[id];
    if (!(score <= REAL_MAX)) {  // NaN or +infinity
      context->fault_id = id;
      return NUCLEUS_ERROR_SCORE;
    }
    if (score > top) top = score;
    if (score < bottom && score >= -REAL_MAX) bottom = score;
  }
  if (!(top >= -REAL_MAX)) return NUCLEUS_ERROR_ALL_MASKED;
  *out = (extent){top, bottom};
  return NUCLEUS_OK;
}

// float32 rows are divided by T first, as the exercise writes it, unless that leaves the floats:
// T rounds to 0 or infinity, or a score divided by it overflows.
static bool divides_in_float(extent range, double temperature) {
  if (sizeof(real) == sizeof(double)) return false;
  real t = (real)temperature;
  return t > 0 && t <= REAL_MAX && (real)fabs((double)(range.top / t)) <= REAL_MAX &&
         (real)fabs((double)(range.bottom / t)) <= REAL_MAX;
}

// What goes into exp, at most 0, one per id. float64 rows subtract first, so that 1e300 works.
static void shift_and_scale(const real *scores, size_t length, extent range, double temperature, real *out) {
  if (divides_in_float(range, temperature)) {
    real t = (real)temperature, top = range.top / t;
    for (size_t id = 0; id < length; id++) out[id] = scores[id] / t - top;
  } else {
    for (size_t id = 0; id < length; id++) out[id] = (real)(((double)scores[id] - (double)range.top) / temperature);
  }
}

static double sum(const real *x, size_t length) {
  lanes total = {{0}};
  for (size_t id = 0; id < length; id++) total.lane[id % 4] += (double)x[id];
  return lanes_total(total);
}

// exp(x) / sum(exp(x)), in place, the sum in double and rounded once.
static void normalise_exponentials(real *x, size_t length) {
  for (size_t id = 0; id < length; id++) x[id] = real_exp(x[id]);
  real total = (real)sum(x, length);
  for (size_t id = 0; id < length; id++) x[id] /= total;
}

// Probabilities of the `survivors` (a prefix by score); exactly 0 elsewhere. A temperature of 0 is
// the caller's.
static void softmax(const real *scores, size_t length, extent range, prefix survivors, double temperature, real *p) {
  shift_and_scale(scores, length, range, temperature, p);
  if (survivors.threshold > -INFINITY)
    for (size_t id = 0; id < length; id++)
      if (!prefix_has(survivors, scores[id], id)) p[id] = -INFINITY;
  normalise_exponentials(p, length);
}
