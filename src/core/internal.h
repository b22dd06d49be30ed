/* internal.h: what stands before and beside the stages of a step, and all that the core shares. Not for users of the
 * library.
 */
#ifndef NUCLEUS_INTERNAL_H
#define NUCLEUS_INTERNAL_H

#include "stages.h"

// NUCLEUS_OK, or the status of the first bad member. NULL is fine.
int nucleus_check_penalties(nucleus_context *context, const nucleus_penalties *penalties);

// The row after sound penalties to *out: itself where they have no effect, else a copy that lasts until the next call.
// Returns a status.
int nucleus_adjust(nucleus_context *context, const nucleus_row *row, const nucleus_penalties *penalties,
                   nucleus_row *out);

// The logarithm of an id's softmax is (score - top) - log_sum.
typedef struct {
  double top, log_sum;
} nucleus_normaliser;

// Checks the row and fills in *out. Returns a status.
int nucleus_normalise(nucleus_context *context, const nucleus_row *row, nucleus_normaliser *out);
double nucleus_logprob(const nucleus_row *row, nucleus_normaliser by, int64_t id);

// The ids of the best logprobs, as nucleus_logprobs gives them. Returns how many, or a status.
int nucleus_best(nucleus_context *context, const nucleus_row *row, nucleus_normaliser by, size_t count,
                 nucleus_choice *top);

// The arithmetic of a row, or NULL with *status set where the row is empty, too long or of no kind.
const nucleus_arithmetic *nucleus_arithmetic_of(const nucleus_row *row, int *status);

// The same, or NULL with *status set, where the policy has to be sound as well.
const nucleus_arithmetic *nucleus_arithmetic_for(nucleus_context *context, const nucleus_row *row,
                                                 const nucleus_policy *policy, int *status);

// Checks both and fills in *d, after penalties; returns the row's arithmetic, or NULL with *status set.
const nucleus_arithmetic *nucleus_distribute(nucleus_context *context, const nucleus_row *row,
                                             const nucleus_policy *policy, nucleus_distribution *d, int *status);

// One step of nucleus_sample. `choices` (count) are ids whose final probabilities are to be filled in; only with
// `step`.
int nucleus_take_step(nucleus_context *context, const nucleus_row *row, const nucleus_policy *policy, nucleus_dice dice,
                      nucleus_step *step, nucleus_choice *choices, size_t count);

// Fills in all of *step but its number. `softmax` is over all ids.
void nucleus_describe(const nucleus_arithmetic *in, const nucleus_distribution *d, const void *softmax, int32_t drawn,
                      nucleus_step *step);

// NUCLEUS_OK, or the status of the first bad member.
int nucleus_check_policy(nucleus_context *context, const nucleus_policy *policy);

// NUCLEUS_OK, or the status of the first number that is negative, infinite or NaN; *largest is the largest so far.
int nucleus_check_weights(nucleus_context *context, const nucleus_row *row, double *largest);

#endif
