/* float64.c: the step for float64 rows. */
#define NUCLEUS_REAL_BITS 64
#include "real.h"
#include "stage_softmax.h"
#include "stage_order.h"
#include "stage_cut.h"
#include "stage_distribution.h"
#include "stage_draw.h"
#include "stage_step.h"
#include "stage_inspect.h"
#include "stage_multinomial.h"

const nucleus_arithmetic nucleus_float64 = {
    sizeof(real), sample, probabilities, inspect, entropy_bits, multinomial,
};
