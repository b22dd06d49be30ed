/* elementary.h: exp and logarithms that have the same bits on every machine.
 *
 * Libraries differ in the last bit of exp and log, and one bit can change a drawn id. These use
 * additions, multiplications and divisions only, in a written order.
 */
#ifndef NUCLEUS_ELEMENTARY_H
#define NUCLEUS_ELEMENTARY_H

#include <stddef.h>

#include "exact.h"
#include "vector.h"

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

#define NUCLEUS_LOG2_E 0x1.71547652b82fep+0
#define NUCLEUS_LN2_HIGH 0x1.62e42fee00000p-1  // its low 21 bits are 0: k * this is exact
#define NUCLEUS_LN2_LOW 0x1.a39ef35793c76p-33

// ------------------------------------------------------------------------------------------------
// exp of x <= 0
// ------------------------------------------------------------------------------------------------

// To less than one unit in the last place.
double nucleus_exp_double(double x);

// For floats: x = -n / 128 + r with |r| <= 1 / 256, so that e^x is e^(-n / 128), from a table, times e^r, and e^r a
// short polynomial: 1 + r + c r^2 + r^3 / 6, where c makes up for the missing r^4 / 24 as well as a
// constant can. The table holds a sixth and the polynomial six times of that, which spares its last factor. It is right
// to 2^-39 before it is rounded to a float, once: the correctly rounded float for all but one input in tens of
// thousands.
enum {
  NUCLEUS_EXP_LEAST = -104,  // e^-104 already rounds to 0
  NUCLEUS_EXP_ENTRIES = 128 * -NUCLEUS_EXP_LEAST + 1
};

// Entry n of the table: a sixth of e^(-n / 128).
NUCLEUS_INLINE double nucleus_exp_entry(int32_t n) { return nucleus_exp_double((double)n / -128) / 6; }

NUCLEUS_INLINE double2 nucleus_exp_near(double2 entry, double2 r) {
  return entry * (6 + r * (6 + r * (6 * 0x1.000011ac51115p-1 + r)));
}

// The first half of four exponentials: x -> the place of entry n in the table, in bytes, and r. Adding to 1.5 * 2^16
// rounds a float to 128ths and leaves their number in its low bits.
NUCLEUS_INLINE void nucleus_exp_split4(float4 x, uint32_t *place, float *r) {
  const float4 round = all_float4(0x1.8p16f), least = all_float4(NUCLEUS_EXP_LEAST);
  float4 d = larger_float4(x, least);
  float4 shifted = round - d, remainder = d + (shifted - round);
  store_uint4(place, ((uint4)shifted << 3) & all_uint4(0x3fff << 3));
  memcpy(r, &remainder, sizeof remainder);
}

NUCLEUS_INLINE double nucleus_entry_at(const double *table, uint32_t place) {
  double entry;
  memcpy(&entry, (const char *)table + place, sizeof entry);
  return entry;
}

// The second half, with a table of NUCLEUS_EXP_ENTRIES.
NUCLEUS_INLINE float4 nucleus_exp_join4(const double *table, const uint32_t *place, const float *r) {
  double2 low = {nucleus_entry_at(table, place[0]), nucleus_entry_at(table, place[1])};
  double2 high = {nucleus_entry_at(table, place[2]), nucleus_entry_at(table, place[3])};
  return narrow_halves(nucleus_exp_near(low, widen_from(r)), nucleus_exp_near(high, widen_from(r + 2)));
}

// One, without a table.
float nucleus_exp_float(float x);

// ------------------------------------------------------------------------------------------------
// Logarithms of x > 0
// ------------------------------------------------------------------------------------------------

// Two at a time. They are all there is: one logarithm is the same, taken of two equal numbers, so that both have the
// same bits.

// x = 2^exponent * (1 + fraction) with 1 + fraction in [sqrt(1/2), sqrt 2).
typedef struct {
  double2 exponent, fraction;
} nucleus_parts;

// Whole numbers below 2^52 become doubles, and doubles become their logarithm's whole part, by their bits alone:
// engines have no conversion for two 64-bit numbers.
NUCLEUS_INLINE nucleus_parts nucleus_parts_of(double2 x) {
  const ulong2 least = all_ulong2(0x3fe6a09e667f3bcd), one = all_ulong2((uint64_t)1023 << 52);  // sqrt(1/2) and 1
  const ulong2 large = all_ulong2((uint64_t)1075 << 52);  // 2^52
  ulong2 bits = (ulong2)x, biased = (bits - least + one) >> 52;  // the exponent + 1023
  double2 exponent = (double2)(biased | large) - all_double2(0x1p52 + 1023);
  return (nucleus_parts){exponent, (double2)(bits - (biased << 52) + one) - all_double2(1)};
}

// The same for any x > 0: the leading bit of a subnormal number is brought to its usual place.
NUCLEUS_INLINE nucleus_parts nucleus_parts_of_any(double2 x) {
  ulong2 tiny = (ulong2)(x < all_double2(0x1p-1022));
  double2 scaled = x * all_double2(0x1p54);
  nucleus_parts parts = nucleus_parts_of((double2)(((ulong2)x & ~tiny) | ((ulong2)scaled & tiny)));
  parts.exponent += (double2)((ulong2)all_double2(-54) & tiny);
  return parts;
}

// log(1 + f) - (f - f * f / 2) for the fraction above, by log((1 + s) / (1 - s)) = 2s (1 + s^2/3 + s^4/5 + ...)
// with s = f / (2 + f), |s| < 0.172; the first term left out is below 2^-60.
NUCLEUS_INLINE double2 nucleus_log_tail(double2 f) {
  double2 s = f / (2.0 + f), z = s * s;
  // clang-format off
  double2 series = z * (2.0 / 3 + z * (2.0 / 5 + z * (2.0 / 7 + z * (2.0 / 9 + z * (2.0 / 11 +
                   z * (2.0 / 13 + z * (2.0 / 15 + z * (2.0 / 17 + z * (2.0 / 19 + z * (2.0 / 21))))))))));
  // clang-format on
  return s * (0.5 * f * f + series);
}

NUCLEUS_INLINE double2 nucleus_log_of(nucleus_parts x) {
  double2 f = x.fraction, low = nucleus_log_tail(f) + x.exponent * NUCLEUS_LN2_LOW;
  return x.exponent * NUCLEUS_LN2_HIGH + (f - (0.5 * f * f - low));
}

NUCLEUS_INLINE double2 nucleus_log2_of(nucleus_parts x) {
  double2 f = x.fraction;
  return x.exponent + (f - (0.5 * f * f - nucleus_log_tail(f))) * NUCLEUS_LOG2_E;
}

// The exponential variates -log(1 - u) of uniform u in [0, 1) that are multiples of 2^-53: 1 - u is exact,
// so that no log1p is needed. 0 for u = 0, not -0.
NUCLEUS_INLINE double2 nucleus_exponentials(double2 u) { return 0.0 - nucleus_log_of(nucleus_parts_of(1.0 - u)); }

// Natural logarithm, to less than one unit in the last place; log(1) is exactly 0.
double nucleus_log(double x);

// Binary logarithm; exact for powers of two.
double nucleus_log2(double x);

// One of nucleus_exponentials.
double nucleus_exponential(double u);

// bits - sum p log2 p over `count` numbers >= 0, a multiple of four, taken away one by one; 0 for p = 0.
double nucleus_less_information(const double *p, size_t count, double bits);

#endif
