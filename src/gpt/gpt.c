#include "../core/exact.h"

#include "gpt.h"

#include <stdlib.h>
#include <string.h>

#include "network.h"

const char *gpt_status_name(int status) {
  switch (status) {
    case GPT_ERROR_MEMORY: return "no memory for the model";
    case GPT_ERROR_FOREIGN: return "this is not a weights file";
    case GPT_ERROR_VERSION: return "the weights file has a version this code does not read";
    case GPT_ERROR_TRUNCATED: return "the weights file is truncated";
    case GPT_ERROR_TRAILING: return "the weights file is longer than its header says";
    case GPT_ERROR_CHECKSUM: return "the weights file was altered: its checksum does not match";
    case GPT_ERROR_SIZES: return "the weights file has impossible sizes";
    case GPT_ERROR_ALPHABET: return "the alphabet is not one distinct UTF-8 character per id";
    case GPT_ERROR_WEIGHT: return "a weight is infinite, NaN, out of range or so large that scores could overflow";
    case GPT_ERROR_EMPTY: return "there are no ids";
    case GPT_ERROR_LONG: return "there are more ids than the context holds";
    case GPT_ERROR_ID: return "an id is outside the vocabulary";
    case GPT_ERROR_CHARACTER: return "a character is outside the alphabet";
    default: return status >= 0 ? "no error" : "unknown status";
  }
}

// ------------------------------------------------------------------------------------------------
// Memory
// ------------------------------------------------------------------------------------------------

// Every block starts on a cache line.
#define ALIGNMENT 64

// The most memory that a model may need beside what its file holds: a few bytes of sizes must not make a small file
// take all there is.
#define MOST_WORKING_BYTES ((uint64_t)256 << 20)

// A block of memory handed out in pieces. Without a base it only counts, so that laying a model out
// twice first tells how much it needs and then places it.
typedef struct {
  unsigned char *base;
  uint64_t used;  // wider than an address may be, so that it cannot overflow
} arena;

static void *take(arena *from, uint64_t count, size_t size) {
  void *piece = from->base ? from->base + from->used : NULL;
  from->used += (count * size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  return piece;
}

static float *take_floats(arena *from, uint64_t count) { return take(from, count, sizeof(float)); }

static gpt_rows take_rows(arena *from, size_t rows, size_t width) {
  size_t stride = gpt_panels(width) * GPT_PANEL;
  return (gpt_rows){take_floats(from, (uint64_t)rows * stride), stride};
}

static gpt_fixed take_fixed(arena *from, size_t rows, size_t inputs) {
  return (gpt_fixed){.limbs = take(from, (uint64_t)rows * inputs, sizeof(uint32_t)),
                     .stride = inputs,
                     .steps = take_floats(from, rows),
                     .totals = take(from, 2 * (uint64_t)rows, sizeof(uint32_t))};
}

static gpt_norm take_norm(arena *from, size_t width) {
  return (gpt_norm){take_floats(from, width), take_floats(from, width)};
}

static gpt_matrix take_matrix(arena *from, size_t outputs, size_t inputs, bool narrow) {
  size_t panels = gpt_panels(outputs), panel_bytes = gpt_panel_bytes(inputs, narrow);
  return (gpt_matrix){.weights = take(from, panels, panel_bytes),
                      .scale = narrow ? take_floats(from, panels * GPT_PANEL) : NULL,
                      .inputs = inputs,
                      .panels = panels,
                      .panel_bytes = panel_bytes,
                      .narrow = narrow};
}

static gpt_matrix take_linear(arena *from, size_t outputs, size_t inputs, bool narrow) {
  gpt_matrix matrix = take_matrix(from, outputs, inputs, narrow);
  matrix.bias = take_floats(from, matrix.panels * GPT_PANEL);
  return matrix;
}

static gpt_layer take_layer(arena *from, size_t width, bool narrow) {
  return (gpt_layer){.norm1 = take_norm(from, width),
                     .query = take_linear(from, width, width, narrow),
                     .key = take_linear(from, width, width, narrow),
                     .value = take_linear(from, width, width, narrow),
                     .project = take_linear(from, width, width, narrow),
                     .norm2 = take_norm(from, width),
                     .up = take_linear(from, 4 * width, width, narrow),
                     .down = take_linear(from, width, 4 * width, narrow)};
}

static void place_weights(gpt *model, arena *from, const gpt_file *file) {
  size_t width = (size_t)file->sizes.width, layers = (size_t)file->sizes.layers;
  uint64_t start = from->used;
  model->weights = take(from, 0, 1);
  model->token = take_matrix(from, (size_t)file->sizes.vocabulary, width, file->narrow);
  model->position = take_floats(from, (size_t)file->sizes.context * width);
  for (size_t l = 0; l < layers; l++) {
    gpt_layer layer = take_layer(from, width, file->narrow);
    if (from->base) model->layers[l] = layer;
  }
  model->norm = take_norm(from, width);
  model->weights_bytes = (size_t)(from->used - start);
}

static void place_cache(gpt *model, arena *from) {
  size_t context = (size_t)model->sizes.context, head_width = gpt_head_width(model);
  uint64_t heads = (uint64_t)model->sizes.layers * (uint64_t)model->sizes.heads;
  model->ids = take(from, context, sizeof *model->ids);
  model->keys = take_floats(from, heads * gpt_panels(context) * head_width * GPT_PANEL);
  model->values = take_floats(from, heads * gpt_panels(head_width) * context * GPT_PANEL);
}

static void place_activations(gpt *model, arena *from) {
  size_t context = (size_t)model->sizes.context, width = (size_t)model->sizes.width;
  model->stream = take_rows(from, context, width);
  model->normed = take_rows(from, context, width);
  model->query = take_rows(from, context, width);
  model->key = take_rows(from, context, width);
  model->value = take_rows(from, context, width);
  model->mixed = take_rows(from, context, width);
  model->hidden = take_rows(from, context, 4 * width);
  model->scores = take_rows(from, GPT_ATTENTION_ROWS, context);
  model->gathered = take_rows(from, GPT_ATTENTION_ROWS, gpt_head_width(model));
  model->logits = take_rows(from, GPT_LOGIT_ROWS, (size_t)model->sizes.vocabulary);
  model->fixed = take_fixed(from, context, 4 * width);
}

// Places all parts of a model, itself first, in the arena. Returns how many bytes of them are cache and activations.
static uint64_t place(gpt *model, arena *from, const gpt_file *file) {
  take(from, 1, sizeof *model);
  model->sizes = file->sizes;
  model->layers = take(from, (size_t)file->sizes.layers, sizeof *model->layers);
  model->alphabet = take(from, file->alphabet_bytes, 1);
  model->characters = take(from, (size_t)file->sizes.vocabulary, sizeof *model->characters);
  place_weights(model, from, file);
  uint64_t start = from->used;
  place_cache(model, from);
  place_activations(model, from);
  return from->used - start;
}

// Sets *out to a laid out model in zeroed memory of its own. Returns GPT_OK or a status.
static int allocate(const gpt_file *file, gpt **out) {
  gpt plan = {0};
  arena memory = {NULL, 0};
  if (place(&plan, &memory, file) > MOST_WORKING_BYTES) return GPT_ERROR_SIZES;
  size_t size = (size_t)memory.used;
  memory.base = size == memory.used ? aligned_alloc(ALIGNMENT, size) : NULL;
  if (!memory.base) return GPT_ERROR_MEMORY;
  memset(memory.base, 0, size);
  memory.used = 0;
  *out = (gpt *)(void *)memory.base;
  place(*out, &memory, file);
  return GPT_OK;
}

// ------------------------------------------------------------------------------------------------
// A model
// ------------------------------------------------------------------------------------------------

// Fills a laid out model. Returns GPT_OK or a status.
static int fill(const gpt_file *file, gpt *model) {
  model->epsilon = file->epsilon;
  model->file_checksum = file->checksum;
  int status = gpt_read_alphabet(file, model);
  return status < 0 ? status : gpt_read_weights(file, model);
}

int gpt_new(const void *bytes, size_t length, gpt **out) {
  *out = NULL;
  gpt_file file;
  gpt *model = NULL;
  int status = gpt_read_header(bytes, length, &file);
  if (status == GPT_OK) status = allocate(&file, &model);
  if (status < 0) return status;
  status = fill(&file, model);
  if (status < 0) {
    gpt_free(model);
    return status;
  }
  *out = model;
  return GPT_OK;
}

void gpt_free(gpt *model) { free(model); }

const gpt_sizes *gpt_sizes_of(const gpt *model) { return &model->sizes; }

size_t gpt_parameters(const gpt *model) {
  size_t width = (size_t)model->sizes.width;
  size_t rows = (size_t)model->sizes.vocabulary + (size_t)model->sizes.context;
  size_t layer = 12 * width * width + 13 * width;
  return rows * width + (size_t)model->sizes.layers * layer + 2 * width;
}

uint32_t gpt_file_checksum(const gpt *model) { return model->file_checksum; }

uint32_t gpt_weights_checksum(const gpt *model) { return gpt_crc32(model->weights, model->weights_bytes); }

// ------------------------------------------------------------------------------------------------
// Scores
// ------------------------------------------------------------------------------------------------

static int check_ids(const gpt *model, const int32_t *ids, size_t count) {
  if (count == 0) return GPT_ERROR_EMPTY;
  for (size_t i = 0; i < count; i++) {
    if (ids[i] < 0 || ids[i] >= model->sizes.vocabulary) return GPT_ERROR_ID;
  }
  return GPT_OK;
}

// How many ids the cache and `ids` have in common at their start.
static size_t common_prefix(const gpt *model, const int32_t *ids, size_t count) {
  size_t most = count < model->cached ? count : model->cached, common = 0;
  while (common < most && ids[common] == model->ids[common]) common++;
  return common;
}

// Makes `ids` the cached window, of which the first `from` already are.
static void remember(gpt *model, const int32_t *ids, size_t from, size_t count) {
  memcpy(model->ids + from, ids + from, (count - from) * sizeof *ids);
  model->cached = count;
}

// Writes the scores of the first `rows` rows that gpt_forward left, to `logits` (rows, vocabulary).
static void write_logits(gpt *model, size_t rows, float *logits) {
  size_t vocabulary = (size_t)model->sizes.vocabulary;
  for (size_t r = 0; r < rows; r++, logits += vocabulary) {
    size_t left = rows - r;
    if (r % GPT_LOGIT_ROWS == 0) gpt_score(model, r, left < GPT_LOGIT_ROWS ? left : GPT_LOGIT_ROWS);
    memcpy(logits, gpt_from_row(model->logits, r % GPT_LOGIT_ROWS).at, vocabulary * sizeof *logits);
  }
}

int gpt_logits(gpt *model, const int32_t *ids, size_t count, float *logits) {
  size_t context = (size_t)model->sizes.context;
  if (count > context) {
    ids += count - context;
    count = context;
  }
  int status = check_ids(model, ids, count);
  if (status < 0) return status;
  size_t common = common_prefix(model, ids, count);
  if (common < count) {
    remember(model, ids, common, count);
  } else {
    common--;  // only the scores are missing; what is cached after these ids stays right
  }
  gpt_forward(model, common, count - 1, count);
  write_logits(model, 1, logits);
  return (int)count;
}

int gpt_logits_each(gpt *model, const int32_t *ids, size_t count, float *logits) {
  if (count > (size_t)model->sizes.context) return GPT_ERROR_LONG;
  int status = check_ids(model, ids, count);
  if (status < 0) return status;
  remember(model, ids, 0, count);
  gpt_forward(model, 0, 0, count);
  write_logits(model, count, logits);
  return GPT_OK;
}
