/* Prints the bits of scores, one row per line, for ids that reach every path: a prompt, appended
 * ids, a full window and a window that slid. The same is asked of the WebAssembly module.
 *
 *     bits WEIGHTS
 */
#include <stdio.h>
#include <string.h>

#include "../../core/check.h"
#include "gpt.h"

enum { MOST_BYTES = 8 << 20, IDS = 140 };

static gpt *open_model(const char *path) {
  static unsigned char bytes[MOST_BYTES];
  FILE *file = fopen(path, "rb");
  CHECK_SAYING(file, "%s cannot be read", path);
  gpt *model;
  int status = gpt_new(bytes, fread(bytes, 1, sizeof bytes, file), &model);
  CHECK_SAYING(status == GPT_OK, "%s", gpt_status_name(status));
  fclose(file);
  return model;
}

static void print_row(gpt *model, const int32_t *ids, size_t count) {
  float logits[256];
  CHECK_SAYING(gpt_logits(model, ids, count, logits) > 0, "logits");
  for (int32_t id = 0; id < gpt_sizes_of(model)->vocabulary; id++) {
    uint32_t word;
    memcpy(&word, &logits[id], sizeof word);
    printf("%08x", (unsigned)word);
  }
  putchar('\n');
}

int main(int count, char **arguments) {
  CHECK_SAYING(count == 2, "usage: bits WEIGHTS");
  gpt *model = open_model(arguments[1]);
  int32_t ids[IDS];
  for (int i = 0; i < IDS; i++) ids[i] = (31 * i * i + 7 * i) % gpt_sizes_of(model)->vocabulary;
  for (size_t n = 7; n < 30; n++) print_row(model, ids, n);
  print_row(model, ids, 128);
  print_row(model, ids, IDS);
  gpt_free(model);
  return 0;
}
