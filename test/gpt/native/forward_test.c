/* The network against the same network worked out slowly in double, and against itself. */
#include <math.h>
#include <string.h>

#include "../../core/check.h"
#include "toy.h"

// Shapes at and around the edges of panels and tiles: 32 outputs, 2 and 4 rows, 8 inputs.
static const gpt_sizes shapes[] = {
    {1, 8, 1, 1, 1},    {1, 8, 8, 3, 2},    {2, 8, 2, 8, 5},   {3, 24, 3, 7, 31},  {2, 32, 1, 33, 32},
    {2, 40, 2, 31, 33}, {1, 64, 2, 40, 65}, {1, 72, 2, 64, 6}, {2, 40, 5, 65, 20},
};
enum { SHAPES = sizeof shapes / sizeof *shapes, MOST_CONTEXT = 65, MOST_VOCABULARY = 65 };

static gpt *open_toy(toy_file file) {
  gpt *model;
  int status = gpt_new(file.bytes, file.length, &model);
  CHECK_SAYING(status == GPT_OK, "%s", gpt_status_name(status));
  return model;
}

static void random_ids(int32_t *ids, size_t count, int32_t vocabulary, uint32_t *random) {
  for (size_t i = 0; i < count; i++) ids[i] = (int32_t)(toy_random(random) * vocabulary);
}

// The scores of the next id, by a model that has seen nothing before.
static void fresh_logits(toy_file file, const int32_t *ids, size_t count, float *logits) {
  gpt *model = open_toy(file);
  int seen = gpt_logits(model, ids, count, logits);
  CHECK_SAYING(seen > 0, "%s", gpt_status_name(seen));
  gpt_free(model);
}

static void check_same_bits(const float *a, const float *b, size_t count, const char *what) {
  CHECK_SAYING(memcmp(a, b, count * sizeof *a) == 0, "%s", what);
}

// ------------------------------------------------------------------------------------------------
// Tests
// ------------------------------------------------------------------------------------------------

static void scores_are_those_of_the_slow_network(toy_file file, gpt_sizes sizes) {
  size_t context = (size_t)sizes.context, vocabulary = (size_t)sizes.vocabulary;
  int32_t ids[MOST_CONTEXT];
  static float logits[MOST_CONTEXT * MOST_VOCABULARY];
  static double expected[MOST_CONTEXT * MOST_VOCABULARY];
  uint32_t random = 1;
  random_ids(ids, context, sizes.vocabulary, &random);
  gpt *model = open_toy(file);
  CHECK_SAYING(gpt_logits_each(model, ids, context, logits) == GPT_OK, "logits_each");
  toy_logits(file, ids, context, expected);
  for (size_t i = 0; i < context * vocabulary; i++) {
    CHECK_SAYING(fabs(logits[i] - expected[i]) < 2e-5, "score %zu after id %zu: %g, not %g", i % vocabulary,
                 i / vocabulary, (double)logits[i], expected[i]);
  }
  gpt_free(model);
}

static void the_last_position_is_the_one_that_is_read(toy_file file, gpt_sizes sizes) {
  size_t context = (size_t)sizes.context, vocabulary = (size_t)sizes.vocabulary;
  int32_t ids[MOST_CONTEXT] = {0};  // one id all along: only the position tells the rows apart
  static float each[MOST_CONTEXT * MOST_VOCABULARY], last[MOST_VOCABULARY];
  gpt *model = open_toy(file);
  CHECK_SAYING(gpt_logits_each(model, ids, context, each) == GPT_OK, "logits_each");
  for (size_t count = 1; count <= context; count++) {
    const float *row = each + (count - 1) * vocabulary;
    fresh_logits(file, ids, count, last);
    check_same_bits(last, row, vocabulary, "the row of the last position");
    if (count > 1)
      CHECK_SAYING(memcmp(row, row - vocabulary, vocabulary * sizeof *row) != 0, "equal rows at %zu", count);
  }
  gpt_free(model);
}

// One model is led through edits of every kind, and must answer as a fresh one does each time.
static void any_edit_gives_the_bits_of_a_fresh_model(toy_file file, gpt_sizes sizes) {
  size_t vocabulary = (size_t)sizes.vocabulary, most = (size_t)sizes.context + 6, count = 1;
  int32_t ids[MOST_CONTEXT + 6] = {0};
  float cached[MOST_VOCABULARY], fresh[MOST_VOCABULARY];
  uint32_t random = 7;
  gpt *model = open_toy(file);
  for (int edit = 0; edit < 120; edit++) {
    double kind = toy_random(&random);
    if (kind < 0.5 && count < most) random_ids(ids + count++, 1, sizes.vocabulary, &random);  // append
    else if (kind < 0.7) count = 1 + (size_t)(toy_random(&random) * (double)count);           // go back
    else if (kind < 0.9) random_ids(ids + (size_t)(toy_random(&random) * (double)count), 1, sizes.vocabulary, &random);
    else random_ids(ids, count = 1 + (size_t)(toy_random(&random) * (double)most), sizes.vocabulary, &random);
    int seen = gpt_logits(model, ids, count, cached);
    CHECK_SAYING(seen == (int)(count < (size_t)sizes.context ? count : (size_t)sizes.context), "saw %d of %zu", seen,
                 count);
    fresh_logits(file, ids, count, fresh);
    check_same_bits(cached, fresh, vocabulary, "after an edit");
  }
  gpt_free(model);
}

static void a_longer_text_is_cropped_and_counted_from_zero(toy_file file, gpt_sizes sizes) {
  size_t context = (size_t)sizes.context;
  int32_t ids[MOST_CONTEXT + 6];
  float whole[MOST_VOCABULARY], cropped[MOST_VOCABULARY];
  uint32_t random = 3;
  random_ids(ids, context + 6, sizes.vocabulary, &random);
  gpt *model = open_toy(file);
  for (size_t count = context; count <= context + 6; count++) {
    CHECK_SAYING(gpt_logits(model, ids, count, whole) == sizes.context, "seen");
    fresh_logits(file, ids + count - context, context, cropped);
    check_same_bits(whole, cropped, (size_t)sizes.vocabulary, "past the context");
  }
  gpt_free(model);
}

static void bad_ids_are_refused_and_change_nothing(toy_file file, gpt_sizes sizes) {
  size_t context = (size_t)sizes.context, vocabulary = (size_t)sizes.vocabulary;
  int32_t ids[MOST_CONTEXT + 1] = {0};
  static float before[MOST_VOCABULARY], after[MOST_CONTEXT * MOST_VOCABULARY + MOST_VOCABULARY];
  gpt *model = open_toy(file);
  gpt_logits(model, ids, context, before);
  CHECK_SAYING(gpt_logits(model, ids, 0, after) == GPT_ERROR_EMPTY, "no ids");
  CHECK_SAYING(gpt_logits_each(model, ids, 0, after) == GPT_ERROR_EMPTY, "no ids");
  CHECK_SAYING(gpt_logits_each(model, ids, context + 1, after) == GPT_ERROR_LONG, "too many ids");
  const int32_t bad[] = {-1, sizes.vocabulary, INT32_MAX, INT32_MIN};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    ids[context - 1] = bad[i];
    CHECK_SAYING(gpt_logits(model, ids, context, after) == GPT_ERROR_ID, "id %d", (int)bad[i]);
    CHECK_SAYING(gpt_logits_each(model, ids, context, after) == GPT_ERROR_ID, "id %d", (int)bad[i]);
  }
  ids[context - 1] = 0;
  gpt_logits(model, ids, context, after);
  check_same_bits(before, after, vocabulary, "after refused calls");
  gpt_free(model);
}

static void weights_never_change(toy_file file, gpt_sizes sizes) {
  int32_t ids[MOST_CONTEXT] = {0};
  float logits[MOST_VOCABULARY];
  gpt *model = open_toy(file);
  uint32_t before = gpt_weights_checksum(model);
  for (size_t count = 1; count <= (size_t)sizes.context; count++) gpt_logits(model, ids, count, logits);
  CHECK_SAYING(gpt_weights_checksum(model) == before, "the weights changed");
  gpt_free(model);
}

int main(void) {
  for (size_t i = 0; i < SHAPES; i++) {
    for (int precision = 0; precision < 2; precision++) {
      bool narrow = precision == 1;
      toy_file file = toy_new(shapes[i], narrow, (uint32_t)(2 * i) + 1);
      scores_are_those_of_the_slow_network(file, shapes[i]);
      the_last_position_is_the_one_that_is_read(file, shapes[i]);
      any_edit_gives_the_bits_of_a_fresh_model(file, shapes[i]);
      a_longer_text_is_cropped_and_counted_from_zero(file, shapes[i]);
      bad_ids_are_refused_and_change_nothing(file, shapes[i]);
      weights_never_change(file, shapes[i]);
      toy_free(file);
    }
  }
  return 0;
}
