/* sample.c: the public calls on one row: checks, then the row's precision does the work. */
#include "internal.h"

int nucleus_check_policy(const nucleus_policy *policy) {
  if (!(policy->temperature >= 0 && policy->temperature <= 0x1.fffffffffffffp1023)) return NUCLEUS_ERROR_TEMPERATURE;
  if (!(policy->top_p > 0 && policy->top_p <= 1)) return NUCLEUS_ERROR_TOP_P;
  if (!(policy->min_p >= 0 && policy->min_p <= 1)) return NUCLEUS_ERROR_MIN_P;
  return NUCLEUS_OK;
}

const nucleus_arithmetic *nucleus_arithmetic_of(const nucleus_row *row, int *status) {
  *status = NUCLEUS_OK;
  if (row->length == 0) *status = NUCLEUS_ERROR_EMPTY_ROW;
  else if (row->length >= INT32_MAX) *status = NUCLEUS_ERROR_LONG_ROW;
  else if (row->precision == NUCLEUS_FLOAT32) return &nucleus_float32;
  else if (row->precision == NUCLEUS_FLOAT64) return &nucleus_float64;
  else *status = NUCLEUS_ERROR_PRECISION;
  return NULL;
}

// The arithmetic of a row under a policy, or NULL with *status set.
static const nucleus_arithmetic *check(const nucleus_row *row, const nucleus_policy *policy, int *status) {
  *status = nucleus_check_policy(policy);
  return *status < 0 ? NULL : nucleus_arithmetic_of(row, status);
}

int nucleus_sample(nucleus_context *context, const nucleus_row *row, const nucleus_policy *policy,
                   nucleus_generator *generator, nucleus_step *step) {
  int status;
  const nucleus_arithmetic *in = check(row, policy, &status);
  return in ? in->sample(context, row, policy, generator, 0, step) : status;
}

int nucleus_sample_seeded(nucleus_context *context, const nucleus_row *row, const nucleus_policy *policy,
                          uint64_t seed, nucleus_step *step) {
  int status;
  const nucleus_arithmetic *in = check(row, policy, &status);
  if (!in) return status;
  nucleus_generator_seed(&context->generator, seed);
  return in->sample(context, row, policy, &context->generator, 1, step);
}

int nucleus_probabilities(nucleus_context *context, const nucleus_row *row, const nucleus_policy *policy, void *out) {
  int status;
  const nucleus_arithmetic *in = check(row, policy, &status);
  return in ? in->probabilities(context, row, policy, out) : status;
}

int nucleus_inspect(nucleus_context *context, const nucleus_row *row, const nucleus_policy *policy,
                    const nucleus_generator *generator, nucleus_inspection *out) {
  int status;
  const nucleus_arithmetic *in = check(row, policy, &status);
  return in ? in->inspect(context, row, policy, generator, out) : status;
}

int nucleus_entropy_bits(nucleus_context *context, const nucleus_row *p, double *bits) {
  int status;
  const nucleus_arithmetic *in = nucleus_arithmetic_of(p, &status);
  return in ? in->entropy_bits(context, p, bits) : status;
}

int nucleus_multinomial(nucleus_context *context, const nucleus_row *weights, size_t count,
                        nucleus_generator *generator, int32_t *out) {
  int status;
  const nucleus_arithmetic *in = nucleus_arithmetic_of(weights, &status);
  return in ? in->multinomial(context, weights, count, generator, out) : status;
}
