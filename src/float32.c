/* float32.c: the stages of a step for float32 rows. */
#define NUCLEUS_REAL_BITS 32
#include "real.h"
#include "stage_softmax.h"
#include "stage_cut.h"
#include "stage_distribution.h"
#include "stage_draw.h"
#include "stage_shortcut.h"

const nucleus_arithmetic nucleus_float32 = {sizeof(real), distribute, draw, softmax_of_all, rank};
