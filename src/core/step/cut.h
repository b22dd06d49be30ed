/* cut.h: which ids survive top-k, top-p and min-p, without sorting the vocabulary.
 *
 * A look at some of the ids, or at all of a small vocabulary, guesses where the cut falls. One pass over all of them
 * then collects those near it as candidates, and the cut is found exactly among these. Where the guess was wrong, which
 * shows, bounds that always hold take its place.
 */
#ifndef NUCLEUS_STEP_CUT_H
#define NUCLEUS_STEP_CUT_H

#include "real.h"

enum {
  SAMPLE = 4096,           // ids looked at for a guess of the nucleus
  SMALL_VOCABULARY = 8192  // up to here it pays to look at all of them
};

// ------------------------------------------------------------------------------------------------
// Short lists: where few ids are left, the rest of the step looks at these alone
// ------------------------------------------------------------------------------------------------

// Up to how many ids it pays to draw among them one by one.
NUCLEUS_INLINE size_t short_length(size_t length) { return length / 8 + 1; }

// Notes the candidates while they are in order, if they are few.
static void note(const nucleus_candidate *items, size_t count, size_t length, short_list *list) {
  list->count = count;
  if (count > short_length(length)) list->ids = NULL;
  for (size_t i = 0; list->ids && i < count; i++) list->ids[i] = items[i].id;
}

// Takes the ids off the list that are not kept, by value / divisor.
static void shorten(const real *values, real divisor, nucleus_prefix kept, short_list *list) {
  size_t count = 0;
  for (size_t i = 0; list->ids && i < list->count; i++) {
    int32_t id = list->ids[i];
    list->ids[count] = id;
    count += nucleus_prefix_has(kept, (double)(values[id] / divisor), (size_t)id);
  }
  list->count = count;
}

// An empty list with room; false when there is no memory.
static bool reserve_list(nucleus_context *context, size_t length, short_list *list) {
  *list = (short_list){nucleus_reserve(context, &context->short_list, short_length(length), sizeof *list->ids), 0};
  return list->ids;
}

// ------------------------------------------------------------------------------------------------
// Finds: what one pass over the vocabulary picks up
// ------------------------------------------------------------------------------------------------

// Those of some values that the bits name.
static size_t append(scored_id *finds, size_t count, const real *values, uint32_t bits, size_t id) {
  for (; bits; bits &= bits - 1) {
    size_t i = (size_t)__builtin_ctz(bits);
    finds[count++] = (scored_id){values[i], (int32_t)(id + i)};
  }
  return count;
}

// The values at or above a bound.
static size_t finds_from(const real *values, size_t length, real bound, scored_id *finds) {
  size_t count = 0, id = 0;
  for (; LANES > 1 && id + LANES <= length; id += LANES)
    count = append(finds, count, values + id, bits_of_mask(load_reals(values + id) >= all_reals(bound)), id);
  for (; id < length; id++) {  // kept or not: a branch that cannot be predicted costs more than the store
    finds[count] = (scored_id){values[id], (int32_t)id};
    count += values[id] >= bound;
  }
  return count;
}

// ------------------------------------------------------------------------------------------------
// top-k
// ------------------------------------------------------------------------------------------------

// A score that probably has k, but not many more, at or above it.
static real guess_kth_score(const real *scores, size_t length, size_t k, nucleus_candidate *items,
                            nucleus_candidate *spare) {
  size_t looks = SAMPLE / 2, stride = length / looks;  // one score a look, where the nucleus takes four
  double rank = (double)k / (double)stride;
  rank += 4 * sqrt(rank) + 8;
  if (rank >= (double)looks) return -INFINITY;
  for (size_t i = 0; i < looks; i++) items[i] = (nucleus_candidate){(double)scores[i * stride], (int32_t)i};
  nucleus_crossing guess;
  return nucleus_select(items, spare, looks, NUCLEUS_BY_COUNT, 0, ceil(rank), &guess) ? (real)guess.kept.threshold
                                                                                      : -INFINITY;
}

// The k best scores, as a prefix and, if asked for and where they are few, as a list. k is below length.
static int cut_top_k(nucleus_context *context, const real *scores, size_t length, size_t k, nucleus_prefix *out,
                     short_list *list) {
  nucleus_candidate *items, *spare;
  if (!reserve_candidates(context, length + 1, &items, &spare) || (list && !reserve_list(context, length, list)))
    return NUCLEUS_ERROR_MEMORY;
  real bound = length > SMALL_VOCABULARY ? guess_kth_score(scores, length, k, items, spare) : -INFINITY;
  scored_id *finds = (scored_id *)(void *)spare;
  size_t count = finds_from(scores, length, bound, finds);
  if (count < k) count = finds_from(scores, length, -INFINITY, finds);
  make_candidates(spare, count, 1, items);
  if (list && REAL_IS_FLOAT) note(items, count, length, list);
  else if (list) list->ids = NULL;
  nucleus_crossing found = {NUCLEUS_EVERYTHING, 0};  // stays so for a row with NaN, which is refused later
  nucleus_select(items, spare, count, NUCLEUS_BY_COUNT, 0, (double)k, &found);
  *out = found.kept;
  if (list) shorten(scores, 1, found.kept, list);
  return NUCLEUS_OK;
}

// ------------------------------------------------------------------------------------------------
// top-p: where to look
// ------------------------------------------------------------------------------------------------

// Exponentials e (length, padded) whose probabilities are e / total.
typedef struct {
  const real *e;
  size_t length;
  real total;
} masses;

NUCLEUS_INLINE real mass_of(masses m, size_t id) { return m.e[id] / m.total; }

// Where the crossing is looked for, in exponentials: ids below `low` come after it, ids from `high` on before.
typedef struct {
  real low, high;
  bool certain;  // that it is in there, if any prefix reaches top_p at all
} bracket;

// All ids at or below this bound hold less than 1 - top_p together, so they come after the crossing. The
// margins cover what rounding can do.
static real certain_bound(masses m, double top_p) {
  double tail = (1 - top_p - 1e-6) / (double)m.length * (double)m.total * (1 - 1e-6);
  real bound = tail > 0 ? (real)tail : 0;
  return bound > REAL_MIN ? bound : REAL_TRUE_MIN;
}

// Double sums of float masses are exact, in any order, while each is at least 2^-29 and the total below 2.
static real exact_bound(masses m) { return (real)((double)m.total * 0x1p-29 * (1 + 1e-6)); }

// Positive numbers are ordered as the patterns of their bits are.
static real_bits pattern_of(real x) {
  real_bits bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}

static real real_of(real_bits pattern) {
  real x;
  memcpy(&x, &pattern, sizeof x);
  return x;
}

// A histogram of looked-at exponentials, 128 buckets to a factor of two; bucket 0 holds 1, the largest.
enum { BUCKETS = 4096, BUCKET_SHIFT = REAL_IS_FLOAT ? 16 : 45 };

typedef struct {
  real mass[BUCKETS];
  uint32_t count[BUCKETS];
} histogram;

static size_t bucket_of(real e) {
  real_bits below = (pattern_of(1) >> BUCKET_SHIFT) - (pattern_of(e) >> BUCKET_SHIFT);
  return below < BUCKETS ? (size_t)below : BUCKETS - 1;
}

// The smallest exponential of a bucket.
static real bucket_floor(size_t bucket) {
  return real_of(((pattern_of(1) >> BUCKET_SHIFT) - (real_bits)bucket) << BUCKET_SHIFT);
}

static void look(masses m, histogram *seen) {
  memset(seen, 0, sizeof *seen);
  size_t stride = m.length / (SAMPLE / 4);
  for (size_t i = 0; i < SAMPLE / 4; i++) {
    const real *four = m.e + (i * stride) / 4 * 4;
    for (size_t lane = 0; lane < 4; lane++) {
      size_t bucket = bucket_of(four[lane]);
      seen->mass[bucket] += four[lane];
      seen->count[bucket]++;
    }
  }
}

// Guesses from the tail: it is made of many light ids, so a sample tells its mass well, while it may miss the
// few heavy ids of the head altogether. The bracket spans some standard deviations of that estimate (of a sum
// of n masses, each in the sample or not: the root of the sum of their squares).
static bracket guess_bracket(masses m, const histogram *seen, double top_p, double deviations) {
  double missing = (1 - top_p) * (double)m.total * (double)SAMPLE / (double)m.length;  // what the tail still lacks
  double variance = 0;
  size_t above = SAMPLE, inside = SAMPLE;  // looks at or above the bucket, and at or above guess.low
  bracket guess = {REAL_TRUE_MIN, REAL_MAX, false};
  for (size_t bucket = BUCKETS; bucket-- > 1;) {  // from the lightest up
    if (!seen->count[bucket]) continue;
    real ceiling = bucket_floor(bucket - 1);
    missing -= (double)seen->mass[bucket];
    above -= seen->count[bucket];
    variance += (double)(seen->mass[bucket] * ceiling);
    bool far = missing * missing > deviations * deviations * variance;
    if (missing > 0 && far) {
      guess.low = ceiling;
      inside = above;
    }
    if (missing > 0 || !far) continue;
    guess.high = ceiling;
    break;
  }
  // Where few ids are left, they may as well all be candidates: then the draw can go by their list.
  if (inside <= SAMPLE / 16) guess.high = INFINITY;
  return guess;
}

// Whether so few ids are at or above a bound that a list pays.
static bool few_from(masses m, real low) {
  return count_within((nucleus_prefix){(double)low, INT32_MAX}, m.e, m.length, 1) <= short_length(m.length);
}

// The total of the exponentials at or above a bound, nearly: floats add up no more than a piece, in strands that do not
// wait for each other.
static double total_from(masses m, real low) {
  double total = 0;
  for (size_t id = 0; id < m.length;) {
    reals strands[4] = {all_reals(0), all_reals(0), all_reals(0), all_reals(0)};
    for (size_t end = m.length - id < PIECE ? m.length : id + PIECE; id < end; id += BLOCK) {
#pragma GCC unroll 4
      for (size_t strand = 0; strand < 4; strand++) {
        reals e = load_reals(m.e + id + LANES * strand);
        strands[strand] += only_reals(e >= all_reals(low), e);
      }
    }
    reals sum = (strands[0] + strands[1]) + (strands[2] + strands[3]);
    for (size_t i = 0; i < LANES; i++) total += (double)LANE(sum, i);
  }
  return total;
}

// Halves a bracket by totals of all ids: that costs less than candidates as long as these are few, or most of a small
// vocabulary.
static bracket bisect(masses m, double top_p, real least, int halvings) {
  double target = top_p * (double)m.total;
  real_bits low = pattern_of(least), high = pattern_of(1) + 1;
  for (int halving = 0; halving < halvings; halving++) {
    real_bits middle = low + (high - low) / 2;
    if (total_from(m, real_of(middle)) >= target) low = middle;
    else high = middle;
  }
  return (bracket){real_of(low), real_of(high), false};
}

// ------------------------------------------------------------------------------------------------
// top-p: the exact answer
// ------------------------------------------------------------------------------------------------

// What one pass over the vocabulary brings in from a bracket.
typedef struct {
  double head;  // mass of the ids above it
  size_t count;  // finds inside it
} haul;

// The exponentials at or above a bound, as finds_from gives them, where they are few, so that most blocks of ids hold
// none. Two loops with hardly a branch that depends on the numbers, which no processor could predict: the first notes
// the blocks that hold one.
static size_t few_finds_from(masses m, real low, scored_id *finds, int32_t *blocks) {
  const reals bound = all_reals(low);
  size_t noted = 0, count = 0;
  for (size_t id = 0; id < m.length; id += BLOCK) {
    const real *e = m.e + id;
    masks front = either_mask(load_reals(e) >= bound, load_reals(e + LANES) >= bound);
    masks back = either_mask(load_reals(e + 2 * LANES) >= bound, load_reals(e + 3 * LANES) >= bound);
    blocks[noted] = (int32_t)id;
    noted += any_mask(either_mask(front, back));
  }
  for (size_t n = 0; n < noted; n++) {
    const real *e = m.e + blocks[n];
    uint32_t bits = 0;
#pragma GCC unroll 4
    for (size_t i = 0; i < BLOCK; i += LANES) bits |= bits_of_mask(load_reals(e + i) >= bound) << i;
    count = append(finds, count, e, bits, (size_t)blocks[n]);
  }
  return count;
}

// What a bracket brings in, with the mass of the ids above, which are too many to be candidates; two vectors to a
// branch.
static haul collect(masses m, bracket in, scored_id *finds, int32_t *blocks) {
  if (!REAL_IS_FLOAT) return (haul){0, finds_from(m.e, m.length, in.low, finds)};
  if (in.high > REAL_MAX) return (haul){0, few_finds_from(m, in.low, finds, blocks)};
  sums head = {0};
  size_t count = 0;
  for (size_t id = 0; id < m.length; id += 2 * LANES) {
    reals e = load_reals(m.e + id), f = load_reals(m.e + id + LANES);
    masks above = e >= all_reals(in.high), higher = f >= all_reals(in.high);
    add_reals(&head, id, only_reals(above, e / all_reals(m.total)));
    add_reals(&head, id + LANES, only_reals(higher, f / all_reals(m.total)));
    uint32_t bits = (bits_of_mask(e >= all_reals(in.low)) ^ bits_of_mask(above)) |
                    (bits_of_mask(f >= all_reals(in.low)) ^ bits_of_mask(higher)) << LANES;
    count = append(finds, count, m.e + id, bits, id);
  }
  return (haul){total_of(&head), count};
}

// What a search for the crossing works with.
typedef struct {
  masses m;
  double top_p;
  nucleus_candidate *items, *spare;
  short_list room;
} search;

// What a bracket brings in, as candidates.
static haul take_candidates(const search *s, bracket in) {
  haul got = collect(s->m, in, (scored_id *)(void *)s->spare, (int32_t *)(void *)s->items);
  make_candidates(s->spare, got.count, s->m.total, s->items);
  return got;
}

// Sums of floats in any order are right where everything is above the exact bound. Sums of doubles are right enough
// where the totals at the crossing and before it are farther from the target than another order can bring them. Else
// candidates are ranked and added one by one.
static bool find_crossing(const search *s, real low, haul got, nucleus_crossing *out) {
  if (!REAL_IS_FLOAT || low >= exact_bound(s->m)) {
    bool found = nucleus_select(s->items, s->spare, got.count, BY_ROW_MASS, got.head, s->top_p, out);
    double slack = (double)s->m.length * 0x1p-52, before = out->total - out->kept.threshold;
    if (REAL_IS_FLOAT || (found && out->total - slack >= s->top_p && before + slack < s->top_p)) return found;
    got = take_candidates(s, (bracket){low, INFINITY, true});  // the search has lost some
  }
  nucleus_sort(s->items, s->spare, got.count);
  return nucleus_walk(s->items, got.count, BY_ROW_MASS, got.head, s->top_p, out);
}

// Looks for the crossing in a bracket; false: it is not in there. Different exponentials can round to one
// probability, and then the ids decide. So a crossing that may be tied with an id outside does not count.
static bool cross(const search *s, bracket in, short_list *list, nucleus_crossing *out) {
  masses m = s->m;
  *list = s->room;
  haul got = take_candidates(s, in);
  if (got.head > 0 && nucleus_reaches(BY_ROW_MASS, got.head, s->top_p)) return false;
  if (got.head > 0) list->ids = NULL;
  note(s->items, got.count, m.length, list);
  if (!find_crossing(s, in.low, got, out)) return false;
  real p = (real)out->kept.threshold;
  return in.certain || (p > in.low / m.total && p < in.high / m.total);
}

// In brackets guessed from a sample: a narrow one, which holds the crossing nineteen times out of twenty, then a wide
// one.
static bool cross_guessed(const search *s, real least, short_list *list, nucleus_crossing *out) {
  histogram seen;
  look(s->m, &seen);
  for (double deviations = 2; deviations <= 6; deviations += 4) {
    bracket guess = guess_bracket(s->m, &seen, s->top_p, deviations);
    if (guess.low < least) guess.low = least;
    if (guess.low < guess.high && cross(s, guess, list, out)) return true;
  }
  return false;
}

// In a bracket of a small vocabulary, where most ids are near the cut.
static bool cross_bisected(const search *s, real least, short_list *list, nucleus_crossing *out) {
  if (few_from(s->m, least)) return false;
  bracket in = bisect(s->m, s->top_p, least, 7);
  if (few_from(s->m, in.low)) in.high = INFINITY;
  return cross(s, in, list, out);
}

// In brackets that need no guess: the ids too light to be added in any order, behind the exact mass of all others;
// these others; everything. Where top_p leaves less than the lightest ids hold, it is the first.
static bool cross_certainly(const search *s, real certain, real exact, short_list *list, nucleus_crossing *out) {
  if (!REAL_IS_FLOAT || certain >= exact) return cross(s, (bracket){certain, INFINITY, true}, list, out);
  return cross(s, (bracket){certain, exact, false}, list, out) ||
         cross(s, (bracket){exact, INFINITY, false}, list, out) ||
         cross(s, (bracket){certain, INFINITY, true}, list, out);
}

// The shortest prefix of the probabilities whose mass reaches top_p. Returns 1 with *out set, 0 where no
// prefix reaches it, or a status.
static int cut_top_p(nucleus_context *context, masses m, double top_p, short_list *list, nucleus_crossing *out) {
  search s = {.m = m, .top_p = top_p};
  if (!reserve_candidates(context, nucleus_padded(m.length), &s.items, &s.spare)) return NUCLEUS_ERROR_MEMORY;
  if (!reserve_list(context, m.length, &s.room)) return NUCLEUS_ERROR_MEMORY;
  real certain = certain_bound(m, top_p), exact = REAL_IS_FLOAT ? exact_bound(m) : 0;
  if (REAL_IS_FLOAT) {  // float64 rows have to rank what they keep anyway
    real least = certain > exact ? certain : exact;
    if (m.length > SMALL_VOCABULARY ? cross_guessed(&s, least, list, out) : cross_bisected(&s, least, list, out))
      return 1;
  }
  if (cross_certainly(&s, certain, exact, list, out)) return 1;
  list->ids = NULL;
  return 0;
}

// ------------------------------------------------------------------------------------------------
// min-p, and the mass that is left
// ------------------------------------------------------------------------------------------------

// Of the prefix, the ids with p >= min_p * (largest p), the product in the row's precision.
static nucleus_prefix cut_min_p(nucleus_prefix kept, real largest, double min_p) {
  double floor = (double)((real)min_p * largest);
  return kept.threshold >= floor ? kept : (nucleus_prefix){floor, INT32_MAX};
}

// For a filter that keeps no prefix: a mark for each id, 1 for those kept so far. The filter clears the marks of what
// it cuts. NULL when there is no memory.
NUCLEUS_INLINE uint8_t *mark_kept(nucleus_context *context, masses m, nucleus_distribution *d) {
  uint8_t *mask = nucleus_reserve(context, &context->mask, m.length, 1);
  for (size_t id = 0; mask && id < m.length; id++) mask[id] = nucleus_keeps(d, (double)mass_of(m, id), id);
  d->mask = mask;
  d->bar = 0;  // the top may be cut
  return mask;
}

static double sum_list(masses m, short_list list) {
  sums sum = {0};
  for (size_t i = 0; i < list.count; i++) add_one(&sum, (size_t)list.ids[i], mass_of(m, (size_t)list.ids[i]));
  return total_of(&sum);
}

static double sum_kept(masses m, const nucleus_distribution *d) {
  sums sum = {0};
  if (d->mask) {
    for (size_t id = 0; id < m.length; id++)
      if (nucleus_keeps(d, (double)mass_of(m, id), id)) add_one(&sum, id, mass_of(m, id));
    return total_of(&sum);
  }
  for (size_t id = 0; id < m.length; id += LANES) {
    reals p = load_reals(m.e + id) / all_reals(m.total);
    add_reals(&sum, id, only_reals(within(d->kept, p, id), p));
  }
  return total_of(&sum);
}

#endif
