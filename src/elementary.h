/* elementary.h: exp and logarithms that have the same bits on every machine.
 *
 * Libraries differ in the last bit of exp and log, and one bit can change a drawn id. These use
 * additions, multiplications and divisions only, in a written order. They are inline, branch-free
 * where they sit in a loop over the vocabulary, and plain enough for a compiler to vectorise.
 */
#ifndef NUCLEUS_ELEMENTARY_H
#define NUCLEUS_ELEMENTARY_H

#include <stdint.h>
#include <string.h>

#define NUCLEUS_INLINE static inline __attribute__((always_inline))

NUCLEUS_INLINE uint64_t nucleus_bits_of(double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}

NUCLEUS_INLINE double nucleus_double_of(uint64_t bits) {
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

// Adding this to a double below 2^51 leaves the nearest integer in its low bits.
#define NUCLEUS_ROUND_SHIFT 0x1.8p52
#define NUCLEUS_LOG2_E 0x1.71547652b82fep+0
#define NUCLEUS_LN2_HIGH 0x1.62e42fee00000p-1  // its low 21 bits are 0: k * this is exact
#define NUCLEUS_LN2_LOW 0x1.a39ef35793c76p-33

// e^x for x <= 0, rounded once from a double that is right to 2^-39.7: the correctly rounded float
// for all but one input in tens of thousands. x = k ln 2 + r with |r| <= ln 2 / 2, and a polynomial
// of degree 8 for e^r whose coefficients keep the largest relative error smallest (Remez exchange,
// constant term held at 1), summed in pairs so that the chain stays short.
NUCLEUS_INLINE float nucleus_exp_float(float x) {
  double d = x < -110.0f ? -110.0 : (double)x;  // e^-110 already rounds to 0
  double shifted = d * NUCLEUS_LOG2_E + NUCLEUS_ROUND_SHIFT;
  double r = d - (shifted - NUCLEUS_ROUND_SHIFT) * 0x1.62e42fefa39efp-1;
  double r2 = r * r, r4 = r2 * r2;
  double c01 = 1.0 + 0x1.ffffffffc495ap-1 * r;
  double c23 = 0x1.ffffffff950a6p-2 + 0x1.555555b515895p-3 * r;
  double c45 = 0x1.5555566226bbap-5 + 0x1.11106a95d6bc7p-7 * r;
  double c67 = 0x1.6c1423c8fb14fp-10 + 0x1.a1c76d665561ep-13 * r;
  double c8 = 0x1.a427920f452c7p-16;
  double power = (c01 + c23 * r2) + ((c45 + c67 * r2) + c8 * r4) * r4;
  return (float)(power * nucleus_double_of((nucleus_bits_of(shifted) << 52) + nucleus_bits_of(1.0)));
}

// e^x for x <= 0 to less than one unit in the last place. The same reduction in two parts, the
// Taylor series to degree 13, and a scale in two factors so that subnormal results round once.
NUCLEUS_INLINE double nucleus_exp_double(double x) {
  double d = x < -760.0 ? -760.0 : x;  // e^-760 already rounds to 0
  double shifted = d * NUCLEUS_LOG2_E + NUCLEUS_ROUND_SHIFT;
  double k = shifted - NUCLEUS_ROUND_SHIFT;
  double high = d - k * NUCLEUS_LN2_HIGH;
  double low = k * NUCLEUS_LN2_LOW;
  double r = high - low;
  double r2 = r * r;
  double odd = r2 * (1.0 / 6 + r2 * (1.0 / 120 + r2 * (1.0 / 5040 + r2 * (1.0 / 362880 +
               r2 * (1.0 / 39916800 + r2 * (1.0 / 6227020800.0))))));
  double even = r2 * (0.5 + r2 * (1.0 / 24 + r2 * (1.0 / 720 + r2 * (1.0 / 40320 +
                r2 * (1.0 / 3628800 + r2 * (1.0 / 479001600))))));
  double power = 1.0 + (high + ((even + r * odd) - low));
  uint64_t whole = nucleus_bits_of(shifted) - nucleus_bits_of(NUCLEUS_ROUND_SHIFT);  // k, two's complement
  uint64_t half = (whole >> 1) | (whole & ((uint64_t)1 << 63));
  return power * nucleus_double_of((half << 52) + nucleus_bits_of(1.0))
               * nucleus_double_of(((whole - half) << 52) + nucleus_bits_of(1.0));
}

// x = 2^exponent * (1 + fraction) with 1 + fraction in [sqrt(1/2), sqrt 2), for x > 0.
typedef struct {
  double exponent, fraction;
} nucleus_split;

NUCLEUS_INLINE nucleus_split nucleus_split_of(double x) {
  double offset = 0;
  if (x < 0x1p-1022) {  // subnormal: bring the leading bit to its usual place
    x *= 0x1p54;
    offset = -54;
  }
  uint64_t bits = nucleus_bits_of(x);
  int64_t exponent = (int64_t)(bits - nucleus_bits_of(0x1.6a09e667f3bcdp-1)) >> 52;
  double significand = nucleus_double_of(bits - ((uint64_t)exponent << 52));
  return (nucleus_split){(double)exponent + offset, significand - 1.0};
}

// log(1 + f) - (f - f * f / 2) for the fraction above, by log((1 + s) / (1 - s)) = 2s (1 + s^2/3 +
// s^4/5 + ...) with s = f / (2 + f), |s| < 0.172; the first term left out is below 2^-60.
NUCLEUS_INLINE double nucleus_log_tail(double f) {
  double s = f / (2.0 + f), z = s * s;
  double series = z * (2.0 / 3 + z * (2.0 / 5 + z * (2.0 / 7 + z * (2.0 / 9 + z * (2.0 / 11 +
                  z * (2.0 / 13 + z * (2.0 / 15 + z * (2.0 / 17 + z * (2.0 / 19 + z * (2.0 / 21))))))))));
  return s * (0.5 * f * f + series);
}

// Natural logarithm of x > 0 to less than one unit in the last place. log(1) is exactly 0.
NUCLEUS_INLINE double nucleus_log(double x) {
  nucleus_split split = nucleus_split_of(x);
  double f = split.fraction;
  double low = nucleus_log_tail(f) + split.exponent * NUCLEUS_LN2_LOW;
  return split.exponent * NUCLEUS_LN2_HIGH + (f - (0.5 * f * f - low));
}

// Binary logarithm of x > 0; exact for powers of two.
NUCLEUS_INLINE double nucleus_log2(double x) {
  nucleus_split split = nucleus_split_of(x);
  double f = split.fraction;
  return split.exponent + (f - (0.5 * f * f - nucleus_log_tail(f))) * NUCLEUS_LOG2_E;
}

#endif
