/* penalties.h: what the ids of the sequence lose, or win, before anything else looks at the row. */
#ifndef NUCLEUS_STEP_PENALTIES_H
#define NUCLEUS_STEP_PENALTIES_H

#include "real.h"

// Penalises each id of the sequence once and takes back its count: bit 0 says that the sequence holds it, the other
// bits how often it is among the new ids. Without a branch that depends on the numbers, which no processor could
// predict. Returns the id of the first score that left the precision, or -1. A masked score, and a faulty one, stays.
static int32_t penalise(const nucleus_penalties *penalties, uint32_t *counts, void *of, size_t length) {
  const real repetition = penalties->repetition > 0 ? (real)penalties->repetition : 1;
  const real frequency = (real)penalties->frequency, presence = (real)penalties->presence;
  real *scores = of;
  int32_t fault = -1;
  for (size_t i = 0; i < penalties->count; i++) {
    uint64_t id = (uint64_t)penalties->ids[i];
    if (id >= length || counts[id] == 0) continue;
    uint32_t count = counts[id];
    counts[id] = 0;
    real score = scores[id], product = score * repetition, quotient = score / repetition;
    real x = score < 0 ? product : quotient;
    x -= (count > 1 ? frequency : 0) * (real)(count >> 1);
    x -= count > 1 ? presence : 0;
    if (!(score - score == 0)) continue;
    if (!(x - x == 0) && fault < 0) fault = (int32_t)id;
    scores[id] = x;
  }
  return fault;
}

#endif
