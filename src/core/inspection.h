/* inspection.h: what an inspection of all ids and one of a few have in common. */
#ifndef NUCLEUS_INSPECTION_H
#define NUCLEUS_INSPECTION_H

#include "internal.h"

// A step under inspection, with what is worked out for all ids: (length, padded) numbers of the row's precision.
typedef struct {
  nucleus_context *context;
  const nucleus_arithmetic *in;
  nucleus_distribution d;
  void *softmax;      // at the temperature
  void *mass;         // after top-k, or the softmax itself
  void *totals;       // running totals of the masses
  void *final;        // probabilities
  void *more[5];      // for whatever else
  int32_t *ids[6];    // the same
  size_t survivors;   // ids that top-k lets through
  bool top_k;         // it cut some, so that masses and softmax are not the same
} nucleus_inspected;

// Chooses the ids of a focus and fills in the arrays of *out but for those of `final`. Returns the id drawn, or a
// status.
int nucleus_inspect_few(nucleus_inspected *of, const nucleus_generator *generator, const nucleus_focus *focus,
                        nucleus_inspection *out);

#endif
