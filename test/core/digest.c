/* digest.c: what the native core does on the steps in a file, one line per step: the drawn id and a
 * hash of every bit that nucleus_inspect and nucleus_inspect_nearest give. native-parity.test.js writes
 * the file and compares the lines with what the WebAssembly module does.
 *
 *     digest FILE
 *
 * A step in the file, all little-endian and padded to 8 bytes: the header below, then the scores.
 */
#include "nucleus.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  double temperature;
  double top_p;
  double min_p;
  uint64_t seed;
  uint32_t top_k;
  uint32_t precision;
  uint32_t length;
  uint32_t padding;
} header;

// ------------------------------------------------------------------------------------------------
// FNV-1a over 32-bit words
// ------------------------------------------------------------------------------------------------

static const uint32_t START = 0x811c9dc5u;

static uint32_t hash_words(uint32_t hash, const void *memory, size_t bytes) {
  const unsigned char *at = memory;
  for (size_t i = 0; i < bytes; i += sizeof(uint32_t)) {
    uint32_t word;
    memcpy(&word, at + i, sizeof word);
    hash = (hash ^ word) * 0x01000193u;
  }
  return hash;
}

// Goes on with the hash of another inspection.
static uint32_t hash_inspection(uint32_t hash, const nucleus_inspection *seen, size_t real) {
  const size_t n = seen->length;
  const nucleus_step *step = &seen->step;
  const double fields[] = {step->rank,         step->kept,     step->kept_mass,         step->probability,
                           step->entropy_bits, seen->crossing, seen->entropy_bits_after};
  hash = hash_words(hash, seen->softmax, n * real);
  hash = hash_words(hash, seen->order, n * sizeof *seen->order);
  if (seen->cut_order) hash = hash_words(hash, seen->cut_order, seen->survivors * sizeof *seen->cut_order);
  hash = hash_words(hash, seen->cumulative, (seen->ranks ? n : seen->survivors) * real);
  hash = hash_words(hash, seen->probabilities, n * real);
  hash = hash_words(hash, seen->luck, n * real);
  hash = hash_words(hash, seen->scores, n * real);
  return hash_words(hash, fields, sizeof fields);
}

// ------------------------------------------------------------------------------------------------
// The steps
// ------------------------------------------------------------------------------------------------

static int digest_step(nucleus_context *context, const header *given, const void *scores) {
  const size_t real = given->precision == NUCLEUS_FLOAT64 ? sizeof(double) : sizeof(float);
  const nucleus_row row = {scores, given->length,
                           given->precision == NUCLEUS_FLOAT64 ? NUCLEUS_FLOAT64 : NUCLEUS_FLOAT32};
  const nucleus_policy policy = {
      .temperature = given->temperature, .top_p = given->top_p, .min_p = given->min_p, .top_k = given->top_k};
  const int drawn = nucleus_sample_seeded(context, &row, &policy, given->seed, NULL);
  nucleus_generator generator;
  nucleus_generator_seed(&generator, given->seed);
  nucleus_inspection seen;
  int status = nucleus_inspect(context, &row, &policy, &generator, &seen);
  uint32_t hash = status < 0 ? 0 : hash_inspection(START, &seen, real);
  const int64_t include[] = {0, given->length / 2};
  const nucleus_focus focus = {.nearest = 5, .include = include, .include_count = 2};
  if (status >= 0) status = nucleus_inspect_nearest(context, &row, &policy, &generator, &focus, &seen);
  if (status < 0) {
    fprintf(stderr, "%s\n", nucleus_status_name(status));
    return 1;
  }
  hash = hash_words(hash_inspection(hash, &seen, real), seen.ranks, seen.length * sizeof *seen.ranks);
  printf("%d %08" PRIx32 "\n", drawn, hash);
  return 0;
}

static size_t padded(size_t bytes) { return (bytes + 7) / 8 * 8; }

static int digest_file(nucleus_context *context, FILE *file) {
  header given;
  while (fread(&given, sizeof given, 1, file) == 1) {
    const size_t bytes = padded(given.length * (given.precision == NUCLEUS_FLOAT64 ? sizeof(double) : sizeof(float)));
    void *scores = malloc(bytes);
    const int failed = !scores || fread(scores, bytes, 1, file) != 1 || digest_step(context, &given, scores);
    free(scores);
    if (failed) return 1;
  }
  return 0;
}

int main(int count, char **arguments) {
  FILE *file = count == 2 ? fopen(arguments[1], "rb") : NULL;
  if (!file) {
    fprintf(stderr, "usage: digest FILE\n");
    return 1;
  }
  nucleus_context *context = nucleus_context_new(NULL);
  const int failed = !context || digest_file(context, file);
  nucleus_context_free(context);
  fclose(file);
  return failed;
}
