/* arithmetic.h: all stages in one precision, and the table by which the core calls them.
 *
 * float32.c and float64.c include it, once they have said which precision and what the table is called.
 */
#include "real.h"
#include "softmax.h"
#include "cut.h"
#include "distribution.h"
#include "draw.h"
#include "rank.h"
#include "entropy.h"
#include "inspect.h"
#include "penalties.h"

const nucleus_arithmetic NUCLEUS_ARITHMETIC = {
    .size = sizeof(real),
    .distribute = distribute,
    .draw = draw,
    .masses = masses_of_all,
    .softmax = softmax_of_all,
    .probabilities = probabilities_of_all,
    .measure_kept = measure_kept,
    .entropy = entropy_of,
    .rank = rank_first,
    .place = place_of,
    .total = total_up_to,
    .luck = luck_of_all,
    .score = score_all,
    .race = race_for_two,
    .penalise = penalise,
};
