/* inspect.h: what an inspection asks of all ids; inspect.c and nearest.c make one of it. */
#ifndef NUCLEUS_STEP_INSPECT_H
#define NUCLEUS_STEP_INSPECT_H

#include "distribution.h"
#include "draw.h"
#include "entropy.h"

// ------------------------------------------------------------------------------------------------
// Numbers of all ids
// ------------------------------------------------------------------------------------------------

// How many ids come before one in the order (value descending, id ascending).
static size_t place_of(const void *values, size_t length, int32_t id) {
  return count_within((nucleus_prefix){(double)((const real *)values)[id], id - 1}, values, length, 1);
}

// The masses e / total.
static void masses_of_all(const nucleus_distribution *d, void *to) {
  const real *e = d->e;
  real *p = to;
  for (size_t id = 0; id < d->row.length; id += LANES)
    store_reals(p + id, load_reals(e + id) / all_reals((real)d->total));
}

static void probabilities_of_all(const nucleus_distribution *d, void *to) {
  const real *e = d->e, total = (real)d->total, divisor = (real)d->divisor;
  real *p = to;
  size_t id = 0, length = d->row.length;
  for (; d->greedy < 0 && !d->mask && id + LANES <= length; id += LANES) {
    reals mass = load_reals(e + id) / all_reals(total);
    store_reals(p + id, only_reals(within(d->kept, mass, id), mass / all_reals(divisor)));
  }
  for (; id < length; id++) p[id] = (real)nucleus_final_probability(d, id);
}

// ------------------------------------------------------------------------------------------------
// What a step did
// ------------------------------------------------------------------------------------------------

// Filters that reach ids without mass cut none.
static size_t count_kept(const nucleus_distribution *d, masses m) {
  const real *scores = d->row.scores;
  if (d->list) return d->listed;
  if (!d->mask && !(d->kept.threshold > 0)) return count_within(d->survivors, scores, m.length, 1);
  if (!d->mask) return count_within(d->kept, m.e, m.length, m.total);
  size_t count = 0;
  for (size_t id = 0; id < m.length; id++)
    count += nucleus_keeps(d, (double)mass_of(m, id), id) && nucleus_prefix_has(d->survivors, (double)scores[id], id);
  return count;
}

// How many ids are kept, and their mass.
static void measure_kept(const nucleus_distribution *d, nucleus_step *step) {
  masses m = {d->e, d->row.length, (real)d->total};
  short_list list = {(int32_t *)(uintptr_t)d->list, d->listed};
  step->kept = (int32_t)count_kept(d, m);
  // The divisor is the mass of the kept ids, if anything was divided.
  step->kept_mass = d->divisor != 1 ? d->divisor : (double)(real)mass_kept(m, d, list, NULL);
}

// ------------------------------------------------------------------------------------------------
// The race
// ------------------------------------------------------------------------------------------------

static void luck_of_all(nucleus_sequence *sequence, size_t length, void *to) {
  real *luck = to;
  double step[NUCLEUS_LUCK_STEP];
  for (size_t id = 0, count; id < length; id += count) {
    count = nucleus_luck(sequence, length - id, step);
    for (size_t i = 0; i < count; i++) luck[id + i] = (real)step[i];
  }
}

// What each id runs the race with to `to`: p / luck. An id without probability has no score, whatever its luck.
// Returns the id with the largest one, the lowest on a tie. All are (length, padded).
static int32_t score_all(const void *probabilities, const void *lucks, size_t length, void *to) {
  const real *p = probabilities, *luck = lucks;
  real *scores = to, best;
  for (size_t id = 0; id < length; id += LANES)
    store_reals(scores + id, only_reals(load_reals(p + id) > all_reals(0), load_reals(p + id) / load_reals(luck + id)));
  look_over(scores, length, 0, &best);
  return first_with(scores, length, best);
}

static leader race_over_words(const nucleus_distribution *d, double bar, const uint32_t *words) {
  leader first = {.winner = -1, .bar = bar};
  size_t listed = 0;
  if (d->list) race_listed(d, 0, d->row.length, words, &listed, &first);
  else race_ids(d, 0, d->row.length, words, &first);
  return first;
}

// Who wins the race and who comes next. The second wins the same race without the first, and no score below the best of
// the others that were worked out can do that.
static void race_for_two(const nucleus_distribution *d, const uint32_t *words, int32_t first[2]) {
  leader of_all = race_over_words(d, d->bar, words);
  first[0] = of_all.winner;
  real *e = (real *)(uintptr_t)d->e, of_winner = e[of_all.winner];
  e[of_all.winner] = 0;
  first[1] = race_over_words(d, bar_of(d, of_all.second), words).winner;
  e[of_all.winner] = of_winner;
}

// The total of the masses up to an id in the order of place_of, added in any order; false where another order might
// round to another number.
static bool total_up_to(const void *values, size_t length, int32_t last, double *total) {
  if (!REAL_IS_FLOAT) return false;
  const real *p = values;
  const nucleus_prefix added = {(double)p[last], last};
  sums sum = {0};
  for (size_t id = 0; id < length; id += LANES)
    add_reals(&sum, id, only_reals(within(added, load_reals(p + id), id), load_reals(p + id)));
  double slack = (double)length * 0x1p-52;
  *total = (double)(real)(total_of(&sum) - slack);
  return *total == (double)(real)(total_of(&sum) + slack);
}

#endif
