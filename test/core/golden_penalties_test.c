// Penalties against test/fixtures/penalties.txt, which Hugging Face's own class and PyTorch wrote: to the last bit. The
// first lines of test/torch/write-penalties.py say how the file is to be read.
#include <math.h>

#include "check.h"
#include "internal.h"

enum { MOST = 400, MOST_IDS = 16 };

static float floats[MOST];
static double doubles[MOST];

static long long whole(FILE *file) {
  long long x;
  CHECK(fscanf(file, "%lld", &x) == 1);
  return x;
}

static double number(FILE *file) {
  double x;
  CHECK(fscanf(file, "%la", &x) == 1);
  return x;
}

static nucleus_row read_row(FILE *file, long long bits) {
  long long length = whole(file), modulus = whole(file);
  double spread = number(file);
  long long salt = whole(file);
  CHECK(length <= MOST);
  for (long long i = 0; i < length; i++) {
    doubles[i] = (double)((i * 7919 + salt) % modulus) / (double)modulus * spread - spread / 2;
    floats[i] = (float)doubles[i];
  }
  const void *scores = bits == 32 ? (const void *)floats : doubles;
  return (nucleus_row){scores, (size_t)length, bits == 32 ? NUCLEUS_FLOAT32 : NUCLEUS_FLOAT64};
}

static int check_line(nucleus_context *context, FILE *file) {
  long long bits;
  if (fscanf(file, "%lld", &bits) != 1) return 0;
  nucleus_row row = read_row(file, bits), after;
  nucleus_penalties penalties = {.repetition = number(file)};
  penalties.presence = number(file);
  penalties.frequency = number(file);
  int64_t ids[MOST_IDS], bias_ids[MOST_IDS];
  double biases[MOST_IDS];
  penalties.count = (size_t)whole(file);
  penalties.prompt_length = (size_t)whole(file);
  for (size_t i = 0; i < penalties.count; i++) ids[i] = whole(file);
  penalties.bias_count = (size_t)whole(file);
  for (size_t i = 0; i < penalties.bias_count; i++) {
    bias_ids[i] = whole(file);
    biases[i] = number(file);
  }
  penalties.ids = ids;
  penalties.bias_ids = bias_ids;
  penalties.biases = biases;

  CHECK(nucleus_check_penalties(context, &penalties) == NUCLEUS_OK);
  CHECK(nucleus_adjust(context, &row, &penalties, &after) == NUCLEUS_OK);
  long long changed = whole(file), untouched = (long long)row.length - changed;
  for (long long i = 0; i < changed; i++) {
    size_t id = (size_t)whole(file);
    CHECK(nucleus_at(&row, after.scores, id) == number(file));
  }
  for (size_t id = 0; id < row.length; id++)
    untouched -= nucleus_at(&row, after.scores, id) == nucleus_at(&row, row.scores, id);
  CHECK(untouched <= 0);
  return 1;
}

int main(int count, char **arguments) {
  CHECK(count == 2);
  FILE *file = fopen(arguments[1], "r");
  CHECK(file);
  nucleus_context *context = nucleus_context_new(NULL);
  int rows = 0;
  while (check_line(context, file)) rows++;
  printf("%d rows\n", rows);
  CHECK(rows >= 2000 && feof(file));
  nucleus_context_free(context);
  fclose(file);
  return 0;
}
