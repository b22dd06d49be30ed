/* float64.c: the stages of a step for float64 rows. */
#include "../exact.h"

#define NUCLEUS_REAL_BITS 64
#define NUCLEUS_ARITHMETIC nucleus_float64
#include "arithmetic.h"
