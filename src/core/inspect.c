/* inspect.c: every number of one step, for pictures. */
#include "exact.h"

#include "inspection.h"

// ------------------------------------------------------------------------------------------------
// All ids
// ------------------------------------------------------------------------------------------------

int nucleus_rank_first(const nucleus_inspected *of, const void *p, double least, nucleus_prefix survivors, size_t count,
                       int32_t *order) {
  const nucleus_row *row = &of->d.row;
  int ranked = of->in->rank(of->context, p, row->length, least, order);
  if (ranked < 0) return ranked;
  size_t at = (size_t)ranked;
  for (size_t id = 0; at < count; id++) {
    order[at] = (int32_t)id;
    bool weighs = nucleus_at(row, p, id) > 0;
    at += !weighs && nucleus_prefix_has(survivors, nucleus_at(row, row->scores, id), id);
  }
  return NUCLEUS_OK;
}

// Order, order of the cut and running totals along it. Returns a status.
static int rank_and_add(const nucleus_inspected *of, int32_t *order, int32_t *cut_order) {
  const nucleus_row *row = &of->d.row;
  int status = nucleus_rank_first(of, of->softmax, 0, NUCLEUS_EVERYTHING, row->length, order);
  if (status == NUCLEUS_OK && of->top_k)
    status = nucleus_rank_first(of, of->mass, 0, of->d.survivors, of->survivors, cut_order);
  if (status < 0) return status;
  if (!of->top_k) memcpy(cut_order, order, of->survivors * sizeof *order);
  double total = 0;
  for (size_t i = 0; i < of->survivors; i++)
    nucleus_put(row, of->totals, i, total += nucleus_at(row, of->mass, (size_t)cut_order[i]));
  return NUCLEUS_OK;
}

// The luck of all ids, from the generator's next words on.
static void fill_luck(const nucleus_inspected *of, const nucleus_generator *generator, void *luck) {
  const nucleus_row *row = &of->d.row;
  nucleus_sequence *sequence = &of->context->sequence;
  nucleus_sequence_continue(sequence, generator);
  double step[NUCLEUS_LUCK_STEP];
  for (size_t id = 0, count; id < row->length; id += count) {
    count = nucleus_luck(sequence, row->length - id, step);
    for (size_t i = 0; i < count; i++) nucleus_put(row, luck, id + i, step[i]);
  }
}

static int inspect_all(nucleus_inspected *of, const nucleus_generator *generator, nucleus_inspection *out) {
  int32_t *order = of->ids[0], *cut_order = of->ids[1];
  int status = rank_and_add(of, order, cut_order);
  if (status < 0) return status;
  void *luck = of->more[0], *scores = of->more[1];
  of->in->probabilities(&of->d, of->final);
  fill_luck(of, generator, luck);
  *out = (nucleus_inspection){
      .softmax = of->softmax,
      .order = order,
      .cumulative = of->totals,
      .probabilities = of->final,
      .luck = luck,
      .scores = scores,
      .cut_order = cut_order,
      .length = of->d.row.length,
  };
  return of->in->score(of->final, luck, of->d.row.length, scores);
}

// ------------------------------------------------------------------------------------------------
// Calls
// ------------------------------------------------------------------------------------------------

static bool reserve(nucleus_inspected *of, size_t more, size_t ids) {
  const size_t step = nucleus_padded(of->d.row.length), reals = step * of->in->size;
  char *at =
      nucleus_reserve(of->context, &of->context->inspection, (4 + more) * reals + ids * step * sizeof(int32_t), 1);
  if (!at) return false;
  void **arrays[] = {&of->softmax, &of->mass, &of->totals, &of->final};
  for (size_t i = 0; i < 4; i++, at += reals) *arrays[i] = at;
  for (size_t i = 0; i < more; i++, at += reals) of->more[i] = at;
  for (size_t i = 0; i < ids; i++, at += step * sizeof(int32_t)) of->ids[i] = (int32_t *)(void *)at;
  if (!of->top_k) of->mass = of->softmax;
  return true;
}

// At temperature 0 all mass is on one id from the start, and the filters have nothing to do.
static void concentrate(nucleus_inspected *of, const nucleus_policy *policy) {
  nucleus_distribution *d = &of->d;
  void *e = of->context->probabilities.memory;
  memset(e, 0, nucleus_padded(d->row.length) * of->in->size);
  nucleus_put(&d->row, e, (size_t)d->greedy, 1);
  d->e = e;
  d->total = 1;
  if (nucleus_has_top_p(policy)) d->crossing = d->greedy;
}

static int check_focus(nucleus_context *context, const nucleus_row *row, const nucleus_focus *focus) {
  for (size_t i = 0; i < focus->include_count; i++) {
    if ((uint64_t)focus->include[i] < row->length) continue;
    context->fault_id = i;
    return NUCLEUS_ERROR_INCLUDE;
  }
  return NUCLEUS_OK;
}

// The id with the `count`th score, INT32_MAX where there are no more, or a status.
static int32_t find_last(nucleus_context *context, const nucleus_row *row, const nucleus_policy *policy, size_t count) {
  int status;
  nucleus_distribution d;
  const nucleus_policy best = {.temperature = 1, .top_k = count, .penalties = policy->penalties};
  return nucleus_distribute(context, row, &best, &d, &status) ? d.survivors.last : status;
}

// An inspection of all ids where `focus` is NULL.
static int inspect(nucleus_context *context, const nucleus_row *row, const nucleus_policy *policy,
                   const nucleus_generator *generator, const nucleus_focus *focus, nucleus_inspection *out) {
  int status;
  nucleus_inspected of = {.context = context};
  if (focus && (of.last = find_last(context, row, policy, focus->nearest)) < 0) return of.last;
  of.in = nucleus_distribute(context, row, policy, &of.d, &status);
  if (!of.in || (focus && (status = check_focus(context, row, focus)) < 0)) return status;
  if (of.d.greedy >= 0) concentrate(&of, policy);
  bool cut = policy->top_k && policy->top_k < row->length;
  of.survivors = cut ? (size_t)policy->top_k : row->length;
  of.top_k = cut && of.d.greedy < 0;
  if (!(focus ? reserve(&of, 5, 6) : reserve(&of, 2, 2))) return NUCLEUS_ERROR_MEMORY;
  of.in->masses(&of.d, of.mass);
  if (of.top_k) of.in->softmax(context, &of.d.row, policy->temperature, of.softmax);
  int id = focus ? nucleus_inspect_few(&of, generator, focus, out) : inspect_all(&of, generator, out);
  if (id < 0) return id;
  out->survivors = of.survivors;
  out->entropy_bits_after = of.in->entropy(of.final, row->length);
  out->crossing = of.d.crossing;
  nucleus_describe(of.in, &of.d, of.softmax, id, &out->step);
  return id;
}

int nucleus_inspect(nucleus_context *context, const nucleus_row *row, const nucleus_policy *policy,
                    const nucleus_generator *generator, nucleus_inspection *out) {
  return inspect(context, row, policy, generator, NULL, out);
}

int nucleus_inspect_nearest(nucleus_context *context, const nucleus_row *row, const nucleus_policy *policy,
                            const nucleus_generator *generator, const nucleus_focus *focus, nucleus_inspection *out) {
  return inspect(context, row, policy, generator, focus, out);
}
