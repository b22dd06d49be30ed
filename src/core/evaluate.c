/* evaluate.c: what a step makes of an id that was chosen elsewhere. */
#include "exact.h"

#include "internal.h"

// At temperature 0 the drawn id comes first, and then the others ascending.
static void judge_greedily(int32_t greedy, int32_t id, nucleus_evaluation *out) {
  out->survives = id == greedy;
  out->probability = id == greedy;
  out->rank = id == greedy ? 0 : id < greedy ? id + 1 : id;
}

static int judge(nucleus_context *context, const nucleus_arithmetic *in, const nucleus_distribution *d,
                 double temperature, size_t id, nucleus_evaluation *out) {
  if (d->greedy >= 0) {
    judge_greedily(d->greedy, (int32_t)id, out);
    return NUCLEUS_OK;
  }
  void *full = nucleus_reserve(context, &context->inspection, nucleus_padded(d->row.length), in->size);
  if (!full) return NUCLEUS_ERROR_MEMORY;
  in->softmax(context, &d->row, temperature, full);
  nucleus_step step;
  nucleus_describe(in, d, full, (int32_t)id, &step);
  out->probability = step.probability;
  out->rank = step.rank;
  double score = nucleus_at(&d->row, d->row.scores, id);
  out->survives = nucleus_prefix_has(d->survivors, score, id) && nucleus_keeps(d, nucleus_mass(d, id), id);
  return NUCLEUS_OK;
}

int nucleus_evaluate(nucleus_context *context, const nucleus_row *row, const nucleus_policy *policy, int64_t id,
                     nucleus_evaluation *out) {
  double logprob;
  int status = nucleus_logprobs(context, row, id, &logprob, 0, NULL);
  if (status < 0) return status;
  nucleus_distribution d;
  const nucleus_arithmetic *in = nucleus_distribute(context, row, policy, &d, &status);
  if (!in) return status;
  *out = (nucleus_evaluation){.logprob = logprob, .rank = -1};
  if (id >= 0 && (uint64_t)id < row->length) status = judge(context, in, &d, policy->temperature, (size_t)id, out);
  return status < 0 ? status : NUCLEUS_OK;
}
