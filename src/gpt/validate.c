/* gpt_validate: the loss of weights files over a text.
 *
 *     gpt_validate TEXT WEIGHTS...
 *
 * Prints, for each file, the mean cross-entropy in nats over the last tenth of the text, in full
 * windows of the context that do not overlap, and for every file after the first its difference
 * from the first and how often both give the same likeliest character.
 */
#include "../core/exact.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "gpt.h"

typedef struct {
  char *bytes;
  size_t length;
} contents;

typedef struct {
  double loss;
  int32_t *best;   // (positions) the likeliest id after each
  size_t positions;
} verdict;

static void fail(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vfprintf(stderr, format, arguments);
  va_end(arguments);
  fputc('\n', stderr);
  exit(1);
}

static void *allocate(size_t size) {
  void *memory = malloc(size > 0 ? size : 1);
  if (!memory) fail("no memory for %zu bytes", size);
  return memory;
}

static contents read_file(const char *path) {
  FILE *file = fopen(path, "rb");
  if (!file || fseek(file, 0, SEEK_END) != 0) fail("%s cannot be read", path);
  long length = ftell(file);
  if (length < 0) fail("%s cannot be read", path);
  rewind(file);
  contents out = {allocate((size_t)length), (size_t)length};
  if (fread(out.bytes, 1, out.length, file) != out.length) fail("%s cannot be read", path);
  fclose(file);
  return out;
}

static gpt *open_model(const char *path) {
  contents file = read_file(path);
  gpt *model;
  int status = gpt_new(file.bytes, file.length, &model);
  if (status < 0) fail("%s: %s", path, gpt_status_name(status));
  free(file.bytes);
  return model;
}

static int32_t likeliest(const float *logits, int32_t vocabulary) {
  int32_t best = 0;
  for (int32_t id = 1; id < vocabulary; id++) {
    if (logits[id] > logits[best]) best = id;
  }
  return best;
}

// -log of the probability of `target`, in nats.
static double surprise(const float *logits, int32_t vocabulary, int32_t target) {
  double largest = logits[likeliest(logits, vocabulary)], total = 0;
  for (int32_t id = 0; id < vocabulary; id++) total += exp(logits[id] - largest);
  return largest + log(total) - logits[target];
}

// The verdict on `ids` (count), window by window.
static verdict validate(gpt *model, const int32_t *ids, size_t count) {
  int32_t vocabulary = gpt_sizes_of(model)->vocabulary;
  size_t context = (size_t)gpt_sizes_of(model)->context, windows = (count - 1) / context;
  float *logits = allocate(context * (size_t)vocabulary * sizeof *logits);
  verdict out = {0, allocate(windows * context * sizeof *out.best), windows * context};
  for (size_t start = 0; start < out.positions; start += context) {
    int status = gpt_logits_each(model, ids + start, context, logits);
    if (status < 0) fail("%s", gpt_status_name(status));
    for (size_t i = 0; i < context; i++) {
      const float *row = logits + i * (size_t)vocabulary;
      out.loss += surprise(row, vocabulary, ids[start + i + 1]);
      out.best[start + i] = likeliest(row, vocabulary);
    }
  }
  out.loss /= (double)out.positions;
  free(logits);
  return out;
}

// The verdict of a file on the last tenth of `text`.
static verdict validate_file(const char *path, contents text) {
  gpt *model = open_model(path);
  int32_t *ids = allocate(text.length * sizeof *ids);
  size_t count;
  int status = gpt_encode(model, text.bytes, text.length, ids, &count);
  if (status < 0) fail("%s, after %zu characters of the text", gpt_status_name(status), count);
  size_t split = count / 10 * 9 + count % 10 * 9 / 10;
  if (count - split <= (size_t)gpt_sizes_of(model)->context) fail("the text is too short");
  verdict out = validate(model, ids + split, count - split);
  printf("%s: %.6f nats over %zu positions\n", path, out.loss, out.positions);
  free(ids);
  gpt_free(model);
  return out;
}

static void compare(verdict a, verdict b) {
  if (a.positions != b.positions) fail("the files have different contexts");
  size_t same = 0;
  for (size_t i = 0; i < a.positions; i++) same += a.best[i] == b.best[i];
  printf("  %+.6f nats, same likeliest character at %.2f %% of positions\n", b.loss - a.loss,
         100.0 * (double)same / (double)a.positions);
}

int main(int count, char **arguments) {
  if (count < 3) fail("usage: gpt_validate TEXT WEIGHTS...");
  contents text = read_file(arguments[1]);
  verdict first = validate_file(arguments[2], text);
  for (int i = 3; i < count; i++) {
    verdict other = validate_file(arguments[i], text);
    compare(first, other);
    free(other.best);
  }
  free(first.best);
  free(text.bytes);
  return 0;
}
