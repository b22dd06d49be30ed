/* inspect.c: the call; step/inspect.h has what it does. */
#include "exact.h"

#include "internal.h"

int nucleus_inspect(nucleus_context *context, const nucleus_row *row, const nucleus_policy *policy,
                    const nucleus_generator *generator, nucleus_inspection *out) {
  int status;
  nucleus_distribution d;
  const nucleus_arithmetic *in = nucleus_distribute(context, row, policy, &d, &status);
  return in ? in->inspect(context, policy, &d, generator, out) : status;
}
