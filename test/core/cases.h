/* cases.h: random and adversarial rows and policies, the same everywhere for a number. */
#ifndef NUCLEUS_CASES_H
#define NUCLEUS_CASES_H

#include "nucleus.h"

typedef struct {
  nucleus_precision precision;
  nucleus_policy policy;
  uint64_t seed;
  size_t length;
  double *scores;  // (length) rounded to the precision; from malloc
  nucleus_penalties penalties;  // what the policy points at, where it does
  int64_t ids[60], bias_ids[8];
  double biases[8];
} test_case;

// Case `number`, a vocabulary from `smallest` to `largest`, most of them near the smallest.
// It must not be copied: the policy points into it.
void case_new(test_case *made, uint64_t number, size_t smallest, size_t largest);
void case_free(test_case *made);

// The library's answer compared with the plain one's: the kept set and count, all probabilities and the
// id, with a fresh generator and with one that goes on, and the state the latter is left in.
// Returns NULL, or what differs.
const char *case_compare(nucleus_context *context, const test_case *given);

#endif
