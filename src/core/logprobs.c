/* logprobs.c: the logarithms of what the model itself says: softmax of the row as it was given. */
#include "exact.h"

#include "internal.h"

// ------------------------------------------------------------------------------------------------
// The best of many
// ------------------------------------------------------------------------------------------------

// The best so far, and those that may be: sorted down to the best whenever there is no more room.
typedef struct {
  nucleus_candidate *items, *spare;  // (room)
  size_t count, wanted, room;
  double floor;  // below or at it no candidate can be among the best any more
} best_list;

enum { ROOM_BESIDES = 1024 };

static void keep_best(best_list *list) {
  nucleus_sort(list->items, list->spare, list->count);
  if (list->count < list->wanted) return;
  list->count = list->wanted;
  list->floor = list->items[list->count - 1].value;
}

// Later ids lose ties, so they need more than the floor; the sort is stable, and all that come later have higher ids.
static void offer(best_list *list, double value, size_t id) {
  if (list->count >= list->wanted && !(value > list->floor)) return;
  list->items[list->count++] = (nucleus_candidate){value, (int32_t)id};
  if (list->count == list->room) keep_best(list);
}

static bool reserve_best(nucleus_context *context, size_t wanted, best_list *list) {
  *list = (best_list){.wanted = wanted, .room = wanted + ROOM_BESIDES, .floor = -INFINITY};
  list->items = nucleus_reserve(context, &context->candidates, list->room, sizeof *list->items);
  return list->items && (list->spare = nucleus_reserve(context, &context->spare, list->room, sizeof *list->spare));
}

// ------------------------------------------------------------------------------------------------
// Logprobs
// ------------------------------------------------------------------------------------------------

int nucleus_normalise(nucleus_context *context, const nucleus_row *row, nucleus_normaliser *out) {
  int status;
  nucleus_distribution d;
  const nucleus_arithmetic *in = nucleus_arithmetic_of(row, &status);
  const nucleus_policy greedy = {.temperature = 0}, plain = {.temperature = 1};
  if (!in || (status = in->distribute(context, row, &greedy, &d)) < 0) return status;
  out->top = nucleus_at(row, row->scores, (size_t)d.greedy);
  if ((status = in->distribute(context, row, &plain, &d)) < 0) return status;
  out->log_sum = nucleus_log(d.total);
  return NUCLEUS_OK;
}

double nucleus_logprob(const nucleus_row *row, nucleus_normaliser by, int64_t id) {
  if (id < 0 || (uint64_t)id >= row->length) return -INFINITY;
  return (nucleus_at(row, row->scores, (size_t)id) - by.top) - by.log_sum;
}

int nucleus_best(nucleus_context *context, const nucleus_row *row, nucleus_normaliser by, size_t count,
                 nucleus_choice *top) {
  best_list list;
  if (count == 0) return 0;
  if (!reserve_best(context, count < row->length ? count : row->length, &list)) return NUCLEUS_ERROR_MEMORY;
  for (size_t id = 0; id < row->length; id++) offer(&list, nucleus_logprob(row, by, (int64_t)id), id);
  keep_best(&list);
  for (size_t i = 0; i < list.count; i++) {
    top[i].id = list.items[i].id;
    top[i].logprob = list.items[i].value;
  }
  return (int)list.count;
}

int nucleus_logprobs(nucleus_context *context, const nucleus_row *row, int64_t id, double *logprob, size_t count,
                     nucleus_choice *top) {
  nucleus_normaliser by;
  if (count > NUCLEUS_MOST_LOGPROBS) return NUCLEUS_ERROR_LOGPROBS;
  int status = nucleus_normalise(context, row, &by);
  if (status < 0) return status;
  int found = nucleus_best(context, row, by, count, top);
  if (found >= 0) *logprob = nucleus_logprob(row, by, id);
  return found;
}
