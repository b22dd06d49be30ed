/* float32.c: the step for float32 rows. */
#define NUCLEUS_REAL_BITS 32
#include "real.h"
#include "stage_softmax.h"
#include "stage_order.h"
#include "stage_cut.h"
#include "stage_distribution.h"
#include "stage_draw.h"
#include "stage_step.h"
#include "stage_inspect.h"
#include "stage_multinomial.h"

const nucleus_arithmetic nucleus_float32 = {
    sizeof(real), sample, probabilities, inspect, entropy_bits, multinomial,
};
