/* wasm.c: what gpt.wasm exports, under plain names. Pointers are byte offsets into the exported
 * memory. Nothing is imported but emscripten_notify_memory_growth.
 */
#include "../core/exact.h"

#include <stdlib.h>

#include "../core/wasm/export.h"
#include "gpt.h"

EXPORT(allocate) void *allocate(size_t size) { return malloc(size); }
EXPORT(release) void release(void *memory) { free(memory); }
EXPORT(status_name) const char *status_name(int status) { return gpt_status_name(status); }

// The model, or a status, which is negative; no address is, as memory ends at 2 GB.
EXPORT(open) int32_t open(const void *file, size_t length) {
  gpt *model;
  int status = gpt_new(file, length, &model);
  return status < 0 ? status : (int32_t)(intptr_t)model;
}

EXPORT(layers) int32_t layers(const gpt *model) { return gpt_sizes_of(model)->layers; }
EXPORT(width) int32_t width(const gpt *model) { return gpt_sizes_of(model)->width; }
EXPORT(heads) int32_t heads(const gpt *model) { return gpt_sizes_of(model)->heads; }
EXPORT(context) int32_t context(const gpt *model) { return gpt_sizes_of(model)->context; }
EXPORT(vocabulary) int32_t vocabulary(const gpt *model) { return gpt_sizes_of(model)->vocabulary; }

EXPORT(alphabet) const char *alphabet(const gpt *model) {
  size_t length;
  return gpt_alphabet(model, &length);
}

EXPORT(alphabet_bytes) size_t alphabet_bytes(const gpt *model) {
  size_t length;
  gpt_alphabet(model, &length);
  return length;
}

EXPORT(parameters) size_t parameters(const gpt *model) { return gpt_parameters(model); }
EXPORT(file_checksum) uint32_t file_checksum(const gpt *model) { return gpt_file_checksum(model); }
EXPORT(weights_checksum) uint32_t weights_checksum(const gpt *model) { return gpt_weights_checksum(model); }

EXPORT(logits) int logits(gpt *model, const int32_t *ids, size_t count, float *out) {
  return gpt_logits(model, ids, count, out);
}

EXPORT(logits_each) int logits_each(gpt *model, const int32_t *ids, size_t count, float *out) {
  return gpt_logits_each(model, ids, count, out);
}
