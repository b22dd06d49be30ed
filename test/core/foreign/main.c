// A program of somebody else's, built against the library in each way it offers: draws an id and prints it.
#include <nucleus.h>
#include <stdio.h>

int main(void) {
  const float scores[] = {1, 2, 3, 4};
  const nucleus_row row = {scores, 4, NUCLEUS_FLOAT32};
  const nucleus_policy policy = {.temperature = 1};
  nucleus_context *context = nucleus_context_new(NULL);
  printf("%d\n", nucleus_sample_seeded(context, &row, &policy, 1, NULL));
  nucleus_context_free(context);
  return 0;
}
