/* luck.c: the exponential variates of ids, some logarithms at a time. */
#include "exact.h"

#include "sequence.h"

size_t nucleus_luck(nucleus_sequence *sequence, size_t ids, double luck[NUCLEUS_LUCK_STEP]) {
  size_t taken;
  const uint32_t *words = nucleus_sequence_take(sequence, ids < NUCLEUS_LUCK_STEP ? ids : NUCLEUS_LUCK_STEP, &taken);
  size_t count = 0;
  for (; count < taken; count += 2) {  // the last pair may be half of what is there
    double2 u = nucleus_uniforms_of(load_uint4(words + 2 * count));
    memcpy(luck + count, &u, sizeof u);
  }
  while (count % NUCLEUS_LOGS) luck[count++] = 0;
  nucleus_exponentials(luck, count);
  return taken;
}
