/* exports.c: what the WebAssembly module imports and exports.
 *
 * Exports carry plain names: nucleus_generate is `generate`. Pointers are byte offsets into the
 * exported memory, size_t is 32 bits, and the structures have the layout that layout.h lists.
 *
 * The logits function is a table index. The host's own function comes in as the import env.logits;
 * C takes its address, so the table holds an entry that is an import, and `logits_function` tells
 * its index. Another WebAssembly module can put a function of its own into the exported table
 * (which may grow) and hand `generate` that index instead.
 */
#include "../exact.h"

#include "../internal.h"
#include "export.h"
#include "layout.h"

IMPORT(logits) int nucleus_host_logits(void *user, const int64_t *ids, size_t count, nucleus_row *row);
IMPORT(step) int nucleus_host_step(void *user, const nucleus_step *step);

// ------------------------------------------------------------------------------------------------
// Imported table entries
// ------------------------------------------------------------------------------------------------

EXPORT(logits_function) nucleus_logits_function logits_function(void) { return nucleus_host_logits; }
EXPORT(step_function) nucleus_step_function step_function(void) { return nucleus_host_step; }

// ------------------------------------------------------------------------------------------------
// Memory
// ------------------------------------------------------------------------------------------------

EXPORT(context_new) nucleus_context *context_new(void) { return nucleus_context_new(NULL); }
EXPORT(context_free) void context_free(nucleus_context *context) { nucleus_context_free(context); }
// Zeroed: members that a host does not write are off.
EXPORT(exchange_new) nucleus_exchange *exchange_new(nucleus_context *context) {
  nucleus_exchange *exchange = nucleus_allocate(context, sizeof *exchange);
  if (exchange) memset(exchange, 0, sizeof *exchange);
  return exchange;
}
EXPORT(allocate) void *allocate(nucleus_context *context, size_t size) { return nucleus_allocate(context, size); }
EXPORT(release) void release(nucleus_context *context, void *memory) { nucleus_release(context, memory); }
EXPORT(fault_id) size_t fault_id(const nucleus_context *context) { return nucleus_fault_id(context); }

// Room for a row (or a prompt) of the caller's, kept from call to call; 0 when there is no memory.
EXPORT(reserve) void *reserve(nucleus_context *context, size_t size) {
  return nucleus_reserve(context, &context->row, size, 1);
}

// ------------------------------------------------------------------------------------------------
// Steps. Seeds are their low 32 bits, all that mt19937 takes of them.
// ------------------------------------------------------------------------------------------------

EXPORT(generator_seed) void generator_seed(nucleus_generator *generator, uint32_t seed) {
  nucleus_generator_seed(generator, seed);
}

EXPORT(sample)
int sample(nucleus_context *context, const nucleus_row *row, const nucleus_policy *policy, nucleus_generator *generator,
           nucleus_step *step) {
  return nucleus_sample(context, row, policy, generator, step);
}

EXPORT(sample_seeded)
int sample_seeded(nucleus_context *context, const nucleus_row *row, const nucleus_policy *policy, uint32_t seed,
                  nucleus_step *step) {
  return nucleus_sample_seeded(context, row, policy, seed, step);
}

EXPORT(probabilities)
int probabilities(nucleus_context *context, const nucleus_row *row, const nucleus_policy *policy, void *out) {
  return nucleus_probabilities(context, row, policy, out);
}

EXPORT(inspect)
int inspect(nucleus_context *context, const nucleus_row *row, const nucleus_policy *policy,
            const nucleus_generator *generator, nucleus_inspection *out) {
  return nucleus_inspect(context, row, policy, generator, out);
}

EXPORT(inspect_nearest)
int inspect_nearest(nucleus_context *context, const nucleus_row *row, const nucleus_policy *policy,
                    const nucleus_generator *generator, size_t nearest, const int64_t *include, size_t include_count,
                    nucleus_inspection *out) {
  const nucleus_focus focus = {.nearest = nearest, .include = include, .include_count = include_count};
  return nucleus_inspect_nearest(context, row, policy, generator, &focus, out);
}

EXPORT(logprobs)
int logprobs(nucleus_context *context, const nucleus_row *row, int32_t id, double *logprob, size_t count,
             nucleus_choice *top) {
  return nucleus_logprobs(context, row, id, logprob, count, top);
}

EXPORT(evaluate)
int evaluate(nucleus_context *context, const nucleus_row *row, const nucleus_policy *policy, int32_t id,
             nucleus_evaluation *out) {
  return nucleus_evaluate(context, row, policy, id, out);
}

EXPORT(entropy_bits) int entropy_bits(nucleus_context *context, const nucleus_row *p, double *bits) {
  return nucleus_entropy_bits(context, p, bits);
}

EXPORT(multinomial)
int multinomial(nucleus_context *context, const nucleus_row *weights, size_t count, nucleus_generator *generator,
                int32_t *out) {
  return nucleus_multinomial(context, weights, count, generator, out);
}

// ------------------------------------------------------------------------------------------------
// The loop
// ------------------------------------------------------------------------------------------------

EXPORT(generate)
int generate(nucleus_logits_function logits, void *user, nucleus_context *context, const nucleus_options *options,
             const int64_t *prompt, size_t prompt_length, nucleus_result *result) {
  return nucleus_generate(logits, user, context, options, prompt, prompt_length, result);
}

EXPORT(result_free) void result_free(nucleus_context *context, nucleus_result *result) {
  nucleus_result_free(context, result);
}

// ------------------------------------------------------------------------------------------------
// The loop, one step at a time
// ------------------------------------------------------------------------------------------------

EXPORT(generation_new)
int generation_new(nucleus_context *context, const nucleus_options *options, const int64_t *prompt,
                   size_t prompt_length, nucleus_generation **out) {
  return nucleus_generation_new(context, options, prompt, prompt_length, out);
}

EXPORT(generation_stop_reason) nucleus_stop generation_stop_reason(const nucleus_generation *generation) {
  return nucleus_generation_stop_reason(generation);
}

EXPORT(generation_ids) const int64_t *generation_ids(const nucleus_generation *generation, size_t *count) {
  return nucleus_generation_ids(generation, count);
}

EXPORT(generation_context) const int64_t *generation_context(const nucleus_generation *generation, size_t *count) {
  return nucleus_generation_context(generation, count);
}

EXPORT(generation_advance)
int generation_advance(nucleus_generation *generation, const nucleus_row *row, nucleus_step *step) {
  return nucleus_generation_advance(generation, row, step);
}

EXPORT(generation_free) void generation_free(nucleus_generation *generation) { nucleus_generation_free(generation); }
