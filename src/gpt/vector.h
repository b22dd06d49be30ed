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
typedef uint32_t gpt_words __attribute__((vector_size(16)));

GPT_INLINE gpt_floats gpt_load(const float *from) {
  gpt_floats v;
  memcpy(&v, from, sizeof v);
  return v;
}

GPT_INLINE void gpt_store(float *to, gpt_floats v) {
  memcpy(to, &v, sizeof v);
}

GPT_INLINE gpt_floats gpt_splat(float x) {
  return (gpt_floats){x, x, x, x};
}

GPT_INLINE float gpt_sum(gpt_floats v) {
  return (v[0] + v[1]) + (v[2] + v[3]);
}

GPT_INLINE gpt_floats gpt_larger(gpt_floats a, gpt_floats b) {
  gpt_words first = (gpt_words)(a > b);
  return (gpt_floats)((first & (gpt_words)a) | (~first & (gpt_words)b));
}

// Adding this to a float below 2^22 leaves the nearest integer in its low bits.
#define GPT_ROUND_SHIFT 0x1.8p23f
#define GPT_LOG2_E 0x1.715476p+0f
#define GPT_LN2_HIGH 0x1.63p-1f  // its low 14 bits are 0: k * this is exact
#define GPT_LN2_LOW -0x1.bd0106p-13f

// e^x to about one unit in the last place for x up to 88; exactly 0 from -87 down, where results
// would be subnormal, and capped above 88. x = k ln 2 + r with |r| <= ln 2 / 2, and e^r by its
// Taylor series to degree 7.
GPT_INLINE gpt_floats gpt_exp(gpt_floats x) {
  gpt_words representable = (gpt_words)(x > -87.0f);
  x = gpt_larger(x, gpt_splat(-87.0f));
  x = -gpt_larger(-x, gpt_splat(-88.0f));
  gpt_floats shifted = x * GPT_LOG2_E + GPT_ROUND_SHIFT;
  gpt_floats k = shifted - GPT_ROUND_SHIFT;
  gpt_floats r = (x - k * GPT_LN2_HIGH) - k * GPT_LN2_LOW;
  gpt_floats tail = 1.0f / 2 + r * (1.0f / 6 + r * (1.0f / 24 + r * (1.0f / 120 +
                    r * (1.0f / 720 + r * (1.0f / 5040)))));
  gpt_floats power = 1.0f + (r + r * r * tail);
  gpt_words scale = ((gpt_words)shifted << 23) + 0x3f800000u;
  return (gpt_floats)((gpt_words)(power * (gpt_floats)scale) & representable);
}

#endif
