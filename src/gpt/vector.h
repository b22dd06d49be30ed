/* vector.h: what the network does with four floats at a time, beside what the core does with them. Lanes never mix
 * except where written out here, so the order of every sum is fixed.
 */
#ifndef GPT_VECTOR_H
#define GPT_VECTOR_H

#include "../core/vector.h"

#define GPT_LANES 4

typedef int16_t gpt_shorts __attribute__((vector_size(16)));

// ------------------------------------------------------------------------------------------------
// Floats
// ------------------------------------------------------------------------------------------------

NUCLEUS_INLINE float gpt_sum(float4 v) { return (v[0] + v[1]) + (v[2] + v[3]); }

NUCLEUS_INLINE float4 gpt_smaller(float4 a, float4 b) {
  uint4 first = (uint4)(a < b);
  return (float4)((first & (uint4)a) | (~first & (uint4)b));
}

NUCLEUS_INLINE float gpt_largest(float4 v) {
  float4 pairs = larger_float4(v, (float4){v[2], v[3], v[0], v[1]});
  return pairs[0] > pairs[1] ? pairs[0] : pairs[1];
}

NUCLEUS_INLINE float4 gpt_magnitude(float4 v) { return (float4)((uint4)v & 0x7fffffffu); }

// Adding this to a float below 2^22 leaves the nearest integer in its low bits.
#define GPT_ROUND_SHIFT 0x1.8p23f
#define GPT_ROUND_SHIFT_BITS 0x4b400000u

// The largest power of two that takes `x` >= 0 to at most 2^bits; numbers below 2^-64 count as that.
NUCLEUS_INLINE float gpt_power_below(int bits, float x) {
  uint32_t word;
  float power, least = x > 0x1p-64f ? x : 0x1p-64f;
  memcpy(&word, &least, sizeof word);
  word = ((uint32_t)(bits - 1 + 2 * 127) << 23) - (word & 0x7f800000u);
  memcpy(&power, &word, sizeof power);
  return power;
}

#define GPT_LOG2_E 0x1.715476p+0f
#define GPT_LN2_HIGH 0x1.63p-1f  // its low 14 bits are 0: k * this is exact
#define GPT_LN2_LOW -0x1.bd0106p-13f

// e^x for x <= 88 to about one unit in the last place; exactly 0 from -87 down, where results would
// be subnormal. x = k ln 2 + r with |r| <= ln 2 / 2, and e^r by its Taylor series to degree 7.
NUCLEUS_INLINE float4 gpt_exp(float4 x) {
  float4 shifted = x * GPT_LOG2_E + GPT_ROUND_SHIFT;
  float4 k = shifted - GPT_ROUND_SHIFT;
  float4 r = (x - k * GPT_LN2_HIGH) - k * GPT_LN2_LOW;
  float4 tail = 1.0f / 2 + r * (1.0f / 6 + r * (1.0f / 24 + r * (1.0f / 120 + r * (1.0f / 720 + r * (1.0f / 5040)))));
  float4 power = 1.0f + (r + r * r * tail);
  uint4 scale = ((uint4)shifted << 23) + 0x3f800000u;
  return (float4)((uint4)(power * (float4)scale) & (uint4)(x > -87.0f));
}

// ------------------------------------------------------------------------------------------------
// Whole numbers
// ------------------------------------------------------------------------------------------------

NUCLEUS_INLINE uint32_t gpt_sum_words(uint4 v) { return v[0] + v[1] + v[2] + v[3]; }

// From two's complement, rounded to the nearest float.
NUCLEUS_INLINE float4 gpt_to_floats(uint4 v) { return __builtin_convertvector((int4)v, float4); }

NUCLEUS_INLINE gpt_shorts gpt_load_shorts(const void *from) {
  gpt_shorts v;
  memcpy(&v, from, sizeof v);
  return v;
}

// Four times the same two 16-bit numbers.
NUCLEUS_INLINE gpt_shorts gpt_splat_pair(uint32_t pair) { return (gpt_shorts)(uint4){pair, pair, pair, pair}; }

// a[0] b[0] + a[1] b[1], and so on for the other three pairs. It is exact, so that it does not
// matter who works it out: one instruction where the processor has it, which compilers do not find
// by themselves.
NUCLEUS_INLINE uint4 gpt_dot(gpt_shorts a, gpt_shorts b) {
#if defined(__wasm_simd128__) && !defined(GPT_PORTABLE)
  return (uint4)__builtin_wasm_dot_s_i32x4_i16x8(a, b);
#elif defined(__SSE2__) && !defined(GPT_PORTABLE)
  return (uint4)__builtin_ia32_pmaddwd128(a, b);
#else
  int4 a_odd = (int4)a >> 16, a_even = (int4)((uint4)a << 16) >> 16;
  int4 b_odd = (int4)b >> 16, b_even = (int4)((uint4)b << 16) >> 16;
  return (uint4)(a_even * b_even) + (uint4)(a_odd * b_odd);
#endif
}

#endif
