#include "cases.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "elementary.h"
#include "plain.h"

// ------------------------------------------------------------------------------------------------
// Choices: a small generator of its own, so that cases do not depend on the one under test
// ------------------------------------------------------------------------------------------------

typedef struct {
  uint64_t state;
} chooser;

// splitmix64 (S. Vigna, public domain algorithm).
static uint64_t choose(chooser *from) {
  uint64_t z = from->state += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

static uint64_t below(chooser *from, uint64_t limit) { return choose(from) % limit; }
static double uniform(chooser *from) { return (double)(choose(from) >> 11) * 0x1p-53; }
static double between(chooser *from, double low, double high) { return low + (high - low) * uniform(from); }

// Close to a normal variate, by additions only: the same bits everywhere.
static double normal(chooser *from) {
  double sum = -6;
  for (int i = 0; i < 12; i++) sum += uniform(from);
  return sum;
}

static double pick(chooser *from, const double *list, size_t count) { return list[below(from, count)]; }
#define PICK(from, ...) \
  pick(from, (const double[]){__VA_ARGS__}, sizeof((const double[]){__VA_ARGS__}) / sizeof(double))

// ------------------------------------------------------------------------------------------------
// Rows
// ------------------------------------------------------------------------------------------------

static void fill_normal(chooser *from, double *row, size_t length) {
  double spread = PICK(from, 0.001, 0.3, 1, 3, 8, 30);
  for (size_t i = 0; i < length; i++) row[i] = spread * normal(from);
}

static void fill_grid(chooser *from, double *row, size_t length) {  // ties everywhere
  uint64_t levels = 1 + below(from, 12);
  double gap = PICK(from, 0.25, 1, 5);
  for (size_t i = 0; i < length; i++) row[i] = gap * (double)below(from, levels);
}

static void fill_constant(chooser *from, double *row, size_t length) {
  double value = PICK(from, 0, -0.0, 1, -300, 1e4);
  for (size_t i = 0; i < length; i++) row[i] = value;
}

static void fill_plateau(chooser *from, double *row, size_t length) {  // one huge plateau, a few above it
  double value = between(from, -5, 5);
  for (size_t i = 0; i < length; i++) row[i] = value;
  for (uint64_t n = below(from, 8); n > 0; n--) row[below(from, length)] = value + between(from, -3, 12);
}

static void fill_two_values(chooser *from, double *row, size_t length) {
  double low = between(from, -4, 0), high = between(from, 0, 4);
  uint64_t share = 1 + below(from, 1000);
  for (size_t i = 0; i < length; i++) row[i] = below(from, 1000) < share ? high : low;
}

static void fill_geometric(chooser *from, double *row, size_t length) {  // exponentials fall by a fixed factor
  double fall = PICK(from, 1e-4, 0.001, 0.01, 0.1, 0.7, 3);
  bool rising = below(from, 2);
  for (size_t i = 0; i < length; i++) row[i] = -fall * (double)(rising ? length - 1 - i : i);
}

static void fill_decimal(chooser *from, double *row, size_t length) {  // totals fall exactly on decimals
  for (size_t i = 0; i < length; i++) row[i] = nucleus_log((double)(1 + below(from, 4)));
}

// Everything a step or two of the last bit above or below a power of two of probability.
static void fill_bucket_edge(chooser *from, double *row, size_t length) {
  double edge = -(double)below(from, 9) * 0x1.62e42fefa39efp-1;
  for (size_t i = 0; i < length; i++) row[i] = edge + ((double)below(from, 5) - 2) * 0x1p-22;
}

static void fill_subnormal(chooser *from, double *row, size_t length) {  // probabilities down to the last float
  for (size_t i = 0; i < length; i++) row[i] = between(from, -110, -80);
  row[below(from, length)] = 0;
  for (uint64_t n = below(from, 3); n > 0; n--) row[below(from, length)] = between(from, -3, 0);
}

// One id holds nearly all of the mass, the others so little that each addition to the running total is rounded.
static void fill_light_tail(chooser *from, double *row, size_t length) {
  uint64_t levels = 2 + below(from, 6);
  double bottom = between(from, -17, -13) - nucleus_log((double)length);
  for (size_t i = 0; i < length; i++) row[i] = bottom + (double)below(from, levels) / 16;
  row[below(from, length)] = 0;
}

static void fill_extreme(chooser *from, double *row, size_t length) {
  double scale = PICK(from, 1e30, 3e38, 1e-30, 1e300, 1e-300);
  for (size_t i = 0; i < length; i++) row[i] = scale * between(from, -1, 1);
}

static void mask_some(chooser *from, double *row, size_t length) {
  uint64_t share = PICK(from, 0, 0, 0, 10, 500, 990) > 0 ? 1 + below(from, 990) : 0;
  if (!share) return;
  for (size_t i = 0; i < length; i++)
    if (below(from, 1000) < share) row[i] = -INFINITY;
}

static void round_row(chooser *from, test_case *made) {
  bool finite = false;
  for (size_t i = 0; i < made->length; i++) {
    double *score = &made->scores[i];
    if (made->precision == NUCLEUS_FLOAT32) *score = (double)(float)*score;
    if (*score > 0x1p1023 || (made->precision == NUCLEUS_FLOAT32 && *score > 0x1.fffffep127)) *score = 1;
    finite |= *score > -INFINITY;
  }
  if (!finite) made->scores[below(from, made->length)] = 0.5;
}

static void fill_row(chooser *from, test_case *made) {
  static void (*const fills[])(chooser *, double *, size_t) = {
      fill_normal,    fill_normal,  fill_normal,      fill_grid,      fill_constant, fill_plateau,    fill_two_values,
      fill_geometric, fill_decimal, fill_bucket_edge, fill_subnormal, fill_extreme,  fill_light_tail,
  };
  fills[below(from, sizeof fills / sizeof *fills)](from, made->scores, made->length);
  mask_some(from, made->scores, made->length);
  round_row(from, made);
}

// ------------------------------------------------------------------------------------------------
// Policies and lengths
// ------------------------------------------------------------------------------------------------

static size_t length_of(chooser *from, size_t smallest, size_t largest) {
  uint64_t kind = below(from, 1000);
  uint64_t limit = kind < 600 ? 80 : kind < 900 ? 400 : kind < 992 ? 5000 : kind < 999 ? 40000 : 300000;
  uint64_t lengths = largest - smallest + 1;
  return smallest + (size_t)below(from, limit < lengths ? limit : lengths);
}

// A top_p that is exactly a running total of some distribution, or is at the end of the range.
static double top_p_of(chooser *from) {
  switch (below(from, 5)) {
    case 0: return (double)(1 + below(from, 1023)) / 1024;
    case 1: return (double)(1 + below(from, 99)) / 100;
    case 2: return PICK(from, 1e-4, 0.5, 0.999, 0.99999, 0.9999999, 0.99999999, 0x1.fffffffffffffp-1);
    case 3: return PICK(from, 1e-9, 1e-38, 1e-45, 7e-46, 1e-46, 1e-300, 5e-324);  // down to where floats are 0
    default: return between(from, 0.01, 1);
  }
}

static nucleus_policy policy_of(chooser *from, size_t length) {
  nucleus_policy policy = {.temperature = 1, .top_p = below(from, 2) ? 1 : 0};
  if (below(from, 2))
    policy.temperature = PICK(from, 0.01, 0.3, 0.7, 0.8, 1.3, 2, 10, 100, 1e4, 1e7, 1e30, 1e-50, 1e-300, 1e39, 0);
  if (below(from, 5)) policy.top_p = top_p_of(from);
  if (below(from, 5) == 0) policy.top_k = 1 + below(from, below(from, 2) ? 60 : length + 2);
  if (below(from, 50) == 0) policy.top_k += (uint64_t)1 << 32;  // far more than there are
  if (below(from, 5) == 0) policy.min_p = PICK(from, 1e-12, 1e-6, 0.01, 0.05, 0.2, 0.5, 1, 1e-45, 1e-46, 5e-324);
  return policy;
}

// Few distinct ids, some of which the row does not have; the row's first ids, so that penalties meet biases.
static int64_t sequence_id(chooser *from, size_t length) {
  uint64_t ids = 1 + below(from, below(from, 2) ? 12 : length);
  return (int64_t)below(from, ids) * (below(from, 20) ? 1 : -1) + (below(from, 20) ? 0 : (int64_t)length);
}

static void add_penalties(chooser *from, test_case *made) {
  nucleus_penalties *by = &made->penalties;
  by->repetition = PICK(from, 0, 1, 1.1, 1.3, 0.8, 2, 1e-50);
  by->presence = PICK(from, 0, 0, 0.5, -0.7, 1e-30);
  by->frequency = PICK(from, 0, 0, 0.3, -0.1, 2);
  by->count = below(from, 61);
  by->prompt_length = below(from, by->count + 1);
  by->bias_count = below(from, 3) ? 0 : below(from, 9);
  by->ids = made->ids;
  by->bias_ids = made->bias_ids;
  by->biases = made->biases;
  for (size_t i = 0; i < by->count; i++) made->ids[i] = sequence_id(from, made->length);
  for (size_t i = 0; i < by->bias_count; i++) {
    made->bias_ids[i] = (int64_t)below(from, made->length);
    made->biases[i] = PICK(from, 0, 1, -2.5, 100, 1e-9, -INFINITY);
  }
  made->policy.penalties = by;
}

void case_new(test_case *made, uint64_t number, size_t smallest, size_t largest) {
  chooser from = {number * 0x2545f4914f6cdd1du + 7};
  *made = (test_case){.precision = below(&from, 3) ? NUCLEUS_FLOAT32 : NUCLEUS_FLOAT64};
  made->length = length_of(&from, smallest, largest);
  made->policy = policy_of(&from, made->length);
  made->seed = choose(&from);
  made->scores = malloc(made->length * sizeof *made->scores);
  fill_row(&from, made);
  if (below(&from, 4) == 0) add_penalties(&from, made);
}

void case_free(test_case *made) { free(made->scores); }

// ------------------------------------------------------------------------------------------------
// Comparison
// ------------------------------------------------------------------------------------------------

static double at(const void *row, nucleus_precision precision, size_t id) {
  return precision == NUCLEUS_FLOAT32 ? (double)((const float *)row)[id] : ((const double *)row)[id];
}

static void *row_of(const test_case *given) {
  size_t size = given->precision == NUCLEUS_FLOAT32 ? sizeof(float) : sizeof(double);
  void *row = malloc(given->length * size);
  for (size_t i = 0; i < given->length; i++) {
    if (given->precision == NUCLEUS_FLOAT32) ((float *)row)[i] = (float)given->scores[i];
    else ((double *)row)[i] = given->scores[i];
  }
  return row;
}

static bool same_state(const nucleus_generator *a, const nucleus_generator *b) {
  nucleus_generator copies[2] = {*a, *b};
  return nucleus_generator_uniform(&copies[0]) == nucleus_generator_uniform(&copies[1]);
}

static const char *compare_with(nucleus_context *context, const test_case *given, const nucleus_row *row,
                                const double *scores, void *out) {
  nucleus_generator for_plain, for_library, without_step;
  nucleus_generator_seed(&for_plain, given->seed);
  for_library = without_step = for_plain;
  plain_step plain = plain_sample(scores, given->length, given->precision, &given->policy, &for_plain);
  const char *difference = NULL;

  nucleus_step step;
  if (nucleus_sample_seeded(context, row, &given->policy, given->seed, NULL) != plain.id) difference = "id, seeded";
  else if (nucleus_sample(context, row, &given->policy, &for_library, &step) != plain.id)
    difference = "id, with a generator";
  else if (step.kept != plain.kept_count) difference = "kept count";
  else if (step.probability != plain.probabilities[plain.id]) difference = "probability of the drawn id";
  else if (nucleus_sample(context, row, &given->policy, &without_step, NULL) != plain.id)
    difference = "id, with a generator and no step asked for";
  else if (!same_state(&for_plain, &for_library) || !same_state(&for_plain, &without_step))
    difference = "generator afterwards";
  else if (nucleus_probabilities(context, row, &given->policy, out) != NUCLEUS_OK)
    difference = "status of probabilities";
  for (size_t i = 0; !difference && i < given->length; i++)
    if (at(out, given->precision, i) != plain.probabilities[i]) difference = "probabilities";
  plain_free(&plain);
  return difference;
}

static const char *compare_status(nucleus_context *context, const test_case *given, const nucleus_row *row,
                                  int32_t fault) {
  int expected = fault < 0 ? NUCLEUS_ERROR_ALL_MASKED : NUCLEUS_ERROR_OVERFLOW;
  if (nucleus_sample_seeded(context, row, &given->policy, given->seed, NULL) != expected) return "status";
  return fault >= 0 && nucleus_fault_id(context) != (size_t)fault ? "id of the overflow" : NULL;
}

static bool is_masked(const double *scores, size_t length) {
  for (size_t i = 0; i < length; i++)
    if (scores[i] > -INFINITY) return false;
  return true;
}

static const char *compare_adjusted(nucleus_context *context, const test_case *given, const nucleus_row *row,
                                    void *out) {
  double *scores = malloc(given->length * sizeof *scores);
  memcpy(scores, given->scores, given->length * sizeof *scores);
  int32_t fault = -1;
  if (given->policy.penalties) fault = plain_penalise(scores, given->length, given->precision, given->policy.penalties);
  bool refused = fault >= 0 || is_masked(scores, given->length);
  const char *difference =
      refused ? compare_status(context, given, row, fault) : compare_with(context, given, row, scores, out);
  free(scores);
  return difference;
}

const char *case_compare(nucleus_context *context, const test_case *given) {
  void *row = row_of(given), *out = row_of(given);
  const char *difference = compare_adjusted(context, given, &(nucleus_row){row, given->length, given->precision}, out);
  free(row);
  free(out);
  return difference;
}
