/* plain.h: the recipe written out, step by step and slow: what the library must equal to the last bit.
 *
 * It sorts the whole vocabulary with a stable sort, adds in rank order, computes every logarithm, and
 * holds float32 numbers in doubles that are rounded after each operation (which gives what float
 * arithmetic gives, for + - * / alike). It shares exp, log and mt19937 with the library, nothing else.
 */
#ifndef NUCLEUS_PLAIN_H
#define NUCLEUS_PLAIN_H

#include "nucleus.h"

typedef struct {
  double *probabilities;  // (length) final, at their own ids
  char *kept;             // (length) 1 for each id that survives all filters
  int32_t kept_count;
  int32_t id;             // the drawn id
} plain_step;

// Takes one step on `scores` (length), already rounded to the row's precision. The generator advances
// by one variate per id, except at temperature 0. Arrays come from malloc; plain_free releases them.
plain_step plain_sample(const double *scores, size_t length, nucleus_precision precision, const nucleus_policy *policy,
                        nucleus_generator *generator);

void plain_free(plain_step *step);

// Applies penalties and biases to scores (length), rounded to the precision. Returns -1, or the id of the first score,
// in the order of the sequence and then of the biases, that leaves the precision.
int32_t plain_penalise(double *scores, size_t length, nucleus_precision precision, const nucleus_penalties *penalties);

#endif
