/* draw.h: one id out of a distribution, as torch.multinomial on the CPU.
 *
 * Every id of the vocabulary gets an exponential variate of luck, in id order; the largest p / luck wins.
 * That is the same as drawing from p: exponential clocks with rates p, and the first to ring.
 *
 * Hardly any variate is computed, though all have their place in the sequence. As luck = -log(1 - u) >= u,
 * an id can only win if u <= p / best, best being the score to beat, and already the leading bits of u
 * say for nearly all ids that it is not.
 */
#ifndef NUCLEUS_STEP_DRAW_H
#define NUCLEUS_STEP_DRAW_H

#include "real.h"

// The leader so far. An id with p = 0 never wins, the lower id wins a tie.
typedef struct {
  real best, second;  // scores p / luck; those of all others are at most the second or best * (1 - MARGIN)
  int32_t winner;
  double bar;         // an id with u * bar > e has lost
} leader;

// As u <= luck, u * best > p is enough to lose, and p = e / total / divisor. Where a mask has left light ids alone, the
// best score may be too small for the margin, and sets no bar. At luck 0 it is infinite: nothing but another 0 is let
// in.
static double bar_of(const nucleus_distribution *d, real best) {
  double bar = (double)best * d->total * d->divisor * (1 - MARGIN);
  return bar > 1e-30 ? bar : 0;
}

// Lets one id race, whose words are given.
static void compete(const nucleus_distribution *d, size_t id, const uint32_t *words, leader *first) {
  double u = nucleus_uniform_of(words[0], words[1]);
  // Closer than u: luck >= u / (1 - u / 2).
  if (u * first->bar > (double)((const real *)d->e)[id] * (1 - u / 2)) return;
  real p = (real)nucleus_final_probability(d, id);
  if (!(p > 0)) return;
  real score = p / (real)nucleus_exponential(u);
  if (first->winner >= 0 && !(score > first->best)) {
    if (score > first->second) first->second = score;
    return;
  }
  double bar = bar_of(d, score);
  *first = (leader){score, first->best, (int32_t)id, bar > first->bar ? bar : first->bar};
}

#if NUCLEUS_REAL_BITS == 32
// The leading 21 bits of four u, as integers: they are the low ones of each first word.
NUCLEUS_INLINE int4 leading_bits(const uint32_t *words) {
  uint4 y = __builtin_shufflevector(load_uint4(words), load_uint4(words + 4), 0, 2, 4, 6);
  return (int4)(nucleus_temper4(y) & all_uint4(0x1fffff));
}

// Which of four ids may win. Their u are at least their leading bits / 2^21.
NUCLEUS_INLINE int4 hopeful(const float *e, const uint32_t *words, float bar) {
  return __builtin_convertvector(leading_bits(words), float4) * all_float4(bar) <= load_reals(e);
}

// A bar before any id raced. As luck <= u / (1 - u), an id of exponential e sets one of at least e (1 - u) / u; its u
// is below (leading bits + 1) / 2^21. The variates of all these ids need no logarithm then, but those of one or two.
static double first_bar(const nucleus_distribution *d, const float *e, size_t count, const uint32_t *words) {
  if (d->mask) return d->bar;
  const float4 surely_kept = all_float4((float)(d->kept.threshold * d->total * (1 + 1e-6)));
  float4 bar = all_float4((float)d->bar);
  for (size_t i = 0; i + 4 <= count; i += 4) {
    float4 bits = __builtin_convertvector(leading_bits(words + 2 * i), float4);
    float4 least = load_reals(e + i) * (all_float4(0x1.fffffp20f) - bits) / (bits + all_float4(1));
    bar = larger_reals(only_reals(load_reals(e + i) > surely_kept, least), bar);
  }
  float largest = 0;
  for (size_t lane = 0; lane < 4; lane++) largest = bar[lane] > largest ? bar[lane] : largest;
  return (double)largest * (1 - MARGIN);
}

// Lets `count` ids from first_id on race, all but the last count % 8. Returns how many did.
static size_t race_by_eight(const nucleus_distribution *d, size_t first_id, size_t count, const uint32_t *words,
                            leader *first) {
  const float *e = (const float *)d->e + first_id;
  if (first->winner < 0) first->bar = first_bar(d, e, count, words);
  float bar = (float)(first->bar * 0x1p-21);
  size_t i = 0;
  for (; i + 8 <= count; i += 8) {
    int4 low = hopeful(e + i, words + 2 * i, bar), high = hopeful(e + i + 4, words + 2 * i + 8, bar);
    if (!any_mask(either_mask(low, high))) continue;
    for (uint32_t left = bits_of_mask(low) | bits_of_mask(high) << 4; left; left &= left - 1) {
      size_t each = i + (size_t)__builtin_ctz(left);
      compete(d, first_id + each, words + 2 * each, first);
    }
    bar = (float)(first->bar * 0x1p-21);
  }
  return i;
}
#endif

// Ids first_id ... first_id + count - 1, whose words follow each other.
static void race_ids(const nucleus_distribution *d, size_t first_id, size_t count, const uint32_t *words,
                     leader *first) {
  size_t i = 0;
#if NUCLEUS_REAL_BITS == 32
  i = race_by_eight(d, first_id, count, words, first);
#endif
  const real *e = (const real *)d->e + first_id;
  for (; i < count; i++) {  // u is at least its leading bits / 2^21
    double least = (double)(nucleus_temper(words[2 * i]) & 0x1fffff) * 0x1p-21;
    if (least * first->bar <= (double)e[i]) compete(d, first_id + i, words + 2 * i, first);
  }
}

// Of the same ids those that are on the list, from *at on.
static void race_listed(const nucleus_distribution *d, size_t first_id, size_t count, const uint32_t *words, size_t *at,
                        leader *first) {
  for (; *at < d->listed; ++*at) {
    size_t id = (size_t)d->list[*at];
    if (id >= first_id + count) return;
    compete(d, id, words + 2 * (id - first_id), first);
  }
}

// The race of all ids whose words can matter. A generator goes on after all of them; nucleus_sequence_end is left to
// the caller.
static leader run_race(nucleus_context *context, const nucleus_distribution *d, nucleus_dice dice) {
  if (!dice.generator && d->list && d->listed == 1) return (leader){1, 0, d->list[0], 0};
  nucleus_sequence *sequence = &context->sequence;
  // A generator that goes on passes all ids.
  size_t end = d->list && !dice.generator ? (size_t)d->list[d->listed - 1] + 1 : d->row.length;
  if (dice.generator) nucleus_sequence_continue(sequence, dice.generator);
  else nucleus_sequence_seed(sequence, &context->seeds, dice.seed, end);
  leader first = {0, 0, -1, d->bar};
  size_t listed = 0;
  for (size_t id = 0, taken; id < end; id += taken) {
    const uint32_t *words = nucleus_sequence_take(sequence, end - id, &taken);
    if (d->list) race_listed(d, id, taken, words, &listed, &first);
    else race_ids(d, id, taken, words, &first);
  }
  return first;
}

static int32_t draw(nucleus_context *context, const nucleus_distribution *d, nucleus_dice dice) {
  if (d->greedy >= 0) return d->greedy;
  leader first = run_race(context, d, dice);
  if (dice.generator) nucleus_sequence_end(&context->sequence, dice.generator);
  return first.winner;
}

#endif
