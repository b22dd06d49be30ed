/* Networks with absurd weights: each is refused, or gives finite scores that do not depend on what is worked out with
 * them.
 */
#include <math.h>
#include <string.h>

#include "../../core/check.h"
#include "toy.h"

static const gpt_sizes sizes = {2, 16, 2, 9, 6};
enum { CONTEXT = 9, VOCABULARY = 6, WIDTH = 16, HEADER = 48, AT_LETTERS = 44 };

// Multiplies some of the `count` floats at `at` by 2^power.
static void magnify(unsigned char *at, size_t count, double share, int power, uint32_t *random) {
  for (size_t i = 0; i < count; i++, at += 4) {
    float number;
    memcpy(&number, at, sizeof number);
    if (toy_random(random) < share) number = ldexpf(number, power);
    memcpy(at, &number, sizeof number);
  }
}

// Where narrow, the scales of the embedding and the last norm; otherwise any number of any tensor.
static void make_absurd(toy_file file, bool narrow, uint32_t *random) {
  size_t tensors = HEADER + (size_t)file.bytes[AT_LETTERS];
  int power = (int)(toy_random(random) * 100) - 20;
  double share = toy_random(random) < 0.5 ? 1 : 0.02;
  if (narrow) {
    magnify(file.bytes + tensors, VOCABULARY, share, power, random);
    magnify(file.bytes + file.length - 8 * WIDTH, 2 * WIDTH, share, power / 4, random);
  } else {
    magnify(file.bytes + tensors, (file.length - tensors) / 4, share, power, random);
  }
  toy_seal(file);
}

static void check_scores(gpt *model, toy_file file, uint32_t *random) {
  int32_t ids[CONTEXT];
  float each[CONTEXT * VOCABULARY], one[VOCABULARY];
  for (int i = 0; i < CONTEXT; i++) ids[i] = (int32_t)(toy_random(random) * (double)VOCABULARY);
  CHECK_SAYING(gpt_logits_each(model, ids, CONTEXT, each) == GPT_OK, "logits_each");
  for (int i = 0; i < CONTEXT * VOCABULARY; i++) CHECK_SAYING(isfinite(each[i]), "score %d is %g", i, (double)each[i]);
  gpt *fresh;
  CHECK_SAYING(gpt_new(file.bytes, file.length, &fresh) == GPT_OK, "open again");
  for (size_t count = 1; count <= CONTEXT; count++) {
    CHECK_SAYING(gpt_logits(fresh, ids, count, one) == (int)count, "logits");
    CHECK_SAYING(memcmp(one, each + (count - 1) * VOCABULARY, sizeof one) == 0, "one by one, %zu ids", count);
  }
  gpt_free(fresh);
}

// Multiplies a part of a file by 2^power.
typedef void (*part)(toy_file file, bool narrow, int power);

static unsigned char *tensors_of(toy_file file) { return file.bytes + HEADER + file.bytes[AT_LETTERS]; }

// Queries and keys: what overflows is the distance between two scores of attention.
static void queries_and_keys(toy_file file, bool narrow, int power) {
  uint32_t random = 5;
  size_t rows = VOCABULARY + CONTEXT, linear = WIDTH * (narrow ? 4 + WIDTH + 4 : 4 * WIDTH + 4);
  unsigned char *query = tensors_of(file) + rows * (narrow ? 4 + WIDTH : 4 * WIDTH) + 4 * 2 * WIDTH;
  size_t numbers = narrow ? WIDTH : WIDTH * WIDTH;  // scales or weights
  magnify(query, numbers, 1, power, &random);
  magnify(query + linear, numbers, 1, power, &random);
}

// The last norm alone: what overflows is a score.
static void last_norm(toy_file file, bool narrow, int power) {
  (void)narrow;
  uint32_t random = 5;
  magnify(file.bytes + file.length - 8 * WIDTH, 2 * WIDTH, 1, power, &random);
}

// The last norm, as much as the embedding shrinks: no score is large, the sums in front of the scales are.
static void last_norm_against_embedding(toy_file file, bool narrow, int power) {
  uint32_t random = 5;
  last_norm(file, narrow, power);
  magnify(tensors_of(file), narrow ? VOCABULARY : VOCABULARY * WIDTH, 1, -power, &random);
}

static void is_finite_or_refused(part grow, bool narrow) {
  int refused = 0, opened = 0;
  for (int power = 20; power < 128; power++) {
    uint32_t random = (uint32_t)power;
    toy_file file = toy_new(sizes, narrow, random);
    grow(file, narrow, power);
    toy_seal(file);
    gpt *model;
    int status = gpt_new(file.bytes, file.length, &model);
    CHECK_SAYING(status == GPT_OK || status == GPT_ERROR_WEIGHT, "%s", gpt_status_name(status));
    if (model) check_scores(model, file, &random);
    if (model) opened++;
    else refused++;
    gpt_free(model);
    toy_free(file);
  }
  CHECK_SAYING(opened > 5 && refused > 3, "%d refused, %d opened", refused, opened);
}

static void each_part_is_finite_or_its_file_refused(void) {
  static const part parts[] = {queries_and_keys, last_norm, last_norm_against_embedding};
  for (size_t n = 0; n < sizeof parts / sizeof *parts; n++)
    for (int narrow = 0; narrow < 2; narrow++) is_finite_or_refused(parts[n], narrow);
}

int main(void) {
  each_part_is_finite_or_its_file_refused();
  uint32_t random = 11;
  int refused[2] = {0, 0}, opened[2] = {0, 0};
  for (int trial = 0; trial < 600; trial++) {
    bool narrow = trial % 2 == 1;
    toy_file file = toy_new(sizes, narrow, (uint32_t)trial);
    make_absurd(file, narrow, &random);
    gpt *model;
    int status = gpt_new(file.bytes, file.length, &model);
    CHECK_SAYING(status == GPT_OK || status == GPT_ERROR_WEIGHT, "%s", gpt_status_name(status));
    if (model) check_scores(model, file, &random);
    (model ? opened : refused)[narrow]++;
    gpt_free(model);
    toy_free(file);
  }
  for (int precision = 0; precision < 2; precision++) {
    int no = refused[precision], yes = opened[precision];
    CHECK_SAYING(no > 30 && yes > 30, "%d refused, %d opened", no, yes);
  }
  return 0;
}
