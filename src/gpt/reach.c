#include "../core/exact.h"

#include "reach.h"

#include <math.h>

// A third of the largest float: what is left is for the rounding of sums.
#define MOST 1e38

// The largest whole number in a narrow matrix.
#define MOST_NARROW 127.0

// x, or infinity above MOST and for NaN.
static double at_most(double x) { return x <= MOST ? x : INFINITY; }

// What a layer norm gives. It adds up squares of distances from the mean, which are at most twice the stream.
static double after_norm(gpt_reach norm, double stream, double width) {
  double squares = at_most(width * 4 * stream * stream);
  return isfinite(squares) ? at_most(sqrt(width) * norm.factor + norm.offset) : INFINITY;
}

// What a product gives. Narrow weights are multiplied as whole numbers, whose sum is scaled afterwards.
static double after_product(const gpt_file *file, gpt_reach matrix, double input) {
  double unscaled = file->narrow ? at_most(MOST_NARROW * GPT_NARROW_INPUTS * input) : 0;
  return isfinite(unscaled) ? at_most(matrix.factor * input + matrix.offset) : INFINITY;
}

double gpt_reach_of_layer(const gpt_file *file, const gpt_layer_reach *layer, double stream) {
  double width = file->sizes.width, head_width = width / file->sizes.heads;
  double normed = after_norm(layer->norm1, stream, width);
  double query = after_product(file, layer->query, normed), key = after_product(file, layer->key, normed);
  double distance = at_most(2 * head_width * query * key);  // between two scores of attention
  double mixed = after_product(file, layer->value, normed);
  stream = at_most(stream + after_product(file, layer->project, mixed));
  normed = after_norm(layer->norm2, stream, width);
  double hidden = after_product(file, layer->up, normed);  // GELU makes no number larger
  stream = at_most(stream + after_product(file, layer->down, hidden));
  return isfinite(distance) ? stream : INFINITY;
}

double gpt_reach_of_scores(const gpt_file *file, gpt_reach norm, gpt_reach token, double stream) {
  return after_product(file, token, after_norm(norm, stream, file->sizes.width));
}
