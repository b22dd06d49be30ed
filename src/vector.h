/* vector.h: four floats or two doubles at a time, in plain C.
 *
 * GCC's vector types compile with gcc, clang and Emscripten, and an operation on one is that operation
 * on each of its numbers: the bits do not depend on the machine.
 */
#ifndef NUCLEUS_VECTOR_H
#define NUCLEUS_VECTOR_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define NUCLEUS_INLINE static inline __attribute__((always_inline))

typedef float float2 __attribute__((vector_size(8)));
typedef float float4 __attribute__((vector_size(16)));
typedef double double2 __attribute__((vector_size(16)));
typedef uint32_t uint4 __attribute__((vector_size(16)));
typedef int32_t int4 __attribute__((vector_size(16)));     // what a comparison of float4 gives: 0 or -1
typedef int64_t long2 __attribute__((vector_size(16)));    // the same for double2
typedef uint64_t ulong2 __attribute__((vector_size(16)));

#define NUCLEUS_ALL4(x) {(x), (x), (x), (x)}

NUCLEUS_INLINE float4 all_float4(float x) { return (float4)NUCLEUS_ALL4(x); }
NUCLEUS_INLINE uint4 all_uint4(uint32_t x) { return (uint4)NUCLEUS_ALL4(x); }

NUCLEUS_INLINE uint4 load_uint4(const uint32_t *from) {
  uint4 x;
  memcpy(&x, from, sizeof x);
  return x;
}

NUCLEUS_INLINE void store_uint4(uint32_t *to, uint4 x) { memcpy(to, &x, sizeof x); }

NUCLEUS_INLINE double2 widen_low(float4 x) { return __builtin_convertvector(__builtin_shufflevector(x, x, 0, 1), double2); }

NUCLEUS_INLINE double2 widen_high(float4 x) { return __builtin_convertvector(__builtin_shufflevector(x, x, 2, 3), double2); }

// Two floats from memory, which spares the move that widen_high makes.
NUCLEUS_INLINE double2 widen_from(const float *from) {
  float2 x;
  memcpy(&x, from, sizeof x);
  return __builtin_convertvector(x, double2);
}

// Four doubles rounded to floats. Each half is rounded beside two zeros and the halves are put together by a
// bitwise or: the form of WebAssembly's one narrowing instruction, so that compilers find it.
NUCLEUS_INLINE float4 narrow_halves(double2 low, double2 high) {
  const double2 zero = {0, 0};
  float4 a = __builtin_convertvector(__builtin_shufflevector(low, zero, 0, 1, 2, 3), float4);
  float4 b = __builtin_convertvector(__builtin_shufflevector(high, zero, 0, 1, 2, 3), float4);
#ifdef __wasm_simd128__
  __asm__("" : "+r"(a), "+r"(b));
#endif
  return __builtin_shufflevector(a, b, 0, 1, 4, 5);
}

// The larger of each two; where they do not compare, b.
NUCLEUS_INLINE float4 larger_float4(float4 a, float4 b) {
#ifdef __wasm_simd128__
  return (float4)__builtin_wasm_pmax_f32x4(b, a);
#else
  int4 above = a > b;
  return (float4)((above & (int4)a) | (~above & (int4)b));
#endif
}

// Whether a comparison holds for any of the four.
NUCLEUS_INLINE bool any_int4(int4 mask) {
#ifdef __wasm_simd128__
  return __builtin_wasm_any_true_v128(mask);
#else
  uint64_t half[2];
  memcpy(half, &mask, sizeof half);
  return (half[0] | half[1]) != 0;
#endif
}

#endif
