// Draws that random cases hardly ever meet, against the plain version: long runs of one generator, luck of exactly 0,
// numbers that fall exactly on a total, seeds that follow each other, tails too light to be added in any order.
#include <math.h>
#include <string.h>

#include "check.h"
#include "elementary.h"
#include "nucleus.h"
#include "plain.h"

enum { LARGE = 150000, MEDIUM = 9000, SMALL = 700 };

static float scores[LARGE];
static double wide[LARGE];

// Scores that no two ids share, by a fixed formula; `wide` holds the same numbers.
static void fill(size_t length, double spread) {
  for (size_t i = 0; i < length; i++) {
    scores[i] = (float)(spread * ((double)((i * 7919 + 13) % 65521) / 65521 - 0.5));
    wide[i] = (double)scores[i];
  }
}

static nucleus_row floats(size_t length) { return (nucleus_row){scores, length, NUCLEUS_FLOAT32}; }
static nucleus_row doubles(size_t length) { return (nucleus_row){wide, length, NUCLEUS_FLOAT64}; }

// What the plain version draws from a row of `fill`; the generator goes on.
static int32_t plain_id(const nucleus_row *row, const nucleus_policy *policy, nucleus_generator *generator) {
  plain_step step = plain_sample(wide, row->length, row->precision, policy, generator);
  plain_free(&step);
  return step.id;
}

// ------------------------------------------------------------------------------------------------
// Generators and seeds
// ------------------------------------------------------------------------------------------------

static void one_generator_gives_a_new_draw_each_time(nucleus_context *context) {
  const size_t lengths[] = {SMALL, MEDIUM, LARGE};
  for (int i = 0; i < 12; i++) {
    size_t length = lengths[i % 3];
    fill(length, 12);
    nucleus_row row = i < 6 ? floats(length) : doubles(length);
    nucleus_policy policy = {.temperature = 0.8, .top_p = i / 3 % 2 ? 1 : 0.95};
    nucleus_generator for_plain, generator;
    nucleus_generator_seed(&generator, 40 + (uint64_t)i);
    for_plain = generator;
    for (int draws = 0; draws < (length == LARGE ? 5 : 40); draws++) {
      int32_t expected = plain_id(&row, &policy, &for_plain);
      CHECK(nucleus_sample(context, &row, &policy, &generator, NULL) == expected);
    }
    CHECK(nucleus_generator_uniform(&generator) == nucleus_generator_uniform(&for_plain));
  }
}

// The first words of seeds are kept from step to step, as many as the last kept id needs: the next step may need more.
static void consecutive_seeds_serve_nuclei_of_growing_length(nucleus_context *context) {
  fill(SMALL, 0);
  for (int growth = 1; growth < 90; growth += 4) {
    for (int n = 0; n < 14; n++) {
      int last = 20 + growth * n;
      if (last >= SMALL) break;
      for (int i = 0; i < SMALL; i++) wide[i] = scores[i] = i <= last && i % 5 == last % 5 ? 9 : -9;
      nucleus_row row = floats(SMALL);
      nucleus_policy policy = {.temperature = 1, .top_p = 0.999};
      nucleus_generator generator;
      uint64_t seed = 1000 * (uint64_t)growth + (uint64_t)n;
      nucleus_generator_seed(&generator, seed);
      CHECK(nucleus_sample_seeded(context, &row, &policy, seed, NULL) == plain_id(&row, &policy, &generator));
    }
  }
}

// ------------------------------------------------------------------------------------------------
// Luck of exactly 0: a state of zeros gives nothing else
// ------------------------------------------------------------------------------------------------

static const nucleus_generator zeros = {.used = 624};

static void at_luck_0_the_lowest_kept_id_wins(nucleus_context *context) {
  const size_t lengths[] = {2, SMALL, MEDIUM};
  for (int i = 0; i < 24; i++) {
    size_t length = lengths[i % 3];
    fill(length, 6);
    nucleus_policy policy = {.temperature = 1, .top_p = i / 3 % 2 ? 0.9 : 1, .top_k = i / 6 % 2 ? length / 2 : 0};
    for (size_t id = 0; id < length / 2; id++)  // masked, or so light that a rough exponential says no more
      wide[id] = scores[id] = id % 2 ? -90 : -INFINITY;
    for (int precision = 0; precision < 2; precision++) {
      nucleus_row row = precision ? doubles(length) : floats(length);
      nucleus_generator generator = zeros, for_plain = zeros;
      nucleus_step step;
      int32_t expected = plain_id(&row, &policy, &for_plain);
      CHECK(nucleus_sample(context, &row, &policy, &generator, NULL) == expected);
      CHECK(nucleus_sample(context, &row, &policy, &generator, &step) == expected);
    }
  }
}

// Of 40 ids as likely as each other the one of the least luck wins, by however little; hundreds of these races are
// closer than the margin of an elimination.
static void the_closest_races_go_to_the_least_luck(nucleus_context *context) {
  enum { IDS = 40, SEEDS = 20000 };
  fill(IDS, 0);
  const nucleus_policy policy = {.temperature = 1, .top_p = 1};
  const nucleus_row rows[] = {floats(IDS), doubles(IDS)};
  int close = 0;
  for (uint32_t seed = 0; seed < SEEDS; seed++) {
    nucleus_generator generator;
    nucleus_generator_seed(&generator, seed);
    int32_t least_float = 0, least_double = 0;
    double lucks[IDS], second = INFINITY;
    for (int32_t id = 0; id < IDS; id++) {
      lucks[id] = nucleus_generator_exponential(&generator);
      if ((float)lucks[id] < (float)lucks[least_float]) least_float = id;
      if (lucks[id] < lucks[least_double]) least_double = id;
    }
    for (int32_t id = 0; id < IDS; id++)
      if (id != least_double && lucks[id] < second) second = lucks[id];
    close += second < lucks[least_double] * (1 + 0x1p-11);
    CHECK(nucleus_sample_seeded(context, &rows[0], &policy, seed, NULL) == least_float);
    CHECK(nucleus_sample_seeded(context, &rows[1], &policy, seed, NULL) == least_double);
  }
  CHECK(close > 3);
}

static void inspect_shows_infinite_scores_at_luck_0_and_none_for_cut_ids(nucleus_context *context) {
  fill(SMALL, 6);
  scores[3] = -INFINITY;
  wide[3] = -INFINITY;
  for (int precision = 0; precision < 2; precision++) {
    nucleus_row row = precision ? doubles(SMALL) : floats(SMALL);
    nucleus_policy policy = {.temperature = 1, .top_p = 0.5};
    nucleus_inspection seen;
    int id = nucleus_inspect(context, &row, &policy, &zeros, &seen);
    for (int i = 0; i < SMALL; i++) {
      double p = precision ? ((const double *)seen.probabilities)[i] : (double)((const float *)seen.probabilities)[i];
      double score = precision ? ((const double *)seen.scores)[i] : (double)((const float *)seen.scores)[i];
      CHECK(score == (p > 0 ? INFINITY : 0));
      CHECK(i >= id || !(p > 0));
    }
  }
}

// ------------------------------------------------------------------------------------------------
// Draws with replacement
// ------------------------------------------------------------------------------------------------

// The word that tempering turns into y.
static uint32_t untemper(uint32_t y) {
  y ^= y >> 18;
  y ^= (y << 15) & 0xefc60000u;
  uint32_t x = y;
  for (int i = 0; i < 5; i++) x = y ^ ((x << 7) & 0x9d2c5680u);
  y = x;
  for (int i = 0; i < 3; i++) x = y ^ (x >> 11);
  return x;
}

// A generator whose next uniform numbers are `numerators` / 2^53.
static nucleus_generator that_gives(const uint64_t *numerators, size_t count) {
  nucleus_generator generator = {.used = 0};
  for (size_t i = 0; i < count; i++) {
    generator.words[2 * i] = untemper((uint32_t)(numerators[i] >> 32));
    generator.words[2 * i + 1] = untemper((uint32_t)numerators[i]);
  }
  return generator;
}

static void a_u_on_a_total_draws_the_id_that_owns_it(nucleus_context *context) {
  const uint64_t one = (uint64_t)1 << 53, quarter = one / 4;
  const uint64_t numerators[] = {0, 1, quarter, quarter + 1, 2 * quarter, 2 * quarter + 1, one - 1};
  const int32_t expected[] = {2, 2, 2, 4, 4, 5, 5};  // totals 0 0 0.25 0.25 0.5 1 1
  float weights[] = {0, 0, 1, 0, 1, 2, 0};
  double precise[] = {0, 0, 1, 0, 1, 2, 0};
  const nucleus_row rows[] = {{weights, 7, NUCLEUS_FLOAT32}, {precise, 7, NUCLEUS_FLOAT64}};
  for (int i = 0; i < 2; i++) {
    nucleus_generator generator = that_gives(numerators, 7);
    for (int n = 0; n < 7; n++) {
      nucleus_generator copy = generator;
      CHECK(nucleus_generator_uniform(&copy) == (double)numerators[n] * 0x1p-53);
      nucleus_generator_uniform(&generator);
    }
    int32_t ids[7];
    generator = that_gives(numerators, 7);
    CHECK(nucleus_multinomial(context, &rows[i], 7, &generator, ids) == NUCLEUS_OK);
    CHECK(memcmp(ids, expected, sizeof ids) == 0);
  }
}

static void multinomial_goes_on_where_the_last_call_ended(nucleus_context *context) {
  const size_t counts[] = {2, 5, 311, 312, 700, 3};
  const double doubles_given[] = {0.5, 0, 3, 1, 2, 0};
  const float floats_given[] = {0.5f, 0, 3, 1, 2, 0};
  for (int precision = 0; precision < 2; precision++) {
    const nucleus_row row =
        precision ? (nucleus_row){doubles_given, 6, NUCLEUS_FLOAT64} : (nucleus_row){floats_given, 6, NUCLEUS_FLOAT32};
    int32_t at_once[1333], in_parts[1333], *next = in_parts;
    nucleus_generator whole, parts;
    nucleus_generator_seed(&whole, 8);
    parts = whole;
    CHECK(nucleus_multinomial(context, &row, 1333, &whole, at_once) == NUCLEUS_OK);
    for (size_t i = 0; i < sizeof counts / sizeof *counts; next += counts[i++])
      CHECK(nucleus_multinomial(context, &row, counts[i], &parts, next) == NUCLEUS_OK);
    CHECK(memcmp(at_once, in_parts, sizeof at_once) == 0);
    CHECK(nucleus_generator_uniform(&whole) == nucleus_generator_uniform(&parts));
  }
}

static void ids_of_weight_0_in_front_are_never_drawn(nucleus_context *context) {
  double weights[] = {0, 0, 0, 1e-300, 5, 0};
  const nucleus_row row = {weights, 6, NUCLEUS_FLOAT64};
  int32_t ids[50];
  for (size_t count = 1; count <= 50; count += 7) {
    nucleus_generator generator = zeros;
    CHECK(nucleus_multinomial(context, &row, count, &generator, ids) == NUCLEUS_OK);
    for (size_t i = 0; i < count; i++) CHECK(ids[i] == 3);
  }
}

// ------------------------------------------------------------------------------------------------
// Light tails
// ------------------------------------------------------------------------------------------------

// One id holds nearly everything. The others, of which some are kept, have masses far below 2^-29: each addition to the
// running total is rounded, and they are so many that another order of adding gives another crossing.
static void a_crossing_among_masses_below_2_to_the_minus_29_is_found_in_the_order_of_ranks(nucleus_context *context) {
  const double top_ps[] = {1 - 0x1p-24, 1 - 0x1p-23};
  for (int i = 0; i < 16; i++) {
    const size_t length = LARGE;
    const double bottom = -nucleus_log((double)length) - 15.7 + 0.03 * i;
    for (size_t id = 0; id < length; id++) wide[id] = scores[id] = (float)(bottom + (double)(id * 31 % 7) / 16);
    wide[length / 3] = scores[length / 3] = 0;
    const nucleus_row row = floats(length);
    const nucleus_policy policy = {.temperature = 1, .top_p = top_ps[i % 2]};
    nucleus_generator generator, for_plain;
    nucleus_generator_seed(&generator, (uint64_t)i);
    for_plain = generator;
    nucleus_step step;
    plain_step expected = plain_sample(wide, length, row.precision, &policy, &for_plain);
    CHECK(nucleus_sample(context, &row, &policy, &generator, &step) == expected.id);
    CHECK(step.kept == expected.kept_count && step.probability == expected.probabilities[expected.id]);
    plain_free(&expected);
  }
}

int main(void) {
  nucleus_context *context = nucleus_context_new(NULL);
  one_generator_gives_a_new_draw_each_time(context);
  consecutive_seeds_serve_nuclei_of_growing_length(context);
  at_luck_0_the_lowest_kept_id_wins(context);
  the_closest_races_go_to_the_least_luck(context);
  inspect_shows_infinite_scores_at_luck_0_and_none_for_cut_ids(context);
  a_u_on_a_total_draws_the_id_that_owns_it(context);
  multinomial_goes_on_where_the_last_call_ended(context);
  ids_of_weight_0_in_front_are_never_drawn(context);
  a_crossing_among_masses_below_2_to_the_minus_29_is_found_in_the_order_of_ranks(context);
  nucleus_context_free(context);
  return 0;
}
