/* compare.c: the library against the plain version.
 *
 *     compare [FIRST [COUNT [LARGEST [SMALLEST]]]]
 *
 * Cases FIRST ... FIRST + COUNT - 1 of cases.c, vocabularies from SMALLEST to LARGEST. Prints what differs; the
 * exit status is 1 if anything does.
 */
#include <stdio.h>
#include <stdlib.h>

#include "cases.h"

int main(int argc, char **argv) {
  uint64_t first = argc > 1 ? strtoull(argv[1], NULL, 10) : 0;
  uint64_t count = argc > 2 ? strtoull(argv[2], NULL, 10) : 20000;
  size_t largest = argc > 3 ? strtoull(argv[3], NULL, 10) : 300000;
  size_t smallest = argc > 4 ? strtoull(argv[4], NULL, 10) : 1;
  nucleus_context *context = nucleus_context_new(NULL);
  int differing = 0;
  for (uint64_t number = first; number < first + count; number++) {
    test_case given;
    case_new(&given, number, smallest, largest);
    const char *difference = case_compare(context, &given);
    if (difference) {
      differing++;
      printf("case %llu: %s (float%d, vocabulary %zu, T %g, top-k %llu, top-p %.17g, min-p %g)\n",
             (unsigned long long)number, difference, given.precision == NUCLEUS_FLOAT32 ? 32 : 64, given.length,
             given.policy.temperature, (unsigned long long)given.policy.top_k, given.policy.top_p, given.policy.min_p);
    }
    case_free(&given);
  }
  nucleus_context_free(context);
  printf("%llu cases, %d differ\n", (unsigned long long)count, differing);
  return differing > 0;
}
