#include "../core/exact.h"

#include "network.h"

#include <math.h>
#include <string.h>

#include "vector.h"

// ------------------------------------------------------------------------------------------------
// Rows
// ------------------------------------------------------------------------------------------------

// to = (x - mean) / sqrt(variance + epsilon) * gain + bias, over `width` numbers.
static void normalise(const gpt_norm *norm, float epsilon, const float *x, float *to, size_t width) {
  float4 sum = all_float4(0), squares = all_float4(0);
  for (size_t i = 0; i < width; i += GPT_LANES) sum += load_float4(x + i);
  float mean = gpt_sum(sum) / (float)width;
  for (size_t i = 0; i < width; i += GPT_LANES) {
    float4 distance = load_float4(x + i) - mean;
    squares += distance * distance;
  }
  float factor = 1 / sqrtf(gpt_sum(squares) / (float)width + epsilon);
  for (size_t i = 0; i < width; i += GPT_LANES) {
    float4 normal = (load_float4(x + i) - mean) * factor;
    store_float4(to + i, normal * load_float4(norm->gain + i) + load_float4(norm->bias + i));
  }
}

static void normalise_rows(const gpt *model, const gpt_norm *norm, gpt_rows x, gpt_rows to, size_t rows) {
  for (size_t r = 0; r < rows; r++) {
    normalise(norm, model->epsilon, x.at + r * x.stride, to.at + r * to.stride, (size_t)model->sizes.width);
  }
}

static void add_rows(gpt_rows to, gpt_rows x, size_t rows, size_t width) {
  for (size_t r = 0; r < rows; r++) {
    for (size_t i = 0; i < width; i += GPT_LANES) {
      float *place = to.at + r * to.stride + i;
      store_float4(place, load_float4(place) + load_float4(x.at + r * x.stride + i));
    }
  }
}

// GELU in its tanh form. (1 + tanh u) / 2 is 1 / (1 + exp(-2u)), which is 0 to every digit where
// the exponential would overflow.
static void gelu_rows(gpt_rows x, size_t rows, size_t width) {
  const float slope = -2 * 0.797884561f;  // sqrt(2 / pi)
  for (size_t r = 0; r < rows; r++) {
    for (size_t i = 0; i < width; i += GPT_LANES) {
      float *place = x.at + r * x.stride + i;
      float4 v = load_float4(place);
      float4 exponent = slope * (v + 0.044715f * (v * v * v));
      store_float4(place, v / (1.0f + gpt_exp(gpt_smaller(exponent, all_float4(88)))));
    }
  }
}

// Turns `count` scores, times `scale`, into weights that add up to 1, and the rest up to `end` into
// zeros. `end` is a multiple of GPT_LANES.
static void softmax(float *scores, float scale, size_t count, size_t end) {
  for (size_t i = count; i < end; i++) scores[i] = -INFINITY;
  float4 best = load_float4(scores), sum = all_float4(0);
  for (size_t i = GPT_LANES; i < count; i += GPT_LANES) best = larger_float4(best, load_float4(scores + i));
  float largest = gpt_largest(best);
  for (size_t i = 0; i < end; i += GPT_LANES) {
    float4 weight = gpt_exp((load_float4(scores + i) - largest) * scale);
    sum += weight;
    store_float4(scores + i, weight);
  }
  float total = gpt_sum(sum);
  for (size_t i = 0; i < end; i += GPT_LANES) store_float4(scores + i, load_float4(scores + i) / total);
}

// ------------------------------------------------------------------------------------------------
// Attention
// ------------------------------------------------------------------------------------------------

// A head's keys as a matrix from the head's width to positions.
static gpt_matrix key_matrix(const gpt *model, size_t layer, size_t head, size_t positions) {
  size_t width = gpt_head_width(model), panels = gpt_panels((size_t)model->sizes.context);
  size_t offset = (layer * (size_t)model->sizes.heads + head) * panels * width * GPT_PANEL;
  return (gpt_matrix){.weights = model->keys + offset,
                      .inputs = width,
                      .panels = gpt_panels(positions),
                      .panel_bytes = gpt_panel_bytes(width, false)};
}

// A head's values as a matrix from positions to the head's width.
static gpt_matrix value_matrix(const gpt *model, size_t layer, size_t head, size_t positions) {
  size_t panels = gpt_panels(gpt_head_width(model)), context = (size_t)model->sizes.context;
  size_t offset = (layer * (size_t)model->sizes.heads + head) * panels * context * GPT_PANEL;
  return (gpt_matrix){.weights = model->values + offset,
                      .inputs = positions,
                      .panels = panels,
                      .panel_bytes = gpt_panel_bytes(context, false)};
}

// Files a position's keys under its heads: one column of each head's matrix.
static void store_keys(gpt *model, size_t layer, size_t position, const float *row) {
  size_t width = gpt_head_width(model);
  for (size_t head = 0; head < (size_t)model->sizes.heads; head++) {
    float *panel = (float *)key_matrix(model, layer, head, position).weights + position / GPT_PANEL * width * GPT_PANEL;
    for (size_t i = 0; i < width; i++) panel[i * GPT_PANEL + position % GPT_PANEL] = *row++;
  }
}

// Files a position's values under its heads: one row of each head's matrix.
static void store_values(gpt *model, size_t layer, size_t position, const float *row) {
  size_t width = gpt_head_width(model), panel = (size_t)model->sizes.context * GPT_PANEL;
  for (size_t head = 0; head < (size_t)model->sizes.heads; head++) {
    float *to = (float *)value_matrix(model, layer, head, position).weights + position * GPT_PANEL;
    for (size_t i = 0; i < width; i++) to[i / GPT_PANEL * panel + i % GPT_PANEL] = *row++;
  }
}

// Caches the keys and values of `rows` positions from `first` on, given their normed rows.
static void extend_cache(gpt *model, size_t layer, size_t first, size_t rows) {
  const gpt_layer *weights = &model->layers[layer];
  gpt_multiply(&weights->key, model->normed, model->key, rows, model->fixed);
  gpt_multiply(&weights->value, model->normed, model->value, rows, model->fixed);
  for (size_t r = 0; r < rows; r++) {
    store_keys(model, layer, first + r, model->key.at + r * model->key.stride);
    store_values(model, layer, first + r, model->value.at + r * model->value.stride);
  }
}

// What one head gathers for `rows` (at most GPT_ATTENTION_ROWS) positions from `first` on. A position
// sees itself and those before it: weights of the ones after it are exact zeros, which change no bit
// of a sum.
static void attend_head(gpt *model, size_t layer, size_t head, size_t first, gpt_rows query, gpt_rows to, size_t rows) {
  size_t width = gpt_head_width(model), last = first + rows;
  float scale = 1 / sqrtf((float)width);
  gpt_matrix keys = key_matrix(model, layer, head, last);
  gpt_matrix values = value_matrix(model, layer, head, last);
  gpt_rows scores = model->scores, gathered = model->gathered;
  gpt_multiply(&keys, query, scores, rows, model->fixed);
  for (size_t r = 0; r < rows; r++) {
    softmax(gpt_from_row(scores, r).at, scale, first + r + 1, keys.panels * GPT_PANEL);
  }
  gpt_multiply(&values, scores, gathered, rows, model->fixed);
  for (size_t r = 0; r < rows; r++) {
    memcpy(gpt_from_row(to, r).at, gpt_from_row(gathered, r).at, width * sizeof(float));
  }
}

// What all heads gather for `rows` positions from `first` on.
static void attend(gpt *model, size_t layer, size_t first, gpt_rows query, gpt_rows to, size_t rows) {
  size_t width = gpt_head_width(model);
  for (size_t r = 0; r < rows; r += GPT_ATTENTION_ROWS) {
    size_t some = rows - r < GPT_ATTENTION_ROWS ? rows - r : GPT_ATTENTION_ROWS;
    for (size_t head = 0; head < (size_t)model->sizes.heads; head++) {
      gpt_rows part = gpt_from_row(query, r), place = gpt_from_row(to, r);
      part.at += head * width;
      place.at += head * width;
      attend_head(model, layer, head, first + r, part, place, some);
    }
  }
}

// ------------------------------------------------------------------------------------------------
// The network
// ------------------------------------------------------------------------------------------------

static void embed(gpt *model, size_t first, size_t count) {
  size_t width = (size_t)model->sizes.width;
  for (size_t p = first; p < count; p++) {
    float *row = gpt_from_row(model->stream, p - first).at;
    const float *position = model->position + p * width;
    gpt_get_row(&model->token, (size_t)model->ids[p], row);
    for (size_t i = 0; i < width; i++) row[i] += position[i];
  }
}

// One block over positions first ... count - 1, whose stream it updates from position `wanted` on:
// the rows before are only needed for their keys and values.
static void run_layer(gpt *model, size_t layer, size_t first, size_t wanted, size_t count) {
  const gpt_layer *weights = &model->layers[layer];
  size_t width = (size_t)model->sizes.width, skipped = wanted - first, rows = count - wanted;
  gpt_rows stream = gpt_from_row(model->stream, skipped), normed = gpt_from_row(model->normed, skipped);
  normalise_rows(model, &weights->norm1, model->stream, model->normed, count - first);
  extend_cache(model, layer, first, count - first);
  gpt_multiply(&weights->query, normed, model->query, rows, model->fixed);
  attend(model, layer, wanted, model->query, model->mixed, rows);
  gpt_multiply(&weights->project, model->mixed, normed, rows, model->fixed);
  add_rows(stream, normed, rows, width);
  normalise_rows(model, &weights->norm2, stream, normed, rows);
  gpt_multiply(&weights->up, normed, model->hidden, rows, model->fixed);
  gelu_rows(model->hidden, rows, 4 * width);
  gpt_multiply(&weights->down, model->hidden, normed, rows, model->fixed);
  add_rows(stream, normed, rows, width);
}

void gpt_forward(gpt *model, size_t first, size_t wanted, size_t count) {
  size_t last = (size_t)model->sizes.layers - 1, rows = count - wanted;
  embed(model, first, count);
  for (size_t layer = 0; layer < last; layer++) run_layer(model, layer, first, first, count);
  run_layer(model, last, first, wanted, count);
  normalise_rows(model, &model->norm, gpt_from_row(model->stream, wanted - first), model->normed, rows);
}

void gpt_score(gpt *model, size_t first, size_t rows) {
  gpt_multiply(&model->token, gpt_from_row(model->normed, first), model->logits, rows, model->fixed);
}
