/* penalties.c: what the sequence so far, and a list of biases, do to a row before anything else looks at it. */
#include "exact.h"

#include <float.h>

#include "internal.h"

// A row with the scores that the penalties changed: in a copy, or in place where the row lies in the context's own
// room.
typedef struct {
  nucleus_context *context;
  nucleus_row row;
  void *scores;  // of `row`, to be written
  nucleus_replaced *replaced;  // what stood there, where it is in place; else NULL
  size_t replacements;
} adjustment;

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

static bool is_in(const nucleus_row *row, int64_t id) { return id >= 0 && (uint64_t)id < row->length; }

static void count_ids(const nucleus_penalties *penalties, const nucleus_row *row, uint32_t *counts) {
  for (size_t i = 0; i < penalties->count; i++) {
    int64_t id = penalties->ids[i];
    if (!is_in(row, id)) continue;
    if (i >= penalties->prompt_length) counts[id] += 2;
    counts[id] |= 1;
  }
}

// ------------------------------------------------------------------------------------------------
// Scores
// ------------------------------------------------------------------------------------------------

// Writes a score that an adjustment led to. A score that is no longer finite, though nothing meant that, is a fault.
static int replace_score(adjustment *to, size_t id, double score) {
  if (to->replaced) {
    to->replaced[to->replacements++] = (nucleus_replaced){nucleus_at(&to->row, to->scores, id), (int32_t)id};
  }
  nucleus_put(&to->row, to->scores, id, score);
  if (is_finite(score)) return NUCLEUS_OK;
  to->context->fault_id = id;
  return NUCLEUS_ERROR_OVERFLOW;
}

// Each number is rounded to the row's precision before it is used, and each operation rounds once.
typedef struct {
  double repetition, presence, frequency;
} strengths;

static strengths strengths_of(const nucleus_penalties *penalties, const nucleus_row *row) {
  return (strengths){
      .repetition = penalties->repetition > 0 ? nucleus_narrow(row, penalties->repetition) : 1,
      .presence = nucleus_narrow(row, penalties->presence),
      .frequency = nucleus_narrow(row, penalties->frequency),
  };
}

static double penalised(const nucleus_row *row, strengths by, double score, uint32_t times) {
  score = nucleus_narrow(row, score < 0 ? score * by.repetition : score / by.repetition);
  if (times == 0) return score;
  score = nucleus_narrow(row, score - nucleus_narrow(row, by.frequency * nucleus_narrow(row, (double)times)));
  return nucleus_narrow(row, score - by.presence);
}

// Penalises each id of the sequence once, and takes back the counts. A faulty score of the row's own is left as it is.
static int penalise_sequence(adjustment *to, const nucleus_penalties *penalties, uint32_t *counts) {
  const strengths by = strengths_of(penalties, &to->row);
  int status = NUCLEUS_OK;
  for (size_t i = 0; i < penalties->count; i++) {
    if (!is_in(&to->row, penalties->ids[i])) continue;
    size_t id = (size_t)penalties->ids[i];
    uint32_t count = counts[id];
    counts[id] = 0;
    double score = nucleus_at(&to->row, to->scores, id);
    if (count == 0 || status < 0 || !is_finite(score)) continue;
    status = replace_score(to, id, penalised(&to->row, by, score, count >> 1));
  }
  return status;
}

static int add_biases(adjustment *to, const nucleus_penalties *penalties) {
  for (size_t i = 0; i < penalties->bias_count; i++) {
    if (!is_in(&to->row, penalties->bias_ids[i])) {
      to->context->fault_id = i;
      return NUCLEUS_ERROR_BIAS_ID;
    }
    size_t id = (size_t)penalties->bias_ids[i];
    double score = nucleus_at(&to->row, to->scores, id), bias = penalties->biases[i];
    if (!is_finite(score)) continue;
    if (bias < -DBL_MAX) {
      replace_score(to, id, bias);
      continue;
    }
    int status = replace_score(to, id, nucleus_narrow(&to->row, score + nucleus_narrow(&to->row, bias)));
    if (status < 0) return status;
  }
  return NUCLEUS_OK;
}

// ------------------------------------------------------------------------------------------------
// Rows
// ------------------------------------------------------------------------------------------------

// Where the changed scores go. Copying a large row takes as long as a tenth of a step, so a row in the context's own
// room is changed in place.
static int make_room(adjustment *to, const nucleus_penalties *penalties) {
  size_t changes = penalties->count < to->row.length ? penalties->count : to->row.length;
  changes += penalties->bias_count;
  if (to->row.scores == to->context->row.memory) {
    to->scores = to->context->row.memory;
    to->replaced = nucleus_reserve(to->context, &to->context->adjusted, changes, sizeof *to->replaced);
    return to->replaced ? NUCLEUS_OK : NUCLEUS_ERROR_MEMORY;
  }
  size_t size = to->row.precision == NUCLEUS_FLOAT32 ? sizeof(float) : sizeof(double);
  to->scores = nucleus_reserve(to->context, &to->context->adjusted, to->row.length, size);
  if (!to->scores) return NUCLEUS_ERROR_MEMORY;
  memcpy(to->scores, to->row.scores, to->row.length * size);
  to->row.scores = to->scores;
  return NUCLEUS_OK;
}

static int apply(adjustment *to, const nucleus_penalties *penalties) {
  uint32_t *counts = NULL;
  bool sequence = has_effect_of_sequence(penalties);
  if (sequence && !(counts = reserve_counts(to->context, to->row.length))) return NUCLEUS_ERROR_MEMORY;
  int status = make_room(to, penalties);
  if (status < 0 || !sequence) return status < 0 ? status : add_biases(to, penalties);
  count_ids(penalties, &to->row, counts);
  status = penalise_sequence(to, penalties, counts);
  return status < 0 ? status : add_biases(to, penalties);
}

int nucleus_adjust(nucleus_context *context, const nucleus_row *row, const nucleus_penalties *penalties,
                   nucleus_row *out) {
  *out = *row;
  context->replacements = 0;
  if (!has_effect(penalties)) return NUCLEUS_OK;
  adjustment to = {.context = context, .row = *row};
  int status = apply(&to, penalties);
  context->replacements = to.replacements;
  if (status < 0) nucleus_restore(context, row);
  else *out = to.row;
  return status;
}

void nucleus_restore(nucleus_context *context, const nucleus_row *row) {
  const nucleus_replaced *replaced = context->adjusted.memory;
  while (context->replacements > 0) {
    nucleus_replaced last = replaced[--context->replacements];
    nucleus_put(row, context->row.memory, (size_t)last.id, last.score);
  }
}
