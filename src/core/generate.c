/* generate.c: the loop: ask the model, draw an id, append it, stop. */
#include "exact.h"

#include "internal.h"

struct nucleus_generation {
  nucleus_context *context;
  nucleus_options options;      // options.eos_ids is the copy at the end of this block
  nucleus_generator generator;  // where the seeding is per call
  int64_t *ids;                 // (capacity) the sequence; the first `length` are set
  size_t length, capacity;
  uint64_t steps;               // new ids so far
  nucleus_stop stop_reason;
  int64_t eos_ids[];            // (options.eos_count)
};

nucleus_options nucleus_default_options(void) { return (nucleus_options){.policy = {.temperature = 1}}; }

// ------------------------------------------------------------------------------------------------
// One step at a time
// ------------------------------------------------------------------------------------------------

static int check_options(const nucleus_options *options) {
  if (options->seeding != NUCLEUS_SEED_PER_STEP && options->seeding != NUCLEUS_SEED_PER_CALL) return NUCLEUS_ERROR_ENUM;
  return nucleus_check_policy(&options->policy);
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

int nucleus_generation_new(nucleus_context *context, const nucleus_options *options, const int64_t *prompt,
                           size_t prompt_length, nucleus_generation **out) {
  int status = check_options(options);
  if (status < 0) return status;
  size_t most = SIZE_MAX / 4 / sizeof(int64_t);
  if (prompt_length > most || options->eos_count > most) return NUCLEUS_ERROR_MEMORY;
  nucleus_generation *generation = nucleus_allocate(context, sizeof *generation + options->eos_count * sizeof(int64_t));
  size_t capacity = prompt_length + 64;
  int64_t *ids = nucleus_allocate(context, capacity * sizeof *ids);
  if (!generation || !ids) {
    nucleus_release(context, generation);
    nucleus_release(context, ids);
    return NUCLEUS_ERROR_MEMORY;
  }
  *generation = (nucleus_generation){
      .context = context, .options = *options, .ids = ids, .length = prompt_length, .capacity = capacity};
  if (prompt_length) memcpy(ids, prompt, prompt_length * sizeof *ids);
  if (options->eos_count) memcpy(generation->eos_ids, options->eos_ids, options->eos_count * sizeof(int64_t));
  generation->options.eos_ids = generation->eos_ids;
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

static int draw(nucleus_generation *generation, const nucleus_row *row, nucleus_step *step) {
  const nucleus_options *options = &generation->options;
  if (options->seeding == NUCLEUS_SEED_PER_CALL)
    return nucleus_sample(generation->context, row, &options->policy, &generation->generator, step);
  return nucleus_sample_seeded(generation->context, row, &options->policy, options->seed + generation->steps, step);
}

static int is_eos(const nucleus_options *options, int64_t id) {
  for (size_t i = 0; i < options->eos_count; i++)
    if (options->eos_ids[i] == id) return 1;
  return 0;
}

int nucleus_generation_advance(nucleus_generation *generation, const nucleus_row *row, nucleus_step *step) {
  int status = grow(generation);
  if (status < 0) return status;
  int id = draw(generation, row, step);
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
