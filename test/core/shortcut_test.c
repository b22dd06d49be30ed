// The shortcut by itself: how rough its exponentials are, that what it is certain of is right, and that it hardly ever
// is not. Against the plain version it is compared with everything else, in compare.c.
#include "step/float32.c"

#include "check.h"

static double uniform(nucleus_generator *from) { return nucleus_generator_uniform(from); }

// Close to a normal variate.
static double normal(nucleus_generator *from) {
  double sum = -6;
  for (int i = 0; i < 12; i++) sum += uniform(from);
  return sum;
}

// ------------------------------------------------------------------------------------------------
// Rough exponentials
// ------------------------------------------------------------------------------------------------

enum { COUNT = 4099 };

// The largest relative error over scores from `top` down to where exponentials end.
static double roughness(nucleus_generator *dice, float top, float t) {
  static float x[COUNT], e[COUNT / 16 * 16 + 16];
  for (size_t i = 0; i < COUNT; i++) x[i] = top - (float)(uniform(dice) * 69) * t;
  x[COUNT / 2] = top;
  x[COUNT - 1] = -INFINITY;
  masses m = rough_masses(x, COUNT, t, top, e);
  CHECK(e[COUNT - 1] <= (float)(ROUGH_LEAST * 1.001) && e[COUNT] <= (float)(ROUGH_LEAST * 1.001));
  double worst = 0, total = 0;
  for (size_t i = 0; i < COUNT - 1; i++) {
    double exact = nucleus_exp_double((double)(x[i] / t - top / t)), error = fabs((double)e[i] / exact - 1);
    if (error > worst) worst = error;
    total += (double)e[i];
  }
  CHECK(fabs((double)m.total / total - 1) < 0x1p-16);
  return worst;
}

static void test_roughness(void) {
  nucleus_generator dice;
  nucleus_generator_seed(&dice, 1);
  const float temperatures[] = {ROUGH_T_LEAST, 0.01f, 0.3f, 0.8f, 1, 1.7f, 100, ROUGH_T_MOST};
  for (size_t i = 0; i < sizeof temperatures / sizeof *temperatures; i++) {
    for (int at = -ROUGH_RANGE; at <= ROUGH_RANGE; at += 50) {
      CHECK(roughness(&dice, (float)at * temperatures[i], temperatures[i]) < 1.99e-4);  // 2^-12.3
    }
  }
}

// ------------------------------------------------------------------------------------------------
// Certain ids
// ------------------------------------------------------------------------------------------------

enum { LENGTH = 3 * SAMPLE, SEEDS = 60 };

static float scores[LENGTH];
static double wide[LENGTH];

static void fill(nucleus_generator *dice, double spread, int peaks) {
  for (int i = 0; i < LENGTH; i++) scores[i] = (float)(spread * normal(dice));
  for (int i = 0; i < peaks; i++) scores[i * 2999 + 7] = 15 + (float)i / 4;
  for (int i = 0; i < LENGTH; i++) wide[i] = (double)scores[i] + 1e-12 * i;
}

// Whether the shortcut is certain. If so, the exact step draws the same id.
static bool is_certain(nucleus_context *context, const nucleus_row *row, const nucleus_policy *policy, uint32_t seed) {
  nucleus_step step;
  int32_t quick = nucleus_shortcut(context, row, policy, (nucleus_dice){.seed = seed});
  CHECK(quick == NUCLEUS_UNCERTAIN || quick == nucleus_sample_seeded(context, row, policy, seed, &step));
  return quick >= 0;
}

static double certain_share(nucleus_context *context, const nucleus_row *row, const nucleus_policy *policy) {
  int certain = 0;
  for (uint32_t seed = 0; seed < SEEDS; seed++) certain += is_certain(context, row, policy, seed);
  return (double)certain / (double)SEEDS;
}

static void test_certainty(void) {
  nucleus_context *context = nucleus_context_new(NULL);
  nucleus_generator dice;
  nucleus_generator_seed(&dice, 2);
  const double top_ps[] = {0.3, 0.9, 0.95, 0.999, 1}, min_ps[] = {0, 0.05};
  for (int shape = 0; shape < 3; shape++) {
    fill(&dice, shape == 1 ? 3 : 1, shape == 0 ? 4 : 0);
    const nucleus_row rows[] = {{scores, LENGTH, NUCLEUS_FLOAT32}, {wide, LENGTH, NUCLEUS_FLOAT64}};
    for (int i = 0; i < 20; i++) {
      nucleus_policy policy = {.temperature = 0.8, .top_p = top_ps[i % 5], .min_p = min_ps[i / 5 % 2]};
      double share = certain_share(context, &rows[i / 10], &policy);
      CHECK(share >= 0.9);
    }
  }
  nucleus_context_free(context);
}

// Rows in which what the histogram looks at, four ids in twelve, is not like the rest: the guess is wrong.
static void test_wrong_guess(void) {
  nucleus_context *context = nucleus_context_new(NULL);
  nucleus_generator dice;
  nucleus_generator_seed(&dice, 4);
  const nucleus_row row = {scores, LENGTH, NUCLEUS_FLOAT32};
  for (int i = 0; i < 12; i++) {
    double apart = i - 6;
    for (int id = 0; id < LENGTH; id++)
      scores[id] = (float)(normal(&dice) * (i % 2 ? 1 : 0.01) + (id % 12 < 4 ? apart : 0));
    nucleus_policy policy = {.temperature = 1, .top_p = i % 3 == 0 ? 0.5 : 0.9};
    certain_share(context, &row, &policy);
  }
  nucleus_context_free(context);
}

// The bound of the list falls between ids that are 2^-15 apart, and the looks saw neither kind: which of them come
// first is more than rough exponentials can tell.
static void test_edge_of_list(void) {
  nucleus_context *context = nucleus_context_new(NULL);
  const nucleus_row row = {scores, LENGTH, NUCLEUS_FLOAT32};
  const nucleus_policy policy = {.temperature = 1.48084593f, .top_p = 0.46};
  for (int id = 0; id < LENGTH; id++) scores[id] = -INFINITY;
  scores[0] = 0x1.c78b48p+8f;
  scores[LENGTH - 2] = 0x1.d1852p+8f;
  for (int id = 4, count = 0; count < 1200; id++) {
    if (id % 12 >= 4) scores[id] = count++ < 400 ? 0x1.c78c6ep+8f : 0x1.c78c7p+8f;
  }
  for (uint32_t seed = 0; seed < 300; seed++) is_certain(context, &row, &policy, seed);
  nucleus_context_free(context);
}

// Two ids far above all others, the second so that it nearly ties with the first in the race, or is nearly at min-p
// while it would win. A millionth decides.
static void test_close_race(void) {
  nucleus_context *context = nucleus_context_new(NULL);
  const nucleus_row row = {scores, LENGTH, NUCLEUS_FLOAT32};
  for (uint32_t seed = 0; seed < 300; seed++) {
    int first = (int)(seed * 37 % 5000), second = first + 1 + (int)(seed * 101 % 3000);
    double lucks[2] = {0, 0};
    nucleus_generator generator;
    nucleus_generator_seed(&generator, seed);
    for (int id = 0; id < LENGTH; id++) {
      double luck = nucleus_generator_exponential(&generator);
      if (id == first) lucks[0] = luck;
      if (id == second) lucks[1] = luck;
      scores[id] = -20;
    }
    nucleus_policy policy = {.temperature = 0.7, .top_p = seed % 4 < 2 ? 1 : 0.9999};
    double tie = lucks[1] / lucks[0];
    if (tie < 1) policy.min_p = sqrt(tie);
    scores[first] = 3;
    scores[second] = (float)(3 + 0.7 * (nucleus_log(tie < 1 ? policy.min_p : tie) + (seed % 2 ? 1e-6 : -1e-6)));
    is_certain(context, &row, &policy, seed);
  }
  nucleus_context_free(context);
}

// The score between `low` and `high` whose rough exponential is the largest, or the smallest, beside the exact one. The
// top is 0, T is 1.
static float roughest(float low, float high, bool largest) {
  static float x[COUNT], e[COUNT / 16 * 16 + 16];
  for (int i = 0; i < COUNT; i++) x[i] = low + (high - low) * (float)i / COUNT;
  x[0] = 0;
  rough_masses(x, COUNT, 1, 0, e);
  float found = 0;
  for (double i = 1, worst = 0; i < COUNT; i++) {
    double error = (double)e[(int)i] / nucleus_exp_double((double)x[(int)i]) - 1;
    if (largest ? error <= worst : error >= worst) continue;
    worst = error;
    found = x[(int)i];
  }
  return found;
}

// What comes before the winner reaches top-p by less than rough exponentials can tell: a plateau in front of it whose
// are all too small, and one behind it whose are all too large.
static void test_head_that_just_reaches_top_p(void) {
  enum { FRONT = 100, BETWEEN = 60 };
  static float e[LENGTH / 16 * 16 + 16], p[LENGTH];
  nucleus_context *context = nucleus_context_new(NULL);
  const nucleus_row row = {scores, LENGTH, NUCLEUS_FLOAT32};
  const float front = roughest(-2.9f, -2.6f, false), behind = roughest(-7.8f, -7.4f, true);
  for (int id = 0; id < LENGTH; id++) scores[id] = behind;
  for (int i = 0; i < FRONT; i++) scores[i * 97 + 5] = front;
  for (int i = 0; i < BETWEEN; i++) scores[i * 101 + 6] = -3.3f - 0.01f * (float)i;
  scores[3] = 0;
  masses m = rough_masses(scores, LENGTH, 1, 0, e);
  double total = (double)m.total;
  nucleus_policy policy = {.temperature = 1, .top_p = 1};
  CHECK(nucleus_probabilities(context, &row, &policy, p) == NUCLEUS_OK);
  int cases = 0;
  for (uint32_t seed = 0; seed < 400; seed++) {
    policy.top_p = 1;
    float winner = scores[nucleus_sample_seeded(context, &row, &policy, seed, NULL)];
    double exact = 0, rough = 0;
    for (int id = 0; id < LENGTH; id++) {
      exact += scores[id] > winner ? (double)p[id] : 0;
      rough += scores[id] > winner ? (double)e[id] / total : 0;
    }
    if (!(winner < front && winner > behind && rough < exact - 1e-5)) continue;
    policy.top_p = (rough + exact) / 2;
    is_certain(context, &row, &policy, seed);
    cases++;
  }
  CHECK(cases > 10);
  nucleus_context_free(context);
}

// Scores that no float holds, which count at such a T; and memory that ends while the host's row is in the context.
static void *limited(void *user, size_t size) { return size <= *(size_t *)user ? malloc(size) : NULL; }
static void give_back(void *user, void *memory) {
  (void)user;
  free(memory);
}

static void test_extremes(void) {
  size_t most = SIZE_MAX;
  nucleus_context *context = nucleus_context_new(&(nucleus_allocator){limited, give_back, &most});
  const nucleus_policy hot = {.temperature = 3e38, .top_p = 0.9};
  for (int id = 0; id < LENGTH; id++) wide[id] = id ? -4e38 : 0;
  const nucleus_row row = {wide, LENGTH, NUCLEUS_FLOAT64};
  for (uint32_t seed = 0; seed < 10; seed++) is_certain(context, &row, &hot, seed);

  float *inside = nucleus_reserve(context, &context->row, LENGTH, sizeof *inside);
  for (int id = 0; id < LENGTH; id++) inside[id] = id % 1000 ? -(float)(id % 97) / 20 : 12;
  const nucleus_row held = {inside, LENGTH, NUCLEUS_FLOAT32};
  const nucleus_policy usual = {.temperature = 1, .top_p = 0.9};
  nucleus_release(context, context->candidates.memory);
  context->candidates = (nucleus_buffer){NULL, 0};
  most = LENGTH * sizeof *inside;
  CHECK(nucleus_sample_seeded(context, &held, &usual, 3, NULL) == NUCLEUS_ERROR_MEMORY);
  nucleus_context_free(context);
}

// What it does not take, and that it leaves a generator alone then.
static void test_refusals(void) {
  nucleus_context *context = nucleus_context_new(NULL);
  nucleus_generator generator, before;
  nucleus_generator_seed(&generator, 3);
  fill(&generator, 1, 0);
  before = generator;
  nucleus_dice dice = {.generator = &generator};
  nucleus_row row = {scores, LENGTH, NUCLEUS_FLOAT32}, few = {scores, SHORTCUT_FROM - 1, NUCLEUS_FLOAT32};
  const nucleus_policy usual = {.temperature = 1, .top_p = 0.9}, greedy = {.temperature = 0, .top_p = 1};
  const nucleus_policy top_k = {.temperature = 1, .top_p = 1, .top_k = 9}, cold = {.temperature = 1e-4, .top_p = 1};
  CHECK(nucleus_shortcut(context, &few, &usual, dice) == NUCLEUS_UNCERTAIN);
  CHECK(nucleus_shortcut(context, &row, &greedy, dice) == NUCLEUS_UNCERTAIN);
  CHECK(nucleus_shortcut(context, &row, &top_k, dice) == NUCLEUS_UNCERTAIN);
  CHECK(nucleus_shortcut(context, &row, &cold, dice) == NUCLEUS_UNCERTAIN);
  for (int i = 0; i < 5; i++) {
    const float faults[] = {NAN, -NAN, INFINITY, 0, 0};
    scores[LENGTH - 1 - i * 997] = faults[i];
    for (int id = 0; i == 4 && id < LENGTH; id++) scores[id] = -INFINITY;
    if (i != 3) CHECK(nucleus_shortcut(context, &row, &usual, dice) == NUCLEUS_UNCERTAIN);
    scores[LENGTH - 1 - i * 997] = 0;
  }
  for (int id = 0; id < LENGTH; id++) scores[id] = 1;  // all are tied at the crossing
  CHECK(nucleus_shortcut(context, &row, &usual, dice) == NUCLEUS_UNCERTAIN);
  CHECK(memcmp(&before, &generator, sizeof before) == 0);
  nucleus_context_free(context);
}

int main(void) {
  test_roughness();
  test_certainty();
  test_wrong_guess();
  test_edge_of_list();
  test_close_race();
  test_head_that_just_reaches_top_p();
  test_extremes();
  test_refusals();
  return 0;
}
