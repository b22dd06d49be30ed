/* shortcut.h: the id of a step from rough exponentials, where they leave no doubt.
 *
 * A draw wants an id, not the probabilities behind it. Exponentials right to 2^-12 cost a third of rounded ones, and
 * nearly always they tell who wins the race, and whether the winner is kept. Every comparison that decides has a
 * margin, wider than the errors of both sides. Where one is closer than that, in one step of a hundred or so at top-p
 * 0.9, the shortcut says that it is not certain, and the exact step is made.
 *
 * For float32 rows and float64 ones, which it takes as floats: the margin covers that as well.
 */
#ifndef NUCLEUS_STEP_SHORTCUT_H
#define NUCLEUS_STEP_SHORTCUT_H

#include "cut.h"
#include "distribution.h"
#include "draw.h"

enum { SHORTCUT_FROM = SMALL_VOCABULARY + 1 };  // shorter rows are done before a guess pays

// ------------------------------------------------------------------------------------------------
// Rough exponentials
// ------------------------------------------------------------------------------------------------

// How far from 0 the largest score / T may be. Scores are rounded in proportion to that, in the exact step and here.
#define ROUGH_RANGE 350

// The T it works for: 1 / T is no subnormal, and e is 0 for a float64 score below the floats, which counts as masked.
#define ROUGH_T_LEAST 0x1p-119f
#define ROUGH_T_MOST 0x1p119f

#define ROUGH_LEAST 0x1p-100  // where rough exponentials end; that of -inf is this

// 2^(v - 639) for v from 539 to 640. Floats of that size have nine bits for the whole part of v - 512 and fourteen for
// the fraction. Shifted to the top, the whole part has its low bits where a float has its exponent, and they are the
// exponent of 2^(v - 639). What the fraction f adds, 2^f, is a cubic in 1 + f, right to 2^-13.7.
NUCLEUS_INLINE float4 rough_power4(float4 v) {
  uint4 bits = (uint4)v << 9, mantissa = (bits & all_uint4(0x7fffff)) | all_uint4(0x3f800000);
  float4 f = (float4)mantissa;  // 1 + f
  float4 power = all_float4(0x1.cefc4ep-2f) +
                 f * (all_float4(0x1.e93d42p-2f) + f * (all_float4(-0x1.065a5p-7f) + f * all_float4(0x1.3f96a2p-4f)));
  return (float4)(bits - mantissa + (uint4)power);
}

// e = rough exponentials of x / t - top / t, of `count` scores, a multiple of four; e may be x. Returns their sum,
// right to 2^-16 (floats add up no more than a piece).
//
// How rough they are, one beside another:
//     the cubic                                        2^-13.7
//     the rounding of v                                2^-14.4
//     float32: that of x / t in the exact step         2^-15.7
//     float64: that of the score to a float            2^-15.3
//     float64: that of T to a float                    2^-17
// which is less than 2^-12.6, and for two of them together less than 2^-11.6. Beside the top's, which is 1, come in
//     the rounding of shift                            2^-14.5
//     float32: that of top / t in the exact step       2^-16
//     float64: that of the top to a float              2^-15.5
// which is less than 2^-12.1. The margin of 2^-11 is wider than either. (Measured: two together 2^-11.94.)
static __attribute__((noinline)) double rough_exponentials(const float *x, size_t count, float t, float top, float *e) {
  const float per_unit = (float)NUCLEUS_LOG2_E / t;
  const float4 scale = all_float4(per_unit), least = all_float4(539);
  const float4 shift = all_float4((float)(639 - (double)top * (double)per_unit));
  double total = 0;
  for (size_t id = 0; id < count;) {
    float4 sum = all_float4(0);
    for (size_t end = count - id < PIECE ? count : id + PIECE; id < end; id += 4) {
      float4 power = rough_power4(larger_float4(load_reals(x + id) * scale + shift, least));
      store_reals(e + id, power);
      sum += power;
    }
    total += (double)((sum[0] + sum[1]) + (sum[2] + sum[3]));
  }
  return total;
}

static masses rough_masses(const float *x, size_t length, float t, float top, float *e) {
  size_t whole = length / 16 * 16;
  double total = rough_exponentials(x, whole, t, top, e);
  for (size_t id = whole; id < nucleus_padded(length); id++) e[id] = id < length ? x[id] : -INFINITY;
  total += rough_exponentials(e + whole, 16, t, top, e + whole);
  return (masses){e, length, (float)total};
}

// The scores as floats. Those too large for one become infinite: a fault above, masked below, where e would be 0 as
// well.
static const float *scores_of(const nucleus_row *row, float *room) {
  if (row->precision == NUCLEUS_FLOAT32) return row->scores;
  const double *scores = row->scores;
  for (size_t id = 0; id < row->length; id++) room[id] = (float)scores[id];
  return room;
}

// ------------------------------------------------------------------------------------------------
// Who races
// ------------------------------------------------------------------------------------------------

// Ids that hold less than this share together come after the crossing. 2^-15 is for the sums.
static double surely_tail(double top_p) { return (1 - top_p) * (1 - MARGIN) - 0x1p-15; }

// Ids below `low` are taken for cut. If those from there on are few, they are listed: all of them and no others.
typedef struct {
  float low;
  short_list list;
} field;

// Lists the ids from in->low on, if they are few. Returns NUCLEUS_OK, NUCLEUS_UNCERTAIN where there is none, or a
// status.
static int32_t list_field(nucleus_context *context, masses m, field *in) {
  nucleus_candidate *items, *spare;
  if (!reserve_candidates(context, nucleus_padded(m.length), &items, &spare)) return NUCLEUS_ERROR_MEMORY;
  if (!reserve_list(context, m.length, &in->list)) return NUCLEUS_ERROR_MEMORY;
  scored_id *finds = (scored_id *)(void *)spare;
  size_t count = few_finds_from(m, in->low, finds, (int32_t *)(void *)items);
  if (count > short_length(m.length)) in->list.ids = NULL;
  for (size_t i = 0; in->list.ids && i < count; i++) in->list.ids[i] = finds[i].id;
  in->list.count = count;
  return count > 0 ? NUCLEUS_OK : NUCLEUS_UNCERTAIN;
}

// Takes off a list what is surely behind the crossing: with the exponentials side by side, totals tell that at once.
static void shorten_field(nucleus_context *context, masses m, double top_p, field *in) {
  float *e = context->candidates.memory;
  for (size_t i = 0; i < nucleus_padded(in->list.count); i++) e[i] = i < in->list.count ? m.e[in->list.ids[i]] : 0;
  masses listed = {e, in->list.count, m.total};
  float low = bisect(listed, 1 - surely_tail(top_p) * (1 - MARGIN), in->low, 12).low * (float)(1 - 2 * MARGIN);
  if (low > in->low) in->low = low;  // no listed id is below the old bound
  shorten(m.e, 1, (nucleus_prefix){(double)in->low, INT32_MAX}, &in->list);
}

// Guesses a field. Returns NUCLEUS_OK, NUCLEUS_UNCERTAIN where it cannot, or a status.
static int32_t guess_field(nucleus_context *context, masses m, double top_p, field *out) {
  *out = (field){0, {NULL, 0}};
  if (top_p <= 0 || surely_tail(top_p) < 0x1p-9) return NUCLEUS_OK;  // hardly anything is cut
  histogram seen;
  look(m, &seen);
  bracket guess = guess_bracket(m, &seen, top_p, 3);
  out->low = guess.low;
  if (guess.high <= FLT_MAX) return NUCLEUS_OK;  // many
  int32_t status = list_field(context, m, out);
  if (status == NUCLEUS_OK && out->list.ids) shorten_field(context, m, top_p, out);
  return status;
}

// ------------------------------------------------------------------------------------------------
// Certainty
// ------------------------------------------------------------------------------------------------

// The mass from a bound in the field on.
static double mass_from(masses m, const field *in, float bound) {
  if (!in->list.ids) return total_from(m, bound);
  double total = 0;
  for (size_t i = 0; i < in->list.count; i++) {
    float e = m.e[in->list.ids[i]];
    total += e >= bound ? (double)e : 0;
  }
  return total;
}

// Whether the crossing lies behind all that may come before the winner, and all ids outside the field behind it.
//
// Ids just below the field are not counted before the winner, though it may be within the margin of them: where all of
// them are behind the crossing, the mass from low (1 + MARGIN) on reaches top_p, so that a winner below that bound has
// too much before it, and one above is farther from them than the margin.
static bool cut_is_certain(masses m, double top_p, const field *in, float winner) {
  if (top_p <= 0 || top_p >= 1) return true;
  double total = (double)m.total, before = mass_from(m, in, winner * (float)(1 - MARGIN)) - (double)winner;
  if (before >= top_p * (1 - MARGIN) * total) return false;
  return in->low <= 0 || total - mass_from(m, in, in->low * (float)(1 + MARGIN)) < surely_tail(top_p) * total;
}

// ------------------------------------------------------------------------------------------------
// The step
// ------------------------------------------------------------------------------------------------

// Whether the policy asks for top-p and min-p at most. Whatever filter is added to policies, in front of the penalties,
// it is not known here.
static bool knows_filters(const nucleus_policy *policy, size_t length) {
  nucleus_policy known = {.temperature = policy->temperature, .top_p = policy->top_p, .min_p = policy->min_p};
  if (policy->top_k >= length) known.top_k = policy->top_k;  // keeps all
  return memcmp(&known, policy, offsetof(nucleus_policy, penalties)) == 0;
}

int32_t nucleus_shortcut(nucleus_context *context, const nucleus_row *row, const nucleus_policy *policy,
                         nucleus_dice dice) {
  size_t length = row->length;
  float top, *e, t = (float)policy->temperature;
  if (length < SHORTCUT_FROM || t < ROUGH_T_LEAST || t > ROUGH_T_MOST || !knows_filters(policy, length))
    return NUCLEUS_UNCERTAIN;
  e = nucleus_reserve(context, &context->probabilities, nucleus_padded(length), sizeof *e);
  if (!e) return NUCLEUS_ERROR_MEMORY;
  const float *x = scores_of(row, e);
  if (!divides(x, length, policy->temperature, &top) || !(fabsf(top) <= ROUGH_RANGE * t)) return NUCLEUS_UNCERTAIN;
  masses m = rough_masses(x, length, t, top, e);
  field in;
  int32_t status = guess_field(context, m, policy->top_p, &in);
  if (status != NUCLEUS_OK) return status;

  float smallest = (float)policy->min_p;  // of the top's exponential, which is 1
  double least = (double)(smallest * (float)(1 - MARGIN));
  if (least < (double)in.low) least = (double)in.low;
  nucleus_distribution d = {.row = {e, length, NUCLEUS_FLOAT32},
                            .e = e,
                            .total = 1,
                            .divisor = 1,
                            .bar = LEAST_BAR,
                            .greedy = -1,
                            .survivors = NUCLEUS_EVERYTHING,
                            .kept = {least, INT32_MAX},
                            .list = in.list.ids,
                            .listed = in.list.count};
  leader first = run_race(context, &d, dice);
  float winner = first.winner < 0 ? 0 : e[first.winner];
  if (winner < (float)(ROUGH_LEAST * 1024) || winner < smallest * (float)(1 + MARGIN)) return NUCLEUS_UNCERTAIN;
  // Two infinite scores, at luck 0, are no doubt: the lower id wins, here as in the exact step.
  if (first.second > first.best * (float)(1 - MARGIN)) return NUCLEUS_UNCERTAIN;
  if (!cut_is_certain(m, policy->top_p, &in, winner)) return NUCLEUS_UNCERTAIN;
  if (dice.generator) nucleus_sequence_end(&context->sequence, dice.generator);
  return first.winner;
}

#endif
