/* gpt.h: a small GPT that reads characters and scores the next one.
 *
 * The network: learned token and position embeddings, pre-norm blocks (causal attention, then a
 * four times wider layer with the tanh form of GELU), biases everywhere but in the output layer,
 * which is the token embedding again. Weights come from one file (below) and never change.
 *
 *     #include "gpt.h"
 *
 *     gpt *model;
 *     int status = gpt_new(bytes, length, &model);
 *     if (status < 0) return puts(gpt_status_name(status));
 *     float *logits = malloc(sizeof *logits * (size_t)gpt_sizes_of(model)->vocabulary);
 *     int32_t ids[] = {30, 27, 25};
 *     gpt_logits(model, ids, 3, logits);      // scores of the fourth character
 *     gpt_free(model);
 *
 * Conventions
 * - No globals, no printing, no exit. One block of memory, taken by gpt_new.
 * - A model serves one thread at a time.
 * - Functions that can fail return an int: >= 0 is a result, < 0 a status. A failed call changes
 *   nothing but what its comment says.
 * - The same file and ids give the same bits with gcc, clang and Emscripten, at every level of
 *   optimisation, on x86, ARM and WebAssembly, whatever was asked before and however many
 *   positions are worked out in one go. Build it with -ffp-contract=off and no fast-math.
 * - All scores are finite, for any ids: a file is refused where the largest magnitude that its weights
 *   could make of an activation, by the bound that reach.h describes, is not well below the largest float.
 *   Weights that training gives are far from it: the bounds of the character GPT of web/model are under 2^16.
 * - Reading a file takes time in proportion to its length, but for the alphabet, which is sorted.
 *
 * The weights file, all numbers little-endian
 *
 *     offset  type      what
 *     0       4 bytes   "NGPT"
 *     4       uint32    version, 1
 *     8       uint32    length of the whole file in bytes
 *     12      uint32    CRC-32 (as zlib's) of everything from offset 16 on
 *     16      uint32    layers
 *     20      uint32    width
 *     24      uint32    heads
 *     28      uint32    context
 *     32      uint32    vocabulary
 *     36      uint32    precision of matrices: 0 is float32, 1 is int8 with a scale per row
 *     40      float32   epsilon of the layer norms, finite and above 0
 *     44      uint32    length of the alphabet in bytes
 *     48      bytes     alphabet: UTF-8, one distinct character per id, in id order
 *     then    tensors   token, position; per layer norm1, query, key, value, project, norm2, up,
 *                       down; norm
 *
 * A matrix has one row per output. As float32 it is its numbers, row by row; as int8 it is one
 * float32 scale >= 0 per row, then the numbers from -127 to 127 row by row, and a weight is number times
 * scale.
 * token (vocabulary, width) and position (context, width) are bare matrices. query, key, value,
 * project (width, width), up (4 width, width) and down (width, 4 width) are a matrix and a float32
 * bias per row. norm1, norm2 and norm are float32: width gains, then width biases.
 */
#ifndef GPT_H
#define GPT_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// ------------------------------------------------------------------------------------------------
// Status codes
// ------------------------------------------------------------------------------------------------

enum {
  GPT_OK = 0,
  GPT_ERROR_MEMORY = -1,     // no memory
  GPT_ERROR_FOREIGN = -2,    // the file does not begin with "NGPT"
  GPT_ERROR_VERSION = -3,    // a version this code does not read
  GPT_ERROR_TRUNCATED = -4,  // the file is shorter than its header says
  GPT_ERROR_TRAILING = -5,   // the file is longer than its header says
  GPT_ERROR_CHECKSUM = -6,   // the contents do not match the checksum
  GPT_ERROR_SIZES = -7,      // impossible sizes, epsilon or precision, or a length that does not follow
  GPT_ERROR_ALPHABET = -8,   // not one distinct UTF-8 character per id
  GPT_ERROR_WEIGHT = -9,     // a weight is infinite, NaN or -128, a scale negative, or activations could overflow
  GPT_ERROR_EMPTY = -10,     // no ids
  GPT_ERROR_LONG = -11,      // more ids than the context holds
  GPT_ERROR_ID = -12,        // an id outside the vocabulary
  GPT_ERROR_CHARACTER = -13  // a character outside the alphabet
};

// The status in words, for example "the weights file is truncated". Never NULL; static memory.
const char *gpt_status_name(int status);

// ------------------------------------------------------------------------------------------------
// A model
// ------------------------------------------------------------------------------------------------

typedef struct gpt gpt;

typedef struct {
  int32_t layers;
  int32_t width;       // a multiple of 8 and of heads; at most 256 where matrices are int8
  int32_t heads;
  int32_t context;     // the most ids it can see
  int32_t vocabulary;
} gpt_sizes;

// Sizes are at most 64 layers, width 4096, context 4096 and vocabulary 65,536, and need at most 256 MiB for cache and
// activations; others are GPT_ERROR_SIZES.

// Reads a weights file and sets *out to a model that gpt_free must take. The file is borrowed for
// the call. Returns GPT_OK, or a status with *out NULL; any damage to a file is found.
int gpt_new(const void *file, size_t length, gpt **out);

// Gives all memory of the model back. NULL is fine.
void gpt_free(gpt *model);

// Its sizes; the pointer lasts as long as the model.
const gpt_sizes *gpt_sizes_of(const gpt *model);

// How many numbers were trained.
size_t gpt_parameters(const gpt *model);

// The CRC-32 in the header of its file.
uint32_t gpt_file_checksum(const gpt *model);

// The CRC-32 of the weights as they are in memory now: equal before and after proves that nothing
// wrote to them.
uint32_t gpt_weights_checksum(const gpt *model);

// ------------------------------------------------------------------------------------------------
// Characters
// ------------------------------------------------------------------------------------------------

// The alphabet as UTF-8, not terminated; *length is its bytes. Lasts as long as the model.
const char *gpt_alphabet(const gpt *model, size_t *length);

// Writes the id of each character of `text` (UTF-8, `length` bytes) to `ids`, which has room for
// `length` of them, and their number to *count. Returns GPT_OK, or GPT_ERROR_CHARACTER with *count
// the characters before the one that is not in the alphabet.
int gpt_encode(const gpt *model, const char *text, size_t length, int32_t *ids, size_t *count);

// ------------------------------------------------------------------------------------------------
// Scores
// ------------------------------------------------------------------------------------------------

// Scores of the id after `ids` (count), to `logits` (vocabulary). Where there are more ids than the
// context holds, the last of them are the window and positions count from its start.
// Keys and values of the last window are kept: ids that begin as those of the call before cost only
// what is new, so an appended id costs one position, and going back, branching or changing an id is
// always right. A window that slides has all new positions and is worked out whole.
// Returns how many ids were seen, or a status.
int gpt_logits(gpt *model, const int32_t *ids, size_t count, float *logits);

// Scores after every id, to `logits` (count, vocabulary): row i is what gpt_logits gives for the
// first i + 1 ids. At most `context` ids. Returns GPT_OK or a status.
int gpt_logits_each(gpt *model, const int32_t *ids, size_t count, float *logits);

#ifdef __cplusplus
}
#endif

#endif
