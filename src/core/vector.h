/* vector.h: four floats or two doubles at a time, in plain C.
 *
 * GCC's vector types compile with gcc, clang and Emscripten, and an operation on one is that operation
 * on each of its numbers: the bits do not depend on the machine. Where compilers do not find the one instruction
 * that WebAssembly has, it is named.
 */
#ifndef NUCLEUS_VECTOR_H
#define NUCLEUS_VECTOR_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#ifdef __wasm_simd128__
#include <wasm_simd128.h>
#endif

#define NUCLEUS_INLINE static inline __attribute__((always_inline))

typedef float float2 __attribute__((vector_size(8)));
typedef float float4 __attribute__((vector_size(16)));
typedef double double2 __attribute__((vector_size(16)));
typedef uint32_t uint4 __attribute__((vector_size(16)));
typedef int32_t int4 __attribute__((vector_size(16)));     // what a comparison of float4 gives: 0 or -1
typedef int64_t long2 __attribute__((vector_size(16)));    // the same for double2
typedef uint32_t uint2 __attribute__((vector_size(8)));
typedef uint64_t ulong2 __attribute__((vector_size(16)));

#define NUCLEUS_ALL4(x) {(x), (x), (x), (x)}

NUCLEUS_INLINE float4 all_float4(float x) { return (float4)NUCLEUS_ALL4(x); }
NUCLEUS_INLINE uint4 all_uint4(uint32_t x) { return (uint4)NUCLEUS_ALL4(x); }

NUCLEUS_INLINE double2 all_double2(double x) { return (double2){x, x}; }
NUCLEUS_INLINE ulong2 all_ulong2(uint64_t x) { return (ulong2){x, x}; }

NUCLEUS_INLINE float4 load_float4(const float *from) {
  float4 x;
  memcpy(&x, from, sizeof x);
  return x;
}

NUCLEUS_INLINE void store_float4(float *to, float4 x) { memcpy(to, &x, sizeof x); }

NUCLEUS_INLINE uint4 load_uint4(const uint32_t *from) {
  uint4 x;
  memcpy(&x, from, sizeof x);
  return x;
}

NUCLEUS_INLINE void store_uint4(uint32_t *to, uint4 x) { memcpy(to, &x, sizeof x); }

// The same numbers, hidden from the compiler for WebAssembly: it would fuse what makes them and what takes them into an
// instruction for which engines need many.
NUCLEUS_INLINE float4 opaque_float4(float4 x) {
#ifdef __wasm_simd128__
  __asm__("" : "+r"(x));
#endif
  return x;
}

NUCLEUS_INLINE double2 widen_low(float4 x) {
  return __builtin_convertvector(__builtin_shufflevector(x, x, 0, 1), double2);
}

NUCLEUS_INLINE double2 widen_high(float4 x) {
  return widen_low(opaque_float4(__builtin_shufflevector(x, x, 2, 3, 0, 1)));
}

// Two floats from memory, which spares the move that widen_high makes.
NUCLEUS_INLINE double2 widen_from(const float *from) {
  float2 x;
  memcpy(&x, from, sizeof x);
  return __builtin_convertvector(x, double2);
}

// Four doubles rounded to floats. Each half is rounded beside two zeros: the form of WebAssembly's one narrowing
// instruction, so that compilers find it.
NUCLEUS_INLINE float4 narrow_halves(double2 low, double2 high) {
  const double2 zero = {0, 0};
  float4 a = __builtin_convertvector(__builtin_shufflevector(low, zero, 0, 1, 2, 3), float4);
  float4 b = __builtin_convertvector(__builtin_shufflevector(high, zero, 0, 1, 2, 3), float4);
  return __builtin_shufflevector(opaque_float4(a), opaque_float4(b), 0, 1, 4, 5);
}

// The larger of each two; where they do not compare, b.
NUCLEUS_INLINE float4 larger_float4(float4 a, float4 b) {
#ifdef __wasm_simd128__
  return (float4)wasm_f32x4_pmax((v128_t)b, (v128_t)a);
#else
  int4 above = a > b;
  return (float4)((above & (int4)a) | (~above & (int4)b));
#endif
}

NUCLEUS_INLINE double2 larger_double2(double2 a, double2 b) {
#ifdef __wasm_simd128__
  return (double2)wasm_f64x2_pmax((v128_t)b, (v128_t)a);
#else
  long2 above = a > b;
  return (double2)((above & (long2)a) | (~above & (long2)b));
#endif
}

// For which of the four a comparison holds: bit i for number i.
NUCLEUS_INLINE uint32_t bits_of_int4(int4 mask) {
#ifdef __wasm_simd128__
  return wasm_i32x4_bitmask((v128_t)mask);
#else
  int4 bits = mask & (int4){1, 2, 4, 8};
  return (uint32_t)(bits[0] | bits[1] | bits[2] | bits[3]);
#endif
}

#endif
