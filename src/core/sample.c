/* sample.c: one step: checks, the distribution, the draw, and what can be said about it. */
#include "exact.h"

#include <float.h>

#include "internal.h"

// ------------------------------------------------------------------------------------------------
// Checks
// ------------------------------------------------------------------------------------------------

int nucleus_check_policy(nucleus_context *context, const nucleus_policy *policy) {
  if (!(policy->temperature >= 0 && policy->temperature <= DBL_MAX)) return NUCLEUS_ERROR_TEMPERATURE;
  if (!(policy->top_p >= 0 && policy->top_p <= 1)) return NUCLEUS_ERROR_TOP_P;
  if (!(policy->min_p >= 0 && policy->min_p <= 1)) return NUCLEUS_ERROR_MIN_P;
  return nucleus_check_penalties(context, policy->penalties);
}

const nucleus_arithmetic *nucleus_arithmetic_of(const nucleus_row *row, int *status) {
  *status = NUCLEUS_OK;
  if (row->length == 0) *status = NUCLEUS_ERROR_EMPTY_ROW;
  else if (row->length >= INT32_MAX) *status = NUCLEUS_ERROR_LONG_ROW;
  else if (row->precision == NUCLEUS_FLOAT32) return &nucleus_float32;
  else if (row->precision == NUCLEUS_FLOAT64) return &nucleus_float64;
  else *status = NUCLEUS_ERROR_ENUM;
  return NULL;
}

const nucleus_arithmetic *nucleus_arithmetic_for(nucleus_context *context, const nucleus_row *row,
                                                 const nucleus_policy *policy, int *status) {
  *status = nucleus_check_policy(context, policy);
  return *status < 0 ? NULL : nucleus_arithmetic_of(row, status);
}

const nucleus_arithmetic *nucleus_distribute(nucleus_context *context, const nucleus_row *row,
                                             const nucleus_policy *policy, nucleus_distribution *d, int *status) {
  nucleus_row adjusted;
  const nucleus_arithmetic *in = nucleus_arithmetic_for(context, row, policy, status);
  if (!in || (*status = nucleus_adjust(context, row, policy->penalties, &adjusted)) < 0) return NULL;
  *status = in->distribute(context, &adjusted, policy, d);
  return *status < 0 ? NULL : in;
}

// ------------------------------------------------------------------------------------------------
// Calls
// ------------------------------------------------------------------------------------------------

void nucleus_describe(const nucleus_arithmetic *in, const nucleus_distribution *d, const void *softmax, int32_t drawn,
                      nucleus_step *step) {
  *step = (nucleus_step){.id = drawn, .kept = 1, .kept_mass = 1, .probability = 1};
  if (d->greedy >= 0) return;
  in->measure_kept(d, step);
  step->rank = (int32_t)in->place(softmax, d->row.length, drawn);
  step->probability = nucleus_final_probability(d, (size_t)drawn);
  step->entropy_bits = in->entropy(softmax, d->row.length);
}

// The step from a row after penalties.
static int step_from(nucleus_context *context, const nucleus_arithmetic *in, const nucleus_row *row,
                     const nucleus_policy *policy, nucleus_dice dice, nucleus_step *step, nucleus_choice *choices,
                     size_t count) {
  int32_t quick = step ? NUCLEUS_UNCERTAIN : nucleus_shortcut(context, row, policy, dice);
  if (quick != NUCLEUS_UNCERTAIN) return quick;
  nucleus_distribution d;
  int status = in->distribute(context, row, policy, &d);
  if (status < 0) return status;
  void *full = NULL;
  if (step && !(full = nucleus_reserve(context, &context->inspection, nucleus_padded(row->length), in->size)))
    return NUCLEUS_ERROR_MEMORY;
  int32_t id = in->draw(context, &d, dice);
  if (!step) return id;
  if (d.greedy < 0) in->softmax(context, row, policy->temperature, full);
  nucleus_describe(in, &d, full, id, step);
  for (size_t i = 0; i < count; i++) choices[i].probability = nucleus_final_probability(&d, (size_t)choices[i].id);
  return id;
}

int nucleus_take_step(nucleus_context *context, const nucleus_row *row, const nucleus_policy *policy, nucleus_dice dice,
                      nucleus_step *step, nucleus_choice *choices, size_t count) {
  int status;
  nucleus_row adjusted;
  const nucleus_arithmetic *in = nucleus_arithmetic_for(context, row, policy, &status);
  if (!in || (status = nucleus_adjust(context, row, policy->penalties, &adjusted)) < 0) return status;
  return step_from(context, in, &adjusted, policy, dice, step, choices, count);
}

int nucleus_sample(nucleus_context *context, const nucleus_row *row, const nucleus_policy *policy,
                   nucleus_generator *generator, nucleus_step *step) {
  return nucleus_take_step(context, row, policy, (nucleus_dice){.generator = generator}, step, NULL, 0);
}

int nucleus_sample_seeded(nucleus_context *context, const nucleus_row *row, const nucleus_policy *policy, uint64_t seed,
                          nucleus_step *step) {
  return nucleus_take_step(context, row, policy, (nucleus_dice){.seed = (uint32_t)seed}, step, NULL, 0);
}

int nucleus_probabilities(nucleus_context *context, const nucleus_row *row, const nucleus_policy *policy, void *out) {
  int status;
  nucleus_distribution d;
  const nucleus_arithmetic *in = nucleus_distribute(context, row, policy, &d, &status);
  if (!in) return status;
  in->probabilities(&d, out);
  return NUCLEUS_OK;
}

int nucleus_check_weights(nucleus_context *context, const nucleus_row *row, double *largest) {
  *largest = 0;
  for (size_t id = 0; id < row->length; id++) {
    double weight = nucleus_at(row, row->scores, id);
    if (weight > *largest) *largest = weight;
    if (weight >= 0 && weight < INFINITY) continue;
    context->fault_id = id;
    return NUCLEUS_ERROR_WEIGHT;
  }
  return NUCLEUS_OK;
}

int nucleus_entropy_bits(nucleus_context *context, const nucleus_row *p, double *bits) {
  int status;
  double largest;
  const nucleus_arithmetic *in = nucleus_arithmetic_of(p, &status);
  if (!in) return status;
  status = nucleus_check_weights(context, p, &largest);
  if (status == NUCLEUS_OK) *bits = in->entropy(p->scores, p->length);
  return status;
}
