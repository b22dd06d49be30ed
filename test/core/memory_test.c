// Memory: every request of every public function refused in turn, leaks, and that a step allocates nothing after the
// first.
#include <math.h>
#include <string.h>

#include "check.h"
#include "nucleus.h"

// ------------------------------------------------------------------------------------------------
// An allocator that counts, and refuses the n-th request
// ------------------------------------------------------------------------------------------------

typedef struct {
  int requests, refuse, live;
} counter;

static void *count_allocate(void *user, size_t size) {
  counter *count = user;
  if (count->requests++ == count->refuse) return NULL;
  count->live++;
  return malloc(size ? size : 1);
}

static void count_release(void *user, void *memory) {
  CHECK(memory);
  ((counter *)user)->live--;
  free(memory);
}

static nucleus_context *counted_context(counter *count) {
  return nucleus_context_new(&(nucleus_allocator){count_allocate, count_release, count});
}

// ------------------------------------------------------------------------------------------------
// Calls: each returns what the function does, and puts all else it gives into `seen`
// ------------------------------------------------------------------------------------------------

enum { LONGEST = 9000 };

static float floats[LONGEST];
static double doubles[LONGEST];

// A length for each way through a step, in both precisions.
static const nucleus_row rows[] = {
    {floats, 40, NUCLEUS_FLOAT32},
    {floats, LONGEST, NUCLEUS_FLOAT32},
    {doubles, 40, NUCLEUS_FLOAT64},
    {doubles, LONGEST, NUCLEUS_FLOAT64},
};

static const int64_t bias_ids[] = {2};
static const double biases[] = {0.5};

static const nucleus_penalties penalties = {
    .repetition = 1.2, .ids = bias_ids, .count = 1, .bias_ids = bias_ids, .biases = biases, .bias_count = 1};

static const nucleus_policy policies[] = {
    {.temperature = 1, .top_p = 0.9, .penalties = &penalties},
    {.temperature = 0},
    {.temperature = 1},
    {.temperature = 0.8, .top_p = 0.9},
    {.temperature = 0.01, .top_p = 0.9},
    {.temperature = 1, .top_k = 12},
    {.temperature = 1.3, .top_p = 0.7, .top_k = 25, .min_p = 0.02},
};

typedef struct {
  const nucleus_row *row;
  const nucleus_policy *policy;
  nucleus_generator generator;
  nucleus_step step;
  double numbers[LONGEST];  // whatever arrays hold
} call;

typedef int (*caller)(nucleus_context *, call *);

static size_t row_size(const nucleus_row *row) {
  return row->length * (row->precision == NUCLEUS_FLOAT32 ? sizeof(float) : sizeof(double));
}

static int call_sample(nucleus_context *context, call *given) {
  return nucleus_sample(context, given->row, given->policy, &given->generator, NULL);
}

static int call_sample_with_step(nucleus_context *context, call *given) {
  return nucleus_sample(context, given->row, given->policy, &given->generator, &given->step);
}

static int call_sample_seeded(nucleus_context *context, call *given) {
  return nucleus_sample_seeded(context, given->row, given->policy, 7, NULL);
}

static int call_probabilities(nucleus_context *context, call *given) {
  return nucleus_probabilities(context, given->row, given->policy, given->numbers);
}

static int call_inspect(nucleus_context *context, call *given) {
  nucleus_inspection seen;
  int id = nucleus_inspect(context, given->row, given->policy, &given->generator, &seen);
  if (id >= 0) memcpy(given->numbers, seen.scores, row_size(given->row));
  return id;
}

static int call_inspect_nearest(nucleus_context *context, call *given) {
  static const int64_t include[] = {3, 0, 3, 39};
  const nucleus_focus focus = {.nearest = 5, .include = include, .include_count = 4};
  nucleus_inspection seen;
  int id = nucleus_inspect_nearest(context, given->row, given->policy, &given->generator, &focus, &seen);
  if (id >= 0) memcpy(given->numbers, seen.order, seen.length * sizeof *seen.order);
  return id;
}

static int call_entropy_bits(nucleus_context *context, call *given) {
  static const float p[] = {0.5f, 0.25f, 0.25f};
  return nucleus_entropy_bits(context, &(nucleus_row){p, 3, NUCLEUS_FLOAT32}, given->numbers);
}

static int call_multinomial(nucleus_context *context, call *given) {
  static const double weights[] = {0, 3, 1, 2};
  return nucleus_multinomial(context, &(nucleus_row){weights, 4, NUCLEUS_FLOAT64}, 9, &given->generator,
                             (int32_t *)(void *)given->numbers);
}

static int call_logprobs(nucleus_context *context, call *given) {
  return nucleus_logprobs(context, given->row, 3, given->numbers, 5, (nucleus_choice *)(void *)(given->numbers + 1));
}

static int give_row(void *user, const int64_t *ids, size_t count, nucleus_row *row) {
  (void)ids, (void)count;
  *row = *(const nucleus_row *)user;
  return 0;
}

static nucleus_options options_of(const call *given) {
  static const int64_t eos[] = {-1, -2};
  nucleus_options options = nucleus_default_options();
  options.policy = *given->policy;
  options.seed = 9;
  options.logprobs = 1;
  options.top_logprobs = 3;
  options.max_tokens = 70;  // more than there is room for at first
  options.eos_ids = eos;
  options.eos_count = 2;
  return options;
}

static int call_generate(nucleus_context *context, call *given) {
  nucleus_options options = options_of(given);
  nucleus_result result;
  nucleus_row row = {floats, 40, NUCLEUS_FLOAT32};
  const int64_t prompt[] = {3, 1};
  int status = nucleus_generate(give_row, &row, context, &options, prompt, 2, &result);
  CHECK((status == NUCLEUS_OK) == (result.ids != NULL));
  if (status == NUCLEUS_OK) memcpy(given->numbers, result.ids, result.length * sizeof *result.ids);
  nucleus_result_free(context, &result);
  return status;
}

// A refused advance leaves the generation as it was: the same step succeeds the second time.
static int call_generation(nucleus_context *context, call *given) {
  nucleus_options options = options_of(given);
  nucleus_generation *generation = NULL;
  int refused = NUCLEUS_OK, status = nucleus_generation_new(context, &options, NULL, 0, &generation);
  if (status < 0) return status;
  for (int64_t step = 0; step < 70; step++) {
    size_t count;
    nucleus_step step_seen;
    int id = nucleus_generation_advance(generation, given->row, &step_seen);
    if (id < 0) {
      CHECK(id == NUCLEUS_ERROR_MEMORY && refused == NUCLEUS_OK);
      CHECK(nucleus_generation_ids(generation, &count) && count == (size_t)step);
      refused = id;
      id = nucleus_generation_advance(generation, given->row, &step_seen);
    }
    CHECK(id >= 0);
    given->numbers[step] = id;
  }
  CHECK(nucleus_generation_stop_reason(generation) == NUCLEUS_STOP_LENGTH);
  nucleus_generation_free(generation);
  return refused;
}

// ------------------------------------------------------------------------------------------------
// Tests
// ------------------------------------------------------------------------------------------------

static call fresh_call(const nucleus_row *row, const nucleus_policy *policy) {
  call given = {.row = row, .policy = policy};
  nucleus_generator_seed(&given.generator, 21);
  return given;
}

// Makes a call with the n-th request refused. Where that was met, the call fails, draws nothing, leaves a context that
// works as before, and leaks nothing. Returns whether it was.
static int refuse_one(caller make, const call *given, int refuse, const call *right, int answer) {
  counter count = {.refuse = refuse};
  static call seen;
  seen = *given;
  nucleus_context *context = counted_context(&count);
  if (context) {
    int status = make(context, &seen);
    if (count.requests > refuse) {
      CHECK(status == NUCLEUS_ERROR_MEMORY);
      CHECK(memcmp(&seen.generator, &given->generator, sizeof seen.generator) == 0);
      seen = *given;
      status = make(context, &seen);
    }
    CHECK(status == answer && memcmp(&seen, right, sizeof seen) == 0);
    nucleus_context_free(context);
  }
  CHECK(count.live == 0);
  return count.requests > refuse;
}

static int refuse_each(caller make, const nucleus_row *row, const nucleus_policy *policy) {
  static call given, right;
  given = right = fresh_call(row, policy);
  counter unlimited = {.refuse = -1};
  nucleus_context *context = counted_context(&unlimited);
  int answer = make(context, &right);
  CHECK(answer >= 0);
  nucleus_context_free(context);
  int refused = 0;
  while (refuse_one(make, &given, refused, &right, answer)) refused++;
  CHECK(refused == unlimited.requests);
  return refused;
}

static void each_refused_request_is_a_status_and_leaks_nothing(void) {
  static const caller callers[] = {
      call_sample,      call_sample_with_step, call_sample_seeded, call_probabilities,
      call_inspect,     call_inspect_nearest,  call_entropy_bits,  call_logprobs,
      call_multinomial, call_generate,         call_generation,
  };
  int refused = 0;
  for (size_t i = 0; i < sizeof callers / sizeof *callers; i++)
    for (size_t row = 0; row < sizeof rows / sizeof *rows; row++)
      for (size_t policy = 0; policy < sizeof policies / sizeof *policies; policy++)
        refused += refuse_each(callers[i], &rows[row], &policies[policy]);
  printf("%d refused requests\n", refused);
  CHECK(refused > 700);
}

static void a_step_too_large_leaves_the_next_all_room(void) {
  for (size_t large = 1; large < sizeof rows / sizeof *rows; large += 2) {
    counter count = {.refuse = -1};
    nucleus_context *context = counted_context(&count);
    CHECK(nucleus_sample_seeded(context, &rows[large - 1], &policies[3], 1, NULL) >= 0);
    CHECK(count.live > 1);
    count.refuse = count.requests;
    CHECK(nucleus_sample_seeded(context, &rows[large], &policies[3], 1, NULL) == NUCLEUS_ERROR_MEMORY);
    CHECK(count.live == 1);  // the context alone
    nucleus_context_free(context);
  }
}

static void a_step_allocates_nothing_after_the_first(void) {
  counter count = {.refuse = -1};
  nucleus_context *context = counted_context(&count);
  for (size_t n = 0; n < sizeof rows / sizeof *rows; n++) {
    nucleus_policy policy = {.temperature = 1, .top_p = 0.8, .top_k = 30};
    nucleus_step step;
    nucleus_sample_seeded(context, &rows[n], &policy, 1, &step);
    int before = count.requests;
    for (uint64_t seed = 0; seed < 300; seed++) nucleus_sample_seeded(context, &rows[n], &policy, seed, &step);
    CHECK(count.requests == before);
  }
  nucleus_context_free(context);
}

int main(void) {
  for (int i = 0; i < LONGEST; i++) floats[i] = (float)(doubles[i] = 4 * sin(i));
  each_refused_request_is_a_status_and_leaks_nothing();
  a_step_too_large_leaves_the_next_all_room();
  a_step_allocates_nothing_after_the_first();
  return 0;
}
