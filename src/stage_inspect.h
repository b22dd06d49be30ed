/* stage_inspect.h: every number of one step, for pictures. Plain: it sorts all ids. */

// The arrays of an inspection, in one block.
typedef struct {
  real *softmax, *cumulative, *probabilities, *luck, *scores;  // (length) each
  int32_t *order;                                              // (length)
} arrays;

static bool reserve_arrays(nucleus_context *context, size_t length, arrays *out) {
  size_t padded = (length + 3) / 4 * 4;  // keeps every array aligned
  real *block = nucleus_reserve(context, &context->inspection, padded, 5 * sizeof(real) + sizeof(int32_t));
  if (!block) return false;
  *out = (arrays){block, block + padded, block + 2 * padded, block + 3 * padded, block + 4 * padded,
                  (int32_t *)(void *)(block + 5 * padded)};
  return true;
}

static void one_hot(real *p, size_t length, int32_t id) {
  for (size_t other = 0; other < length; other++) p[other] = (int32_t)other == id;
}

// Running totals of the survivors' probabilities in the order of the cut. Returns how many there are.
static size_t accumulate(const distribution *d, candidate *items, candidate *spare, real *cumulative) {
  size_t count = 0;
  for (size_t id = 0; id < d->length; id++)
    if (prefix_has(d->survivors, d->scores[id], id)) items[count++] = (candidate){d->p[id], (int32_t)id};
  const candidate *sorted = sort_candidates(items, spare, count);
  double total = 0;
  for (size_t i = 0; i < count; i++) cumulative[i] = (real)(total += (double)sorted[i].value);
  return count;
}

static void order_ids(const real *p, size_t length, candidate *items, candidate *spare, int32_t *order) {
  for (size_t id = 0; id < length; id++) items[id] = (candidate){p[id], (int32_t)id};
  const candidate *sorted = sort_candidates(items, spare, length);
  for (size_t i = 0; i < length; i++) order[i] = sorted[i].id;
}

static void roll_luck(const nucleus_generator *generator, size_t length, real *luck) {
  nucleus_generator copy = *generator;
  for (size_t id = 0; id < length; id++) luck[id] = luck_of(nucleus_generator_uniform(&copy));
}

static int inspect(nucleus_context *context, const nucleus_row *row, const nucleus_policy *policy,
                   const nucleus_generator *generator, nucleus_inspection *out) {
  distribution d;
  int status = distribute_row(context, row, policy, &d);
  if (status < 0) return status;
  arrays a;
  candidate *items, *spare;
  if (!reserve_arrays(context, d.length, &a) || !reserve_candidates(context, d.length, &items, &spare))
    return NUCLEUS_ERROR_MEMORY;

  size_t survivors;
  if (d.greedy >= 0) {
    survivors = policy->top_k && policy->top_k < d.length ? policy->top_k : d.length;
    if (policy->top_p < 1) d.crossing = d.greedy;
    one_hot(a.softmax, d.length, d.greedy);
    for (size_t i = 0; i < survivors; i++) a.cumulative[i] = 1;
  } else {
    softmax(d.scores, d.length, d.range, everything, policy->temperature, a.softmax);
    survivors = accumulate(&d, items, spare, a.cumulative);
  }
  order_ids(a.softmax, d.length, items, spare, a.order);
  roll_luck(generator, d.length, a.luck);
  for (size_t id = 0; id < d.length; id++) {
    a.probabilities[id] = final_probability(&d, id);
    a.scores[id] = a.probabilities[id] > 0 ? a.probabilities[id] / a.luck[id] : 0;
  }
  nucleus_generator copy = *generator;
  int32_t id = draw(&d, &copy);
  *out = (nucleus_inspection){
      .softmax = a.softmax, .order = a.order, .cumulative = a.cumulative, .probabilities = a.probabilities,
      .luck = a.luck, .scores = a.scores, .length = d.length, .survivors = survivors,
      .entropy_bits_after = entropy_of(a.probabilities, d.length), .crossing = d.crossing,
      .step = d.greedy >= 0 ? greedy_step(id) : describe(&d, a.softmax, id),
  };
  return id;
}
