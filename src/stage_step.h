/* stage_step.h: one step from row to id, and what can be said about it. */

// Softmax over all ids, without top-k: d->p where top-k is off, else computed into the inspection
// buffer. NULL when there is no memory.
static const real *full_softmax(nucleus_context *context, const distribution *d, double temperature) {
  if (!(d->survivors.threshold > -INFINITY)) return d->p;
  real *p = nucleus_reserve(context, &context->inspection, d->length, sizeof(real));
  if (p) softmax(d->scores, d->length, d->range, everything, temperature, p);
  return p;
}

static int32_t rank_of(const real *p, size_t length, int32_t id) {
  prefix better = {p[id], id - 1};
  int32_t rank = 0;
  for (size_t other = 0; other < length; other++) rank += prefix_has(better, p[other], other);
  return rank;
}

static nucleus_step greedy_step(int32_t id) {
  return (nucleus_step){.probability = 1, .kept_mass = 1, .id = id, .kept = 1};
}

// `full` is the softmax over all ids.
static nucleus_step describe(const distribution *d, const real *full, int32_t id) {
  return (nucleus_step){
      .probability = (double)final_probability(d, (size_t)id),
      .kept_mass = (double)(real)sum_kept(d->p, d->length, d->kept),
      .entropy_bits = entropy_of(full, d->length),
      .id = id,
      .rank = rank_of(full, d->length, id),
      .kept = count_kept(d),
  };
}

static int sample(nucleus_context *context, const nucleus_row *row, const nucleus_policy *policy,
                  nucleus_generator *generator, int fresh, nucleus_step *step) {
  (void)fresh;
  distribution d;
  int status = distribute_row(context, row, policy, &d);
  if (status < 0) return status;
  const real *full = NULL;
  if (step && d.greedy < 0 && !(full = full_softmax(context, &d, policy->temperature))) return NUCLEUS_ERROR_MEMORY;
  int32_t id = draw(&d, generator);
  if (step) *step = d.greedy >= 0 ? greedy_step(id) : describe(&d, full, id);
  return id;
}

static int probabilities(nucleus_context *context, const nucleus_row *row, const nucleus_policy *policy, void *out) {
  distribution d;
  int status = distribute_row(context, row, policy, &d);
  if (status < 0) return status;
  for (size_t id = 0; id < d.length; id++) ((real *)out)[id] = final_probability(&d, id);
  return NUCLEUS_OK;
}

static int entropy_bits(nucleus_context *context, const nucleus_row *row, double *bits) {
  const real *p = row->scores;
  for (size_t id = 0; id < row->length; id++) {
    if (p[id] >= 0 && p[id] <= REAL_MAX) continue;
    context->fault_id = id;
    return NUCLEUS_ERROR_WEIGHT;
  }
  *bits = entropy_of(p, row->length);
  return NUCLEUS_OK;
}
