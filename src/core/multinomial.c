/* multinomial.c: draws with replacement from given weights, as torch.multinomial on the CPU. */
#include "exact.h"

#include "internal.h"
#include "sums.h"

static double sum(const nucleus_row *row, double scale) {
  nucleus_sums total = {{0}};
  for (size_t id = 0; id < row->length; id++)
    nucleus_add(&total, id, nucleus_narrow(row, nucleus_at(row, row->scores, id) / scale));
  return nucleus_narrow(row, nucleus_total(&total));
}

// p = weights / sum(weights), in the row's precision. Where the sum leaves its range, the weights are
// divided by the largest one first.
static void normalise(const nucleus_row *row, double largest, void *p) {
  double scale = 1, total = sum(row, scale);
  if (!(total < INFINITY)) total = sum(row, scale = largest);
  for (size_t id = 0; id < row->length; id++) {
    double weight = nucleus_narrow(row, nucleus_at(row, row->scores, id) / scale);
    nucleus_put(row, p, id, weight / total);
  }
}

// Running totals of p in the row's own precision, divided by the last one. From the last id of weight above 0 on they
// are that one by itself, exactly 1, so that no u in [0, 1) runs past it.
static void accumulate(const nucleus_row *row, const void *p, double *totals) {
  double total = 0;
  for (size_t id = 0; id < row->length; id++) totals[id] = total = nucleus_narrow(row, total + nucleus_at(row, p, id));
  for (size_t id = 0; id < row->length; id++) totals[id] = nucleus_narrow(row, totals[id] / total);
}

// The first id of weight above 0 whose total reaches u: ids of weight 0 in front have totals of 0, later ones never
// come before the id that owns their total.
static size_t first_reaching(const double *totals, size_t length, double u) {
  size_t first = 0, last = length - 1;
  while (first < last) {
    size_t middle = first + (last - first) / 2;
    if (totals[middle] < u || totals[middle] == 0) first = middle + 1;
    else last = middle;
  }
  return first;
}

int nucleus_multinomial(nucleus_context *context, const nucleus_row *weights, size_t count,
                        nucleus_generator *generator, int32_t *out) {
  int status;
  double largest;
  const nucleus_arithmetic *in = nucleus_arithmetic_of(weights, &status);
  if (!in) return status;
  status = nucleus_check_weights(context, weights, &largest);
  if (status < 0) return status;
  if (!(largest > 0)) return NUCLEUS_ERROR_NO_WEIGHT;
  void *p = nucleus_reserve(context, &context->probabilities, nucleus_padded(weights->length), in->size);
  if (!p) return NUCLEUS_ERROR_MEMORY;
  normalise(weights, largest, p);
  if (count == 1) {  // the race of nucleus_sample, as it is in PyTorch
    const nucleus_distribution d = {
        .row = *weights, .e = p, .total = 1, .divisor = 1, .kept = NUCLEUS_EVERYTHING, .greedy = -1};
    out[0] = in->draw(context, &d, (nucleus_dice){.generator = generator});
    return NUCLEUS_OK;
  }
  double *totals = nucleus_reserve(context, &context->candidates, weights->length, sizeof *totals);
  if (!totals) return NUCLEUS_ERROR_MEMORY;
  accumulate(weights, p, totals);
  nucleus_sequence *sequence = &context->sequence;
  nucleus_sequence_continue(sequence, generator);
  for (size_t taken; count > 0; count -= taken) {
    const uint32_t *words = nucleus_sequence_take(sequence, count, &taken);
    for (const uint32_t *end = words + 2 * taken; words < end; words += 2)
      *out++ = (int32_t)first_reaching(totals, weights->length, nucleus_uniform_of(words[0], words[1]));
  }
  nucleus_sequence_end(sequence, generator);
  return NUCLEUS_OK;
}
