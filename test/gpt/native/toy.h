/* toy.h: small random networks, as weights files written by hand, and their scores worked out the
 * slow and obvious way in double. Shares no code with the library.
 */
#ifndef GPT_TOY_H
#define GPT_TOY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "gpt.h"

typedef struct {
  unsigned char *bytes;
  size_t length;
} toy_file;

// A number in [0, 1) from a small generator that all tests share.
double toy_random(uint32_t *state);

// A file of these sizes with random weights; its alphabet mixes characters of one to four bytes.
// Free with toy_free.
toy_file toy_new(gpt_sizes sizes, bool narrow, uint32_t seed);
void toy_free(toy_file file);

// Makes length and checksum right again after a change to the bytes.
void toy_seal(toy_file file);

// The scores after each of `ids` (count), to `logits` (count, vocabulary). The file must be whole.
void toy_logits(toy_file file, const int32_t *ids, size_t count, double *logits);

#endif
