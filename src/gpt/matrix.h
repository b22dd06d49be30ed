/* matrix.h: the one matrix product that everything is made of. */
#ifndef GPT_MATRIX_H
#define GPT_MATRIX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Outputs are worked on a panel at a time; the last panel is filled up with zeros.
#define GPT_PANEL 32

// Weights stand so that a panel is read from start to end. A wide matrix holds floats. A narrow one
// holds whole numbers from -127 to 127 and is multiplied in whole numbers too, to more digits than
// float sums keep: that is exact, takes fewer instructions than widening the weights first, and a
// quarter of the memory, so that a small network stays in the processor's cache.
typedef struct {
  void *weights;        // wide: (panels, inputs, GPT_PANEL) floats; narrow: see matrix.c
  float *scale;         // (panels, GPT_PANEL), or NULL for 1
  float *bias;          // (panels, GPT_PANEL), or NULL for 0
  size_t inputs;        // a multiple of 8 where narrow, and at most GPT_NARROW_INPUTS
  size_t panels;
  size_t panel_bytes;   // from one panel to the next
  bool narrow;
} gpt_matrix;

// The most inputs whose sum of products fits in 32 bits, 127 * 2^14 each.
#define GPT_NARROW_INPUTS 1024

// Rows of floats, `stride` floats apart.
typedef struct {
  float *at;
  size_t stride;
} gpt_rows;

static inline gpt_rows gpt_from_row(gpt_rows rows, size_t row) {
  return (gpt_rows){rows.at + row * rows.stride, rows.stride};
}

// Room in which a product keeps its inputs as whole numbers.
typedef struct {
  uint32_t *limbs;      // (rows, stride)
  size_t stride;        // at least the inputs
  float *steps;         // (rows) what 1 stands for
  uint32_t *totals;     // (rows, 2) sums of both limbs
} gpt_fixed;

// y[r][o] = bias[o] + scale[o] * sum over i of x[r][i] * weight[o][i], for `rows` rows and all
// outputs, those that fill up the last panel included. Float sums run from the first input to the
// last whatever the number of rows, so a row has the same bits alone and among others. For narrow
// weights x is rounded to 2^-28 of its row's largest number, and `scratch` holds it.
void gpt_multiply(const gpt_matrix *matrix, gpt_rows x, gpt_rows y, size_t rows, gpt_fixed scratch);

// Bytes of one panel.
size_t gpt_panel_bytes(size_t inputs, bool narrow);

// Puts a weight, whole and from -127 to 127 where narrow, in its place.
void gpt_set_weight(gpt_matrix *matrix, size_t output, size_t input, float weight);

// Writes the weights of one output, times its scale, to `row` (inputs).
void gpt_get_row(const gpt_matrix *matrix, size_t output, float *row);

#endif
