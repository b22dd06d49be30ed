#include "matrix.h"

#include <string.h>

#include "vector.h"

// A tile is what fits in registers: eight vectors of sums, either GPT_ROWS rows of one group of
// eight outputs or one row of a whole panel.
#define SUMS 8
#define GROUP 8
#define GROUPS (GPT_PANEL / GROUP)

// ------------------------------------------------------------------------------------------------
// Product
// ------------------------------------------------------------------------------------------------

GPT_INLINE void load_group(const unsigned char *from, int narrow, gpt_floats weights[2]) {
  if (narrow) {
    gpt_words pairs;
    memcpy(&pairs, from, sizeof pairs);
    weights[0] = (gpt_floats)(pairs << 16);
    weights[1] = (gpt_floats)(pairs & 0xffff0000u);
  } else {
    memcpy(weights, from, 2 * sizeof *weights);
  }
}

GPT_INLINE gpt_floats finish(const gpt_matrix *matrix, size_t output, gpt_floats sum) {
  if (matrix->scale) sum *= gpt_load(matrix->scale + output);
  if (matrix->bias) sum += gpt_load(matrix->bias + output);
  return sum;
}

// `rows`, `groups` and `narrow` are constants at every call, so that the loops over them unroll.
GPT_INLINE void tile(const gpt_matrix *matrix, size_t output, gpt_rows x, gpt_rows y,
                     const size_t rows, const size_t groups, const int narrow) {
  const size_t lane_bytes = narrow ? sizeof(uint16_t) : sizeof(float);
  const unsigned char *weights = (const unsigned char *)matrix->weights +
                                 output / GPT_PANEL * matrix->panel_bytes +
                                 output % GPT_PANEL * lane_bytes;
  gpt_floats sums[SUMS];
  for (size_t s = 0; s < SUMS; s++) sums[s] = gpt_splat(0);
  for (size_t i = 0; i < matrix->inputs; i++) {
    for (size_t g = 0; g < groups; g++) {
      gpt_floats group[2];
      load_group(weights + g * GROUP * lane_bytes, narrow, group);
      for (size_t r = 0; r < rows; r++) {
        gpt_floats input = gpt_splat(x.at[r * x.stride + i]);
        gpt_floats *sum = &sums[2 * (r * groups + g)];
        sum[0] += input * group[0];
        sum[1] += input * group[1];
      }
    }
    weights += GPT_PANEL * lane_bytes;
  }
  for (size_t s = 0; s < SUMS; s++) {
    size_t row = s / (2 * groups), column = output + GPT_LANES * (s % (2 * groups));
    gpt_store(y.at + row * y.stride + column, finish(matrix, column, sums[s]));
  }
}

GPT_INLINE void multiply(const gpt_matrix *matrix, gpt_rows x, gpt_rows y, size_t rows,
                         const int narrow) {
  for (size_t panel = 0; panel < matrix->panels * GPT_PANEL; panel += GPT_PANEL) {
    gpt_rows from = x, to = y;
    size_t left = rows;
    for (; left >= GPT_ROWS; left -= GPT_ROWS) {
      for (size_t g = 0; g < GPT_PANEL; g += GROUP) tile(matrix, panel + g, from, to, GPT_ROWS, 1, narrow);
      from.at += GPT_ROWS * from.stride;
      to.at += GPT_ROWS * to.stride;
    }
    for (; left > 0; left--) {
      tile(matrix, panel, from, to, 1, GROUPS, narrow);
      from.at += from.stride;
      to.at += to.stride;
    }
  }
}

void gpt_multiply(const gpt_matrix *matrix, gpt_rows x, gpt_rows y, size_t rows) {
  if (matrix->narrow) {
    multiply(matrix, x, y, rows, 1);
  } else {
    multiply(matrix, x, y, rows, 0);
  }
}

// ------------------------------------------------------------------------------------------------
// Single weights
// ------------------------------------------------------------------------------------------------

size_t gpt_panel_row_bytes(int narrow) {
  return GPT_PANEL * (narrow ? sizeof(uint16_t) : sizeof(float));
}

// The word that holds a weight.
static unsigned char *word_of(const gpt_matrix *matrix, size_t output, size_t input) {
  size_t column = output % GPT_PANEL;
  size_t word = matrix->narrow ? column / GROUP * GPT_LANES + column % GPT_LANES : column;
  return (unsigned char *)matrix->weights + output / GPT_PANEL * matrix->panel_bytes +
         input * gpt_panel_row_bytes(matrix->narrow) + word * sizeof(uint32_t);
}

static int is_high_half(size_t output) {
  return output % GROUP >= GPT_LANES;
}

void gpt_set_weight(gpt_matrix *matrix, size_t output, size_t input, float weight) {
  unsigned char *place = word_of(matrix, output, input);
  uint32_t bits, word;
  memcpy(&bits, &weight, sizeof bits);
  if (matrix->narrow) {
    memcpy(&word, place, sizeof word);
    bits = word | (is_high_half(output) ? bits : bits >> 16);
  }
  memcpy(place, &bits, sizeof bits);
}

float gpt_get_weight(const gpt_matrix *matrix, size_t output, size_t input) {
  uint32_t bits;
  float weight;
  memcpy(&bits, word_of(matrix, output, input), sizeof bits);
  if (matrix->narrow) bits = is_high_half(output) ? bits & 0xffff0000u : bits << 16;
  memcpy(&weight, &bits, sizeof weight);
  return matrix->scale ? weight * matrix->scale[output] : weight;
}
