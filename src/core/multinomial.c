/* multinomial.c: draws with replacement from given weights, as torch.multinomial on the CPU. */
#include "exact.h"

#include "internal.h"

static double sum(const nucleus_row *row, double scale) {
  double lane[4] = {0};
  for (size_t id = 0; id < row->length; id++)
    lane[id % 4] += nucleus_narrow(row, nucleus_at(row, row->scores, id) / scale);
  return nucleus_narrow(row, (lane[0] + lane[1]) + (lane[2] + lane[3]));
}

// p = weights / sum(weights), in the row's precision. Where the sum leaves its range, the weights are divided by the
// largest one first.
static void normalise(const nucleus_row *row, double largest, double *p) {
  double scale = 1, total = sum(row, scale);
  if (!(total < INFINITY)) total = sum(row, scale = largest);
  for (size_t id = 0; id < row->length; id++) {
    double weight = nucleus_narrow(row, nucleus_at(row, row->scores, id) / scale);
    p[id] = nucleus_narrow(row, weight / total);
  }
}

// One draw is the race of nucleus_sample, as it is in PyTorch.
static int32_t race(const nucleus_row *row, const double *p, nucleus_generator *generator) {
  int32_t winner = -1;
  double best = 0;
  for (size_t id = 0; id < row->length; id++) {
    double luck = nucleus_narrow(row, nucleus_generator_exponential(generator));
    double score = p[id] > 0 ? nucleus_narrow(row, p[id] / luck) : 0;
    if (!(p[id] > 0) || (winner >= 0 && !(score > best))) continue;
    best = score;
    winner = (int32_t)id;
  }
  return winner;
}

// Running totals of p in the row's own precision, divided by the last one. From the last id that can be drawn on they
// are 1, so that no u in [0, 1) runs past it. p becomes the totals, in place.
static void accumulate(const nucleus_row *row, double *p, size_t last) {
  double total = 0;
  for (size_t id = 0; id < row->length; id++) p[id] = total = nucleus_narrow(row, total + p[id]);
  for (size_t id = 0; id < row->length; id++) p[id] = id >= last ? 1 : nucleus_narrow(row, p[id] / total);
}

// The first id from `first` on whose total reaches u. Ids of weight 0 in front of `first` would reach u = 0 too;
// later ones never come before the id that owns their total.
static size_t find(const double *totals, size_t first, size_t last, double u) {
  while (first < last) {
    size_t middle = first + (last - first) / 2;
    if (totals[middle] < u) first = middle + 1;
    else last = middle;
  }
  return first;
}

int nucleus_multinomial(nucleus_context *context, const nucleus_row *weights, size_t count,
                        nucleus_generator *generator, int32_t *out) {
  int status;
  double largest;
  if (!nucleus_arithmetic_of(weights, &status)) return status;
  status = nucleus_check_weights(context, weights, &largest);
  if (status < 0) return status;
  if (!(largest > 0)) return NUCLEUS_ERROR_NO_WEIGHT;
  double *p = nucleus_reserve(context, &context->probabilities, weights->length, sizeof *p);
  if (!p) return NUCLEUS_ERROR_MEMORY;
  normalise(weights, largest, p);
  if (count == 1) {
    out[0] = race(weights, p, generator);
    return NUCLEUS_OK;
  }
  size_t first = 0, last = weights->length - 1;
  while (!(p[first] > 0)) first++;
  while (!(p[last] > 0)) last--;
  accumulate(weights, p, last);
  for (size_t i = 0; i < count; i++) out[i] = (int32_t)find(p, first, last, nucleus_generator_uniform(generator));
  return NUCLEUS_OK;
}
