/* matrix.h: the one matrix product that everything is made of. */
#ifndef GPT_MATRIX_H
#define GPT_MATRIX_H

#include <stddef.h>

// Outputs are worked on a panel at a time; the last panel is filled up with zeros.
#define GPT_PANEL 32

// Rows of inputs that share a panel while it is in registers.
#define GPT_ROWS 4

// Weights stand input by input, so that a panel is read from start to end. Wide weights are floats.
// Narrow ones are whole numbers up to 127, kept as the upper halves of floats (all other bits of
// such a float are 0), which halves the memory read for each new id: of each eight neighbours the
// first four are the low halves of four words and the last four the high halves.
typedef struct {
  void *weights;        // (panels, inputs, GPT_PANEL)
  float *scale;         // (panels, GPT_PANEL), or NULL for 1
  float *bias;          // (panels, GPT_PANEL), or NULL for 0
  size_t inputs;
  size_t panels;
  size_t panel_bytes;   // from one panel to the next
  int narrow;
} gpt_matrix;

// Rows of floats, `stride` floats apart.
typedef struct {
  float *at;
  size_t stride;
} gpt_rows;

// y[r][o] = bias[o] + scale[o] * sum over i of x[r][i] * weight[o][i], for `rows` rows and all
// outputs, those that fill up the last panel included. Each sum runs from the first input to the
// last whatever the number of rows, so a row has the same bits alone and among others.
void gpt_multiply(const gpt_matrix *matrix, gpt_rows x, gpt_rows y, size_t rows);

// Bytes that the weights of one input take in one panel.
size_t gpt_panel_row_bytes(int narrow);

// Puts a weight, whole and from -127 to 127 where narrow, in its place among zeros.
void gpt_set_weight(gpt_matrix *matrix, size_t output, size_t input, float weight);

// Weight times scale.
float gpt_get_weight(const gpt_matrix *matrix, size_t output, size_t input);

#endif
