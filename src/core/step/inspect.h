/* inspect.h: every number of one step, for pictures. */

// ------------------------------------------------------------------------------------------------
// Numbers of all ids
// ------------------------------------------------------------------------------------------------

// Which of LANES ids, the first of which is given with their values, belong to a prefix.
NUCLEUS_INLINE masks within(nucleus_prefix set, reals values, size_t id) {
#if NUCLEUS_REAL_BITS == 32
  const float4 threshold = all((float)set.threshold);
  int4 ids = (int4){0, 1, 2, 3} + (int32_t)id;
  return (values > threshold) | ((values == threshold) & (ids <= set.last));
#else
  return nucleus_prefix_has(set, values, id);
#endif
}

static size_t count_within(nucleus_prefix set, const real *values, size_t length) {
  masks seen = {0};
  size_t id = 0, count = 0;
  for (; id + LANES <= length; id += LANES) seen += within(set, load(values + id), id);
  for (size_t i = 0; i < LANES; i++) count += (size_t)(LANES > 1 ? -LANE(seen, i) : LANE(seen, i));  // true is -1 or 1
  for (; id < length; id++) count += nucleus_prefix_has(set, (double)values[id], id);
  return count;
}

// The masses e / total.
static void masses_of_all(const nucleus_distribution *d, real *p) {
  const real *e = d->e;
  for (size_t id = 0; id < d->row.length; id += LANES) store(p + id, load(e + id) / all((real)d->total));
}

static void probabilities_of_all(const nucleus_distribution *d, void *to) {
  const real *e = d->e, total = (real)d->total, divisor = (real)d->divisor;
  real *p = to;
  size_t id = 0, length = d->row.length;
  for (; d->greedy < 0 && !d->mask && id + LANES <= length; id += LANES) {
    reals mass = load(e + id) / all(total);
    store(p + id, only(within(d->kept, mass, id), mass / all(divisor)));
  }
  for (; id < length; id++) p[id] = (real)nucleus_final_probability(d, id);
}

// What each id runs the race with. An id without probability has no score, whatever its luck.
static void scores_of_all(const real *p, const real *luck, size_t length, real *scores) {
  for (size_t id = 0; id < length; id += LANES)
    store(scores + id, only(load(p + id) > all(0), load(p + id) / load(luck + id)));
}

// ------------------------------------------------------------------------------------------------
// What a step did
// ------------------------------------------------------------------------------------------------

// Filters that reach ids without mass cut none.
static size_t count_kept(const nucleus_distribution *d, masses m) {
  const real *scores = d->row.scores;
  if (d->list) return d->listed;
  if (!d->mask && !(d->kept.threshold > 0)) return count_within(d->survivors, scores, m.length);
  size_t count = 0;
  for (size_t id = 0; id < m.length; id++)
    count += nucleus_keeps(d, (double)mass_of(m, id), id) && nucleus_prefix_has(d->survivors, (double)scores[id], id);
  return count;
}

// Fills in all of *step but its number. `full` is the softmax over all ids.
static void describe(const nucleus_distribution *d, const void *full, int32_t drawn, nucleus_step *step) {
  *step = (nucleus_step){.id = drawn, .kept = 1, .kept_mass = 1, .probability = 1};
  if (d->greedy >= 0) return;
  const real *p = full;
  masses m = {d->e, d->row.length, (real)d->total};
  short_list list = {(int32_t *)(uintptr_t)d->list, d->listed};
  step->rank = (int32_t)count_within((nucleus_prefix){(double)p[drawn], drawn - 1}, p, m.length);
  step->kept = (int32_t)count_kept(d, m);
  // The divisor is the mass of the kept ids, if anything was divided.
  step->kept_mass = d->divisor != 1 ? d->divisor : (double)(real)mass_kept(m, d, list, NULL);
  step->probability = nucleus_final_probability(d, (size_t)drawn);
  step->entropy_bits = entropy_of(p, m.length);
}

// ------------------------------------------------------------------------------------------------
// An inspection
// ------------------------------------------------------------------------------------------------

// The arrays of an inspection, in one block.
typedef struct {
  real *softmax, *cumulative, *probabilities, *luck, *scores;  // (length, padded)
  int32_t *order, *cut_order;  // (length, padded)
} arrays;

static bool reserve_arrays(nucleus_context *context, size_t length, arrays *out) {
  size_t step = nucleus_padded(length);
  real *block = nucleus_reserve(context, &context->inspection, step, 5 * sizeof(real) + 2 * sizeof(int32_t));
  if (!block) return false;
  int32_t *ids = (int32_t *)(void *)(block + 5 * step);
  *out = (arrays){block, block + step, block + 2 * step, block + 3 * step, block + 4 * step, ids, ids + step};
  return true;
}

// How many ids top-k lets through.
static size_t survivors_of(const nucleus_row *row, const nucleus_policy *policy) {
  return policy->top_k && policy->top_k < row->length ? (size_t)policy->top_k : row->length;
}

// At temperature 0 all mass is on one id from the start, and the filters have nothing to do.
static void concentrate(nucleus_context *context, nucleus_distribution *d, const nucleus_policy *policy) {
  real *e = context->probabilities.memory;
  memset(e, 0, nucleus_padded(d->row.length) * sizeof *e);
  e[d->greedy] = 1;
  d->e = e;
  d->total = 1;
  if (nucleus_has_top_p(policy)) d->crossing = d->greedy;
}

// The first `count` of some ids by (p descending, id ascending) to `order`: those of a prefix by score, to which all
// ids with p > 0 belong. Returns a status.
static int rank_all(nucleus_context *context, const nucleus_row *row, const real *p, nucleus_prefix survivors,
                    size_t count, int32_t *order) {
  int ranked = rank_from(context, p, row->length, REAL_TRUE_MIN, order);
  if (ranked < 0) return ranked;
  const real *scores = row->scores;
  size_t at = (size_t)ranked;
  for (size_t id = 0; at < count; id++) {
    order[at] = (int32_t)id;
    at += !(p[id] > 0) & nucleus_prefix_has(survivors, (double)scores[id], id);
  }
  return NUCLEUS_OK;
}

// Running totals of the masses p in the order of the cut.
static void accumulate(const real *p, const int32_t *order, size_t count, real *cumulative) {
  double total = 0;
  for (size_t i = 0; i < count; i++) cumulative[i] = (real)(total += (double)p[order[i]]);
}

// Softmax, order, order of the cut and running totals. With top-k on, the cut has masses of its own, which stand where
// the final probabilities will. Returns a status.
static int rank_and_add(nucleus_context *context, const nucleus_distribution *d, const nucleus_policy *policy,
                        const arrays *a) {
  const nucleus_row *row = &d->row;
  size_t survivors = survivors_of(row, policy);
  bool top_k = survivors < row->length && d->greedy < 0;
  real *mass = top_k ? a->probabilities : a->softmax;
  masses_of_all(d, mass);
  if (top_k) {
    softmax_of_all(context, row, policy->temperature, a->softmax);
    int status = rank_all(context, row, mass, d->survivors, survivors, a->cut_order);
    if (status < 0) return status;
  }
  int status = rank_all(context, row, a->softmax, NUCLEUS_EVERYTHING, row->length, a->order);
  if (status < 0) return status;
  if (!top_k) memcpy(a->cut_order, a->order, survivors * sizeof *a->order);
  accumulate(mass, a->cut_order, survivors, a->cumulative);
  return NUCLEUS_OK;
}

// The id with the largest score, the lowest on a tie.
static int32_t winner_of(const real *scores, size_t length) {
  real best;
  look_over(scores, length, 0, &best);
  return first_with(scores, length, best);
}

// The luck of all ids, from the generator's next words on.
static void luck_of_all(nucleus_context *context, const nucleus_generator *generator, size_t length, real *luck) {
  nucleus_sequence_continue(&context->sequence, generator);
  double step[NUCLEUS_LUCK_STEP];
  for (size_t id = 0, count; id < length; id += count) {
    count = nucleus_luck(&context->sequence, length - id, step);
    for (size_t i = 0; i < count; i++) luck[id + i] = (real)step[i];
  }
}

static int inspect(nucleus_context *context, const nucleus_policy *policy, nucleus_distribution *d,
                   const nucleus_generator *generator, nucleus_inspection *out) {
  if (d->greedy >= 0) concentrate(context, d, policy);
  arrays a;
  size_t length = d->row.length;
  if (!reserve_arrays(context, length, &a)) return NUCLEUS_ERROR_MEMORY;
  *out = (nucleus_inspection){.softmax = a.softmax,
                              .order = a.order,
                              .cumulative = a.cumulative,
                              .probabilities = a.probabilities,
                              .luck = a.luck,
                              .scores = a.scores,
                              .cut_order = a.cut_order,
                              .length = length,
                              .survivors = survivors_of(&d->row, policy),
                              .crossing = d->crossing};
  int status = rank_and_add(context, d, policy, &a);
  if (status < 0) return status;
  probabilities_of_all(d, a.probabilities);
  luck_of_all(context, generator, length, a.luck);
  scores_of_all(a.probabilities, a.luck, length, a.scores);
  int32_t id = winner_of(a.scores, length);
  describe(d, a.softmax, id, &out->step);
  out->entropy_bits_after = entropy_of(a.probabilities, length);
  return id;
}
