/* stages.h: the stages of a step in one precision, as the rest of the core calls them. Not for users of the library. */
#ifndef NUCLEUS_STAGES_H
#define NUCLEUS_STAGES_H

#include "context.h"
#include "row.h"

// Where a draw takes its luck from.
typedef struct {
  nucleus_generator *generator;  // advanced by one variate per id; or NULL:
  uint32_t seed;  // a fresh generator that is not used afterwards
} nucleus_dice;

// float32.c and float64.c compile the same stages for float and double.
typedef struct {
  size_t size;  // of a number
  // Fills in *d for a sound policy. d->e and d->list last until the context's next step. Returns a status.
  int (*distribute)(nucleus_context *, const nucleus_row *, const nucleus_policy *, nucleus_distribution *d);
  // Draws an id.
  int32_t (*draw)(nucleus_context *, const nucleus_distribution *, nucleus_dice);
  // The masses e / total of all ids to p (length, padded).
  void (*masses)(const nucleus_distribution *, void *p);
  // Softmax over all ids to p (length, padded), without top-k, for a row that `distribute` took.
  void (*softmax)(nucleus_context *, const nucleus_row *, double temperature, void *p);
  // The final probabilities of all ids to p (length).
  void (*probabilities)(const nucleus_distribution *, void *p);
  // Fills in kept and kept_mass of *step.
  void (*measure_kept)(const nucleus_distribution *, nucleus_step *step);
  // Entropy in bits of p (length).
  double (*entropy)(const void *p, size_t length);

  // Of p (length, padded) in the order (value descending, id ascending): ids and running totals (length, padded) from
  // the first one down to `least`, see step/rank.h; how many come before an id; the total up to an id, rounded, or
  // false where that depends on the order of additions.
  int (*rank)(nucleus_context *, const nucleus_row *, const void *p, double least, nucleus_prefix survivors,
              size_t count, int32_t *ids, void *totals);
  size_t (*place)(const void *p, size_t length, int32_t id);
  bool (*total)(const void *p, size_t length, int32_t last, double *total);

  // The luck of all ids from the next words of a sequence on, to `luck` (length, padded).
  void (*luck)(nucleus_sequence *, size_t length, void *luck);
  // The scores p / luck of all ids to `scores`, all (length, padded); returns the id of the largest.
  int32_t (*score)(const void *p, const void *luck, size_t length, void *scores);
  // The ids of the largest score and of the largest but one, the lower id on a tie, from two words per id; -1 where no
  // other id has a probability.
  void (*race)(const nucleus_distribution *, const uint32_t *words, int32_t first[2]);

  // Penalises the counted ids of a sequence; see step/penalties.h.
  int32_t (*penalise)(const nucleus_penalties *, uint32_t *counts, void *scores, size_t length);
} nucleus_arithmetic;

extern const nucleus_arithmetic nucleus_float32, nucleus_float64;

enum { NUCLEUS_UNCERTAIN = INT32_MIN };  // neither an id nor a status

// The id that a step of a sound policy draws, where that is certain without exact probabilities; else
// NUCLEUS_UNCERTAIN, as for a row with a fault, or NUCLEUS_ERROR_MEMORY. Then the generator stays where it was.
int32_t nucleus_shortcut(nucleus_context *context, const nucleus_row *row, const nucleus_policy *policy,
                         nucleus_dice dice);

#endif
