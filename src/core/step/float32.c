/* float32.c: the stages of a step for float32 rows. */
#include "../exact.h"

#define NUCLEUS_REAL_BITS 32
#include "real.h"
#include "softmax.h"
#include "cut.h"
#include "distribution.h"
#include "draw.h"
#include "rank.h"
#include "entropy.h"
#include "inspect.h"
#include "penalties.h"
#include "shortcut.h"

const nucleus_arithmetic nucleus_float32 = {
    .size = sizeof(real),
    .distribute = distribute,
    .draw = draw,
    .masses = masses_of_all,
    .softmax = softmax_of_all,
    .probabilities = probabilities_of_all,
    .measure_kept = measure_kept,
    .entropy = entropy_of,
    .rank = rank_from,
    .place = place_of,
    .total = total_up_to,
    .score = score_all,
    .race = race_over_words,
    .penalise = penalise,
};
