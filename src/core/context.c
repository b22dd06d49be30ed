/* context.c: memory, and the statuses in words. */
#include "exact.h"

#include <stdlib.h>

#include "context.h"

static void *allocate_with_malloc(void *user, size_t size) {
  (void)user;
  return malloc(size);
}

static void release_with_free(void *user, void *memory) {
  (void)user;
  free(memory);
}

nucleus_context *nucleus_context_new(const nucleus_allocator *allocator) {
  nucleus_allocator from = {allocate_with_malloc, release_with_free, NULL};
  if (allocator) from = *allocator;
  nucleus_context *context = from.allocate(from.user, sizeof *context);
  if (!context) return NULL;
  memset(context, 0, sizeof *context);
  context->allocator = from;
  for (int32_t n = 0; n < NUCLEUS_EXP_ENTRIES; n++) context->exponentials[n] = nucleus_exp_entry(n);
  return context;
}

// The buffers follow each other in the context.
static void release_buffers(nucleus_context *context) {
  const size_t first = offsetof(nucleus_context, row), last = offsetof(nucleus_context, inspection);
  for (size_t at = first; at <= last; at += sizeof(nucleus_buffer)) {
    nucleus_buffer *buffer = (nucleus_buffer *)(void *)((char *)context + at);
    nucleus_release(context, buffer->memory);
    *buffer = (nucleus_buffer){NULL, 0};
  }
}

void nucleus_context_free(nucleus_context *context) {
  if (!context) return;
  release_buffers(context);
  nucleus_release(context, context);
}

size_t nucleus_fault_id(const nucleus_context *context) { return context->fault_id; }

void *nucleus_allocate(nucleus_context *context, size_t size) {
  return context->allocator.allocate(context->allocator.user, size);
}

void nucleus_release(nucleus_context *context, void *memory) {
  if (memory) context->allocator.release(context->allocator.user, memory);
}

void *nucleus_reserve(nucleus_context *context, nucleus_buffer *buffer, size_t count, size_t size) {
  if (size && count > SIZE_MAX / 2 / size) return NULL;
  size_t wanted = count * size;
  if (buffer->size >= wanted && buffer->memory) return buffer->memory;
  nucleus_release(context, buffer->memory);
  *buffer = (nucleus_buffer){nucleus_allocate(context, wanted), wanted};
  if (!buffer->memory) release_buffers(context);  // a call too large must not take the room of the next
  return buffer->memory;
}

const char *nucleus_status_name(int status) {
  switch (status) {
    case NUCLEUS_ERROR_MEMORY: return "out of memory";
    case NUCLEUS_ERROR_TEMPERATURE: return "temperature must be finite and >= 0";
    case NUCLEUS_ERROR_TOP_P: return "top_p must be in [0, 1]";
    case NUCLEUS_ERROR_MIN_P: return "min_p must be in [0, 1]";
    case NUCLEUS_ERROR_ENUM: return "precision or seeding is not a member of its enumeration";
    case NUCLEUS_ERROR_EMPTY_ROW: return "a row must hold at least one score";
    case NUCLEUS_ERROR_LONG_ROW: return "a row must hold fewer than 2^31 - 1 scores";
    case NUCLEUS_ERROR_SCORE: return "a score must be finite or -infinity";
    case NUCLEUS_ERROR_ALL_MASKED: return "at least one score must be finite";
    case NUCLEUS_ERROR_WEIGHT: return "a weight must be finite and >= 0";
    case NUCLEUS_ERROR_NO_WEIGHT: return "at least one weight must be above 0";
    case NUCLEUS_ERROR_REPETITION: return "repetition must be finite and >= 0";
    case NUCLEUS_ERROR_PENALTY: return "presence and frequency must be finite";
    case NUCLEUS_ERROR_PROMPT_LENGTH: return "prompt_length must be at most count";
    case NUCLEUS_ERROR_BIAS: return "a bias must be finite or -infinity";
    case NUCLEUS_ERROR_BIAS_ID: return "a bias must be for an id of the row";
    case NUCLEUS_ERROR_OVERFLOW: return "a score must stay finite under penalties and biases";
    case NUCLEUS_ERROR_LOGPROBS: return "no more than 100 logprobs can be asked for";
    case NUCLEUS_ERROR_INCLUDE: return "an included id must be one of the row";
    default: return status < 0 ? "unknown status" : "ok";
  }
}
