#include "plain.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "elementary.h"

// ------------------------------------------------------------------------------------------------
// Arithmetic in the row's precision
// ------------------------------------------------------------------------------------------------

static double narrow(double x, nucleus_precision precision) {
  return precision == NUCLEUS_FLOAT32 ? (double)(float)x : x;
}

static double exponential_of(double x, nucleus_precision precision) {
  return precision == NUCLEUS_FLOAT32 ? (double)nucleus_exp_float((float)x) : nucleus_exp_double(x);
}

static double sum_in_lanes(const double *x, size_t length) {
  double lane[4] = {0};
  for (size_t i = 0; i < length; i++) lane[i % 4] += x[i];
  return (lane[0] + lane[1]) + (lane[2] + lane[3]);
}

// ------------------------------------------------------------------------------------------------
// Ranking: a stable merge sort of ids by descending value
// ------------------------------------------------------------------------------------------------

static void merge_sort(int32_t *ids, int32_t *spare, size_t count, const double *value) {
  if (count < 2) return;
  size_t half = count / 2;
  merge_sort(ids, spare, half, value);
  merge_sort(ids + half, spare, count - half, value);
  memcpy(spare, ids, count * sizeof *ids);
  size_t left = 0, right = half;
  for (size_t i = 0; i < count; i++) {
    bool from_left = right == count || (left < half && value[spare[left]] >= value[spare[right]]);
    ids[i] = spare[from_left ? left++ : right++];
  }
}

static int32_t *rank(const double *value, size_t length) {
  int32_t *ids = malloc(length * sizeof *ids), *spare = malloc(length * sizeof *ids);
  for (size_t i = 0; i < length; i++) ids[i] = (int32_t)i;
  merge_sort(ids, spare, length, value);
  free(spare);
  return ids;
}

// ------------------------------------------------------------------------------------------------
// The filters
// ------------------------------------------------------------------------------------------------

static bool leaves_floats(const double *scores, size_t length, double temperature) {
  float t = (float)temperature;
  if (!(t > 0) || !(t <= FLT_MAX)) return true;
  for (size_t i = 0; i < length; i++)
    if (scores[i] >= -DBL_MAX && !(fabsf((float)scores[i] / t) <= FLT_MAX)) return true;
  return false;
}

static void softmax(const double *scores, const char *allowed, size_t length, nucleus_precision precision,
                    double temperature, double *p) {
  double top = -INFINITY;
  for (size_t i = 0; i < length; i++) top = scores[i] > top ? scores[i] : top;
  bool divide_first = precision == NUCLEUS_FLOAT32 && !leaves_floats(scores, length, temperature);
  for (size_t i = 0; i < length; i++) {
    double x;
    if (divide_first) x = (double)((float)scores[i] / (float)temperature - (float)top / (float)temperature);
    else x = narrow((scores[i] - top) / temperature, precision);
    p[i] = allowed[i] ? exponential_of(x, precision) : 0;
  }
  double total = narrow(sum_in_lanes(p, length), precision);
  for (size_t i = 0; i < length; i++) p[i] = narrow(p[i] / total, precision);
}

static void keep_top_k(const double *scores, size_t length, uint64_t k, char *kept) {
  int32_t *ids = rank(scores, length);
  for (size_t i = (size_t)k; i < length; i++) kept[ids[i]] = 0;
  free(ids);
}

static void keep_top_p(const double *p, size_t length, nucleus_precision precision, double top_p, char *kept) {
  int32_t *ids = rank(p, length);
  double total = 0, target = narrow(top_p, precision);
  size_t count = 0;
  bool reached = false;
  while (count < length && !reached) {
    total += p[ids[count++]];
    reached = narrow(total, precision) >= target;
  }
  for (size_t i = count; reached && i < length; i++) kept[ids[i]] = 0;
  free(ids);
}

static void keep_min_p(const double *p, size_t length, nucleus_precision precision, double min_p, char *kept) {
  double largest = 0;
  for (size_t i = 0; i < length; i++) largest = p[i] > largest ? p[i] : largest;
  double floor = narrow(narrow(min_p, precision) * largest, precision);
  for (size_t i = 0; i < length; i++)
    if (p[i] < floor) kept[i] = 0;
}

static void renormalise(double *p, const char *kept, size_t length, nucleus_precision precision) {
  for (size_t i = 0; i < length; i++) p[i] = kept[i] ? p[i] : 0;
  double total = narrow(sum_in_lanes(p, length), precision);
  for (size_t i = 0; i < length; i++) p[i] = narrow(p[i] / total, precision);
}

// ------------------------------------------------------------------------------------------------
// The draw
// ------------------------------------------------------------------------------------------------

static int32_t race(const double *p, size_t length, nucleus_precision precision, nucleus_generator *generator) {
  int32_t winner = -1;
  double best = 0;
  for (size_t i = 0; i < length; i++) {
    double luck = narrow(nucleus_generator_exponential(generator), precision);
    if (!(p[i] > 0)) continue;
    double score = narrow(p[i] / luck, precision);
    if (winner >= 0 && !(score > best)) continue;
    winner = (int32_t)i;
    best = score;
  }
  return winner;
}

static plain_step greedy(plain_step step, const double *scores, size_t length) {
  step.id = 0;
  for (size_t i = 0; i < length; i++)
    if (scores[i] > scores[step.id]) step.id = (int32_t)i;
  for (size_t i = 0; i < length; i++) {
    step.kept[i] = (int32_t)i == step.id;
    step.probabilities[i] = step.kept[i];
  }
  step.kept_count = 1;
  return step;
}

plain_step plain_sample(const double *scores, size_t length, nucleus_precision precision, const nucleus_policy *policy,
                        nucleus_generator *generator) {
  plain_step step = {.probabilities = calloc(length, sizeof(double)), .kept = malloc(length)};
  memset(step.kept, 1, length);
  if (policy->temperature == 0) return greedy(step, scores, length);
  if (policy->top_k && policy->top_k < length) keep_top_k(scores, length, policy->top_k, step.kept);
  bool has_top_p = policy->top_p > 0 && policy->top_p < 1;
  double *p = step.probabilities;
  softmax(scores, step.kept, length, precision, policy->temperature, p);
  // An id that top-k cut has p = 0, so the other filters may look at it without harm.
  if (has_top_p) keep_top_p(p, length, precision, policy->top_p, step.kept);
  if (policy->min_p > 0) keep_min_p(p, length, precision, policy->min_p, step.kept);
  if (has_top_p || policy->min_p > 0) renormalise(p, step.kept, length, precision);
  for (size_t i = 0; i < length; i++) step.kept_count += step.kept[i];
  step.id = race(p, length, precision, generator);
  return step;
}

void plain_free(plain_step *step) {
  free(step->probabilities);
  free(step->kept);
}

// ------------------------------------------------------------------------------------------------
// Penalties
// ------------------------------------------------------------------------------------------------

static size_t times_among(const int64_t *ids, size_t count, int64_t id) {
  size_t times = 0;
  for (size_t i = 0; i < count; i++) times += ids[i] == id;
  return times;
}

static bool is_number(double x) { return x > -INFINITY && x < INFINITY; }

// One id's score under the penalties of the sequence.
static double penalise(double score, nucleus_precision precision, const nucleus_penalties *by, size_t times) {
  double repetition = by->repetition == 0 ? 1 : narrow(by->repetition, precision);
  score = narrow(score < 0 ? score * repetition : score / repetition, precision);
  if (times == 0) return score;
  double frequency = narrow(narrow(by->frequency, precision) * narrow((double)times, precision), precision);
  score = narrow(score - frequency, precision);
  return narrow(score - narrow(by->presence, precision), precision);
}

int32_t plain_penalise(double *scores, size_t length, nucleus_precision precision, const nucleus_penalties *by) {
  const int64_t *new_ids = by->ids + by->prompt_length;
  bool has_effect = (by->repetition != 0 && by->repetition != 1) || by->presence != 0 || by->frequency != 0;
  for (size_t i = 0; has_effect && i < by->count; i++) {
    int64_t id = by->ids[i];
    if (id < 0 || id >= (int64_t)length || times_among(by->ids, i, id) > 0 || !is_number(scores[id])) continue;
    scores[id] = penalise(scores[id], precision, by, times_among(new_ids, by->count - by->prompt_length, id));
    if (!is_number(scores[id])) return (int32_t)id;
  }
  for (size_t i = 0; i < by->bias_count; i++) {
    double *score = &scores[by->bias_ids[i]];
    if (!is_number(*score)) continue;
    *score = narrow(*score + narrow(by->biases[i], precision), precision);
    if (by->biases[i] > -INFINITY && !is_number(*score)) return (int32_t)by->bias_ids[i];
  }
  return -1;
}
