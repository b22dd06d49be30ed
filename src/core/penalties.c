/* penalties.c: what the sequence so far, and a list of biases, do to a row before anything else looks at it. */
#include "exact.h"

#include <float.h>

#include "internal.h"

// ------------------------------------------------------------------------------------------------
// Checks
// ------------------------------------------------------------------------------------------------

static bool is_finite(double x) { return x >= -DBL_MAX && x <= DBL_MAX; }

int nucleus_check_penalties(nucleus_context *context, const nucleus_penalties *penalties) {
  if (!penalties) return NUCLEUS_OK;
  if (!(penalties->repetition >= 0) || !is_finite(penalties->repetition)) return NUCLEUS_ERROR_REPETITION;
  if (!is_finite(penalties->presence) || !is_finite(penalties->frequency)) return NUCLEUS_ERROR_PENALTY;
  if (penalties->prompt_length > penalties->count) return NUCLEUS_ERROR_PROMPT_LENGTH;
  for (size_t i = 0; i < penalties->bias_count; i++) {
    if (penalties->biases[i] <= DBL_MAX) continue;  // not NaN
    context->fault_id = i;
    return NUCLEUS_ERROR_BIAS;
  }
  return NUCLEUS_OK;
}

static bool has_effect_of_sequence(const nucleus_penalties *penalties) {
  bool repetition = penalties->repetition > 0 && (penalties->repetition < 1 || penalties->repetition > 1);
  return penalties->count > 0 && (repetition || penalties->presence != 0 || penalties->frequency != 0);
}

static bool has_effect(const nucleus_penalties *penalties) {
  return penalties && (penalties->bias_count > 0 || has_effect_of_sequence(penalties));
}

// ------------------------------------------------------------------------------------------------
// The sequence, counted
// ------------------------------------------------------------------------------------------------

// For each id of the vocabulary whether the sequence holds it (bit 0), and how often among the new ids (the other
// bits). All 0 from call to call: whoever counts takes back what they counted. NULL when there is no memory.
static uint32_t *reserve_counts(nucleus_context *context, size_t length) {
  size_t before = context->counts.memory ? context->counts.size : 0, wanted = length * sizeof(uint32_t);
  uint32_t *counts = nucleus_reserve(context, &context->counts, length, sizeof *counts);
  if (counts && before < wanted) memset(counts, 0, wanted);
  return counts;
}

static void count_ids(const nucleus_penalties *penalties, size_t length, uint32_t *counts) {
  for (size_t i = 0; i < penalties->count; i++) {
    uint64_t id = (uint64_t)penalties->ids[i];
    if (id < length) counts[id] = (counts[id] + (i < penalties->prompt_length ? 0 : 2)) | 1;
  }
}

// Penalises the ids of the sequence in `scores`, which are of the row's kind. Returns a status.
static int penalise_sequence(nucleus_context *context, const nucleus_row *row, const nucleus_penalties *penalties,
                             void *scores) {
  int status;
  const nucleus_arithmetic *in = nucleus_arithmetic_of(row, &status);
  uint32_t *counts = reserve_counts(context, row->length);
  if (!counts) return NUCLEUS_ERROR_MEMORY;
  count_ids(penalties, row->length, counts);
  int32_t fault = in->penalise(penalties, counts, scores, row->length);
  if (fault < 0) return NUCLEUS_OK;
  context->fault_id = (size_t)fault;
  return NUCLEUS_ERROR_OVERFLOW;
}

// ------------------------------------------------------------------------------------------------
// Biases
// ------------------------------------------------------------------------------------------------

static int add_bias(nucleus_context *context, const nucleus_row *row, void *scores, uint64_t id, double bias) {
  double score = nucleus_at(row, scores, (size_t)id);
  if (!is_finite(score)) return NUCLEUS_OK;
  double sum = nucleus_narrow(row, score + nucleus_narrow(row, bias));
  nucleus_put(row, scores, (size_t)id, sum);
  if (is_finite(sum) || bias < -DBL_MAX) return NUCLEUS_OK;
  context->fault_id = (size_t)id;
  return NUCLEUS_ERROR_OVERFLOW;
}

static int add_biases(nucleus_context *context, const nucleus_row *row, const nucleus_penalties *penalties,
                      void *scores) {
  int status = NUCLEUS_OK;
  for (size_t i = 0; i < penalties->bias_count && status == NUCLEUS_OK; i++) {
    uint64_t id = (uint64_t)penalties->bias_ids[i];
    if (id < row->length) {
      status = add_bias(context, row, scores, id, penalties->biases[i]);
    } else {
      context->fault_id = i;
      status = NUCLEUS_ERROR_BIAS_ID;
    }
  }
  return status;
}

// ------------------------------------------------------------------------------------------------
// Rows
// ------------------------------------------------------------------------------------------------

int nucleus_adjust(nucleus_context *context, const nucleus_row *row, const nucleus_penalties *penalties,
                   nucleus_row *out) {
  *out = *row;
  if (!has_effect(penalties)) return NUCLEUS_OK;
  size_t size = row->precision == NUCLEUS_FLOAT32 ? sizeof(float) : sizeof(double);
  void *scores = nucleus_reserve(context, &context->adjusted, row->length, size);
  if (!scores) return NUCLEUS_ERROR_MEMORY;
  memcpy(scores, row->scores, row->length * size);
  out->scores = scores;
  int status = NUCLEUS_OK;
  if (has_effect_of_sequence(penalties)) status = penalise_sequence(context, row, penalties, scores);
  return status == NUCLEUS_OK ? add_biases(context, row, penalties, scores) : status;
}
