/* Every request for memory fails in turn: the status says so, and nothing is left behind. */
#include <stdlib.h>

#include "../../core/check.h"
#include "toy.h"

static int requests;  // so far
static int failing;   // the request that fails

// What the library calls in place of aligned_alloc.
void *failing_aligned_alloc(size_t alignment, size_t size);
void *failing_aligned_alloc(size_t alignment, size_t size) {
  return requests++ == failing ? NULL : aligned_alloc(alignment, size);
}

int main(void) {
  const gpt_sizes sizes = {2, 8, 2, 8, 5};
  const int32_t ids[] = {1, 2, 3};
  float logits[5];
  toy_file file = toy_new(sizes, true, 5);
  int failed = 0;
  for (failing = 0;; failing++) {
    gpt *model;
    requests = 0;
    int status = gpt_new(file.bytes, file.length, &model);
    if (status == GPT_OK) {
      CHECK_SAYING(gpt_logits(model, ids, 3, logits) == 3, "scores");
      gpt_free(model);
      break;
    }
    CHECK_SAYING(status == GPT_ERROR_MEMORY && model == NULL, "request %d: %s", failing, gpt_status_name(status));
    failed++;
  }
  CHECK_SAYING(failed == 1 && requests == 1, "a model is one block of memory, not %d", requests);
  toy_free(file);
  return 0;
}
