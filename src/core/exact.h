/* exact.h: what a compiler must not do with these numbers. Every .c file includes it first.
 *
 * The same bits everywhere need IEEE arithmetic as it is written: no fused multiply-add, which some targets and
 * dialects (gnu17 under -march=native) take by themselves, and no liberties with infinities or with the order of sums.
 * What a file can switch off is switched off here; what it cannot is refused.
 */
#ifndef NUCLEUS_EXACT_H
#define NUCLEUS_EXACT_H

#include <float.h>

#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#elif defined(__GNUC__)
#pragma GCC optimize("fp-contract=off")
#endif

#if defined(__FAST_MATH__) || defined(__ASSOCIATIVE_MATH__) || defined(__RECIPROCAL_MATH__) || \
    (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__)
#error "nucleus needs IEEE arithmetic: build it without -ffast-math and the options that it stands for"
#endif

#if defined(FLT_EVAL_METHOD) && FLT_EVAL_METHOD != 0
#error "nucleus needs arithmetic in the precision that is written: on x86, build it with -msse2 -mfpmath=sse"
#endif

#endif
