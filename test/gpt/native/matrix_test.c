/* The matrix product on its own, with the largest numbers it must hold. */
#include "matrix.h"

#include <math.h>
#include <string.h>

#include "../../core/check.h"
#include "toy.h"

enum { INPUTS = GPT_NARROW_INPUTS, OUTPUTS = GPT_PANEL, ROWS = 5 };

static float weights[OUTPUTS][INPUTS], x[ROWS][INPUTS], y[ROWS][OUTPUTS], scale[OUTPUTS], bias[OUTPUTS];
static uint32_t limbs[ROWS * INPUTS], totals[2 * ROWS];
static float steps[ROWS];
static const gpt_fixed scratch = {limbs, INPUTS, steps, totals};

static gpt_matrix new_matrix(bool narrow) {
  size_t bytes = gpt_panel_bytes(INPUTS, narrow);
  gpt_matrix matrix = {calloc(1, bytes), scale, bias, INPUTS, 1, bytes, narrow};
  CHECK_SAYING(matrix.weights, "no memory");
  for (size_t o = 0; o < OUTPUTS; o++) {
    for (size_t i = 0; i < INPUTS; i++) gpt_set_weight(&matrix, o, i, weights[o][i]);
  }
  return matrix;
}

// y against the same sums in double, to `tolerance` of what the products add up to.
static void check_product(bool narrow, double tolerance, const char *what) {
  gpt_matrix matrix = new_matrix(narrow);
  gpt_multiply(&matrix, (gpt_rows){x[0], INPUTS}, (gpt_rows){y[0], OUTPUTS}, ROWS, scratch);
  for (size_t r = 0; r < ROWS; r++) {
    for (size_t o = 0; o < OUTPUTS; o++) {
      double sum = 0, size = fabs((double)bias[o]);
      for (size_t i = 0; i < INPUTS; i++) {
        double product = (double)weights[o][i] * (double)x[r][i] * (double)scale[o];
        sum += product;
        size += fabs(product);
      }
      double distance = fabs(sum + (double)bias[o] - (double)y[r][o]);
      CHECK_SAYING(distance <= tolerance * size, "%s: row %zu, output %zu: off by %g of %g", what, r, o, distance,
                   size);
    }
  }
  for (size_t r = 0; r < ROWS; r++) {  // a row alone
    float alone[OUTPUTS];
    gpt_multiply(&matrix, (gpt_rows){x[r], INPUTS}, (gpt_rows){alone, OUTPUTS}, 1, scratch);
    CHECK_SAYING(memcmp(alone, y[r], sizeof alone) == 0, "%s: row %zu has other bits alone", what, r);
  }
  for (size_t o = 0; o < OUTPUTS; o++) {
    float row[INPUTS];
    gpt_get_row(&matrix, o, row);
    for (size_t i = 0; i < INPUTS; i++) {
      float expected = narrow ? weights[o][i] * scale[o] : weights[o][i];
      CHECK_SAYING(row[i] == expected, "%s: weight %zu of output %zu", what, i, o);
    }
  }
  free(matrix.weights);
}

static void fill(float (*weight)(size_t), float (*input)(size_t)) {
  for (size_t o = 0; o < OUTPUTS; o++) {
    for (size_t i = 0; i < INPUTS; i++) weights[o][i] = weight(o * 7 + i);
  }
  for (size_t r = 0; r < ROWS; r++) {
    for (size_t i = 0; i < INPUTS; i++) x[r][i] = input(r * 3 + i);
  }
}

static uint32_t random_state = 11;

static float most(size_t i) { return (void)i, 127.0f; }
static float least(size_t i) { return (void)i, -127.0f; }
static float alternating(size_t i) { return i % 2 ? 127.0f : -127.0f; }
static float any_weight(size_t i) { return (void)i, (float)floor(toy_random(&random_state) * 255) - 127; }
static float one(size_t i) { return (void)i, 1.0f; }
static float just_below_one(size_t i) { return (void)i, 0x1.fffffep-1f; }
static float zero(size_t i) { return (void)i, 0.0f; }
static float any_input(size_t i) { return (void)i, (float)(2 * toy_random(&random_state) - 1); }
static float uneven(size_t i) { return any_input(i) * (i % 64 ? 1.0f : 1000.0f); }
static float tiny(size_t i) { return any_input(i) * 1e-12f; }
static float huge(size_t i) { return any_input(i) * 1e12f; }

int main(void) {
  static const struct {
    float (*weight)(size_t), (*input)(size_t);
    const char *what;
  } cases[] = {
      {most, one, "largest weights, equal inputs"},
      {most, just_below_one, "largest of everything"},
      {least, just_below_one, "smallest weights"},
      {alternating, just_below_one, "sums that cancel"},
      {any_weight, zero, "inputs that are all 0"},
      {any_weight, any_input, "anything"},
      {any_weight, uneven, "inputs of uneven size"},
      {any_weight, tiny, "tiny inputs"},
      {any_weight, huge, "huge inputs"},
  };
  for (size_t o = 0; o < OUTPUTS; o++) {
    scale[o] = 0.01f * (float)(o + 1);
    bias[o] = (float)o - 9;
  }
  for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
    fill(cases[c].weight, cases[c].input);
    check_product(true, 3e-7, cases[c].what);
  }
  for (size_t o = 0; o < OUTPUTS; o++) scale[o] = 1;
  fill(any_input, uneven);
  check_product(false, 3e-6, "floats");
  return 0;
}
