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

// The same of `count` numbers, which is even, in their place.
void nucleus_exps(double *x, size_t count);

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

// The logarithm of a number has the same bits here, whether it is taken of one number or of many.

// Natural logarithm, to less than one unit in the last place; log(1) is exactly 0.
double nucleus_log(double x);

// Binary logarithm; exact for powers of two.
double nucleus_log2(double x);

// The exponential variate -log(1 - u) of a uniform u in [0, 1) that is a multiple of 2^-53: 1 - u is exact, so that
// no log1p is needed. 0 for u = 0, not -0.
double nucleus_exponential(double u);

enum { NUCLEUS_LOGS = 8 };  // so many are taken at a time

// The exponential variates of `count` uniform numbers, a multiple of NUCLEUS_LOGS, in their place.
void nucleus_exponentials(double *u, size_t count);

// bits - sum p log2 p over `count` numbers > 0, a multiple of NUCLEUS_LOGS, taken away one by one.
double nucleus_less_information(const double *p, size_t count, double bits);

#endif
