/* generate.c: the loop: ask the model, draw an id, append it, stop. */
#include "exact.h"

#include "internal.h"

struct nucleus_generation {
  nucleus_context *context;
  nucleus_options options;      // its lists are the copies at the end of this block
  nucleus_penalties penalties;  // the options' own, over the sequence below
  nucleus_generator generator;  // where the seeding is per call
  int64_t *ids;                 // (capacity) the sequence; the first `length` are set
  size_t length, capacity;
  uint64_t steps;               // new ids so far
  nucleus_stop stop_reason;
  int64_t lists[];              // eos ids, the ids of biases, and the biases
};

nucleus_options nucleus_default_options(void) { return (nucleus_options){.policy = {.temperature = 1}}; }

// ------------------------------------------------------------------------------------------------
// One step at a time
// ------------------------------------------------------------------------------------------------

static int check_options(nucleus_context *context, const nucleus_options *options) {
  if (options->seeding != NUCLEUS_SEED_PER_STEP && options->seeding != NUCLEUS_SEED_PER_CALL) return NUCLEUS_ERROR_ENUM;
  if (options->top_logprobs > NUCLEUS_MOST_LOGPROBS) return NUCLEUS_ERROR_LOGPROBS;
  return nucleus_check_policy(context, &options->policy);
}

// Makes room for one more id; the sequence is left as it was when there is none.
static int grow(nucleus_generation *generation) {
  if (generation->length < generation->capacity) return NUCLEUS_OK;
  size_t capacity = generation->capacity * 2;
  if (capacity > SIZE_MAX / 2 / sizeof(int64_t)) return NUCLEUS_ERROR_MEMORY;
  int64_t *ids = nucleus_allocate(generation->context, capacity * sizeof *ids);
  if (!ids) return NUCLEUS_ERROR_MEMORY;
  memcpy(ids, generation->ids, generation->length * sizeof *ids);
  nucleus_release(generation->context, generation->ids);
  generation->ids = ids;
  generation->capacity = capacity;
  return NUCLEUS_OK;
}

// Copies the lists of the options to the end of the block.
static void copy_lists(nucleus_generation *generation) {
  nucleus_options *options = &generation->options;
  int64_t *eos_ids = generation->lists, *bias_ids = eos_ids + options->eos_count;
  if (options->eos_count) memcpy(eos_ids, options->eos_ids, options->eos_count * sizeof *eos_ids);
  options->eos_ids = eos_ids;
  if (!options->policy.penalties) return;
  nucleus_penalties *penalties = &generation->penalties;
  *penalties = *options->policy.penalties;
  options->policy.penalties = penalties;
  if (penalties->bias_count == 0) return;
  double *biases = (double *)(void *)(bias_ids + penalties->bias_count);
  memcpy(bias_ids, penalties->bias_ids, penalties->bias_count * sizeof *bias_ids);
  memcpy(biases, penalties->biases, penalties->bias_count * sizeof *biases);
  penalties->bias_ids = bias_ids;
  penalties->biases = biases;
}

// Room for a loop, its sequence and its lists; NULL when there is none.
static nucleus_generation *reserve_generation(nucleus_context *context, const nucleus_options *options,
                                              size_t capacity) {
  const size_t most = SIZE_MAX / 8 / sizeof(int64_t);
  size_t biases = options->policy.penalties ? options->policy.penalties->bias_count : 0;
  if (capacity > most || options->eos_count > most || biases > most) return NULL;
  size_t lists = (options->eos_count + 2 * biases) * sizeof(int64_t);
  nucleus_generation *generation = nucleus_allocate(context, sizeof *generation + lists);
  int64_t *ids = nucleus_allocate(context, capacity * sizeof *ids);
  if (generation && ids) {
    *generation = (nucleus_generation){.context = context, .options = *options, .ids = ids, .capacity = capacity};
    return generation;
  }
  nucleus_release(context, generation);
  nucleus_release(context, ids);
  return NULL;
}

int nucleus_generation_new(nucleus_context *context, const nucleus_options *options, const int64_t *prompt,
                           size_t prompt_length, nucleus_generation **out) {
  // The loop's penalties go by its own sequence, whatever the caller's say of theirs.
  nucleus_options own = *options;
  nucleus_penalties penalties;
  if (own.policy.penalties) {
    penalties = *own.policy.penalties;
    penalties.ids = NULL;
    penalties.count = penalties.prompt_length = 0;
    own.policy.penalties = &penalties;
  }
  int status = check_options(context, &own);
  if (status < 0) return status;
  nucleus_generation *generation =
      prompt_length < SIZE_MAX - 64 ? reserve_generation(context, &own, prompt_length + 64) : NULL;
  if (!generation) return NUCLEUS_ERROR_MEMORY;
  if (prompt_length) memcpy(generation->ids, prompt, prompt_length * sizeof *prompt);
  generation->length = prompt_length;
  copy_lists(generation);
  generation->penalties.prompt_length = prompt_length;
  if (options->seeding == NUCLEUS_SEED_PER_CALL) nucleus_generator_seed(&generation->generator, options->seed);
  if (options->max_tokens == 0) generation->stop_reason = NUCLEUS_STOP_LENGTH;
  *out = generation;
  return NUCLEUS_OK;
}

void nucleus_generation_free(nucleus_generation *generation) {
  if (!generation) return;
  nucleus_release(generation->context, generation->ids);
  nucleus_release(generation->context, generation);
}

nucleus_stop nucleus_generation_stop_reason(const nucleus_generation *generation) { return generation->stop_reason; }

const int64_t *nucleus_generation_ids(const nucleus_generation *generation, size_t *count) {
  *count = generation->length;
  return generation->ids;
}

const int64_t *nucleus_generation_context(const nucleus_generation *generation, size_t *count) {
  uint64_t limit = generation->options.context_size;
  *count = limit && limit < generation->length ? (size_t)limit : generation->length;
  return generation->ids + (generation->length - *count);
}

static int draw_next(nucleus_generation *generation, const nucleus_row *row, nucleus_step *step,
                     nucleus_choice *choices, size_t count) {
  const nucleus_options *options = &generation->options;
  generation->penalties.ids = generation->ids;
  generation->penalties.count = generation->length;
  nucleus_dice dice = {.seed = (uint32_t)(options->seed + generation->steps)};
  if (options->seeding == NUCLEUS_SEED_PER_CALL) dice.generator = &generation->generator;
  return nucleus_take_step(generation->context, row, &options->policy, dice, step, choices, count);
}

// The same where the step tells logprobs, of the row as it is given.
static int draw_and_tell(nucleus_generation *generation, const nucleus_row *row, nucleus_step *step) {
  nucleus_context *context = generation->context;
  nucleus_normaliser by;
  int status = nucleus_normalise(context, row, &by);
  if (status < 0) return status;
  nucleus_choice *top = nucleus_reserve(context, &context->choices, NUCLEUS_MOST_LOGPROBS, sizeof *top);
  if (!top) return NUCLEUS_ERROR_MEMORY;
  int count = nucleus_best(context, row, by, generation->options.top_logprobs, top);
  if (count < 0) return count;
  int id = draw_next(generation, row, step, top, (size_t)count);
  if (id < 0) return id;
  step->logprob = nucleus_logprob(row, by, id);
  step->top = top;
  step->top_count = (size_t)count;
  return id;
}

static bool is_eos(const nucleus_options *options, int64_t id) {
  for (size_t i = 0; i < options->eos_count; i++)
    if (options->eos_ids[i] == id) return true;
  return false;
}

int nucleus_generation_advance(nucleus_generation *generation, const nucleus_row *row, nucleus_step *step) {
  int status = grow(generation);
  if (status < 0) return status;
  int id = step && generation->options.logprobs ? draw_and_tell(generation, row, step)
                                                : draw_next(generation, row, step, NULL, 0);
  if (id < 0) return id;
  if (step) step->step = generation->steps;
  generation->ids[generation->length++] = id;
  generation->steps++;
  if (is_eos(&generation->options, id)) generation->stop_reason = NUCLEUS_STOP_EOS;
  else if (generation->steps == generation->options.max_tokens) generation->stop_reason = NUCLEUS_STOP_LENGTH;
  return id;
}

// ------------------------------------------------------------------------------------------------
// The whole loop
// ------------------------------------------------------------------------------------------------

// Runs to the end. Returns 0, a status, or what a callback returned to stop the loop.
static int run(nucleus_generation *generation, nucleus_logits_function logits, void *user) {
  nucleus_step_function on_step = generation->options.on_step;
  while (!generation->stop_reason) {
    size_t count;
    const int64_t *ids = nucleus_generation_context(generation, &count);
    nucleus_row row;
    nucleus_step step;
    int status = logits(user, ids, count, &row);
    if (status) return status;
    int id = nucleus_generation_advance(generation, &row, on_step ? &step : NULL);
    if (id < 0) return id;
    if (on_step && (status = on_step(user, &step))) return status;
  }
  return NUCLEUS_OK;
}

int nucleus_generate(nucleus_logits_function logits, void *user, nucleus_context *context,
                     const nucleus_options *options, const int64_t *prompt, size_t prompt_length,
                     nucleus_result *result) {
  *result = (nucleus_result){0};
  nucleus_generation *generation;
  int status = nucleus_generation_new(context, options, prompt, prompt_length, &generation);
  if (status < 0) return status;
  status = run(generation, logits, user);
  if (status == NUCLEUS_OK) {
    *result = (nucleus_result){generation->ids, generation->length, generation->stop_reason};
    generation->ids = NULL;  // the caller's now
  }
  nucleus_generation_free(generation);
  return status;
}

void nucleus_result_free(nucleus_context *context, nucleus_result *result) {
  nucleus_release(context, result->ids);
  *result = (nucleus_result){0};
}
