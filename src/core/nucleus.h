/* nucleus.h: the token sampler of a language model.
 *
 * A language model gives one score (a logit) per id of its vocabulary. This library turns such a
 * row into the next id: temperature, softmax, exact top-k, top-p (the nucleus), min-p, and a draw
 * that gives the ids PyTorch gives for the same seed, bit for bit on every machine.
 *
 *     #include "nucleus.h"
 *     #include <stdio.h>
 *
 *     // The model: favours the id after the last one, among eight.
 *     static int next_letter(void *user, const int64_t *ids, size_t count, nucleus_row *row) {
 *       float *scores = user;
 *       for (int id = 0; id < 8; id++) scores[id] = id == (ids[count - 1] + 1) % 8 ? 4 : 0;
 *       *row = (nucleus_row){scores, 8, NUCLEUS_FLOAT32};
 *       return 0;
 *     }
 *
 *     int main(void) {
 *       float scores[8];
 *       int64_t prompt[] = {5};
 *       nucleus_context *context = nucleus_context_new(NULL);
 *       nucleus_options options = nucleus_default_options();
 *       options.policy.top_p = 0.9;
 *       options.max_tokens = 10;
 *       nucleus_result result;
 *       int status = nucleus_generate(next_letter, scores, context, &options, prompt, 1, &result);
 *       if (status) return printf("%s\n", nucleus_status_name(status)), 1;
 *       for (size_t i = 0; i < result.length; i++) printf("%lld ", (long long)result.ids[i]);
 *       nucleus_result_free(context, &result);
 *       nucleus_context_free(context);
 *     }
 *
 * Conventions
 * - No globals, no printing, no exit. All memory comes from the context's allocator.
 * - A context serves one thread at a time. It may be used again from inside a logits function
 *   (another nucleus_generate included): nothing in it is held across that call.
 * - Functions that can fail return an int: >= 0 is a result, < 0 a status (below). A failed call
 *   draws nothing and changes nothing the caller can see.
 * - Pointers to const are borrowed for the call. Rows and prompts are never changed.
 * - The same source gives the same bits with gcc, clang and Emscripten, at every level of
 *   optimisation, on x86, ARM and WebAssembly. It refuses to be built with -ffast-math.
 */
#ifndef NUCLEUS_H
#define NUCLEUS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// ------------------------------------------------------------------------------------------------
// Status codes
// ------------------------------------------------------------------------------------------------

enum {
  NUCLEUS_OK = 0,
  NUCLEUS_ERROR_MEMORY = -1,           // the allocator gave NULL
  NUCLEUS_ERROR_TEMPERATURE = -2,      // temperature is negative, infinite or NaN
  NUCLEUS_ERROR_TOP_P = -3,            // top_p is not in [0, 1]
  NUCLEUS_ERROR_MIN_P = -4,            // min_p is not in [0, 1]
  NUCLEUS_ERROR_ENUM = -5,             // precision or seeding is not one of the enumeration
  NUCLEUS_ERROR_EMPTY_ROW = -6,        // a row of length 0
  NUCLEUS_ERROR_LONG_ROW = -7,         // a row of 2^31 - 1 ids or more
  NUCLEUS_ERROR_SCORE = -8,            // a score is NaN or +infinity; nucleus_fault_id says which
  NUCLEUS_ERROR_ALL_MASKED = -9,       // every score is -infinity
  NUCLEUS_ERROR_WEIGHT = -10,          // a weight is negative, infinite or NaN; see nucleus_fault_id
  NUCLEUS_ERROR_NO_WEIGHT = -11,       // every weight is 0
  NUCLEUS_ERROR_REPETITION = -12,      // repetition is negative, infinite or NaN
  NUCLEUS_ERROR_PENALTY = -13,         // presence or frequency is infinite or NaN
  NUCLEUS_ERROR_PROMPT_LENGTH = -14,   // prompt_length is more than count
  NUCLEUS_ERROR_BIAS = -15,            // a bias is NaN or +infinity; nucleus_fault_id is its place in the list
  NUCLEUS_ERROR_BIAS_ID = -16,         // a bias for no id of the row; nucleus_fault_id is its place in the list
  NUCLEUS_ERROR_OVERFLOW = -17,        // penalties take a score out of its precision; see nucleus_fault_id
  NUCLEUS_ERROR_LOGPROBS = -18,        // more than NUCLEUS_MOST_LOGPROBS are asked for
  NUCLEUS_ERROR_INCLUDE = -19          // an id of nucleus_focus is not in the row; see nucleus_fault_id
};

// The status in words, for example "top_p must be in [0, 1]". Never NULL; static memory.
const char *nucleus_status_name(int status);

// ------------------------------------------------------------------------------------------------
// Context: scratch memory, kept from call to call so that a step allocates nothing
// ------------------------------------------------------------------------------------------------

// Where memory comes from. `allocate` gives memory aligned to 16 bytes, or NULL; `release` takes it
// back and is never handed NULL. Both get `user`.
typedef struct {
  void *(*allocate)(void *user, size_t size);
  void (*release)(void *user, void *memory);
  void *user;
} nucleus_allocator;

typedef struct nucleus_context nucleus_context;

// A new context, or NULL when there is no memory. `allocator` is copied; NULL means malloc and free.
nucleus_context *nucleus_context_new(const nucleus_allocator *allocator);

// Gives all memory of the context back. NULL is fine.
void nucleus_context_free(nucleus_context *context);

// The id of the score or weight that the last call refused (NUCLEUS_ERROR_SCORE, _WEIGHT).
size_t nucleus_fault_id(const nucleus_context *context);

// ------------------------------------------------------------------------------------------------
// Rows and policies
// ------------------------------------------------------------------------------------------------

// float rows are worked on as torch.float32, double rows as torch.float64.
typedef enum { NUCLEUS_FLOAT32 = 0, NUCLEUS_FLOAT64 = 1 } nucleus_precision;

// One score per id of the vocabulary: finite, or -INFINITY for an id that must not be drawn.
typedef struct {
  const void *scores;           // float[length] or double[length], borrowed
  size_t length;                // the vocabulary, 1 ... 2^31 - 2; may differ from step to step
  nucleus_precision precision;
} nucleus_row;

// What the sequence so far does to the scores of the next row, before temperature and all filters.
//
// Ids of the sequence, in this order, each operation rounded to the row's precision once, and so is each number below
// before it is used:
//     score = score < 0 ? score * repetition : score / repetition     once, for ids of the prompt and of the new ids
//     score = score - frequency * (times among the new ids)           for ids among the new ids
//     score = score - presence                                        for ids among the new ids
// and then biases, for any id: score = score + bias. A bias of -infinity bans its id. A score of -infinity stays; one
// that becomes infinite or NaN otherwise is NUCLEUS_ERROR_OVERFLOW. Sources: RepetitionPenaltyLogitsProcessor of
// Hugging Face; presence and frequency of vLLM, which adds biases first.
typedef struct {
  double repetition;            // finite, > 0; 1 is off, and so is 0
  double presence;              // finite; 0 is off
  double frequency;             // finite; 0 is off
  const int64_t *ids;           // (count) the sequence; ids that the row does not have are skipped
  size_t count;
  size_t prompt_length;         // how many of them are the prompt's, the others being new
  const int64_t *bias_ids;      // (bias_count) all of them ids of the row
  const double *biases;         // (bias_count) finite or -INFINITY
  size_t bias_count;
} nucleus_penalties;

// How a row becomes a distribution: penalties, temperature, then exact top-k, then top-p on the renormalised
// rest, then min-p. Ties go to the lower id everywhere. Every filter is off at 0, so that
// {.temperature = 1} filters nothing: use designated initialisers, for members may be added.
typedef struct {
  double temperature;           // finite, >= 0; 0 is greedy: the largest score, no draw
  double top_p;                 // [0, 1]: the shortest descending prefix that reaches it; 1 is off, too
  double min_p;                 // [0, 1]: drops p < min_p * (largest p)
  uint64_t top_k;               // keeps the k best scores; more than the vocabulary keeps all
  const nucleus_penalties *penalties;  // borrowed; NULL is none
} nucleus_policy;

// An id with what the model says of it, and what is left of that.
typedef struct {
  double logprob;               // natural logarithm of its softmax in the row as it was given
  double probability;           // final; 0 where it was cut
  int32_t id;
} nucleus_choice;

enum { NUCLEUS_MOST_LOGPROBS = 100 };

// What one step did.
typedef struct {
  uint64_t step;                // new tokens drawn before this one
  double probability;           // final probability of the drawn id
  double kept_mass;             // mass of the kept ids before it was renormalised
  double entropy_bits;          // of the softmax over all ids, before any cut
  int32_t id;                   // the drawn id
  int32_t rank;                 // its place by probability before any cut; 0 is the top
  int32_t kept;                 // ids that survive all filters
  size_t top_count;             // where logprobs are asked for (nucleus_options), else 0:
  const nucleus_choice *top;    // (top_count) best logprob first, lower ids first on a tie; until the next call
  double logprob;               // of the drawn id
} nucleus_step;

// ------------------------------------------------------------------------------------------------
// Random numbers: mt19937, as torch.Generator on the CPU
// ------------------------------------------------------------------------------------------------

typedef struct {
  uint32_t words[624];          // the state of mt19937
  uint32_t used;                // outputs taken from this block, 0 ... 624
} nucleus_generator;

// Seeds as torch.Generator().manual_seed(seed): by the low 32 bits. Negative seeds are two's
// complement, so -1 is (uint64_t)-1.
void nucleus_generator_seed(nucleus_generator *generator, uint64_t seed);

// A uniform number in [0, 1), k * 2^-53: two outputs, the first one high, their low 53 bits.
double nucleus_generator_uniform(nucleus_generator *generator);

// An exponential variate -log(1 - u) of rate 1, as torch.Tensor.exponential_ in double.
double nucleus_generator_exponential(nucleus_generator *generator);

// ------------------------------------------------------------------------------------------------
// One step
// ------------------------------------------------------------------------------------------------

// Draws one id as torch.multinomial(p, 1): one exponential variate per id of the vocabulary in id
// order, cut ids included, and the largest p / variate wins. At temperature 0 nothing is drawn.
// `step`, when not NULL, is filled in (its `step` field with 0); that costs a logarithm per id.
// Returns the id, or a status; then the generator has not moved.
int nucleus_sample(nucleus_context *context, const nucleus_row *row, const nucleus_policy *policy,
                   nucleus_generator *generator, nucleus_step *step);

// The same with a fresh generator seeded `seed`, which is faster: it is not run past the last kept id.
int nucleus_sample_seeded(nucleus_context *context, const nucleus_row *row, const nucleus_policy *policy, uint64_t seed,
                          nucleus_step *step);

// Writes the final probabilities, at their own ids, to `out`: float[length] or double[length] by
// the row's precision. `out` may be row->scores. Returns NUCLEUS_OK or a status.
int nucleus_probabilities(nucleus_context *context, const nucleus_row *row, const nucleus_policy *policy, void *out);

// Everything about one step. The arrays belong to the context and last until its next call; they
// are float or double by the row's precision, `length` long unless said otherwise.
typedef struct {
  const void *softmax;          // at the temperature, before any cut
  const int32_t *order;         // ids by rank in `softmax`
  const void *cumulative;       // (survivors) running totals along `cut_order`; of masses renormalised by top-k
  const void *probabilities;    // final
  const void *luck;             // one exponential variate per id
  const void *scores;           // probabilities / luck; the largest wins
  const int32_t *cut_order;     // (survivors) the ids that top-k let through, as top-p goes through them
  const int32_t *ranks;         // places of the ids of `order`; NULL where they are 0, 1, 2 ...
  size_t length;
  size_t survivors;             // ids that top-k let through
  double entropy_bits_after;    // of `probabilities`
  int32_t crossing;             // the id whose running total reached top_p; -1 if none did
  nucleus_step step;
} nucleus_inspection;

// Fills in `out`. The generator is read, not advanced. Returns the id that nucleus_sample would
// draw, or a status.
int nucleus_inspect(nucleus_context *context, const nucleus_row *row, const nucleus_policy *policy,
                    const nucleus_generator *generator, nucleus_inspection *out);

// Which ids an inspection is about, where the vocabulary is large.
typedef struct {
  size_t nearest;               // so many from the top; more than the vocabulary is all
  const int64_t *include;       // (include_count) others
  size_t include_count;
} nucleus_focus;

// The same about a few ids, at a fraction of the cost. `order` holds the nearest ones by rank and then,
// each unless it is there already, the crossing id, the drawn one, the runner-up of the race (the
// largest score but one, if it is above 0) and the included ones. All other arrays have their entries in
// that order: `cumulative` too, NaN where an id did not survive top-k; `cut_order` is NULL. Every
// number is the one that nucleus_inspect gives. Returns the drawn id, or a status; at NUCLEUS_ERROR_INCLUDE
// nucleus_fault_id is the place in the list.
int nucleus_inspect_nearest(nucleus_context *context, const nucleus_row *row, const nucleus_policy *policy,
                            const nucleus_generator *generator, const nucleus_focus *focus, nucleus_inspection *out);

// What the model says, at temperature 1, without penalties and filters. The natural logarithm of the
// softmax of `id` goes to `logprob` (-INFINITY where the row has no such id), and the `count` best go
// to `top`: by logprob descending, lower ids first on a tie, masked ids last; no more than the row has.
// Their `probability` is not touched. Returns how many there are, or a status. The arrays of an
// inspection stay as they are.
int nucleus_logprobs(nucleus_context *context, const nucleus_row *row, int64_t id, double *logprob, size_t count,
                     nucleus_choice *top);

// What a step makes of an id that was chosen elsewhere.
typedef struct {
  double logprob;  // natural, as nucleus_logprobs; -INFINITY where the row has no such id
  double probability;  // final; 0 where it was cut
  int32_t rank;  // its place by probability before any cut; -1 where the row has no such id
  int32_t survives;  // 1 where all filters let it through, else 0
} nucleus_evaluation;

// Fills in `out` for `id`, which may be any number. Nothing is drawn. Returns NUCLEUS_OK or a status.
int nucleus_evaluate(nucleus_context *context, const nucleus_row *row, const nucleus_policy *policy, int64_t id,
                     nucleus_evaluation *out);

// Shannon entropy -sum p log2 p in bits of a row of probabilities (finite, >= 0; 0 contributes 0).
// Writes it to `bits`; returns NUCLEUS_OK or a status.
int nucleus_entropy_bits(nucleus_context *context, const nucleus_row *p, double *bits);

// Draws `count` ids with replacement as torch.multinomial(w / w.sum(), count, replacement=True):
// for count 1 the race of nucleus_sample, else one uniform number per id against running totals.
// The totals are in the precision of the weights, as in PyTorch: in float32 a weight below about 2^-24 of the sum adds
// nothing to them and is never drawn.
// Weights are finite, >= 0 and not all 0. Ids go to `out` (count). Returns NUCLEUS_OK or a status.
int nucleus_multinomial(nucleus_context *context, const nucleus_row *weights, size_t count,
                        nucleus_generator *generator, int32_t *out);

// ------------------------------------------------------------------------------------------------
// The whole loop
// ------------------------------------------------------------------------------------------------

// The model. `ids` (count) is the sequence so far, cropped to the last context_size ids, borrowed for
// the call. The function points *row at its scores, which stay valid until it is called again.
// Returns 0 to go on; anything else stops the loop and is handed back by nucleus_generate.
typedef int (*nucleus_logits_function)(void *user, const int64_t *ids, size_t count, nucleus_row *row);

// Told of each step, after its id was appended. Returns 0 to go on, as above.
typedef int (*nucleus_step_function)(void *user, const nucleus_step *step);

typedef enum {
  NUCLEUS_SEED_PER_STEP = 0,  // step n draws from a fresh generator seeded seed + n (mod 2^64)
  NUCLEUS_SEED_PER_CALL = 1  // one generator seeded `seed` serves all steps
} nucleus_seeding;

typedef struct {
  nucleus_policy policy;  // the loop puts its own sequence into the penalties
  uint64_t seed;
  uint64_t max_tokens;  // limit on new ids; 0 returns the prompt without one call
  uint64_t context_size;  // the logits function sees at most this many ids; 0 is no limit
  const int64_t *eos_ids;  // (eos_count) drawing one of them ends the loop; it stays at the end
  size_t eos_count;
  nucleus_step_function on_step;  // or NULL
  nucleus_seeding seeding;
  int32_t logprobs;  // not 0: steps tell logprobs, which takes a softmax more
  uint32_t top_logprobs;  // of how many of the best ids, at most NUCLEUS_MOST_LOGPROBS
} nucleus_options;

// Temperature 1, no filter, no penalties, seed 0 per step, no eos, no limit on the context, max_tokens 0.
nucleus_options nucleus_default_options(void);

typedef enum { NUCLEUS_STOP_NONE = 0, NUCLEUS_STOP_EOS = 1, NUCLEUS_STOP_LENGTH = 2 } nucleus_stop;

typedef struct {
  int64_t *ids;  // (length) the prompt, then the new ids; free with nucleus_result_free
  size_t length;
  nucleus_stop stop_reason;
} nucleus_result;

// Runs the loop: asks `logits` for a row, draws an id, appends it, until an eos id is drawn or
// max_tokens ids are. An eos id in the prompt does not stop. `user` is handed to `logits` and to
// options->on_step. Arguments are checked before the first call.
// Returns NUCLEUS_OK with *result filled in (the caller owns it), a status, or what a callback
// returned; in the last two cases *result is empty and nothing has to be freed.
// Re-entrant: a callback may call it again with the same context.
int nucleus_generate(nucleus_logits_function logits, void *user, nucleus_context *context,
                     const nucleus_options *options, const int64_t *prompt, size_t prompt_length,
                     nucleus_result *result);

// Frees result->ids and empties *result. An empty result is fine.
void nucleus_result_free(nucleus_context *context, nucleus_result *result);

// ------------------------------------------------------------------------------------------------
// The loop, one step at a time: for hosts that must wait for their model
// ------------------------------------------------------------------------------------------------

typedef struct nucleus_generation nucleus_generation;

// Starts a loop; prompt and eos ids are copied. Returns NUCLEUS_OK with *out set, or a status.
// Several may run at once on one context.
int nucleus_generation_new(nucleus_context *context, const nucleus_options *options, const int64_t *prompt,
                           size_t prompt_length, nucleus_generation **out);

// Why the loop has ended, or NUCLEUS_STOP_NONE while there is another step to take.
nucleus_stop nucleus_generation_stop_reason(const nucleus_generation *generation);

// All ids so far; *count is their number. Valid until the next advance.
const int64_t *nucleus_generation_ids(const nucleus_generation *generation, size_t *count);

// What the model should see next: the last context_size ids; *count is their number. Valid as above.
const int64_t *nucleus_generation_context(const nucleus_generation *generation, size_t *count);

// Takes one step with the model's row. `step` may be NULL. Returns the id, or a status; then the
// generation is as before. Must not be called once there is a stop reason.
int nucleus_generation_advance(nucleus_generation *generation, const nucleus_row *row, nucleus_step *step);

// Frees the generation. NULL is fine.
void nucleus_generation_free(nucleus_generation *generation);

#ifdef __cplusplus
}
#endif

#endif
