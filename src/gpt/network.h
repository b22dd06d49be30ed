/* network.h: the parts of a model, shared by the files that fill it and those that run it. */
#ifndef GPT_NETWORK_H
#define GPT_NETWORK_H

#include "gpt.h"
#include "matrix.h"

// ------------------------------------------------------------------------------------------------
// Weights
// ------------------------------------------------------------------------------------------------

typedef struct {
  float *gain;  // (width)
  float *bias;  // (width)
} gpt_norm;

typedef struct {
  gpt_norm norm1;
  gpt_matrix query, key, value, project;  // width -> width
  gpt_norm norm2;
  gpt_matrix up;                          // width -> 4 width
  gpt_matrix down;                        // 4 width -> width
} gpt_layer;

// A character of the alphabet, to be found by its bytes.
typedef struct {
  uint32_t key;  // its bytes in UTF-8, the first one highest
  int32_t id;
} gpt_character;

struct gpt {
  gpt_sizes sizes;
  float epsilon;
  uint32_t file_checksum;
  char *alphabet;          // (alphabet_bytes)
  size_t alphabet_bytes;
  gpt_character *characters;  // (vocabulary) sorted by key

  gpt_matrix token;        // width -> vocabulary: the output layer, and by rows the embedding
  float *position;         // (context, width)
  gpt_layer *layers;       // (layers)
  gpt_norm norm;
  const unsigned char *weights;  // all of the above but the layers' table lies in these bytes
  size_t weights_bytes;

  // The cache: what attention needs of the ids of the last window.
  int32_t *ids;            // (context)
  size_t cached;           // how many of them are valid
  float *keys;             // (layers, heads, context panels, head width, GPT_PANEL): across positions
  float *values;           // (layers, heads, head panels, context, GPT_PANEL): across the head's width

  // Activations, one row per position of the call. Rows are filled up to whole panels.
  gpt_rows stream;         // (context, width) the residual stream
  gpt_rows normed;         // (context, width)
  gpt_rows query;          // (context, width)
  gpt_rows key;            // (context, width)
  gpt_rows value;          // (context, width)
  gpt_rows mixed;          // (context, width) what attention gathered
  gpt_rows hidden;         // (context, 4 width)
  gpt_rows scores;         // (GPT_ATTENTION_ROWS, context)
  gpt_rows gathered;       // (GPT_ATTENTION_ROWS, head width)
  gpt_rows logits;         // (GPT_LOGIT_ROWS, vocabulary)
  gpt_fixed fixed;         // (context, 4 width) the inputs of a product, as whole numbers
};

// Neighbouring positions that attention works on together.
#define GPT_ATTENTION_ROWS 4

// Positions whose scores are worked out together: all of a context's would take more room than the whole file of a
// network with a large vocabulary.
#define GPT_LOGIT_ROWS 16

// `n` in whole panels.
static inline size_t gpt_panels(size_t n) { return (n + GPT_PANEL - 1) / GPT_PANEL; }

static inline size_t gpt_head_width(const gpt *model) { return (size_t)(model->sizes.width / model->sizes.heads); }

// ------------------------------------------------------------------------------------------------
// Between the files
// ------------------------------------------------------------------------------------------------

// weights.c: what the header of a file says.
typedef struct {
  gpt_sizes sizes;
  bool narrow;              // matrices are int8
  float epsilon;
  uint32_t checksum;
  const char *alphabet;
  size_t alphabet_bytes;
  const unsigned char *tensors;
} gpt_file;

// Reads and checks everything but the alphabet's characters and the weights. Returns GPT_OK or a status.
int gpt_read_header(const void *bytes, size_t length, gpt_file *file);

// Fills the weights of a laid out model. Returns GPT_OK, or GPT_ERROR_WEIGHT where one is unsound or activations could
// overflow.
int gpt_read_weights(const gpt_file *file, gpt *model);

// The most bytes of a character in UTF-8.
#define GPT_CHARACTER_BYTES 4

// alphabet.c: fills the alphabet of a laid out model. Returns GPT_OK or GPT_ERROR_ALPHABET.
int gpt_read_alphabet(const gpt_file *file, gpt *model);

// forward.c: works out positions first ... count - 1 of model->ids, given that keys and values of
// those before are cached, and leaves what the scores after positions wanted ... count - 1 are made of in the first
// rows of model->normed. first <= wanted < count.
void gpt_forward(gpt *model, size_t first, size_t wanted, size_t count);

// The scores of `rows` (at most GPT_LOGIT_ROWS) of those rows, from `first` on, to the first rows of model->logits.
void gpt_score(gpt *model, size_t first, size_t rows);

// checksum.c: the CRC-32 of zlib, PNG and Ethernet.
uint32_t gpt_crc32(const void *bytes, size_t length);

#endif
