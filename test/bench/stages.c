/* stages.c: the stages of an exact float32 step, each as an export, so that they can be timed one by one, and the
 * shortcut that most steps take instead.
 *
 * Every stage leaves what the next one starts from. All of them work on one row, under T 0.8 and top-p 0.9.
 */
#include "step/float32.c"

#define EXPORT(name) __attribute__((export_name(#name))) name

typedef struct {
  nucleus_context *context;
  nucleus_policy policy;
  float *scores;  // (length)
  size_t length;
  float *e;  // (length, padded)
  masses m;
  nucleus_distribution d;
} bench;

static nucleus_row row_of(const bench *b) { return (nucleus_row){b->scores, b->length, NUCLEUS_FLOAT32}; }

// Room for a row of up to `capacity` scores, or NULL.
bench *EXPORT(bench_new)(size_t capacity) {
  nucleus_context *context = nucleus_context_new(NULL);
  if (!context) return NULL;
  bench *b = nucleus_allocate(context, sizeof *b);
  float *scores = nucleus_allocate(context, capacity * sizeof *scores);
  float *e = nucleus_allocate(context, nucleus_padded(capacity) * sizeof *e);
  if (!b || !scores || !e) return NULL;
  *b = (bench){.context = context, .policy = {.temperature = 0.8, .top_p = 0.9}, .scores = scores, .e = e};
  return b;
}

// Where the host writes the scores of a row that is `length` long.
float *EXPORT(bench_scores)(bench *b, size_t length) {
  b->length = length;
  return b->scores;
}

int EXPORT(bench_softmax)(bench *b) {
  b->m = (masses){.e = b->e, .length = b->length};
  return exponentiate_row(b->context, b->scores, b->length, NUCLEUS_EVERYTHING, (short_list){NULL, 0},
                          b->policy.temperature, b->e, &b->m.total);
}

int EXPORT(bench_cut)(bench *b) {
  b->d = (nucleus_distribution){.row = row_of(b),
                                .e = b->e,
                                .total = (double)b->m.total,
                                .divisor = 1,
                                .bar = LEAST_BAR,
                                .crossing = -1,
                                .greedy = -1,
                                .survivors = NUCLEUS_EVERYTHING,
                                .kept = NUCLEUS_EVERYTHING};
  return cut(b->context, b->m, &b->policy, (short_list){NULL, 0}, &b->d);
}

int32_t EXPORT(bench_draw)(bench *b, uint32_t seed) { return draw(b->context, &b->d, (nucleus_dice){.seed = seed}); }

// Whether the shortcut is certain of the id.
bool EXPORT(bench_certain)(bench *b, uint32_t seed) {
  nucleus_row row = row_of(b);
  return nucleus_shortcut(b->context, &row, &b->policy, (nucleus_dice){.seed = seed}) >= 0;
}

// The whole step, as the library takes it.
int32_t EXPORT(bench_total)(bench *b, uint32_t seed) {
  nucleus_row row = row_of(b);
  return nucleus_sample_seeded(b->context, &row, &b->policy, seed, NULL);
}
