/* vector.h: four floats at a time, with the same bits on every machine.
 *
 * GCC's vector extension is compiled by gcc, clang and Emscripten alike, to SSE, NEON or WebAssembly
 * SIMD. Lanes never mix except where written out here, so the order of every sum is fixed.
 */
#ifndef GPT_VECTOR_H
#define GPT_VECTOR_H

#include <stdint.h>
#include <string.h>

#define GPT_INLINE static inline __attribute__((always_inline))

#define GPT_LANES 4

typedef float gpt_floats __attribute__((vector_size(16)));
typedef int32_t gpt_ints __attribute__((vector_size(16)));
typedef uint32_t gpt_words __attribute__((vector_size(16)));
typedef int16_t gpt_shorts __attribute__((vector_size(16)));

// ------------------------------------------------------------------------------------------------
// Floats
// ------------------------------------------------------------------------------------------------

GPT_INLINE gpt_floats gpt_load(const float *from) {
  gpt_floats v;
  memcpy(&v, from, sizeof v);
  return v;
}

GPT_INLINE void gpt_store(float *to, gpt_floats v) { memcpy(to, &v, sizeof v); }

GPT_INLINE gpt_floats gpt_splat(float x) { return (gpt_floats){x, x, x, x}; }

GPT_INLINE float gpt_sum(gpt_floats v) { return (v[0] + v[1]) + (v[2] + v[3]); }

GPT_INLINE gpt_floats gpt_larger(gpt_floats a, gpt_floats b) {
  gpt_words first = (gpt_words)(a > b);
  return (gpt_floats)((first & (gpt_words)a) | (~first & (gpt_words)b));
}

GPT_INLINE gpt_floats gpt_smaller(gpt_floats a, gpt_floats b) {
  gpt_words first = (gpt_words)(a < b);
  return (gpt_floats)((first & (gpt_words)a) | (~first & (gpt_words)b));
}

GPT_INLINE float gpt_largest(gpt_floats v) {
  gpt_floats pairs = gpt_larger(v, (gpt_floats){v[2], v[3], v[0], v[1]});
  return pairs[0] > pairs[1] ? pairs[0] : pairs[1];
}

GPT_INLINE gpt_floats gpt_magnitude(gpt_floats v) { return (gpt_floats)((gpt_words)v & 0x7fffffffu); }

// Adding this to a float below 2^22 leaves the nearest integer in its low bits.
#define GPT_ROUND_SHIFT 0x1.8p23f
#define GPT_ROUND_SHIFT_BITS 0x4b400000u

// The largest power of two that takes `x` >= 0 to at most 2^bits; numbers below 2^-64 count as that.
GPT_INLINE float gpt_power_below(int bits, float x) {
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
GPT_INLINE gpt_floats gpt_exp(gpt_floats x) {
  gpt_floats shifted = x * GPT_LOG2_E + GPT_ROUND_SHIFT;
  gpt_floats k = shifted - GPT_ROUND_SHIFT;
  gpt_floats r = (x - k * GPT_LN2_HIGH) - k * GPT_LN2_LOW;
  gpt_floats tail =
      1.0f / 2 + r * (1.0f / 6 + r * (1.0f / 24 + r * (1.0f / 120 + r * (1.0f / 720 + r * (1.0f / 5040)))));
  gpt_floats power = 1.0f + (r + r * r * tail);
  gpt_words scale = ((gpt_words)shifted << 23) + 0x3f800000u;
  return (gpt_floats)((gpt_words)(power * (gpt_floats)scale) & (gpt_words)(x > -87.0f));
}

// ------------------------------------------------------------------------------------------------
// Whole numbers
// ------------------------------------------------------------------------------------------------

GPT_INLINE void gpt_store_words(uint32_t *to, gpt_words v) { memcpy(to, &v, sizeof v); }

GPT_INLINE uint32_t gpt_sum_words(gpt_words v) { return v[0] + v[1] + v[2] + v[3]; }

// From two's complement, rounded to the nearest float.
GPT_INLINE gpt_floats gpt_to_floats(gpt_words v) { return __builtin_convertvector((gpt_ints)v, gpt_floats); }

GPT_INLINE gpt_shorts gpt_load_shorts(const void *from) {
  gpt_shorts v;
  memcpy(&v, from, sizeof v);
  return v;
}

// Four times the same two 16-bit numbers.
GPT_INLINE gpt_shorts gpt_splat_pair(uint32_t pair) { return (gpt_shorts)(gpt_words){pair, pair, pair, pair}; }

// a[0] b[0] + a[1] b[1], and so on for the other three pairs. It is exact, so that it does not
// matter who works it out: one instruction where the processor has it, which compilers do not find
// by themselves.
GPT_INLINE gpt_words gpt_dot(gpt_shorts a, gpt_shorts b) {
#if defined(__wasm_simd128__) && !defined(GPT_PORTABLE)
  return (gpt_words)__builtin_wasm_dot_s_i32x4_i16x8(a, b);
#elif defined(__SSE2__) && !defined(GPT_PORTABLE)
  return (gpt_words)__builtin_ia32_pmaddwd128(a, b);
#else
  gpt_ints a_odd = (gpt_ints)a >> 16, a_even = (gpt_ints)((gpt_words)a << 16) >> 16;
  gpt_ints b_odd = (gpt_ints)b >> 16, b_even = (gpt_ints)((gpt_words)b << 16) >> 16;
  return (gpt_words)(a_even * b_even) + (gpt_words)(a_odd * b_odd);
#endif
}

#endif
