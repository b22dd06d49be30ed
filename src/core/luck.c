/* luck.c: the exponential variates of ids, two logarithms at a time. */
#include "exact.h"

#include "internal.h"

static void store_pair(double *to, double2 x) { memcpy(to, &x, sizeof x); }

// Of `count` ids whose words follow each other.
static void luck_of_run(const uint32_t *words, size_t count, double *luck) {
  size_t i = 0;
  for (; i + 2 <= count; i += 2)
    store_pair(luck + i, nucleus_exponentials(nucleus_uniforms_of(load_uint4(words + 2 * i))));
  if (i < count) luck[i] = nucleus_exponential(nucleus_uniform_of(words[2 * i], words[2 * i + 1]));
}

size_t nucleus_luck(nucleus_sequence *sequence, size_t ids, double luck[NUCLEUS_LUCK_STEP]) {
  size_t taken;
  const uint32_t *words = nucleus_sequence_take(sequence, ids < NUCLEUS_LUCK_STEP ? ids : NUCLEUS_LUCK_STEP, &taken);
  luck_of_run(words, taken, luck);
  return taken;
}
