/* context.h: the context, and memory through it. Not for users of the library. */
#ifndef NUCLEUS_CONTEXT_H
#define NUCLEUS_CONTEXT_H

#include "sequence.h"

// Memory that only grows, so that from the second step on nothing is allocated.
typedef struct {
  void *memory;
  size_t size;
} nucleus_buffer;

struct nucleus_context {
  nucleus_allocator allocator;
  // All buffers, from `row` to `inspection`.
  nucleus_buffer row;           // a row copied in by a host (the JavaScript wrapper)
  nucleus_buffer probabilities; // real[length]: the distribution of the step
  nucleus_buffer candidates;    // ids that are still in question
  nucleus_buffer spare;         // a second array of them
  nucleus_buffer short_list;    // the ids of a small nucleus
  nucleus_buffer mask;          // a mark per id, for filters that keep no prefix
  nucleus_buffer counts;        // ids of the sequence, counted; all 0 between calls
  nucleus_buffer adjusted;      // a row after penalties
  nucleus_buffer choices;       // the best ids of a step that tells logprobs
  nucleus_buffer inspection;    // the arrays of nucleus_inspect
  nucleus_sequence sequence;    // random words of the draw
  nucleus_seeds seeds;          // and where they begin
  size_t fault_id;
  double exponentials[NUCLEUS_EXP_ENTRIES];  // the table of nucleus_exp_join4
};

// Allocation through the context; nucleus_release takes NULL.
void *nucleus_allocate(nucleus_context *context, size_t size);
void nucleus_release(nucleus_context *context, void *memory);

// The buffer's memory, at least count * size bytes, or NULL. Old contents may be lost.
void *nucleus_reserve(nucleus_context *context, nucleus_buffer *buffer, size_t count, size_t size);

#endif
