// The C interface as an embedding program meets it: faults, re-entry, the loop step by step.
#include <math.h>
#include <string.h>

#include "check.h"
#include "nucleus.h"

// ------------------------------------------------------------------------------------------------
// Models
// ------------------------------------------------------------------------------------------------

// Scores that depend on the position and the last id, so that a wrong context shows.
typedef struct {
  float scores[16];
  int calls, fail_at, status;
  nucleus_context *context;
  int depth;  // nested loops still to start
} model;

static int score(void *user, const int64_t *ids, size_t count, nucleus_row *row) {
  model *self = user;
  if (self->calls++ == self->fail_at) return self->status;
  if (self->depth > 0) {
    model inner = {.fail_at = self->fail_at >= 0 ? 1 : -1,
                   .status = self->status,
                   .context = self->context,
                   .depth = self->depth - 1};
    nucleus_options options = nucleus_default_options();
    options.max_tokens = 3;
    nucleus_result result;
    int status = nucleus_generate(score, &inner, self->context, &options, ids, count, &result);
    nucleus_result_free(self->context, &result);
    if (status) return status;
  }
  int64_t last = count ? ids[count - 1] : 0;
  for (int id = 0; id < 16; id++) self->scores[id] = (float)((id * 7 + (int)last * 3 + (int)count * 5) % 16) / 3;
  *row = (nucleus_row){self->scores, 16, NUCLEUS_FLOAT32};
  return 0;
}

static nucleus_options options_for(uint64_t max_tokens) {
  nucleus_options options = nucleus_default_options();
  options.policy = (nucleus_policy){.temperature = 0.9, .top_p = 0.9, .min_p = 0.01, .top_k = 12};
  options.seed = (uint64_t)-2;
  options.max_tokens = max_tokens;
  return options;
}

// ------------------------------------------------------------------------------------------------
// Tests
// ------------------------------------------------------------------------------------------------

static void a_callbacks_status_comes_back_from_any_depth(nucleus_context *context) {
  nucleus_options options = options_for(5);
  nucleus_result result;
  for (int depth = 0; depth < 4; depth++) {
    model failing = {.fail_at = 2, .status = 42 + depth, .context = context, .depth = depth};
    CHECK(nucleus_generate(score, &failing, context, &options, NULL, 0, &result) == 42 + depth);
    CHECK(result.ids == NULL && result.length == 0);
  }
}

static void a_nested_loop_does_not_disturb_the_outer_one(nucleus_context *context) {
  nucleus_options options = options_for(30);
  nucleus_result alone, nesting;
  model first = {.fail_at = -1, .context = context};
  model second = {.fail_at = -1, .context = context, .depth = 3};
  CHECK(nucleus_generate(score, &first, context, &options, NULL, 0, &alone) == NUCLEUS_OK);
  CHECK(nucleus_generate(score, &second, context, &options, NULL, 0, &nesting) == NUCLEUS_OK);
  CHECK(alone.length == 30 && memcmp(alone.ids, nesting.ids, 30 * sizeof(int64_t)) == 0);
  nucleus_result_free(context, &alone);
  nucleus_result_free(context, &nesting);
}

static void interleaved_generations_give_what_generate_gives(nucleus_context *context) {
  nucleus_options options = options_for(20);
  options.context_size = 4;
  nucleus_generation *runs[2];
  nucleus_result whole[2];
  model self = {.fail_at = -1, .context = context};
  for (int i = 0; i < 2; i++) {
    options.seeding = i ? NUCLEUS_SEED_PER_CALL : NUCLEUS_SEED_PER_STEP;
    CHECK(nucleus_generate(score, &self, context, &options, NULL, 0, &whole[i]) == NUCLEUS_OK);
    CHECK(nucleus_generation_new(context, &options, NULL, 0, &runs[i]) == NUCLEUS_OK);
  }
  for (int turn = 0; turn < 40; turn++) {
    nucleus_generation *run = runs[turn % 2];
    size_t count;
    const int64_t *ids = nucleus_generation_context(run, &count);
    CHECK(count == (turn / 2 < 4 ? (size_t)turn / 2 : 4));
    nucleus_row row;
    nucleus_step step;
    score(&self, ids, count, &row);
    int id = nucleus_generation_advance(run, &row, &step);
    CHECK(id == whole[turn % 2].ids[turn / 2] && step.id == id && step.step == (uint64_t)turn / 2);
  }
  for (int i = 0; i < 2; i++) {
    size_t count;
    CHECK(nucleus_generation_stop_reason(runs[i]) == NUCLEUS_STOP_LENGTH);
    CHECK(memcmp(nucleus_generation_ids(runs[i], &count), whole[i].ids, 20 * sizeof(int64_t)) == 0 && count == 20);
    nucleus_generation_free(runs[i]);
    nucleus_result_free(context, &whole[i]);
  }
  nucleus_generation_free(NULL);
}

static void bad_rows_and_policies_are_named(nucleus_context *context) {
  float scores[] = {1, NAN, 2};
  nucleus_policy policy = {.temperature = 1, .top_p = 0.5};
  nucleus_generator generator, before;
  nucleus_generator_seed(&generator, 5);
  before = generator;
  nucleus_row row = {scores, 3, NUCLEUS_FLOAT32};
  CHECK(nucleus_sample(context, &row, &policy, &generator, NULL) == NUCLEUS_ERROR_SCORE &&
        nucleus_fault_id(context) == 1);
  scores[1] = INFINITY;
  CHECK(nucleus_sample(context, &row, &policy, &generator, NULL) == NUCLEUS_ERROR_SCORE);
  for (int i = 0; i < 3; i++) scores[i] = -INFINITY;
  CHECK(nucleus_sample(context, &row, &policy, &generator, NULL) == NUCLEUS_ERROR_ALL_MASKED);
  row.length = 0;
  CHECK(nucleus_sample(context, &row, &policy, &generator, NULL) == NUCLEUS_ERROR_EMPTY_ROW);
  row.length = INT32_MAX;
  CHECK(nucleus_sample(context, &row, &policy, &generator, NULL) == NUCLEUS_ERROR_LONG_ROW);
  row = (nucleus_row){scores, 3, (nucleus_precision)7};
  CHECK(nucleus_sample(context, &row, &policy, &generator, NULL) == NUCLEUS_ERROR_ENUM);
  row.precision = NUCLEUS_FLOAT32;
  const struct {
    nucleus_policy policy;
    int status;
  } bad[] = {
      {{.temperature = -1}, NUCLEUS_ERROR_TEMPERATURE},
      {{.temperature = NAN}, NUCLEUS_ERROR_TEMPERATURE},
      {{.temperature = INFINITY}, NUCLEUS_ERROR_TEMPERATURE},
      {{.temperature = 1, .top_p = -1e-300}, NUCLEUS_ERROR_TOP_P},
      {{.temperature = 1, .top_p = NAN}, NUCLEUS_ERROR_TOP_P},
      {{.temperature = 1, .top_p = 1.5}, NUCLEUS_ERROR_TOP_P},
      {{.temperature = 1, .min_p = -0.1}, NUCLEUS_ERROR_MIN_P},
      {{.temperature = 1, .min_p = 1.1}, NUCLEUS_ERROR_MIN_P},
      {{.temperature = 1, .min_p = NAN}, NUCLEUS_ERROR_MIN_P},
  };
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    CHECK(nucleus_sample(context, &row, &bad[i].policy, &generator, NULL) == bad[i].status);
  CHECK(memcmp(&before, &generator, sizeof before) == 0);

  nucleus_options options = nucleus_default_options();
  options.seeding = (nucleus_seeding)3;
  nucleus_result result;
  model self = {.fail_at = -1};
  CHECK(nucleus_generate(score, &self, context, &options, NULL, 0, &result) == NUCLEUS_ERROR_ENUM && self.calls == 0);
  for (int status = 0; status >= NUCLEUS_ERROR_INCLUDE; status--) CHECK(strlen(nucleus_status_name(status)) > 1);
}

static void a_filter_left_out_is_off(nucleus_context *context) {
  float scores[300], plain[300], seen[300];
  for (int i = 0; i < 300; i++) scores[i] = (float)(i * 37 % 101) / 10;
  nucleus_row row = {scores, 300, NUCLEUS_FLOAT32};
  const nucleus_policy bare = {.temperature = 1}, off[] = {
                                                      {.temperature = 1, .top_p = 1},
                                                      {.temperature = 1, .top_k = 300},
                                                      {.temperature = 1, .top_k = ((uint64_t)1 << 32) + 1},
                                                      nucleus_default_options().policy,
                                                  };
  CHECK(nucleus_probabilities(context, &row, &bare, plain) == NUCLEUS_OK);
  for (int i = 0; i < 300; i++) CHECK(plain[i] > 0);
  for (size_t i = 0; i < sizeof off / sizeof *off; i++) {
    CHECK(nucleus_probabilities(context, &row, &off[i], seen) == NUCLEUS_OK);
    CHECK(memcmp(plain, seen, sizeof seen) == 0);
  }
  nucleus_policy nothing = {0};
  CHECK(nucleus_sample_seeded(context, &row, &nothing, 1, NULL) == 30);  // greedy
}

static void an_inspection_of_a_few_ids_has_them_in_order(nucleus_context *context) {
  const float scores[] = {1, 9, 3, 9, 2};
  const int64_t include[] = {4, 1, 4};
  const nucleus_row row = {scores, 5, NUCLEUS_FLOAT32};
  const nucleus_policy policy = {.temperature = 1, .top_k = 1};
  nucleus_focus focus = {.nearest = 3, .include = include, .include_count = 3};
  nucleus_generator generator;
  nucleus_inspection seen;
  nucleus_generator_seed(&generator, 1);
  CHECK(nucleus_inspect_nearest(context, &row, &policy, &generator, &focus, &seen) == 1);
  const int32_t order[] = {1, 3, 2, 4}, ranks[] = {0, 1, 2, 3};
  CHECK(seen.length == 4 && memcmp(seen.order, order, sizeof order) == 0);
  CHECK(memcmp(seen.ranks, ranks, sizeof ranks) == 0);
  CHECK(seen.survivors == 1 && !seen.cut_order);
  const float *cumulative = seen.cumulative;
  CHECK(cumulative[0] == 1 && isnan(cumulative[1]) && isnan(cumulative[3]));
  const int64_t outside[] = {0, 5};
  focus = (nucleus_focus){.include = outside, .include_count = 2};
  CHECK(nucleus_inspect_nearest(context, &row, &policy, &generator, &focus, &seen) == NUCLEUS_ERROR_INCLUDE &&
        nucleus_fault_id(context) == 1);
  CHECK(nucleus_inspect(context, &row, &policy, &generator, &seen) == 1 && !seen.ranks && seen.length == 5);
}

static void an_evaluated_id_gets_what_an_inspection_says_of_it(nucleus_context *context) {
  const float scores[] = {1, 3, 2, -INFINITY, 3, 0};
  const nucleus_row row = {scores, 6, NUCLEUS_FLOAT32};
  const nucleus_policy policies[] = {
      {.temperature = 0.7, .top_k = 3, .top_p = 0.8}, {.temperature = 1}, {.temperature = 0}};
  for (size_t n = 0; n < sizeof policies / sizeof *policies; n++) {
    nucleus_generator generator;
    nucleus_inspection seen;
    nucleus_evaluation got;
    double logprob;
    nucleus_generator_seed(&generator, 1);
    CHECK(nucleus_inspect(context, &row, &policies[n], &generator, &seen) >= 0);
    float final[6];
    int32_t order[6];
    memcpy(final, seen.probabilities, sizeof final);
    memcpy(order, seen.order, sizeof order);
    for (int32_t rank = 0; rank < 6; rank++) {
      const int32_t id = order[rank];
      CHECK(nucleus_evaluate(context, &row, &policies[n], id, &got) == NUCLEUS_OK);
      CHECK(got.rank == rank && got.probability == (double) final[id]);
      CHECK(nucleus_logprobs(context, &row, id, &logprob, 0, NULL) == 0);
      CHECK(got.logprob == logprob || (id == 3 && got.logprob == -INFINITY));
      if (final[id] > 0) CHECK(got.survives);
    }
    for (int64_t outside = -1; outside <= 6; outside += 7) {
      CHECK(nucleus_evaluate(context, &row, &policies[n], outside, &got) == NUCLEUS_OK);
      CHECK(got.rank == -1 && !got.survives && got.probability == 0 && got.logprob == -INFINITY);
    }
  }
  nucleus_evaluation got;
  CHECK(nucleus_evaluate(context, &row, policies, 1, &got) == NUCLEUS_OK && got.survives);
  CHECK(nucleus_evaluate(context, &row, policies, 5, &got) == NUCLEUS_OK && !got.survives);
  const nucleus_policy wrong = {.temperature = -1};
  CHECK(nucleus_evaluate(context, &row, &wrong, 1, &got) == NUCLEUS_ERROR_TEMPERATURE);
}

static void draws_with_replacement_stay_on_positive_weights(nucleus_context *context) {
  double weights[] = {0, 3, 0, 1e-320, 0};
  int32_t ids[4000];
  nucleus_generator generator;
  nucleus_generator_seed(&generator, 3);
  nucleus_row row = {weights, 5, NUCLEUS_FLOAT64};
  CHECK(nucleus_multinomial(context, &row, 4000, &generator, ids) == NUCLEUS_OK);
  for (int i = 0; i < 4000; i++) CHECK(ids[i] == 1 || ids[i] == 3);
  double huge[] = {1.5e308, 1.5e308};
  row = (nucleus_row){huge, 2, NUCLEUS_FLOAT64};
  CHECK(nucleus_multinomial(context, &row, 4000, &generator, ids) == NUCLEUS_OK);
  int ones = 0;
  for (int i = 0; i < 4000; i++) ones += ids[i];
  CHECK(ones > 1800 && ones < 2200);
  weights[1] = weights[3] = 0;
  row = (nucleus_row){weights, 5, NUCLEUS_FLOAT64};
  CHECK(nucleus_multinomial(context, &row, 1, &generator, ids) == NUCLEUS_ERROR_NO_WEIGHT);
  weights[2] = -1;
  CHECK(nucleus_multinomial(context, &row, 1, &generator, ids) == NUCLEUS_ERROR_WEIGHT &&
        nucleus_fault_id(context) == 2);
}

int main(void) {
  nucleus_context *context = nucleus_context_new(NULL);
  a_callbacks_status_comes_back_from_any_depth(context);
  a_nested_loop_does_not_disturb_the_outer_one(context);
  interleaved_generations_give_what_generate_gives(context);
  bad_rows_and_policies_are_named(context);
  a_filter_left_out_is_off(context);
  an_inspection_of_a_few_ids_has_them_in_order(context);
  an_evaluated_id_gets_what_an_inspection_says_of_it(context);
  draws_with_replacement_stay_on_positive_weights(context);
  nucleus_context_free(context);
  nucleus_context_free(NULL);
  return 0;
}
