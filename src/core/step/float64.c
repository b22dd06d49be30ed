/* float64.c: the stages of a step for float64 rows. */
#include "../exact.h"

#define NUCLEUS_REAL_BITS 64
#include "real.h"
#include "softmax.h"
#include "cut.h"
#include "distribution.h"
#include "draw.h"

const nucleus_arithmetic nucleus_float64 = {sizeof(real), distribute, draw, softmax_of_all, rank};
