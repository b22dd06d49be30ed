/* internal.h: what the stages share. Not for users of the library. */
#ifndef NUCLEUS_INTERNAL_H
#define NUCLEUS_INTERNAL_H

#include <math.h>

#include "elementary.h"
#include "nucleus.h"

// ------------------------------------------------------------------------------------------------
// Random numbers
// ------------------------------------------------------------------------------------------------

enum {
  NUCLEUS_STATE_WORDS = 624,
  NUCLEUS_SEQUENCE_STEP = 2496  // words made at a time: they and the state stay in the first-level cache
};

// Words of mt19937 in a row, before tempering; those from `next` on are still to be used.
typedef struct {
  uint32_t words[NUCLEUS_STATE_WORDS + NUCLEUS_SEQUENCE_STEP];  // the first `filled` are set
  size_t next, filled;
} nucleus_sequence;

// The beginnings of the sequences of the seeds first ... first + known - 1.
typedef struct {
  uint32_t words[6][NUCLEUS_STATE_WORDS];  // the first `count` are set
  size_t count;
  uint32_t first, known;
} nucleus_seeds;

// A fresh sequence of which no more than `ids` variates will be taken.
void nucleus_sequence_seed(nucleus_sequence *sequence, nucleus_seeds *seeds, uint32_t seed, size_t ids);

// The sequence that a generator is about to give, and back: the generator after what was taken.
void nucleus_sequence_continue(nucleus_sequence *sequence, const nucleus_generator *generator);
void nucleus_sequence_end(const nucleus_sequence *sequence, nucleus_generator *generator);

// Takes the words of the next variates, two for each, for at least 1 and at most `ids` of them; *taken says
// how many. Valid until the next call.
const uint32_t *nucleus_sequence_take(nucleus_sequence *sequence, size_t ids, size_t *taken);

enum { NUCLEUS_LUCK_STEP = 512 };

// The exponential variates of the next ids, at least 1 and at most `ids` of them. Returns how many there are.
size_t nucleus_luck(nucleus_sequence *sequence, size_t ids, double luck[NUCLEUS_LUCK_STEP]);

NUCLEUS_INLINE uint32_t nucleus_temper(uint32_t y) {
  y ^= y >> 11;
  y ^= (y << 7) & 0x9d2c5680u;
  y ^= (y << 15) & 0xefc60000u;
  return y ^ (y >> 18);
}

// The same for four outputs.
NUCLEUS_INLINE uint4 nucleus_temper4(uint4 y) {
  y ^= y >> 11;
  y ^= (y << 7) & all_uint4(0x9d2c5680u);
  y ^= (y << 15) & all_uint4(0xefc60000u);
  return y ^ (y >> 18);
}

// A uniform number in [0, 1): two outputs, the first one high; the low 53 bits of the 64.
NUCLEUS_INLINE double nucleus_uniform_of(uint32_t first, uint32_t second) {
  uint64_t both = (uint64_t)nucleus_temper(first) << 32 | nucleus_temper(second);
  return (double)(both & (((uint64_t)1 << 53) - 1)) * 0x1p-53;
}

// Two of them, from four words.
NUCLEUS_INLINE double2 nucleus_uniforms_of(uint4 words) {
  uint4 y = nucleus_temper4(words);
  uint2 high = __builtin_shufflevector(y, y, 0, 2) & (uint2){0x1fffff, 0x1fffff};
  uint2 low = __builtin_shufflevector(y, y, 1, 3);
  return (__builtin_convertvector(high, double2) * 0x1p32 + __builtin_convertvector(low, double2)) * 0x1p-53;
}

// ------------------------------------------------------------------------------------------------
// Context
// ------------------------------------------------------------------------------------------------

// Memory that only grows, so that from the second step on nothing is allocated.
typedef struct {
  void *memory;
  size_t size;
} nucleus_buffer;

struct nucleus_context {
  nucleus_allocator allocator;
  nucleus_buffer row;           // a row copied in by a host (the JavaScript wrapper)
  nucleus_buffer probabilities; // real[length]: the distribution of the step
  nucleus_buffer candidates;    // ids that are still in question
  nucleus_buffer spare;         // a second array of them
  nucleus_buffer short_list;    // the ids of a small nucleus
  nucleus_buffer mask;          // a mark per id, for filters that keep no prefix
  nucleus_buffer counts;        // ids of the sequence, counted; all 0 between calls
  nucleus_buffer adjusted;      // a row after penalties
  nucleus_buffer choices;       // the best ids of a step that tells logprobs
  nucleus_buffer inspection;    // the arrays of nucleus_inspect
  nucleus_sequence sequence;    // random words of the draw
  nucleus_seeds seeds;          // and where they begin
  size_t fault_id;
  double exponentials[NUCLEUS_EXP_ENTRIES];  // the table of nucleus_exp_join4
};

// Allocation through the context; nucleus_release takes NULL.
void *nucleus_allocate(nucleus_context *context, size_t size);
void nucleus_release(nucleus_context *context, void *memory);

// The buffer's memory, at least count * size bytes, or NULL. Old contents may be lost.
void *nucleus_reserve(nucleus_context *context, nucleus_buffer *buffer, size_t count, size_t size);

// ------------------------------------------------------------------------------------------------
// A row after all filters
// ------------------------------------------------------------------------------------------------

// A set of ids: those that come no later than `last` in the order (value descending, id ascending), where
// `last` has the value `threshold`. Most filters give such sets.
typedef struct {
  double threshold;
  int32_t last;
} nucleus_prefix;

#define NUCLEUS_EVERYTHING ((nucleus_prefix){-INFINITY, INT32_MAX})

static inline bool nucleus_prefix_has(nucleus_prefix set, double value, size_t id) {
  return value > set.threshold || (value == set.threshold && (int32_t)id <= set.last);
}

// An id with what it is ranked by: its score (top-k) or its probability (top-p).
typedef struct {
  double value;
  int32_t id;
} nucleus_candidate;

// Sorts `items` by (value descending, id ascending). They must come in ascending order of ids: stable passes then
// settle ties by id, and no order of values, equal ones included, costs more than another. `spare` is as long as
// `items`; the sorted array is returned and is one of the two.
nucleus_candidate *nucleus_sort(nucleus_candidate *items, nucleus_candidate *spare, size_t count);

// Sorts keys by their high half, ascending, which is below 2^30; equal ones stay as they stood. `spare` is as long as
// `keys`; the sorted array is returned and is one of the two.
uint64_t *nucleus_sort_keys(uint64_t *keys, uint64_t *spare, size_t count);

// What candidates weigh: 1 each, or their value, where totals are compared in the row's own precision as PyTorch does.
typedef enum { NUCLEUS_BY_COUNT, NUCLEUS_BY_FLOAT_MASS, NUCLEUS_BY_DOUBLE_MASS } nucleus_weighing;

bool nucleus_reaches(nucleus_weighing by, double total, double target);

// The prefix that ends where a running total reaches a target, and the total there.
typedef struct {
  nucleus_prefix kept;
  double total;
} nucleus_crossing;

// The crossing among ranked candidates, their weights added one by one to `total`; false if there is none.
bool nucleus_walk(const nucleus_candidate *ranked, size_t count, nucleus_weighing by, double total, double target,
                  nucleus_crossing *out);

// The same without ranking them all. `items` come in ascending order of ids and are lost. Weights are added in any
// order: the caller sees to it that sums are exact.
bool nucleus_select(nucleus_candidate *items, nucleus_candidate *spare, size_t count, nucleus_weighing by, double total,
                    double target, nucleus_crossing *out);

// The final probability of an id is e / total / divisor if it is kept, else 0; each division in the row's
// precision. Numbers of that precision are held in doubles.
typedef struct {
  nucleus_row row;
  const void *e;             // (length, padded) exponentials of the ids that top-k let through, 0 elsewhere
  double total;              // their sum
  double bar;                // an id loses the race where its u * bar > e; 0 says nothing
  double divisor;            // mass of the kept ids; 1 where neither top-p nor min-p ran
  nucleus_prefix survivors;  // of top-k, by score
  nucleus_prefix kept;       // of top-p and min-p, by e / total
  const uint8_t *mask;       // (length) 0 for ids cut by a filter that keeps no prefix; NULL where none ran
  const int32_t *list;       // (listed) the kept ids, ascending, where they are few; else NULL
  size_t listed;
  int32_t crossing;          // the id that reached top_p, or -1
  int32_t greedy;            // the id drawn at temperature 0, or -1; then there is no e
} nucleus_distribution;

// Number `id` of an array of the row's precision.
static inline double nucleus_at(const nucleus_row *row, const void *array, size_t id) {
  return row->precision == NUCLEUS_FLOAT32 ? (double)((const float *)array)[id] : ((const double *)array)[id];
}

static inline void nucleus_put(const nucleus_row *row, void *array, size_t id, double x) {
  if (row->precision == NUCLEUS_FLOAT32) ((float *)array)[id] = (float)x;
  else ((double *)array)[id] = x;
}

// x rounded to the row's precision. A float operation is the double one rounded (for + - * /, to the last bit).
static inline double nucleus_narrow(const nucleus_row *row, double x) {
  return row->precision == NUCLEUS_FLOAT32 ? (double)(float)x : x;
}

static inline double nucleus_mass(const nucleus_distribution *d, size_t id) {
  return nucleus_narrow(&d->row, nucleus_at(&d->row, d->e, id) / d->total);
}

// Whether an id of mass p survives the filters after top-k.
static inline bool nucleus_keeps(const nucleus_distribution *d, double p, size_t id) {
  return nucleus_prefix_has(d->kept, p, id) && (!d->mask || d->mask[id]);
}

static inline double nucleus_final_probability(const nucleus_distribution *d, size_t id) {
  if (d->greedy >= 0) return (int32_t)id == d->greedy;
  double p = nucleus_mass(d, id);
  return nucleus_keeps(d, p, id) ? nucleus_narrow(&d->row, p / d->divisor) : 0;
}

// ------------------------------------------------------------------------------------------------
// The stages in one precision
// ------------------------------------------------------------------------------------------------

// Where a draw takes its luck from.
typedef struct {
  nucleus_generator *generator;  // advanced by one variate per id; or NULL:
  uint32_t seed;                 // a fresh generator that is not used afterwards
} nucleus_dice;

// float32.c and float64.c compile the same stages for float and double.
typedef struct {
  size_t size;  // of a number
  // Fills in *d for a sound policy. d->e and d->list last until the context's next step. Returns a status.
  int (*distribute)(nucleus_context *, const nucleus_row *, const nucleus_policy *, nucleus_distribution *d);
  // Draws an id.
  int32_t (*draw)(nucleus_context *, const nucleus_distribution *, nucleus_dice);
  // The masses e / total of all ids to p (length, padded).
  void (*masses)(const nucleus_distribution *, void *p);
  // Softmax over all ids to p (length, padded), without top-k, for a row that `distribute` took.
  void (*softmax)(nucleus_context *, const nucleus_row *, double temperature, void *p);
  // The final probabilities of all ids to p (length).
  void (*probabilities)(const nucleus_distribution *, void *p);
  // Fills in kept and kept_mass of *step.
  void (*measure_kept)(const nucleus_distribution *, nucleus_step *step);
  // Entropy in bits of p (length).
  double (*entropy)(const void *p, size_t length);

  // Of p (length, padded) in the order (value descending, id ascending): the ids of the values from `least` on, but for
  // those of value 0, to `ids` (length, padded), and their count or a status; how many come before an id; the total up
  // to an id, rounded, or false where that depends on the order of additions.
  int (*rank)(nucleus_context *, const void *p, size_t length, double least, int32_t *ids);
  size_t (*place)(const void *p, size_t length, int32_t id);
  bool (*total)(const void *p, size_t length, int32_t last, double *total);

  // The scores p / luck of all ids to `scores`, all (length, padded); returns the id of the largest.
  int32_t (*score)(const void *p, const void *luck, size_t length, void *scores);
  // The id that wins the race, from two words per id; -1 where all are without probability.
  int32_t (*race)(const nucleus_distribution *, const uint32_t *words);

  // Penalises the counted ids of a sequence; see step/penalties.h.
  int32_t (*penalise)(const nucleus_penalties *, uint32_t *counts, void *scores, size_t length);
} nucleus_arithmetic;

extern const nucleus_arithmetic nucleus_float32, nucleus_float64;

// ------------------------------------------------------------------------------------------------
// Before and beside the stages
// ------------------------------------------------------------------------------------------------

// NUCLEUS_OK, or the status of the first bad member. NULL is fine.
int nucleus_check_penalties(nucleus_context *context, const nucleus_penalties *penalties);

// The row after sound penalties to *out: itself where they have no effect, else a copy that lasts until the next call.
// Returns a status.
int nucleus_adjust(nucleus_context *context, const nucleus_row *row, const nucleus_penalties *penalties,
                   nucleus_row *out);

// The logarithm of an id's softmax is (score - top) - log_sum.
typedef struct {
  double top, log_sum;
} nucleus_normaliser;

// Checks the row and fills in *out. Returns a status.
int nucleus_normalise(nucleus_context *context, const nucleus_row *row, nucleus_normaliser *out);
double nucleus_logprob(const nucleus_row *row, nucleus_normaliser by, int64_t id);

// The ids of the best logprobs, as nucleus_logprobs gives them. Returns how many, or a status.
int nucleus_best(nucleus_context *context, const nucleus_row *row, nucleus_normaliser by, size_t count,
                 nucleus_choice *top);

// The arithmetic of a row, or NULL with *status set where the row is empty, too long or of no kind.
const nucleus_arithmetic *nucleus_arithmetic_of(const nucleus_row *row, int *status);

// The same, or NULL with *status set, where the policy has to be sound as well.
const nucleus_arithmetic *nucleus_arithmetic_for(nucleus_context *context, const nucleus_row *row,
                                                 const nucleus_policy *policy, int *status);

// Checks both and fills in *d, after penalties; returns the row's arithmetic, or NULL with *status set.
const nucleus_arithmetic *nucleus_distribute(nucleus_context *context, const nucleus_row *row,
                                             const nucleus_policy *policy, nucleus_distribution *d, int *status);

// One step of nucleus_sample. `choices` (count) are ids whose final probabilities are to be filled in; only with
// `step`.
int nucleus_take_step(nucleus_context *context, const nucleus_row *row, const nucleus_policy *policy, nucleus_dice dice,
                      nucleus_step *step, nucleus_choice *choices, size_t count);

// Fills in all of *step but its number. `softmax` is over all ids.
void nucleus_describe(const nucleus_arithmetic *in, const nucleus_distribution *d, const void *softmax, int32_t drawn,
                      nucleus_step *step);

enum { NUCLEUS_UNCERTAIN = INT32_MIN };  // neither an id nor a status

// The id that a step of a sound policy draws, where that is certain without exact probabilities; else
// NUCLEUS_UNCERTAIN, as for a row with a fault, or NUCLEUS_ERROR_MEMORY. Then the generator stays where it was.
int32_t nucleus_shortcut(nucleus_context *context, const nucleus_row *row, const nucleus_policy *policy,
                         nucleus_dice dice);

// Whether top-p cuts: 0 and 1 are off.
static inline bool nucleus_has_top_p(const nucleus_policy *policy) { return policy->top_p > 0 && policy->top_p < 1; }

// NUCLEUS_OK, or the status of the first bad member.
int nucleus_check_policy(nucleus_context *context, const nucleus_policy *policy);

// NUCLEUS_OK, or the status of the first number that is negative, infinite or NaN; *largest is the largest so far.
int nucleus_check_weights(nucleus_context *context, const nucleus_row *row, double *largest);

// Arrays are padded, so that loops over them may go on to the next multiple of sixteen.
NUCLEUS_INLINE size_t nucleus_padded(size_t length) { return length / 16 * 16 + 16; }

#endif
