#include "../core/exact.h"

#include "network.h"

#include <math.h>
#include <string.h>

#include "reach.h"

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

static bool is_finite(float number) { return number - number == 0; }

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

static bool is_size(uint32_t n, uint32_t most) { return n >= 1 && n <= most; }

// Reads the five words at `at`; whether they are possible sizes.
static bool read_sizes(const unsigned char *at, gpt_sizes *sizes) {
  uint32_t layers = read_word(at), width = read_word(at + 4), heads = read_word(at + 8);
  uint32_t context = read_word(at + 12), vocabulary = read_word(at + 16);
  if (!is_size(layers, MOST_LAYERS) || !is_size(width, MOST_WIDTH) || !is_size(heads, width) ||
      !is_size(context, MOST_CONTEXT) || !is_size(vocabulary, MOST_VOCABULARY))
    return false;
  *sizes = (gpt_sizes){(int32_t)layers, (int32_t)width, (int32_t)heads, (int32_t)context, (int32_t)vocabulary};
  return width % heads == 0 && width % 8 == 0;
}

// Whether the matrices can be multiplied at this precision.
static bool is_precision(uint32_t precision, gpt_sizes sizes) {
  return precision == 0 || (precision == 1 && 4 * sizes.width <= GPT_NARROW_INPUTS);
}

static uint64_t matrix_bytes(uint64_t outputs, uint64_t inputs, bool narrow) {
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
  if (!read_sizes(bytes + AT_SIZES, &file->sizes) || !is_precision(precision, file->sizes) ||
      !(file->epsilon > 0 && is_finite(file->epsilon)) ||
      AT_ALPHABET + (uint64_t)file->alphabet_bytes + tensor_bytes(file) != length)
    return GPT_ERROR_SIZES;
  // More bytes than the longest characters have would be copied for nothing.
  return file->alphabet_bytes <= GPT_CHARACTER_BYTES * (size_t)file->sizes.vocabulary ? GPT_OK : GPT_ERROR_ALPHABET;
}

// ------------------------------------------------------------------------------------------------
// Weights
// ------------------------------------------------------------------------------------------------

// Where in the tensors the reader is, and whether all numbers so far were sound.
typedef struct {
  const unsigned char *at;
  bool narrow;
  bool sound;
} reader;

static float next_float(reader *from) {
  float number = read_float(from->at);
  from->at += sizeof number;
  from->sound &= is_finite(number);
  return number;
}

// Fills `to`; the largest magnitude in it.
static double read_floats(reader *from, float *to, size_t count) {
  double largest = 0;
  for (size_t i = 0; i < count; i++) {
    to[i] = next_float(from);
    largest = fmax(largest, fabs((double)to[i]));
  }
  return largest;
}

// A scale is what a row's largest weight was divided by: none is negative.
static void read_scales(reader *from, float *to, size_t rows) {
  for (size_t r = 0; r < rows; r++) {
    to[r] = next_float(from);
    from->sound &= to[r] >= 0;
  }
}

// A float, or a whole number from -127 to 127.
static float next_weight(reader *from) {
  if (!from->narrow) return next_float(from);
  int8_t number = (int8_t)*from->at++;
  from->sound &= number >= -127;
  return number;
}

static gpt_reach read_matrix(reader *from, gpt_matrix *matrix, size_t outputs) {
  gpt_reach reach = {0, 0};
  if (from->narrow) read_scales(from, matrix->scale, outputs);
  for (size_t o = 0; o < outputs; o++) {
    double row = 0;
    for (size_t i = 0; i < matrix->inputs; i++) {
      float weight = next_weight(from);
      row += fabs((double)weight);
      gpt_set_weight(matrix, o, i, weight);
    }
    reach.factor = fmax(reach.factor, from->narrow ? row * (double)matrix->scale[o] : row);
  }
  return reach;
}

static gpt_reach read_linear(reader *from, gpt_matrix *matrix, size_t outputs) {
  gpt_reach reach = read_matrix(from, matrix, outputs);
  reach.offset = read_floats(from, matrix->bias, outputs);
  return reach;
}

static gpt_reach read_norm(reader *from, gpt_norm *norm, size_t width) {
  double gain = read_floats(from, norm->gain, width);
  return (gpt_reach){gain, read_floats(from, norm->bias, width)};
}

// Positions are only ever added, so they stand as plain rows. The first number of each row is where
// its scale waits for its weights. Returns the largest magnitude.
static double read_positions(reader *from, float *to, size_t rows, size_t width) {
  double largest = 0;
  if (from->narrow) {
    for (size_t r = 0; r < rows; r++) read_scales(from, to + r * width, 1);
  }
  for (size_t r = 0; r < rows; r++, to += width) {
    float scale = from->narrow ? to[0] : 1;
    for (size_t i = 0; i < width; i++) {
      to[i] = next_weight(from) * scale;
      largest = fmax(largest, fabs((double)to[i]));
    }
  }
  return largest;
}

static gpt_layer_reach read_layer(reader *from, gpt_layer *layer, size_t width) {
  gpt_layer_reach reach;
  reach.norm1 = read_norm(from, &layer->norm1, width);
  reach.query = read_linear(from, &layer->query, width);
  reach.key = read_linear(from, &layer->key, width);
  reach.value = read_linear(from, &layer->value, width);
  reach.project = read_linear(from, &layer->project, width);
  reach.norm2 = read_norm(from, &layer->norm2, width);
  reach.up = read_linear(from, &layer->up, 4 * width);
  reach.down = read_linear(from, &layer->down, width);
  return reach;
}

int gpt_read_weights(const gpt_file *file, gpt *model) {
  size_t width = (size_t)file->sizes.width;
  reader from = {file->tensors, file->narrow, true};
  gpt_reach token = read_matrix(&from, &model->token, (size_t)file->sizes.vocabulary);
  double stream = token.factor + read_positions(&from, model->position, (size_t)file->sizes.context, width);
  for (int32_t l = 0; l < file->sizes.layers; l++) {
    gpt_layer_reach layer = read_layer(&from, &model->layers[l], width);
    stream = gpt_reach_of_layer(file, &layer, stream);
  }
  gpt_reach norm = read_norm(&from, &model->norm, width);
  double scores = gpt_reach_of_scores(file, norm, token, stream);
  return from.sound && isfinite(scores) ? GPT_OK : GPT_ERROR_WEIGHT;
}
