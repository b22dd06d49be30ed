/* float64.c: the stages of a step for float64 rows. */
#define NUCLEUS_REAL_BITS 64
#include "real.h"
#include "stage_softmax.h"
#include "stage_cut.h"
#include "stage_distribution.h"
#include "stage_draw.h"

const nucleus_arithmetic nucleus_float64 = {sizeof(real), distribute, draw, softmax_of_all, rank};
