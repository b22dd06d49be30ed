#include "network.h"

#include <string.h>

#include "vector.h"

// ------------------------------------------------------------------------------------------------
// Numbers in a file
// ------------------------------------------------------------------------------------------------

static uint32_t read_word(const unsigned char *at) {
  return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static float read_float(const unsigned char *at) {
  uint32_t word = read_word(at);
  float number;
  memcpy(&number, &word, sizeof number);
  return number;
}

static int is_finite(float number) { return number - number == 0; }

// ------------------------------------------------------------------------------------------------
// Header
// ------------------------------------------------------------------------------------------------

// Offsets of the header, as gpt.h lists them.
enum {
  AT_MAGIC = 0,
  AT_VERSION = 4,
  AT_LENGTH = 8,
  AT_CHECKSUM = 12,
  AT_SIZES = 16,
  AT_PRECISION = 36,
  AT_EPSILON = 40,
  AT_ALPHABET_BYTES = 44,
  AT_ALPHABET = 48
};

// Beyond these a size is a mistake; below them no product of sizes overflows 64 bits.
#define MOST_LAYERS 64u
#define MOST_WIDTH 4096u
#define MOST_CONTEXT 4096u
#define MOST_VOCABULARY 65536u

static int is_size(uint32_t n, uint32_t most) { return n >= 1 && n <= most; }

// Reads the five words at `at`; whether they are possible sizes.
static int read_sizes(const unsigned char *at, gpt_sizes *sizes) {
  uint32_t layers = read_word(at), width = read_word(at + 4), heads = read_word(at + 8);
  uint32_t context = read_word(at + 12), vocabulary = read_word(at + 16);
  if (!is_size(layers, MOST_LAYERS) || !is_size(width, MOST_WIDTH) || !is_size(heads, width) ||
      !is_size(context, MOST_CONTEXT) || !is_size(vocabulary, MOST_VOCABULARY))
    return 0;
  *sizes = (gpt_sizes){(int32_t)layers, (int32_t)width, (int32_t)heads, (int32_t)context, (int32_t)vocabulary};
  return width % heads == 0 && width % 8 == 0;
}

// Whether the matrices can be multiplied at this precision.
static int is_precision(uint32_t precision, gpt_sizes sizes) {
  return precision == 0 || (precision == 1 && 4 * sizes.width <= GPT_NARROW_INPUTS);
}

static uint64_t matrix_bytes(uint64_t outputs, uint64_t inputs, int narrow) {
  return narrow ? outputs * (sizeof(float) + inputs) : outputs * inputs * sizeof(float);
}

static uint64_t tensor_bytes(const gpt_file *file) {
  uint64_t width = (uint64_t)file->sizes.width, vector = width * sizeof(float);
  uint64_t square = matrix_bytes(width, width, file->narrow) + vector;
  uint64_t up = matrix_bytes(4 * width, width, file->narrow) + 4 * vector;
  uint64_t down = matrix_bytes(width, 4 * width, file->narrow) + vector;
  uint64_t layer = 2 * vector + 4 * square + 2 * vector + up + down;
  return matrix_bytes((uint64_t)file->sizes.vocabulary, width, file->narrow) +
         matrix_bytes((uint64_t)file->sizes.context, width, file->narrow) + (uint64_t)file->sizes.layers * layer +
         2 * vector;
}

// Whether the file is whole and unchanged.
static int check_integrity(const unsigned char *bytes, size_t length) {
  static const char magic[4] = {'N', 'G', 'P', 'T'};
  size_t seen = length < sizeof magic ? length : sizeof magic;
  if (memcmp(bytes + AT_MAGIC, magic, seen) != 0) return GPT_ERROR_FOREIGN;
  if (length < AT_ALPHABET) return GPT_ERROR_TRUNCATED;
  if (read_word(bytes + AT_VERSION) != 1) return GPT_ERROR_VERSION;
  if (read_word(bytes + AT_LENGTH) > length) return GPT_ERROR_TRUNCATED;
  if (read_word(bytes + AT_LENGTH) < length) return GPT_ERROR_TRAILING;
  uint32_t checksum = gpt_crc32(bytes + AT_SIZES, length - AT_SIZES);
  return checksum == read_word(bytes + AT_CHECKSUM) ? GPT_OK : GPT_ERROR_CHECKSUM;
}

int gpt_read_header(const void *contents, size_t length, gpt_file *file) {
  const unsigned char *bytes = contents;
  int status = check_integrity(bytes, length);
  if (status < 0) return status;
  uint32_t precision = read_word(bytes + AT_PRECISION);
  file->narrow = precision == 1;
  file->epsilon = read_float(bytes + AT_EPSILON);
  file->checksum = read_word(bytes + AT_CHECKSUM);
  file->alphabet = (const char *)bytes + AT_ALPHABET;
  file->alphabet_bytes = read_word(bytes + AT_ALPHABET_BYTES);
  file->tensors = bytes + AT_ALPHABET + file->alphabet_bytes;
  if (!read_sizes(bytes + AT_SIZES, &file->sizes) || !is_precision(precision, file->sizes) || !(file->epsilon > 0) ||
      AT_ALPHABET + (uint64_t)file->alphabet_bytes + tensor_bytes(file) != length)
    return GPT_ERROR_SIZES;
  int sound = gpt_alphabet_is_sound(file->alphabet, file->alphabet_bytes, (size_t)file->sizes.vocabulary);
  return sound ? GPT_OK : GPT_ERROR_ALPHABET;
}

// ------------------------------------------------------------------------------------------------
// Weights
// ------------------------------------------------------------------------------------------------

// Where in the tensors the reader is, and whether all numbers so far were sound.
typedef struct {
  const unsigned char *at;
  int narrow;
  int sound;
} reader;

static float next_float(reader *from) {
  float number = read_float(from->at);
  from->at += sizeof number;
  from->sound &= is_finite(number);
  return number;
}

static void read_floats(reader *from, float *to, size_t count) {
  for (size_t i = 0; i < count; i++) to[i] = next_float(from);
}

// A float, or a whole number from -127 to 127.
static float next_weight(reader *from) {
  if (!from->narrow) return next_float(from);
  int8_t number = (int8_t)*from->at++;
  from->sound &= number >= -127;
  return number;
}

static void read_matrix(reader *from, gpt_matrix *matrix, size_t outputs) {
  if (from->narrow) read_floats(from, matrix->scale, outputs);
  for (size_t o = 0; o < outputs; o++) {
    for (size_t i = 0; i < matrix->inputs; i++) gpt_set_weight(matrix, o, i, next_weight(from));
  }
}

static void read_linear(reader *from, gpt_matrix *matrix, size_t outputs) {
  read_matrix(from, matrix, outputs);
  read_floats(from, matrix->bias, outputs);
}

static void read_norm(reader *from, gpt_norm *norm, size_t width) {
  read_floats(from, norm->gain, width);
  read_floats(from, norm->bias, width);
}

// Positions are only ever added, so they stand as plain rows. The first number of each row is where
// its scale waits for its weights.
static void read_positions(reader *from, float *to, size_t rows, size_t width) {
  if (from->narrow) {
    for (size_t r = 0; r < rows; r++) to[r * width] = next_float(from);
  }
  for (size_t r = 0; r < rows; r++, to += width) {
    float scale = from->narrow ? to[0] : 1;
    for (size_t i = 0; i < width; i++) to[i] = next_weight(from) * scale;
  }
}

static void read_layer(reader *from, gpt_layer *layer, size_t width) {
  read_norm(from, &layer->norm1, width);
  read_linear(from, &layer->query, width);
  read_linear(from, &layer->key, width);
  read_linear(from, &layer->value, width);
  read_linear(from, &layer->project, width);
  read_norm(from, &layer->norm2, width);
  read_linear(from, &layer->up, 4 * width);
  read_linear(from, &layer->down, width);
}

int gpt_read_weights(const gpt_file *file, gpt *model) {
  size_t width = (size_t)file->sizes.width;
  reader from = {file->tensors, file->narrow, 1};
  read_matrix(&from, &model->token, (size_t)file->sizes.vocabulary);
  read_positions(&from, model->position, (size_t)file->sizes.context, width);
  for (int32_t l = 0; l < file->sizes.layers; l++) read_layer(&from, &model->layers[l], width);
  read_norm(&from, &model->norm, width);
  return from.sound ? GPT_OK : GPT_ERROR_WEIGHT;
}
