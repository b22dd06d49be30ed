/* stage_multinomial.h: draws with replacement from given weights. */

// p = weights / sum(weights). Where the sum leaves the range of the row's precision, the weights are
// divided by the largest one first.
static void normalise_weights(const real *weights, size_t length, real largest, real *p) {
  real total = (real)sum(weights, length);
  if (!(total <= REAL_MAX)) {
    for (size_t id = 0; id < length; id++) p[id] = weights[id] / largest;
    total = (real)sum(p, length);
    weights = p;
  }
  for (size_t id = 0; id < length; id++) p[id] = weights[id] / total;
}

static int check_weights(nucleus_context *context, const real *weights, size_t length, real *largest) {
  *largest = 0;
  for (size_t id = 0; id < length; id++) {
    if (!(weights[id] >= 0 && weights[id] <= REAL_MAX)) {
      context->fault_id = id;
      return NUCLEUS_ERROR_WEIGHT;
    }
    if (weights[id] > *largest) *largest = weights[id];
  }
  return *largest > 0 ? NUCLEUS_OK : NUCLEUS_ERROR_NO_WEIGHT;
}

// Running totals of p in the row's own precision, divided by the last one. From the last id that can
// be drawn on they are 1, so that no u in [0, 1) runs past it. p becomes the totals, in place.
static void accumulate_weights(real *p, size_t length, size_t last) {
  real total = 0;
  for (size_t id = 0; id < length; id++) p[id] = total += p[id];
  for (size_t id = 0; id < length; id++) p[id] = id >= last ? 1 : p[id] / total;
}

// The first id from `first` on whose total reaches u. Where u is 0, ids of weight 0 in front of
// `first` would reach it too; later ones never come before the id that owns their total.
static size_t find_total(const real *totals, size_t first, size_t last, double u) {
  while (first < last) {
    size_t middle = first + (last - first) / 2;
    if ((double)totals[middle] < u) first = middle + 1;
    else last = middle;
  }
  return first;
}

static int multinomial(nucleus_context *context, const nucleus_row *row, size_t count,
                       nucleus_generator *generator, int32_t *out) {
  const real *weights = row->scores;
  real largest;
  int status = check_weights(context, weights, row->length, &largest);
  if (status < 0) return status;
  real *p = nucleus_reserve(context, &context->probabilities, row->length, sizeof(real));
  if (!p) return NUCLEUS_ERROR_MEMORY;
  normalise_weights(weights, row->length, largest, p);
  if (count == 1) {
    distribution d = {.p = p, .length = row->length, .kept = everything, .divisor = 1, .greedy = -1};
    out[0] = race(&d, generator);
    return NUCLEUS_OK;
  }
  size_t first = 0, last = row->length - 1;
  while (!(p[first] > 0)) first++;
  while (!(p[last] > 0)) last--;
  accumulate_weights(p, row->length, last);
  for (size_t i = 0; i < count; i++)
    out[i] = (int32_t)find_total(p, first, last, nucleus_generator_uniform(generator));
  return NUCLEUS_OK;
}
