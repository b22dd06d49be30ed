// exp and the logarithms against the long double functions of the C library.
#include <float.h>
#include <math.h>

#include "check.h"
#include "elementary.h"

static double uniform(uint64_t *state) {
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return (double)(*state >> 11) * 0x1p-53;
}

// |got - right| in units in the last place of the right value.
static double ulps(double got, long double right) {
  double near = (double)right;
  double ulp = nextafter(fabs(near), INFINITY) - fabs(near);
  return (double)(fabsl((long double)got - right) / (long double)ulp);
}

static void exp_float_is_correctly_rounded_almost_always(void) {
  uint64_t state = 1;
  int misrounded = 0, inputs = 4000000;
  for (int i = 0; i < inputs; i++) {
    float x = (float)(-105 * pow(uniform(&state), i % 2 ? 1 : 6));
    misrounded += nucleus_exp_float(x) != (float)expl((long double)x);
  }
  printf("exp_float: %d of %d inputs misrounded\n", misrounded, inputs);
  CHECK(misrounded < inputs / 10000);
  CHECK(nucleus_exp_float(0) == 1 && nucleus_exp_float(-INFINITY) == 0);
  CHECK(nucleus_exp_float(-103.9f) == 0x1p-149f && nucleus_exp_float(-104.5f) == 0);
}

static void exp_double_is_right_to_one_unit(void) {
  uint64_t state = 2;
  double worst = 0;
  for (int i = 0; i < 2000000; i++) {
    double x = -744.0 * pow(uniform(&state), i % 2 ? 1 : 6);
    worst = fmax(worst, ulps(nucleus_exp_double(x), expl((long double)x)));
  }
  printf("exp_double: worst %.3f ulp\n", worst);
  CHECK(worst < 1);
  CHECK(nucleus_exp_double(0) == 1 && nucleus_exp_double(-INFINITY) == 0 && nucleus_exp_double(-800) == 0);
}

static void logarithms_are_right_to_one_unit(void) {
  uint64_t state = 3;
  double worst = 0, worst2 = 0;
  for (int i = 0; i < 2000000; i++) {
    double x = i % 3 == 0   ? 1 - uniform(&state)
               : i % 3 == 1 ? exp(1400 * uniform(&state) - 740)
                            : 1 + (uniform(&state) - 0.5) * 1e-3;
    worst = fmax(worst, ulps(nucleus_log(x), logl((long double)x)));
    worst2 = fmax(worst2, ulps(nucleus_log2(x), log2l((long double)x)));
  }
  printf("log: worst %.3f ulp, log2: worst %.3f ulp\n", worst, worst2);
  CHECK(worst < 1 && worst2 < 2);
  CHECK(nucleus_log(1) == 0);
  for (int k = -1074; k < 1024; k++) CHECK(nucleus_log2(ldexp(1, k)) == k);
}

static void a_logarithm_has_the_same_bits_among_others(void) {
  uint64_t state = 4;
  for (int n = 0; n < 20000; n++) {
    double u[NUCLEUS_LOGS], p[NUCLEUS_LOGS], luck[NUCLEUS_LOGS], bits = 0;
    for (int i = 0; i < NUCLEUS_LOGS; i++) {
      luck[i] = u[i] = n == 0 ? 0 : uniform(&state);
      p[i] = n % 3 == 0 ? ldexp(u[i] + 1e-300, -1000) : u[i] + 1e-300;
      bits -= p[i] * nucleus_log2(p[i]);
    }
    nucleus_exponentials(luck, NUCLEUS_LOGS);
    for (int i = 0; i < NUCLEUS_LOGS; i++) CHECK(luck[i] == nucleus_exponential(u[i]) && !signbit(luck[i]));
    CHECK(nucleus_less_information(p, NUCLEUS_LOGS, 0) == bits);
  }
}

int main(void) {
  exp_float_is_correctly_rounded_almost_always();
  exp_double_is_right_to_one_unit();
  logarithms_are_right_to_one_unit();
  a_logarithm_has_the_same_bits_among_others();
  return 0;
}
