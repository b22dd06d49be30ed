/* reach.h: how large the numbers inside a network can become, whatever ids it is given.
 *
 * A layer norm gives at most sqrt(width) times its gain plus its bias, however large its inputs are, and a product at
 * most the largest sum of magnitudes of a row of weights times its largest input plus its bias. So a bound goes through
 * the whole network in one pass over the weights. Where it stays far enough below the largest float, no sum overflows:
 * all activations and scores are finite, and an exact zero times any of them is zero, so that a position's scores do
 * not depend on those worked out beside it.
 */
#ifndef GPT_REACH_H
#define GPT_REACH_H

#include "network.h"

// |output| <= factor * |input| + offset. Of a matrix, `factor` is the largest sum of magnitudes of a row; of a layer
// norm, the largest gain.
typedef struct {
  double factor, offset;
} gpt_reach;

typedef struct {
  gpt_reach norm1, query, key, value, project, norm2, up, down;
} gpt_layer_reach;

// The largest magnitude in the residual stream after a layer, given that before it; infinite where it or anything on
// the way could overflow.
double gpt_reach_of_layer(const gpt_file *file, const gpt_layer_reach *layer, double stream);

// The largest magnitude of a score, given the last layer's stream; infinite likewise.
double gpt_reach_of_scores(const gpt_file *file, gpt_reach norm, gpt_reach token, double stream);

#endif
