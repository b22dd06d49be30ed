// Penalties, biases and logprobs as the loop uses them, and what is refused. The formulas themselves are compared with
// the plain version in compare.c.
#include <math.h>
#include <string.h>

#include "check.h"
#include "nucleus.h"

enum { VOCABULARY = 40 };

static float scores[VOCABULARY];

static nucleus_row row_of_scores(void) { return (nucleus_row){scores, VOCABULARY, NUCLEUS_FLOAT32}; }

static int give_scores(void *user, const int64_t *ids, size_t count, nucleus_row *row) {
  (void)user, (void)ids, (void)count;
  *row = row_of_scores();
  return 0;
}

static nucleus_options options_of(const nucleus_penalties *penalties) {
  nucleus_options options = nucleus_default_options();
  options.policy = (nucleus_policy){.temperature = 0.9, .top_p = 0.95, .penalties = penalties};
  options.seed = 11;
  options.max_tokens = 80;
  return options;
}

// ------------------------------------------------------------------------------------------------
// Penalties
// ------------------------------------------------------------------------------------------------

static const int64_t prompt[] = {3, 3, 7, -1, 5000};
enum { PROMPT = 5 };

static void a_loop_counts_its_whole_sequence_whatever_the_context_size(nucleus_context *context) {
  const int64_t bias_ids[] = {1, 2};
  const double biases[] = {-INFINITY, 1.5};
  nucleus_penalties penalties = {.repetition = 1.3, .presence = 0.4, .frequency = 0.2};
  penalties.bias_ids = bias_ids;
  penalties.biases = biases;
  penalties.bias_count = 2;
  penalties.ids = bias_ids;  // is not looked at
  penalties.count = 2;
  nucleus_options options = options_of(&penalties);
  options.context_size = 2;
  nucleus_result result;
  CHECK(nucleus_generate(give_scores, NULL, context, &options, prompt, PROMPT, &result) == NUCLEUS_OK);
  nucleus_row row = row_of_scores();
  penalties.ids = result.ids;
  penalties.prompt_length = PROMPT;
  for (size_t step = 0; step < 80; step++) {
    penalties.count = PROMPT + step;
    int id = nucleus_sample_seeded(context, &row, &options.policy, 11 + step, NULL);
    CHECK(id == result.ids[PROMPT + step] && id != 1);
  }
  nucleus_result_free(context, &result);
}

static void a_loop_copies_biases(nucleus_context *context) {
  int64_t bias_ids[] = {4};
  double biases[] = {1000};
  nucleus_penalties penalties = {.bias_ids = bias_ids, .biases = biases, .bias_count = 1};
  nucleus_options options = options_of(&penalties);
  nucleus_generation *generation;
  CHECK(nucleus_generation_new(context, &options, NULL, 0, &generation) == NUCLEUS_OK);
  bias_ids[0] = 6;
  penalties.bias_count = 0;
  nucleus_row row = row_of_scores();
  for (int step = 0; step < 5; step++) CHECK(nucleus_generation_advance(generation, &row, NULL) == 4);
  nucleus_generation_free(generation);
}

static int sample_with(nucleus_context *context, const nucleus_penalties *penalties) {
  nucleus_row row = row_of_scores();
  nucleus_policy policy = {.temperature = 1, .penalties = penalties};
  nucleus_generator generator, before;
  nucleus_generator_seed(&generator, 1);
  before = generator;
  int id = nucleus_sample(context, &row, &policy, &generator, NULL);
  CHECK(id >= 0 || memcmp(&before, &generator, sizeof before) == 0);
  return id;
}

static void bad_penalties_are_named(nucleus_context *context) {
  const int64_t ids[] = {0, 39, 40}, negative[] = {-1};
  const double biases[] = {0, 0, 0}, not_a_number[] = {0, NAN}, infinite[] = {0, 0, INFINITY};
  const struct {
    nucleus_penalties penalties;
    int status;
    size_t fault;
  } bad[] = {
      {{.repetition = -1}, NUCLEUS_ERROR_REPETITION, 0},
      {{.repetition = NAN}, NUCLEUS_ERROR_REPETITION, 0},
      {{.repetition = INFINITY}, NUCLEUS_ERROR_REPETITION, 0},
      {{.presence = NAN}, NUCLEUS_ERROR_PENALTY, 0},
      {{.frequency = -INFINITY}, NUCLEUS_ERROR_PENALTY, 0},
      {{.ids = ids, .count = 2, .prompt_length = 3}, NUCLEUS_ERROR_PROMPT_LENGTH, 0},
      {{.bias_ids = ids, .biases = not_a_number, .bias_count = 2}, NUCLEUS_ERROR_BIAS, 1},
      {{.bias_ids = ids, .biases = infinite, .bias_count = 3}, NUCLEUS_ERROR_BIAS, 2},
      {{.bias_ids = ids, .biases = biases, .bias_count = 3}, NUCLEUS_ERROR_BIAS_ID, 2},
      {{.bias_ids = negative, .biases = biases, .bias_count = 1}, NUCLEUS_ERROR_BIAS_ID, 0},
      {{.presence = 4e38, .ids = ids, .count = 3}, NUCLEUS_ERROR_OVERFLOW, 0},
      {{.frequency = -3e38, .ids = (const int64_t[]){5, 5}, .count = 2}, NUCLEUS_ERROR_OVERFLOW, 5},
      {{.repetition = 1e-50, .ids = (const int64_t[]){9}, .count = 1}, NUCLEUS_ERROR_OVERFLOW, 9},
      {{.bias_ids = ids, .biases = (const double[]){0, 1e300}, .bias_count = 2}, NUCLEUS_ERROR_OVERFLOW, 39},
  };
  int right = sample_with(context, NULL);
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    CHECK(sample_with(context, &bad[i].penalties) == bad[i].status);
    if (bad[i].fault) CHECK(nucleus_fault_id(context) == bad[i].fault);
    CHECK(sample_with(context, NULL) == right);  // and nothing is left behind
    nucleus_penalties counted = {.frequency = 1e-30, .ids = prompt, .count = PROMPT};
    CHECK(sample_with(context, &counted) == right);
  }
  int64_t all[VOCABULARY];
  double bans[VOCABULARY];
  for (int i = 0; i < VOCABULARY; i++) all[i] = i, bans[i] = -INFINITY;
  nucleus_penalties banned = {.bias_ids = all, .biases = bans, .bias_count = VOCABULARY};
  CHECK(sample_with(context, &banned) == NUCLEUS_ERROR_ALL_MASKED);
  banned.bias_count--;
  CHECK(sample_with(context, &banned) == VOCABULARY - 1);
}

static void a_masked_id_stays_masked(nucleus_context *context) {
  const int64_t ids[] = {2};
  const double biases[] = {1e30};
  const nucleus_penalties penalties = {.repetition = 1e-50,
                                       .presence = -1e30,
                                       .ids = ids,
                                       .count = 1,
                                       .bias_ids = ids,
                                       .biases = biases,
                                       .bias_count = 1};
  float masked[] = {1, 2, -INFINITY}, p[3];
  nucleus_row row = {masked, 3, NUCLEUS_FLOAT32};
  nucleus_policy policy = {.temperature = 1, .penalties = &penalties};
  CHECK(nucleus_probabilities(context, &row, &policy, p) == NUCLEUS_OK && p[2] == 0);
}

// ------------------------------------------------------------------------------------------------
// Logprobs
// ------------------------------------------------------------------------------------------------

enum { LARGE = 5000 };

static double large[LARGE];

static void fill_large(int shape) {
  for (int i = 0; i < LARGE; i++) {
    if (shape == 0) large[i] = 10 * sin(i);
    if (shape == 1) large[i] = i * 0.001;  // each one is the best so far
    if (shape == 2) large[i] = i * 7919 % 13;
    if (shape == 3) large[i] = i % 1000 ? -INFINITY : i / 1e3;
    if (shape == 4) large[i] = i == 77 ? 1e300 : -1e300;
  }
}

static void check_logprobs(nucleus_context *context, size_t length, size_t wanted) {
  static nucleus_choice top[NUCLEUS_MOST_LOGPROBS];
  nucleus_row row = {large, length, NUCLEUS_FLOAT64};
  double logprob, best = -INFINITY, sum = 0;
  for (size_t i = 0; i < length; i++) best = fmax(best, large[i]);
  for (size_t i = 0; i < length; i++) sum += exp(large[i] - best);
  int count = nucleus_logprobs(context, &row, (int64_t)length / 2, &logprob, wanted, top);
  CHECK(count == (int)(wanted < length ? wanted : length));
  double right = large[length / 2] - best - log(sum);
  CHECK(logprob == right || fabs(logprob - right) < 1e-12);
  for (size_t i = 0; i < (size_t)count; i++) {
    size_t before = 0;  // ids that come before this one
    double own = large[top[i].id];
    for (size_t id = 0; id < length; id++) before += large[id] > own || (!(large[id] < own) && (int32_t)id < top[i].id);
    CHECK(before == i);
    CHECK(nucleus_logprobs(context, &row, top[i].id, &logprob, 0, NULL) == 0 && logprob == top[i].logprob);
  }
}

static void logprobs_are_those_of_softmax_best_first(nucleus_context *context) {
  const size_t lengths[] = {1, 3, 100, 1200, LARGE}, counts[] = {0, 1, 5, 100};
  for (int shape = 0; shape < 5; shape++) {
    fill_large(shape);
    for (int i = 0; i < 20; i++) check_logprobs(context, lengths[i % 5], counts[i / 5]);
  }
  nucleus_row row = {large, LARGE, NUCLEUS_FLOAT64};
  double logprob;
  CHECK(nucleus_logprobs(context, &row, -1, &logprob, 0, NULL) == 0 && logprob == -INFINITY);
  CHECK(nucleus_logprobs(context, &row, LARGE, &logprob, 0, NULL) == 0 && logprob == -INFINITY);
  CHECK(nucleus_logprobs(context, &row, 0, &logprob, 101, NULL) == NUCLEUS_ERROR_LOGPROBS);
  large[3] = NAN;
  CHECK(nucleus_logprobs(context, &row, 0, &logprob, 0, NULL) == NUCLEUS_ERROR_SCORE && nucleus_fault_id(context) == 3);
}

// What steps told, with the logprobs of the untouched row beside them.
typedef struct {
  nucleus_context *context;  // another one than the loop's, whose memory a step's list is in
  size_t wanted;
  int steps;
} listener;

static int hear(void *user, const nucleus_step *step) {
  listener *self = user;
  nucleus_choice top[NUCLEUS_MOST_LOGPROBS];
  double logprob;
  nucleus_row row = row_of_scores();
  int count = nucleus_logprobs(self->context, &row, step->id, &logprob, self->wanted, top);
  CHECK(step->logprob == logprob && step->top_count == (size_t)count);
  double total = 0;
  for (int i = 0; i < count; i++) {
    CHECK(step->top[i].id == top[i].id && step->top[i].logprob == top[i].logprob);
    if (top[i].id == step->id) CHECK(step->top[i].probability == step->probability);
    total += step->top[i].probability;
  }
  if (count == VOCABULARY) CHECK(fabs(total - 1) < 1e-5);
  self->steps++;
  return 0;
}

static void steps_tell_logprobs_of_the_row_as_given(nucleus_context *context) {
  nucleus_context *other = nucleus_context_new(NULL);
  nucleus_penalties penalties = {.repetition = 2, .presence = 3};
  const uint32_t counts[] = {0, 5, 100};
  for (int i = 0; i < 3; i++) {
    listener self = {.context = other, .wanted = counts[i]};
    nucleus_options options = options_of(&penalties);
    options.on_step = hear;
    options.logprobs = 1;
    options.top_logprobs = counts[i];
    nucleus_result told, silent;
    CHECK(nucleus_generate(give_scores, &self, context, &options, prompt, PROMPT, &told) == NUCLEUS_OK);
    CHECK(self.steps == 80);
    options.on_step = NULL;
    CHECK(nucleus_generate(give_scores, NULL, context, &options, prompt, PROMPT, &silent) == NUCLEUS_OK);
    CHECK(memcmp(told.ids, silent.ids, told.length * sizeof *told.ids) == 0);
    nucleus_result_free(context, &told);
    nucleus_result_free(context, &silent);
  }
  nucleus_options options = options_of(NULL);
  options.top_logprobs = 101;
  nucleus_result result;
  CHECK(nucleus_generate(give_scores, NULL, context, &options, NULL, 0, &result) == NUCLEUS_ERROR_LOGPROBS);
  nucleus_context_free(other);
}

int main(void) {
  for (int id = 0; id < VOCABULARY; id++) scores[id] = (float)(id * 17 % VOCABULARY) / 12;
  nucleus_context *context = nucleus_context_new(NULL);
  a_loop_counts_its_whole_sequence_whatever_the_context_size(context);
  a_loop_copies_biases(context);
  bad_penalties_are_named(context);
  a_masked_id_stays_masked(context);
  logprobs_are_those_of_softmax_best_first(context);
  steps_tell_logprobs_of_the_row_as_given(context);
  nucleus_context_free(context);
  return 0;
}
