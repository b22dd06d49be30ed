/* inspect.c: every number of one step, for pictures. */
#include "exact.h"

#include "inspection.h"

// ------------------------------------------------------------------------------------------------
// All ids
// ------------------------------------------------------------------------------------------------

// Order, order of the cut and running totals along it. Returns a status.
static int rank_all(const nucleus_inspected *of, int32_t *order, int32_t *cut_order) {
  const nucleus_row *row = &of->d.row;
  size_t length = row->length;
  int ranked = of->in->rank(of->context, row, of->softmax, 0, NUCLEUS_EVERYTHING, length, order, of->totals);
  if (ranked < 0) return ranked;
  if (of->top_k)
    return of->in->rank(of->context, row, of->mass, 0, of->d.survivors, of->survivors, cut_order, of->totals);
  memcpy(cut_order, order, of->survivors * sizeof *order);
  return ranked;
}

static int inspect_all(nucleus_inspected *of, const nucleus_generator *generator, nucleus_inspection *out) {
  int32_t *order = of->ids[0], *cut_order = of->ids[1];
  int status = rank_all(of, order, cut_order);
  if (status < 0) return status;
  void *luck = of->more[0], *scores = of->more[1];
  of->in->probabilities(&of->d, of->final);
  nucleus_sequence_continue(&of->context->sequence, generator);
  of->in->luck(&of->context->sequence, of->d.row.length, luck);
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

// An inspection of all ids where `focus` is NULL.
static int inspect(nucleus_context *context, const nucleus_row *row, const nucleus_policy *policy,
                   const nucleus_generator *generator, const nucleus_focus *focus, nucleus_inspection *out) {
  int status;
  nucleus_inspected of = {.context = context};
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
