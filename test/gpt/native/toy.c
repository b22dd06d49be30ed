#include "toy.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../../core/check.h"

enum { HEADER = 48 };

double toy_random(uint32_t *state) {
  *state = *state * 1664525u + 1013904223u;
  return (double)(*state >> 8) / (1 << 24);
}

// ------------------------------------------------------------------------------------------------
// Writing
// ------------------------------------------------------------------------------------------------

typedef struct {
  toy_file file;
  size_t capacity;
  uint32_t random;
} writer;

static void put(writer *to, const void *bytes, size_t count) {
  if (to->file.length + count > to->capacity) {
    to->capacity = 2 * (to->file.length + count);
    to->file.bytes = realloc(to->file.bytes, to->capacity);
    CHECK_SAYING(to->file.bytes, "no memory");
  }
  memcpy(to->file.bytes + to->file.length, bytes, count);
  to->file.length += count;
}

static void put_word(writer *to, uint32_t word) {
  unsigned char bytes[4] = {(unsigned char)word, (unsigned char)(word >> 8), (unsigned char)(word >> 16),
                            (unsigned char)(word >> 24)};
  put(to, bytes, sizeof bytes);
}

static void put_float(writer *to, double number) {
  float rounded = (float)number;
  uint32_t word;
  memcpy(&word, &rounded, sizeof word);
  put_word(to, word);
}

// `count` numbers around `middle`, up to `spread` away.
static void put_vector(writer *to, size_t count, double middle, double spread) {
  for (size_t i = 0; i < count; i++) put_float(to, middle + spread * (2 * toy_random(&to->random) - 1));
}

static void put_matrix(writer *to, size_t rows, size_t columns, double spread, bool narrow) {
  if (!narrow) {
    put_vector(to, rows * columns, 0, spread);
    return;
  }
  for (size_t r = 0; r < rows; r++) put_float(to, spread * (0.5 + toy_random(&to->random)) / 127);
  for (size_t i = 0; i < rows * columns; i++) {
    int8_t number = (int8_t)(floor(toy_random(&to->random) * 255) - 127);
    put(to, &number, 1);
  }
}

static void put_linear(writer *to, size_t rows, size_t columns, bool narrow) {
  put_matrix(to, rows, columns, 2 / sqrt((double)columns), narrow);
  put_vector(to, rows, 0, 0.3);
}

static void put_norm(writer *to, size_t width) {
  put_vector(to, width, 1, 0.5);
  put_vector(to, width, 0, 0.3);
}

static size_t utf8(uint32_t code, unsigned char out[4]) {
  if (code < 0x80) return out[0] = (unsigned char)code, 1;
  if (code < 0x800) return out[0] = (unsigned char)(0xc0 | code >> 6), out[1] = (unsigned char)(0x80 | (code & 63)), 2;
  if (code < 0x10000) {
    out[0] = (unsigned char)(0xe0 | code >> 12);
    out[1] = (unsigned char)(0x80 | (code >> 6 & 63));
    out[2] = (unsigned char)(0x80 | (code & 63));
    return 3;
  }
  out[0] = (unsigned char)(0xf0 | code >> 18);
  out[1] = (unsigned char)(0x80 | (code >> 12 & 63));
  out[2] = (unsigned char)(0x80 | (code >> 6 & 63));
  out[3] = (unsigned char)(0x80 | (code & 63));
  return 4;
}

// Id i is the letter after 'a' by i, moved to another range of UTF-8 as i goes up.
static size_t alphabet_character(int32_t id, unsigned char out[4]) {
  static const uint32_t starts[4] = {'a', 0xe0, 0x20a0, 0x1f600};
  return utf8(starts[id % 4] + (uint32_t)id / 4, out);
}

static void put_header(writer *to, gpt_sizes sizes, bool narrow) {
  unsigned char character[4];
  uint32_t letters = 0;
  for (int32_t id = 0; id < sizes.vocabulary; id++) letters += (uint32_t)alphabet_character(id, character);
  put(to, "NGPT", 4);
  put_word(to, 1);
  put_word(to, 0);
  put_word(to, 0);
  const int32_t words[] = {sizes.layers, sizes.width, sizes.heads, sizes.context, sizes.vocabulary, narrow};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) put_word(to, (uint32_t)words[i]);
  put_float(to, 1e-5);
  put_word(to, letters);
  for (int32_t id = 0; id < sizes.vocabulary; id++) put(to, character, alphabet_character(id, character));
}

toy_file toy_new(gpt_sizes sizes, bool narrow, uint32_t seed) {
  writer to = {{NULL, 0}, 0, seed};
  size_t width = (size_t)sizes.width;
  put_header(&to, sizes, narrow);
  put_matrix(&to, (size_t)sizes.vocabulary, width, 1, narrow);
  put_matrix(&to, (size_t)sizes.context, width, 1, narrow);
  for (int32_t layer = 0; layer < sizes.layers; layer++) {
    put_norm(&to, width);
    for (int part = 0; part < 4; part++) put_linear(&to, width, width, narrow);
    put_norm(&to, width);
    put_linear(&to, 4 * width, width, narrow);
    put_linear(&to, width, 4 * width, narrow);
  }
  put_norm(&to, width);
  toy_seal(to.file);
  return to.file;
}

void toy_free(toy_file file) { free(file.bytes); }

static uint32_t crc32(const unsigned char *bytes, size_t length) {
  uint32_t crc = 0xffffffffu;
  for (size_t i = 0; i < length; i++) {
    crc ^= bytes[i];
    for (int bit = 0; bit < 8; bit++) crc = crc & 1 ? crc >> 1 ^ 0xedb88320u : crc >> 1;
  }
  return ~crc;
}

void toy_seal(toy_file file) {
  writer length = {{file.bytes, 8}, file.length, 0}, checksum = {{file.bytes, 12}, file.length, 0};
  put_word(&length, (uint32_t)file.length);
  put_word(&checksum, crc32(file.bytes + 16, file.length - 16));
}

// ------------------------------------------------------------------------------------------------
// Reading
// ------------------------------------------------------------------------------------------------

static uint32_t word_at(const unsigned char *at) {
  return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

typedef struct {
  const unsigned char *at;
  bool narrow;
} reader;

static double *allocate(size_t count) {
  double *numbers = calloc(count, sizeof *numbers);
  CHECK_SAYING(numbers, "no memory");
  return numbers;
}

static double *get_vector(reader *from, size_t count) {
  double *out = allocate(count);
  for (size_t i = 0; i < count; i++, from->at += 4) {
    uint32_t word = word_at(from->at);
    float number;
    memcpy(&number, &word, sizeof number);
    out[i] = number;
  }
  return out;
}

static double *get_matrix(reader *from, size_t rows, size_t columns) {
  if (!from->narrow) return get_vector(from, rows * columns);
  double *scale = get_vector(from, rows), *out = allocate(rows * columns);
  for (size_t i = 0; i < rows * columns; i++) out[i] = scale[i / columns] * (int8_t)*from->at++;
  free(scale);
  return out;
}

// ------------------------------------------------------------------------------------------------
// The network
// ------------------------------------------------------------------------------------------------

// y = matrix x + bias for each of `count` rows; takes matrix and bias from the reader.
static double *linear(reader *from, const double *x, size_t count, size_t inputs, size_t outputs) {
  double *matrix = get_matrix(from, outputs, inputs), *bias = get_vector(from, outputs);
  double *y = allocate(count * outputs);
  for (size_t r = 0; r < count; r++) {
    for (size_t o = 0; o < outputs; o++) {
      double sum = bias[o];
      for (size_t i = 0; i < inputs; i++) sum += matrix[o * inputs + i] * x[r * inputs + i];
      y[r * outputs + o] = sum;
    }
  }
  free(matrix);
  free(bias);
  return y;
}

static double *norm(reader *from, const double *x, size_t count, size_t width, double epsilon) {
  double *gain = get_vector(from, width), *bias = get_vector(from, width), *y = allocate(count * width);
  for (size_t r = 0; r < count; r++) {
    double mean = 0, variance = 0;
    for (size_t i = 0; i < width; i++) mean += x[r * width + i] / (double)width;
    for (size_t i = 0; i < width; i++) variance += pow(x[r * width + i] - mean, 2) / (double)width;
    for (size_t i = 0; i < width; i++) {
      y[r * width + i] = (x[r * width + i] - mean) / sqrt(variance + epsilon) * gain[i] + bias[i];
    }
  }
  free(gain);
  free(bias);
  return y;
}

// What one position gathers in the head whose numbers start at `head`.
static void attend(const double *query, const double *key, const double *value, size_t position, size_t width,
                   size_t head, size_t head_width, double *out) {
  double *weight = allocate(position + 1), total = 0;
  for (size_t p = 0; p <= position; p++) {
    double score = 0;
    for (size_t i = head; i < head + head_width; i++) score += query[position * width + i] * key[p * width + i];
    weight[p] = exp(score / sqrt((double)head_width));
    total += weight[p];
  }
  for (size_t p = 0; p <= position; p++) {
    for (size_t i = head; i < head + head_width; i++) {
      out[position * width + i] += weight[p] / total * value[p * width + i];
    }
  }
  free(weight);
}

static void add(double *to, double *x, size_t count) {
  for (size_t i = 0; i < count; i++) to[i] += x[i];
  free(x);
}

static void layer(reader *from, double *stream, size_t count, size_t width, size_t heads, double epsilon) {
  double *normed = norm(from, stream, count, width, epsilon), *mixed = allocate(count * width);
  double *query = linear(from, normed, count, width, width);
  double *key = linear(from, normed, count, width, width);
  double *value = linear(from, normed, count, width, width);
  for (size_t p = 0; p < count; p++) {
    for (size_t h = 0; h < width; h += width / heads) {
      attend(query, key, value, p, width, h, width / heads, mixed);
    }
  }
  add(stream, linear(from, mixed, count, width, width), count * width);
  free(normed);
  normed = norm(from, stream, count, width, epsilon);
  double *hidden = linear(from, normed, count, width, 4 * width);
  for (size_t i = 0; i < count * 4 * width; i++) {
    double v = hidden[i];
    hidden[i] = v / 2 * (1 + tanh(sqrt(2 / acos(-1)) * (v + 0.044715 * v * v * v)));
  }
  add(stream, linear(from, hidden, count, 4 * width, width), count * width);
  free(normed);
  free(query);
  free(key);
  free(value);
  free(mixed);
  free(hidden);
}

void toy_logits(toy_file file, const int32_t *ids, size_t count, double *logits) {
  const unsigned char *sizes = file.bytes + 16;
  size_t layers = word_at(sizes), width = word_at(sizes + 4), heads = word_at(sizes + 8);
  size_t context = word_at(sizes + 12), vocabulary = word_at(sizes + 16);
  reader epsilon_at = {sizes + 24, 0}, from = {file.bytes + HEADER + word_at(sizes + 28), (int)word_at(sizes + 20)};
  double *epsilon = get_vector(&epsilon_at, 1);
  double *token = get_matrix(&from, vocabulary, width), *position = get_matrix(&from, context, width);
  double *stream = allocate(count * width);
  for (size_t i = 0; i < count * width; i++) {
    stream[i] = token[(size_t)ids[i / width] * width + i % width] + position[i];
  }
  for (size_t l = 0; l < layers; l++) layer(&from, stream, count, width, heads, *epsilon);
  double *normed = norm(&from, stream, count, width, *epsilon);
  CHECK_SAYING(from.at == file.bytes + file.length, "the file has another length than its tensors");
  for (size_t r = 0; r < count; r++) {
    for (size_t v = 0; v < vocabulary; v++) {
      double *sum = &logits[r * vocabulary + v];
      *sum = 0;
      for (size_t i = 0; i < width; i++) *sum += normed[r * width + i] * token[v * width + i];
    }
  }
  free(epsilon);
  free(token);
  free(position);
  free(stream);
  free(normed);
}
