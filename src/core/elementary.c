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

// x = 2^exponent * (1 + fraction) with 1 + fraction in [sqrt(1/2), sqrt 2).
typedef struct {
  double exponent, fraction;
} split;

static split split_of(double x) {
  double offset = 0;
  if (x < 0x1p-1022) {  // subnormal: bring the leading bit to its usual place
    x *= 0x1p54;
    offset = -54;
  }
  uint64_t bits = nucleus_bits_of(x);
  int64_t exponent = (int64_t)(bits - nucleus_bits_of(0x1.6a09e667f3bcdp-1)) >> 52;
  double significand = nucleus_double_of(bits - ((uint64_t)exponent << 52));
  return (split){(double)exponent + offset, significand - 1.0};
}

// log(1 + f) - (f - f * f / 2) for the fraction above, by log((1 + s) / (1 - s)) = 2s (1 + s^2/3 + s^4/5 + ...)
// with s = f / (2 + f), |s| < 0.172; the first term left out is below 2^-60.
static double log_tail(double f) {
  double s = f / (2.0 + f), z = s * s;
  // clang-format off
  double series = z * (2.0 / 3 + z * (2.0 / 5 + z * (2.0 / 7 + z * (2.0 / 9 + z * (2.0 / 11 +
                  z * (2.0 / 13 + z * (2.0 / 15 + z * (2.0 / 17 + z * (2.0 / 19 + z * (2.0 / 21))))))))));
  // clang-format on
  return s * (0.5 * f * f + series);
}

double nucleus_log(double x) {
  split parts = split_of(x);
  double f = parts.fraction;
  double low = log_tail(f) + parts.exponent * NUCLEUS_LN2_LOW;
  return parts.exponent * NUCLEUS_LN2_HIGH + (f - (0.5 * f * f - low));
}

double nucleus_log2(double x) {
  split parts = split_of(x);
  double f = parts.fraction;
  return parts.exponent + (f - (0.5 * f * f - log_tail(f))) * NUCLEUS_LOG2_E;
}

double nucleus_exponential(double u) { return 0.0 - nucleus_log(1.0 - u); }
