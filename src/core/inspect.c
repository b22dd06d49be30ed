/* inspect.c: every number of one step, for pictures. Plain: it ranks all ids and computes all variates. */
#include "exact.h"

#include "internal.h"

// The arrays of an inspection, in one block.
typedef struct {
  void *softmax, *cumulative, *probabilities, *luck, *scores;  // (length) each, of the row's precision
  int32_t *order;                                              // (length)
} arrays;

static bool reserve_arrays(nucleus_context *context, size_t length, size_t size, arrays *out) {
  size_t step = nucleus_padded(length);
  char *block = nucleus_reserve(context, &context->inspection, step, 5 * size + sizeof(int32_t));
  if (!block) return false;
  step *= size;
  *out = (arrays){
      block, block + step, block + 2 * step, block + 3 * step, block + 4 * step, (int32_t *)(void *)(block + 5 * step)};
  return true;
}

// Running totals in the order of the cut, over the ids that top-k let through. Those it cut have no mass, and come
// last. Returns how many totals there are.
static size_t accumulate(const nucleus_distribution *d, const int32_t *order, void *cumulative) {
  size_t survivors = 0;
  for (size_t id = 0; id < d->row.length; id++)
    survivors += nucleus_prefix_has(d->survivors, nucleus_at(&d->row, d->row.scores, id), id);
  double total = 0;
  for (size_t i = 0; i < survivors; i++) {
    total += nucleus_mass(d, (size_t)order[i]);
    nucleus_put(&d->row, cumulative, i, total);
  }
  return survivors;
}

// At temperature 0 all mass is on one id from the start, and the filters have nothing to do.
static size_t fill_greedy(nucleus_distribution *d, const nucleus_policy *policy, const arrays *a) {
  size_t length = d->row.length, survivors = policy->top_k && policy->top_k < length ? (size_t)policy->top_k : length;
  for (size_t id = 0; id < length; id++) nucleus_put(&d->row, a->softmax, id, (int32_t)id == d->greedy);
  for (size_t i = 0; i < survivors; i++) nucleus_put(&d->row, a->cumulative, i, 1);
  if (nucleus_has_top_p(policy)) d->crossing = d->greedy;
  return survivors;
}

static void fill_race(const nucleus_distribution *d, const nucleus_generator *generator, const arrays *a) {
  nucleus_generator copy = *generator;
  for (size_t id = 0; id < d->row.length; id++) {
    double p = nucleus_final_probability(d, id);
    double luck = nucleus_narrow(&d->row, nucleus_generator_exponential(&copy));
    nucleus_put(&d->row, a->probabilities, id, p);
    nucleus_put(&d->row, a->luck, id, luck);
    nucleus_put(&d->row, a->scores, id, p > 0 ? p / luck : 0);
  }
}

// The distribution in `order` of the cut; the masses are put where the probabilities will be.
static int rank_cut(nucleus_context *context, const nucleus_arithmetic *in, const nucleus_distribution *d,
                    const arrays *a) {
  for (size_t id = 0; id < d->row.length; id++) nucleus_put(&d->row, a->probabilities, id, nucleus_mass(d, id));
  return in->rank(context, a->probabilities, d->row.length, a->order);
}

static int fill(nucleus_context *context, const nucleus_arithmetic *in, const nucleus_policy *policy,
                nucleus_distribution *d, const arrays *a, size_t *survivors) {
  if (d->greedy >= 0) {
    *survivors = fill_greedy(d, policy, a);
  } else {
    int status = rank_cut(context, in, d, a);
    if (status < 0) return status;
    *survivors = accumulate(d, a->order, a->cumulative);
    in->softmax(context, &d->row, policy->temperature, a->softmax);
  }
  return in->rank(context, a->softmax, d->row.length, a->order);
}

int nucleus_inspect(nucleus_context *context, const nucleus_row *row, const nucleus_policy *policy,
                    const nucleus_generator *generator, nucleus_inspection *out) {
  int status;
  nucleus_distribution d;
  const nucleus_arithmetic *in = nucleus_distribute(context, row, policy, &d, &status);
  if (!in) return status;
  arrays a;
  if (!reserve_arrays(context, row->length, in->size, &a)) return NUCLEUS_ERROR_MEMORY;
  size_t survivors = 0;
  status = fill(context, in, policy, &d, &a, &survivors);
  if (status < 0) return status;
  fill_race(&d, generator, &a);
  nucleus_generator copy = *generator;
  int32_t id = in->draw(context, &d, (nucleus_dice){.generator = &copy});
  *out = (nucleus_inspection){
      .softmax = a.softmax,
      .order = a.order,
      .cumulative = a.cumulative,
      .probabilities = a.probabilities,
      .luck = a.luck,
      .scores = a.scores,
      .length = row->length,
      .survivors = survivors,
      .entropy_bits_after = nucleus_entropy_of(row, a.probabilities),
      .crossing = d.crossing,
  };
  nucleus_describe(&d, a.softmax, id, &out->step);
  return id;
}
