/* stage_distribution.h: the filters in order: temperature, top-k, softmax, top-p, min-p. */

// A row after all filters. The final probability of an id is p / divisor if it is kept, else 0.
typedef struct {
  const real *scores;   // (length) the row
  real *p;              // (length) softmax over the survivors of top-k
  size_t length;
  extent range;
  prefix survivors;     // of top-k, by score
  prefix kept;          // of top-p and min-p, by probability
  int32_t crossing;     // the id that reached top_p, or -1
  real divisor;         // mass of the kept ids; 1 where neither top-p nor min-p ran
  int32_t greedy;       // the id drawn at temperature 0, or -1
} distribution;

static int32_t first_with(const real *scores, real score) {
  int32_t id = 0;
  while (scores[id] != score) id++;
  return id;
}

// top-p, then min-p. Both rescale what they keep, even where they cut nothing.
static int cut(nucleus_context *context, const nucleus_policy *policy, distribution *d) {
  bool top_p = policy->top_p < 1, min_p = policy->min_p > 0;
  if (top_p) {
    int status = cut_top_p(context, d->p, d->length, policy->top_p, &d->kept);
    if (status < 0) return status;
    if (d->kept.threshold > -INFINITY) d->crossing = d->kept.last;
  }
  if (min_p) d->kept = cut_min_p(d->kept, largest_of(d->p, d->length), policy->min_p);
  if (top_p || min_p) d->divisor = (real)sum_kept(d->p, d->length, d->kept);
  return NUCLEUS_OK;
}

// Fills in *d for a row and a checked policy. d->p lasts until the context's next step.
static int distribute_row(nucleus_context *context, const nucleus_row *row, const nucleus_policy *policy, distribution *d) {
  *d = (distribution){.scores = row->scores, .length = row->length, .survivors = everything,
                      .kept = everything, .crossing = -1, .divisor = 1, .greedy = -1};
  int status = measure(context, d->scores, d->length, &d->range);
  if (status < 0) return status;
  if (policy->temperature <= 0) {
    d->greedy = first_with(d->scores, d->range.top);
    return NUCLEUS_OK;
  }
  if (policy->top_k && policy->top_k < d->length) {
    status = cut_top_k(context, d->scores, d->length, policy->top_k, &d->survivors);
    if (status < 0) return status;
  }
  d->p = nucleus_reserve(context, &context->probabilities, d->length, sizeof(real));
  if (!d->p) return NUCLEUS_ERROR_MEMORY;
  softmax(d->scores, d->length, d->range, d->survivors, policy->temperature, d->p);
  return cut(context, policy, d);
}

NUCLEUS_INLINE real final_probability(const distribution *d, size_t id) {
  if (d->greedy >= 0) return (int32_t)id == d->greedy;
  return prefix_has(d->kept, d->p[id], id) ? d->p[id] / d->divisor : 0;
}

// Ids that survive all filters: of everything that top-k let through, those in the kept prefix.
static int32_t count_kept(const distribution *d) {
  if (d->greedy >= 0) return 1;
  int32_t count = 0;
  for (size_t id = 0; id < d->length; id++)
    count += prefix_has(d->survivors, d->scores[id], id) && prefix_has(d->kept, d->p[id], id);
  return count;
}

static double entropy_of(const real *p, size_t length) {
  double bits = 0;
  for (size_t id = 0; id < length; id++)
    if (p[id] > 0) bits -= (double)p[id] * nucleus_log2((double)p[id]);
  return bits;
}
