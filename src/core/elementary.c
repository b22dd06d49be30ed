/* elementary.c: the functions of elementary.h for one number. */
#include "exact.h"

#include "elementary.h"

// ------------------------------------------------------------------------------------------------
// exp of x <= 0
// ------------------------------------------------------------------------------------------------

// x = k ln 2 + r with |r| <= ln 2 / 2, the Taylor series of e^r to degree 13, and 2^k in two factors so that subnormal
// results round once. Adding 1.5 * 2^52 leaves the nearest integer in the low bits of a double: that gives k without a
// conversion.
double nucleus_exp_double(double x) {
  const double round = 0x1.8p52;
  double d = x > -760 ? x : -760;  // e^-760 rounds to 0
  double shifted = d * NUCLEUS_LOG2_E + round;
  double k = shifted - round;
  double high = d - k * NUCLEUS_LN2_HIGH, low = k * NUCLEUS_LN2_LOW;
  double r = high - low, r2 = r * r;
  // clang-format off
  double odd = r2 * (1.0 / 6 + r2 * (1.0 / 120 + r2 * (1.0 / 5040 + r2 * (1.0 / 362880 +
               r2 * (1.0 / 39916800 + r2 * (1.0 / 6227020800.0))))));
  double even = r2 * (0.5 + r2 * (1.0 / 24 + r2 * (1.0 / 720 + r2 * (1.0 / 40320 +
                r2 * (1.0 / 3628800 + r2 * (1.0 / 479001600))))));
  // clang-format on
  double power = 1 + (high + ((even + r * odd) - low));
  uint64_t one = nucleus_bits_of(1),
           exponent = nucleus_bits_of(shifted) - nucleus_bits_of(round);  // k, two's complement
  uint64_t half = (exponent >> 1) | (exponent & 1ull << 63);
  return power * nucleus_double_of((half << 52) + one) * nucleus_double_of(((exponent - half) << 52) + one);
}

float nucleus_exp_float(float x) {
  const float least = NUCLEUS_EXP_LEAST, d = x < least ? least : x;
  float shifted = 0x1.8p16f - d;
  float whole = shifted - 0x1.8p16f;
  double entry = nucleus_exp_entry((int32_t)(whole * 128)), r = (double)(d + whole);
  return (float)nucleus_exp_near((double2){entry, entry}, (double2){r, r})[0];
}

// ------------------------------------------------------------------------------------------------
// Logarithms
// ------------------------------------------------------------------------------------------------

double nucleus_log(double x) { return nucleus_log_of(nucleus_parts_of_any(all_double2(x)))[0]; }

double nucleus_log2(double x) { return nucleus_log2_of(nucleus_parts_of_any(all_double2(x)))[0]; }

double nucleus_exponential(double u) { return nucleus_exponentials(all_double2(u))[0]; }

// ------------------------------------------------------------------------------------------------
// p log2 p
// ------------------------------------------------------------------------------------------------

static double2 information_of(double2 p) {
  double2 bits = p * nucleus_log2_of(nucleus_parts_of_any(p));
  return (double2)((long2)bits & (p > all_double2(0)));
}

// Rows have plateaus: two numbers that are those before them cost no logarithm.
double nucleus_less_information(const double *p, size_t count, double bits) {
  double2 known = all_double2(0), information = all_double2(0);
  for (size_t i = 0; i < count; i += 2) {
    double2 pair = {p[i], p[i + 1]};
    long2 differs = pair != known;
    if (differs[0] | differs[1]) {
      known = pair;
      information = information_of(pair);
    }
    bits -= information[0];
    bits -= information[1];
  }
  return bits;
}
