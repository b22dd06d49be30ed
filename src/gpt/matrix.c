#include "../core/exact.h"

#include "matrix.h"

#include <string.h>

#include "vector.h"

// A group is eight neighbouring outputs: two vectors of float sums.
#define GROUP 8

// In the tiles below `rows` and `groups` are constants at every call, so that the loops over them
// unroll and all sums stay in registers: several rows of one group, or one row of several groups.
enum { WIDE_ROWS = 4, WIDE_GROUPS = GPT_PANEL / GROUP };
enum { NARROW_ROWS = 2, NARROW_GROUPS = 2, STRIP = NARROW_GROUPS * GROUP };

static float4 finish(const gpt_matrix *matrix, size_t output, float4 sum) {
  if (matrix->scale) sum *= load_float4(matrix->scale + output);
  if (matrix->bias) sum += load_float4(matrix->bias + output);
  return sum;
}

// ------------------------------------------------------------------------------------------------
// Wide: floats
// ------------------------------------------------------------------------------------------------

NUCLEUS_INLINE void wide_tile(const gpt_matrix *matrix, size_t output, gpt_rows x, gpt_rows y, const size_t rows,
                              const size_t groups) {
  const float *weights =
      (const float *)matrix->weights + output / GPT_PANEL * (matrix->panel_bytes / sizeof(float)) + output % GPT_PANEL;
  float4 sums[WIDE_ROWS][2 * WIDE_GROUPS];
  for (size_t r = 0; r < rows; r++) {
    for (size_t v = 0; v < 2 * groups; v++) sums[r][v] = all_float4(0);
  }
  for (size_t i = 0; i < matrix->inputs; i++, weights += GPT_PANEL) {
    for (size_t v = 0; v < 2 * groups; v++) {
      float4 weight = load_float4(weights + GPT_LANES * v);
      for (size_t r = 0; r < rows; r++) sums[r][v] += all_float4(x.at[r * x.stride + i]) * weight;
    }
  }
  for (size_t r = 0; r < rows; r++) {
    for (size_t v = 0; v < 2 * groups; v++) {
      size_t column = output + GPT_LANES * v;
      store_float4(y.at + r * y.stride + column, finish(matrix, column, sums[r][v]));
    }
  }
}

static void multiply_wide(const gpt_matrix *matrix, gpt_rows x, gpt_rows y, size_t rows) {
  for (size_t panel = 0; panel < matrix->panels * GPT_PANEL; panel += GPT_PANEL) {
    size_t r = 0;
    for (; r + WIDE_ROWS <= rows; r += WIDE_ROWS) {
      for (size_t g = 0; g < GPT_PANEL; g += GROUP) {
        wide_tile(matrix, panel + g, gpt_from_row(x, r), gpt_from_row(y, r), WIDE_ROWS, 1);
      }
    }
    for (; r < rows; r++) wide_tile(matrix, panel, gpt_from_row(x, r), gpt_from_row(y, r), 1, WIDE_GROUPS);
  }
}

// ------------------------------------------------------------------------------------------------
// Narrow: whole numbers
//
// A product of 16-bit numbers adds up two neighbours, so weights stand in pairs of inputs, i and
// i + 4 of each eight. For a pair, a group is one vector of eight words, two per output. Each word
// holds two weights, 256 a + (b + 128), with a of output o and b of output o + 4. A shift brings out
// a alone; what b gives is the sum over whole words, less 256 times that over a, less 128 times that
// of the inputs. All this is exact modulo 2^32, and the results fit. Two groups are a strip, which
// is read from start to end.
//
// An input is 2^14 times its first limb plus its second. A row is all its pairs of first limbs, then
// all its pairs of second limbs, a word per pair.
// ------------------------------------------------------------------------------------------------

enum { LIMBS = 2, LIMB_BITS = 14, OCTET = 8, PAIRS = OCTET / 2, PAIR_BYTES = STRIP * 2 };

// Adds the limbs of four numbers that are below 2^14 to the totals, and leaves their words: the low
// halves of `limbs` are the limbs.
NUCLEUS_INLINE void split_four(float4 numbers, uint4 limbs[LIMBS], uint4 totals[LIMBS]) {
  float4 first = numbers + GPT_ROUND_SHIFT;
  float4 rest = numbers - (first - GPT_ROUND_SHIFT);
  float4 second = rest * (float)(1 << LIMB_BITS) + GPT_ROUND_SHIFT;
  limbs[0] = (uint4)first;
  limbs[1] = (uint4)second;
  for (size_t l = 0; l < LIMBS; l++) totals[l] += limbs[l] - GPT_ROUND_SHIFT_BITS;
}

// Writes a row as limbs, and gives what 1 stands for: a power of two that makes the largest number
// fill 28 bits.
static float split_row(const float *x, size_t inputs, uint32_t *words, uint32_t totals[LIMBS]) {
  float4 largest = all_float4(0);
  for (size_t i = 0; i < inputs; i += GPT_LANES) largest = larger_float4(largest, gpt_magnitude(load_float4(x + i)));
  float scale = gpt_power_below(LIMB_BITS, gpt_largest(largest));
  uint4 sums[LIMBS] = {{0}, {0}}, even[LIMBS], odd[LIMBS];
  for (size_t i = 0; i < inputs; i += OCTET, words += PAIRS) {
    split_four(load_float4(x + i) * scale, even, sums);
    split_four(load_float4(x + i + PAIRS) * scale, odd, sums);
    for (size_t l = 0; l < LIMBS; l++) {
      store_uint4(words + l * inputs / 2, (even[l] & 0xffff) | odd[l] << 16);
    }
  }
  for (size_t l = 0; l < LIMBS; l++) totals[l] = gpt_sum_words(sums[l]);
  return 1 / (scale * (float)(1 << LIMB_BITS));
}

// Sums of one group for one limb, modulo 2^32.
typedef struct {
  uint4 words;  // over whole words
  uint4 highs;  // over the weights of the first four outputs alone
} partial;

// The sum of both limbs, in units of the second.
NUCLEUS_INLINE float4 join(uint4 first, uint4 second) {
  return gpt_to_floats(first) * (float)(1 << LIMB_BITS) + gpt_to_floats(second);
}

NUCLEUS_INLINE void finish_group(const gpt_matrix *matrix, size_t output, const partial sums[LIMBS], float step,
                                 const uint32_t totals[LIMBS], float *y) {
  uint4 low[LIMBS];
  for (size_t l = 0; l < LIMBS; l++) low[l] = sums[l].words - (sums[l].highs << 8) - (totals[l] << 7);
  float4 high_sum = join(sums[0].highs, sums[1].highs) * step;
  float4 low_sum = join(low[0], low[1]) * step;
  store_float4(y + output, finish(matrix, output, high_sum));
  store_float4(y + output + GPT_LANES, finish(matrix, output + GPT_LANES, low_sum));
}

NUCLEUS_INLINE void narrow_tile(const gpt_matrix *matrix, size_t output, gpt_fixed x, gpt_rows y, const size_t rows,
                                const size_t groups) {
  const unsigned char *weights =
      (const unsigned char *)matrix->weights + output / STRIP * STRIP * matrix->inputs + output % STRIP * 2;
  partial sums[NARROW_ROWS][NARROW_GROUPS][LIMBS];
  for (size_t r = 0; r < rows; r++) {
    for (size_t g = 0; g < groups; g++) {
      for (size_t l = 0; l < LIMBS; l++) sums[r][g][l] = (partial){{0}, {0}};
    }
  }
  const size_t pairs = matrix->inputs / 2;
  for (size_t pair = 0; pair < pairs; pair++, weights += PAIR_BYTES) {
    for (size_t g = 0; g < groups; g++) {
      gpt_shorts words = gpt_load_shorts(weights + GROUP * 2 * g), highs = words >> 8;
      for (size_t r = 0; r < rows; r++) {
        for (size_t l = 0; l < LIMBS; l++) {
          gpt_shorts input = gpt_splat_pair(x.limbs[r * x.stride + l * pairs + pair]);
          sums[r][g][l].words += gpt_dot(words, input);
          sums[r][g][l].highs += gpt_dot(highs, input);
        }
      }
    }
  }
  for (size_t r = 0; r < rows; r++) {
    for (size_t g = 0; g < groups; g++) {
      finish_group(matrix, output + g * GROUP, sums[r][g], x.steps[r], x.totals + LIMBS * r, y.at + r * y.stride);
    }
  }
}

static gpt_fixed fixed_from_row(gpt_fixed rows, size_t row) {
  return (gpt_fixed){rows.limbs + row * rows.stride, rows.stride, rows.steps + row, rows.totals + LIMBS * row};
}

static void multiply_narrow(const gpt_matrix *matrix, gpt_rows x, gpt_rows y, size_t rows, gpt_fixed fixed) {
  for (size_t r = 0; r < rows; r++) {
    gpt_fixed to = fixed_from_row(fixed, r);
    *to.steps = split_row(x.at + r * x.stride, matrix->inputs, to.limbs, to.totals);
  }
  for (size_t strip = 0; strip < matrix->panels * GPT_PANEL; strip += STRIP) {
    size_t r = 0;
    for (; r + NARROW_ROWS <= rows; r += NARROW_ROWS) {
      for (size_t g = 0; g < STRIP; g += GROUP) {
        narrow_tile(matrix, strip + g, fixed_from_row(fixed, r), gpt_from_row(y, r), NARROW_ROWS, 1);
      }
    }
    for (; r < rows; r++) narrow_tile(matrix, strip, fixed_from_row(fixed, r), gpt_from_row(y, r), 1, NARROW_GROUPS);
  }
}

void gpt_multiply(const gpt_matrix *matrix, gpt_rows x, gpt_rows y, size_t rows, gpt_fixed scratch) {
  if (matrix->narrow) {
    multiply_narrow(matrix, x, y, rows, scratch);
  } else {
    multiply_wide(matrix, x, y, rows);
  }
}

// ------------------------------------------------------------------------------------------------
// Single weights
// ------------------------------------------------------------------------------------------------

size_t gpt_panel_bytes(size_t inputs, bool narrow) { return inputs * GPT_PANEL * (narrow ? 1 : sizeof(float)); }

static float *wide_place(const gpt_matrix *matrix, size_t output, size_t input) {
  float *panel = (float *)matrix->weights + output / GPT_PANEL * (matrix->panel_bytes / sizeof(float));
  return panel + input * GPT_PANEL + output % GPT_PANEL;
}

// The word that holds a weight.
static unsigned char *narrow_place(const gpt_matrix *matrix, size_t output, size_t input) {
  size_t pair = input / OCTET * PAIRS + input % PAIRS, odd = input % OCTET / PAIRS;
  size_t group = output % STRIP / GROUP, lane = output % GPT_LANES * 2 + odd;
  return (unsigned char *)matrix->weights + output / STRIP * STRIP * matrix->inputs + pair * PAIR_BYTES +
         (group * GROUP + lane) * sizeof(int16_t);
}

static bool is_high(size_t output) { return output % GROUP < GPT_LANES; }

// floor(word / 256) and the rest, less 128.
static int weight_in(int16_t word, bool high) {
  int a = (word - (word & 0xff)) / 256;
  return high ? a : (word & 0xff) - 128;
}

void gpt_set_weight(gpt_matrix *matrix, size_t output, size_t input, float weight) {
  if (!matrix->narrow) {
    *wide_place(matrix, output, input) = weight;
    return;
  }
  unsigned char *place = narrow_place(matrix, output, input);
  int16_t word;
  memcpy(&word, place, sizeof word);
  int high = is_high(output) ? (int)weight : weight_in(word, true);
  int low = is_high(output) ? weight_in(word, false) : (int)weight;
  word = (int16_t)(256 * high + low + 128);
  memcpy(place, &word, sizeof word);
}

static float get_weight(const gpt_matrix *matrix, size_t output, size_t input) {
  if (!matrix->narrow) return *wide_place(matrix, output, input);
  int16_t word;
  memcpy(&word, narrow_place(matrix, output, input), sizeof word);
  return (float)weight_in(word, is_high(output)) * matrix->scale[output];
}

void gpt_get_row(const gpt_matrix *matrix, size_t output, float *row) {
  for (size_t i = 0; i < matrix->inputs; i++) row[i] = get_weight(matrix, output, i);
}
