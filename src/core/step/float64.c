/* float64.c: the stages of a step for float64 rows. */
#include "../exact.h"

#define NUCLEUS_REAL_BITS 64
#include "real.h"
#include "softmax.h"
#include "cut.h"
#include "distribution.h"
#include "draw.h"
#include "rank.h"
#include "entropy.h"
#include "inspect.h"
#include "penalties.h"

const nucleus_arithmetic nucleus_float64 = {
    sizeof(real), distribute, draw, probabilities_of_all, softmax_of_all, describe, entropy_of, inspect, penalise};
