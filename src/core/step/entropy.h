/* entropy.h: -sum p log2 p, added up in the order of ids; 0 for p = 0. */
#ifndef NUCLEUS_STEP_ENTROPY_H
#define NUCLEUS_STEP_ENTROPY_H

#include "real.h"

static double entropy_of(const void *of, size_t length) {
  const real *p = of;
  double bits = 0, piece[PIECE + NUCLEUS_LOGS];
  for (size_t id = 0; id < length;) {
    size_t count = 0;
    for (size_t end = length - id < PIECE ? length : id + PIECE; id < end; id++) {
      piece[count] = (double)p[id];
      count += p[id] > 0;
    }
    while (count % NUCLEUS_LOGS) piece[count++] = 1;  // which says nothing
    bits = nucleus_less_information(piece, count, bits);
  }
  return bits;
}

#endif
