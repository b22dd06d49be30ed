// The comparison with the plain version, as a WebAssembly module of its own.
#include "cases.h"

// How many of the cases first ... first + count - 1 (vocabularies from `smallest` to `largest`) differ.
__attribute__((export_name("compare"))) int compare(uint32_t first, uint32_t count, uint32_t smallest,
                                                    uint32_t largest) {
  nucleus_context *context = nucleus_context_new(NULL);
  int differing = 0;
  for (uint32_t number = first; number < first + count; number++) {
    test_case given;
    case_new(&given, number, smallest, largest);
    differing += case_compare(context, &given) != NULL;
    case_free(&given);
  }
  nucleus_context_free(context);
  return differing;
}
