/* elementary.c: the functions of elementary.h for one number. */
#include "exact.h"

#include "elementary.h"

// ------------------------------------------------------------------------------------------------
// exp of x <= 0
// ------------------------------------------------------------------------------------------------

// x = k ln 2 + r with |r| <= ln 2 / 2, the Taylor series of e^r to degree 13, and 2^k in two factors so that subnormal
// results round once. Adding 1.5 * 2^52 leaves the nearest integer in the low bits of a double: that gives k without a
// conversion.
NUCLEUS_INLINE double2 exp_of(double2 x) {
  const double2 round = all_double2(0x1.8p52);
  double2 d = larger_double2(x, all_double2(-760));  // e^-760 rounds to 0
  double2 shifted = d * NUCLEUS_LOG2_E + round;
  double2 k = shifted - round;
  double2 high = d - k * NUCLEUS_LN2_HIGH, low = k * NUCLEUS_LN2_LOW;
  double2 r = high - low, r2 = r * r;
  // clang-format off
  double2 odd = r2 * (1.0 / 6 + r2 * (1.0 / 120 + r2 * (1.0 / 5040 + r2 * (1.0 / 362880 +
                r2 * (1.0 / 39916800 + r2 * (1.0 / 6227020800.0))))));
  double2 even = r2 * (0.5 + r2 * (1.0 / 24 + r2 * (1.0 / 720 + r2 * (1.0 / 40320 +
                 r2 * (1.0 / 3628800 + r2 * (1.0 / 479001600))))));
  // clang-format on
  double2 power = 1 + (high + ((even + r * odd) - low));
  const ulong2 one = (ulong2)all_double2(1);
  ulong2 exponent = (ulong2)shifted - (ulong2)round;  // k, two's complement
  ulong2 half = (exponent >> 1) | (exponent & all_ulong2(1ull << 63));
  return power * (double2)((half << 52) + one) * (double2)(((exponent - half) << 52) + one);
}

void nucleus_exps(double *x, size_t count) {
  for (size_t i = 0; i < count; i += 2) {
    double2 e;
    memcpy(&e, x + i, sizeof e);
    e = exp_of(e);
    memcpy(x + i, &e, sizeof e);
  }
}

double nucleus_exp_double(double x) {
  double pair[] = {x, x};
  nucleus_exps(pair, 2);
  return pair[0];
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
  double2 exponent, fraction;
} parts;

// Whole numbers below 2^52 become doubles, and doubles become their logarithm's whole part, by their bits alone:
// engines have no conversion for two 64-bit numbers. The leading bit of a subnormal number is brought to its usual
// place.
NUCLEUS_INLINE parts parts_of(double2 x) {
  ulong2 tiny = (ulong2)(x < all_double2(0x1p-1022));
  double2 scaled = x * all_double2(0x1p54);
  const ulong2 least = all_ulong2(0x3fe6a09e667f3bcd), one = all_ulong2((uint64_t)1023 << 52);  // sqrt(1/2) and 1
  const ulong2 large = all_ulong2((uint64_t)1075 << 52);                                        // 2^52
  ulong2 bits = ((ulong2)x & ~tiny) | ((ulong2)scaled & tiny);
  ulong2 biased = (bits - least + one) >> 52;  // the exponent + 1023
  double2 exponent = (double2)(biased | large) - all_double2(0x1p52 + 1023);
  double2 fraction = (double2)(bits - (biased << 52) + one) - all_double2(1);
  return (parts){exponent + (double2)((ulong2)all_double2(-54) & tiny), fraction};
}

enum { PAIRS = NUCLEUS_LOGS / 2 };

// log(1 + f) - (f - f * f / 2) for the fractions above, by log((1 + s) / (1 - s)) = 2s (1 + s^2/3 + s^4/5 + ...)
// with s = f / (2 + f), |s| < 0.172; the first term left out is below 2^-60.
static const double TERMS[] = {2.0 / 19, 2.0 / 17, 2.0 / 15, 2.0 / 13, 2.0 / 11, 2.0 / 9, 2.0 / 7, 2.0 / 5, 2.0 / 3};
enum { TERM_COUNT = sizeof TERMS / sizeof *TERMS };

static double2 find_log_tail(double2 f) {
  double2 s = f / (2.0 + f), z = s * s, series = all_double2(2.0 / 21);
  for (size_t n = 0; n < TERM_COUNT; n++) series = TERMS[n] + z * series;
  return s * (0.5 * f * f + z * series);
}

// Four pairs side by side do not wait for each other, and share what is read.
static void find_log_tails(const double2 f[PAIRS], double2 tail[PAIRS]) {
  double2 s[PAIRS], z[PAIRS], series[PAIRS];
#pragma GCC unroll 4
  for (size_t i = 0; i < PAIRS; i++) {
    s[i] = f[i] / (2.0 + f[i]);
    z[i] = s[i] * s[i];
    series[i] = all_double2(2.0 / 21);
  }
  for (size_t n = 0; n < TERM_COUNT; n++) {
    double2 term = all_double2(TERMS[n]);
#pragma GCC unroll 4
    for (size_t i = 0; i < PAIRS; i++) series[i] = term + z[i] * series[i];
  }
#pragma GCC unroll 4
  for (size_t i = 0; i < PAIRS; i++) tail[i] = s[i] * (0.5 * f[i] * f[i] + z[i] * series[i]);
}

NUCLEUS_INLINE double2 log_of(parts x, double2 tail) {
  double2 f = x.fraction, low = tail + x.exponent * NUCLEUS_LN2_LOW;
  return x.exponent * NUCLEUS_LN2_HIGH + (f - (0.5 * f * f - low));
}

NUCLEUS_INLINE double2 log2_of(parts x, double2 tail) {
  double2 f = x.fraction;
  return x.exponent + (f - (0.5 * f * f - tail)) * NUCLEUS_LOG2_E;
}

double nucleus_log(double x) {
  parts each = parts_of(all_double2(x));
  return log_of(each, find_log_tail(each.fraction))[0];
}

double nucleus_log2(double x) {
  parts each = parts_of(all_double2(x));
  return log2_of(each, find_log_tail(each.fraction))[0];
}

double nucleus_exponential(double u) { return 0.0 - nucleus_log(1.0 - u); }

// The parts of NUCLEUS_LOGS numbers, and what is missing from their logarithms.
static void find_all_parts(const double2 x[PAIRS], parts each[PAIRS], double2 tail[PAIRS]) {
  double2 f[PAIRS];
  for (size_t i = 0; i < PAIRS; i++) {
    each[i] = parts_of(x[i]);
    f[i] = each[i].fraction;
  }
  find_log_tails(f, tail);
}

void nucleus_exponentials(double *u, size_t count) {
  for (size_t first = 0; first < count; first += NUCLEUS_LOGS) {
    double2 x[PAIRS], tail[PAIRS];
    parts each[PAIRS];
    memcpy(x, u + first, sizeof x);
    for (size_t i = 0; i < PAIRS; i++) x[i] = 1.0 - x[i];
    find_all_parts(x, each, tail);
    for (size_t i = 0; i < PAIRS; i++) x[i] = 0.0 - log_of(each[i], tail[i]);
    memcpy(u + first, x, sizeof x);
  }
}

double nucleus_less_information(const double *p, size_t count, double bits) {
  for (size_t first = 0; first < count; first += NUCLEUS_LOGS) {
    double2 x[PAIRS], tail[PAIRS];
    parts each[PAIRS];
    memcpy(x, p + first, sizeof x);
    find_all_parts(x, each, tail);
    for (size_t i = 0; i < PAIRS; i++) {
      double2 information = x[i] * log2_of(each[i], tail[i]);
      bits -= information[0];
      bits -= information[1];
    }
  }
  return bits;
}
