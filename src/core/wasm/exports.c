/* wasm.c: what the WebAssembly module imports and exports.
 *
 * Exports carry plain names: nucleus_generate is `generate`. Pointers are byte offsets into the
 * exported memory, size_t is 32 bits, and the structures have the layout checked at the end.
 *
 * The logits function is a table index. The host's own function comes in as the import env.logits;
 * C takes its address, so the table holds an entry that is an import, and `logits_function` tells
 * its index. Another WebAssembly module can put a function of its own into the exported table
 * (which may grow) and hand `generate` that index instead.
 */
#include "../exact.h"

#include "../internal.h"

#define EXPORT(name) __attribute__((export_name(#name)))
#define IMPORT(name) __attribute__((import_module("env"), import_name(#name)))

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

// A place for every structure that crosses the boundary. One is enough for all calls, nested ones
// included: arguments are copied before a callback runs, results are read before the next call.
typedef struct {
  nucleus_options options;
  nucleus_row row;
  nucleus_result result;
  double number;
  nucleus_step step;
  nucleus_inspection inspection;
  nucleus_generator generator;
} exchange;

EXPORT(context_new) nucleus_context *context_new(void) { return nucleus_context_new(NULL); }
EXPORT(context_free) void context_free(nucleus_context *context) { nucleus_context_free(context); }
EXPORT(exchange_new) exchange *exchange_new(nucleus_context *context) {
  return nucleus_allocate(context, sizeof(exchange));
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
// The layout that binding.js writes and reads
// ------------------------------------------------------------------------------------------------

#define AT(type, member, offset) _Static_assert(offsetof(type, member) == (offset), #type "." #member)

AT(nucleus_policy, temperature, 0);
AT(nucleus_policy, top_p, 8);
AT(nucleus_policy, min_p, 16);
AT(nucleus_policy, top_k, 24);
AT(nucleus_options, policy, 0);
AT(nucleus_options, seed, 32);
AT(nucleus_options, max_tokens, 40);
AT(nucleus_options, context_size, 48);
AT(nucleus_options, eos_ids, 56);
AT(nucleus_options, eos_count, 60);
AT(nucleus_options, on_step, 64);
AT(nucleus_options, seeding, 68);
AT(nucleus_row, scores, 0);
AT(nucleus_row, length, 4);
AT(nucleus_row, precision, 8);
AT(nucleus_result, ids, 0);
AT(nucleus_result, length, 4);
AT(nucleus_result, stop_reason, 8);
AT(nucleus_step, step, 0);
AT(nucleus_step, probability, 8);
AT(nucleus_step, kept_mass, 16);
AT(nucleus_step, entropy_bits, 24);
AT(nucleus_step, id, 32);
AT(nucleus_step, rank, 36);
AT(nucleus_step, kept, 40);
AT(nucleus_inspection, softmax, 0);
AT(nucleus_inspection, order, 4);
AT(nucleus_inspection, cumulative, 8);
AT(nucleus_inspection, probabilities, 12);
AT(nucleus_inspection, luck, 16);
AT(nucleus_inspection, scores, 20);
AT(nucleus_inspection, cut_order, 24);
AT(nucleus_inspection, length, 28);
AT(nucleus_inspection, survivors, 32);
AT(nucleus_inspection, entropy_bits_after, 40);
AT(nucleus_inspection, crossing, 48);
AT(nucleus_inspection, step, 56);
AT(exchange, options, 0);
AT(exchange, row, 72);
AT(exchange, result, 84);
AT(exchange, number, 96);
AT(exchange, step, 104);
AT(exchange, inspection, 152);
AT(exchange, generator, 256);
