/* internal.h: what the stages share. Not for users of the library. */
#ifndef NUCLEUS_INTERNAL_H
#define NUCLEUS_INTERNAL_H

#include "elementary.h"
#include "nucleus.h"

// Memory that only grows, so that from the second step on nothing is allocated.
typedef struct {
  void *memory;
  size_t size;
} nucleus_buffer;

struct nucleus_context {
  nucleus_allocator allocator;
  nucleus_buffer row;           // a row copied in by a host (the JavaScript wrapper)
  nucleus_buffer probabilities; // real[length]: the distribution of the step
  nucleus_buffer candidates;    // ids that are still in question
  nucleus_buffer spare;         // the sort's other half
  nucleus_buffer inspection;    // the arrays of nucleus_inspect
  nucleus_generator generator;  // the step's, where it is seeded per step
  size_t fault_id;
};

// Allocation through the context; nucleus_release takes NULL.
void *nucleus_allocate(nucleus_context *context, size_t size);
void nucleus_release(nucleus_context *context, void *memory);

// The buffer's memory, at least count * size bytes, or NULL. Old contents may be lost.
void *nucleus_reserve(nucleus_context *context, nucleus_buffer *buffer, size_t count, size_t size);

// The exponential variate of a uniform u in [0, 1) that is a multiple of 2^-53: 1 - u is exact, so
// -log(1 - u) needs no log1p. The 0 - ... keeps u = 0 from becoming a negative zero.
NUCLEUS_INLINE double nucleus_exponential(double u) {
  return 0.0 - nucleus_log(1.0 - u);
}

// NUCLEUS_OK, or the status of the first bad member.
int nucleus_check_policy(const nucleus_policy *policy);

// The step in one precision. float32.c and float64.c compile the same stages for float and double.
typedef struct {
  size_t size;  // of one score
  // nucleus_sample; `fresh` says that nobody will use the generator after this draw
  int (*sample)(nucleus_context *, const nucleus_row *, const nucleus_policy *, nucleus_generator *,
                int fresh, nucleus_step *);
  int (*probabilities)(nucleus_context *, const nucleus_row *, const nucleus_policy *, void *out);
  int (*inspect)(nucleus_context *, const nucleus_row *, const nucleus_policy *,
                 const nucleus_generator *, nucleus_inspection *);
  int (*entropy_bits)(nucleus_context *, const nucleus_row *, double *bits);
  int (*multinomial)(nucleus_context *, const nucleus_row *, size_t count, nucleus_generator *,
                     int32_t *out);
} nucleus_arithmetic;

extern const nucleus_arithmetic nucleus_float32, nucleus_float64;

// The arithmetic of a row, or NULL with *status set where the row is empty, too long or of no kind.
const nucleus_arithmetic *nucleus_arithmetic_of(const nucleus_row *row, int *status);

#endif
