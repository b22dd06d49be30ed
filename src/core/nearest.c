/* nearest.c: an inspection of the ids at the top, and of some others. Every number is the one that inspect.c gives. */
#include "exact.h"

#include "inspection.h"

// Up to so many ids that are not at the top, a pass for the total of each costs less than ranking all.
enum { TOTALS_BY_PASSES = 8 };

// The ids that are handed out.
typedef struct {
  int32_t *order, *ranks;  // (count)
  uint8_t *marks;          // (length) 1 for each of them
  size_t nearest, count;   // the `nearest` ones at the top come first
} excerpt;

// ------------------------------------------------------------------------------------------------
// Which ids
// ------------------------------------------------------------------------------------------------

static void hand_out(excerpt *x, int32_t id, size_t rank) {
  x->marks[id] = 1;
  x->order[x->count] = id;
  x->ranks[x->count++] = (int32_t)rank;
}

// An id that is none, or handed out already, is left alone.
static void hand_out_also(const nucleus_inspected *of, excerpt *x, int32_t id) {
  if (id >= 0 && !x->marks[id]) hand_out(x, id, of->in->place(of->softmax, of->d.row.length, id));
}

// Hands out the ids in their order; `first` are the winner of the race and the runner-up. `room` is for ids (length,
// padded). Returns a status.
static int choose_ids(const nucleus_inspected *of, const nucleus_focus *focus, const int32_t first[2], int32_t *room,
                      excerpt *x) {
  size_t length = of->d.row.length;
  x->nearest = focus->nearest < length ? focus->nearest : length;
  int status = of->in->rank(of->context, &of->d.row, of->softmax, 0, NUCLEUS_EVERYTHING, x->nearest, room, of->totals);
  if (status < 0) return status;
  for (size_t i = 0; i < x->nearest; i++) hand_out(x, room[i], i);
  hand_out_also(of, x, of->d.crossing);
  hand_out_also(of, x, first[0]);
  hand_out_also(of, x, first[1]);
  for (size_t i = 0; i < focus->include_count; i++) hand_out_also(of, x, (int32_t)focus->include[i]);
  return NUCLEUS_OK;
}

// ------------------------------------------------------------------------------------------------
// Running totals
// ------------------------------------------------------------------------------------------------

static bool survives(const nucleus_inspected *of, const excerpt *x, size_t i) {
  const nucleus_row *row = &of->d.row;
  if (of->d.greedy >= 0) return (size_t)x->ranks[i] < of->survivors;
  return nucleus_prefix_has(of->d.survivors, nucleus_at(row, row->scores, (size_t)x->order[i]), (size_t)x->order[i]);
}

// Adds to the totals of the nearest ids, which their ranking has brought, those of the others, without ranking all;
// false where that is not certain to give the same bits.
static bool add_by_passes(const nucleus_inspected *of, const excerpt *x) {
  if (of->top_k || x->count - x->nearest > TOTALS_BY_PASSES) return false;
  for (size_t i = x->nearest; i < x->count; i++) {
    double total;
    if (!of->in->total(of->mass, of->d.row.length, x->order[i], &total)) return false;
    nucleus_put(&of->d.row, of->totals, i, total);
  }
  return true;
}

// One by one, down to the last id that is handed out. Returns a status.
static int add_by_rank(const nucleus_inspected *of, const excerpt *x, int32_t *room) {
  const nucleus_row *row = &of->d.row;
  void *all = of->more[0];  // which are not filled in yet
  double least = 1;
  for (size_t i = 0; i < x->count; i++) {
    double mass = nucleus_at(row, of->mass, (size_t)x->order[i]);
    if (survives(of, x, i) && mass < least) least = mass;
  }
  int ranked = of->in->rank(of->context, row, of->mass, least, NUCLEUS_EVERYTHING, 0, room, all);
  for (size_t i = 0; ranked > 0 && i < x->count; i++) {
    size_t place = of->top_k ? of->in->place(of->mass, row->length, x->order[i]) : (size_t)x->ranks[i];
    if (place >= (size_t)ranked) place = (size_t)ranked - 1;  // without mass
    nucleus_put(row, of->totals, i, nucleus_at(row, all, place));
  }
  return ranked;
}

// ------------------------------------------------------------------------------------------------
// Numbers
// ------------------------------------------------------------------------------------------------

// The words of all ids.
static void take_words(const nucleus_inspected *of, const nucleus_generator *generator, uint32_t *words) {
  nucleus_sequence *sequence = &of->context->sequence;
  nucleus_sequence_continue(sequence, generator);
  for (size_t id = 0, taken; id < of->d.row.length; id += taken) {
    const uint32_t *next = nucleus_sequence_take(sequence, of->d.row.length - id, &taken);
    memcpy(words + 2 * id, next, 2 * taken * sizeof *words);
  }
}

static void fill_arrays(const nucleus_inspected *of, const excerpt *x, const uint32_t *words) {
  const nucleus_row *row = &of->d.row;
  for (size_t i = 0; i < x->count; i++) {
    size_t id = (size_t)x->order[i];
    double p = nucleus_at(row, of->final, id);
    double luck = nucleus_narrow(row, nucleus_exponential(nucleus_uniform_of(words[2 * id], words[2 * id + 1])));
    const double numbers[] = {nucleus_at(row, of->softmax, id),
                              survives(of, x, i) ? nucleus_at(row, of->totals, i) : NAN, p, luck, p > 0 ? p / luck : 0};
    for (size_t n = 0; n < 5; n++) nucleus_put(row, of->more[n], i, numbers[n]);
  }
}

int nucleus_inspect_few(nucleus_inspected *of, const nucleus_generator *generator, const nucleus_focus *focus,
                        nucleus_inspection *out) {
  uint32_t *words = (uint32_t *)of->ids[0];  // twice as long: ids[1] as well
  int32_t first[2], *room = of->ids[2];
  excerpt x = {.order = of->ids[3], .ranks = of->ids[4], .marks = memset(of->ids[5], 0, of->d.row.length)};
  take_words(of, generator, words);
  of->in->race(&of->d, words, first);
  int status = choose_ids(of, focus, first, room, &x);
  if (status >= 0 && !add_by_passes(of, &x)) status = add_by_rank(of, &x, room);
  if (status < 0) return status;
  of->in->probabilities(&of->d, of->final);
  fill_arrays(of, &x, words);
  *out = (nucleus_inspection){
      .softmax = of->more[0],
      .cumulative = of->more[1],
      .probabilities = of->more[2],
      .luck = of->more[3],
      .scores = of->more[4],
      .order = x.order,
      .ranks = x.ranks,
      .length = x.count,
  };
  return first[0];
}
