/* stage_cut.h: which ids survive top-k, top-p and min-p, without sorting the vocabulary.
 *
 * A look at some of the ids guesses where the cut falls. One pass over all of them then collects those near
 * it as candidates, and the cut is found exactly among these. Where the guess was wrong, which shows,
 * bounds that always hold take its place.
 */

enum {
  SAMPLE = 8192,             // ids looked at for a guess of the nucleus
  SMALL_VOCABULARY = SAMPLE  // up to here a guess looks at everything, and does not pay
};

// ------------------------------------------------------------------------------------------------
// top-k
// ------------------------------------------------------------------------------------------------

// A score that probably has k, but not many more, at or above it.
static real guess_kth_score(const real *scores, size_t length, size_t k, nucleus_candidate *items, nucleus_candidate *spare) {
  size_t looks = SAMPLE / 2, stride = length / looks;  // one score a look, where the nucleus takes four
  double rank = (double)k / (double)stride;
  rank += 4 * sqrt(rank) + 8;
  if (rank >= (double)looks) return -INFINITY;
  for (size_t i = 0; i < looks; i++) items[i] = (nucleus_candidate){(double)scores[i * stride], (int32_t)i};
  nucleus_crossing guess;
  return nucleus_select(items, spare, looks, NUCLEUS_BY_COUNT, 0, ceil(rank), &guess) ? (real)guess.kept.threshold : -INFINITY;
}

static size_t collect_scores(const real *scores, size_t length, real bound, nucleus_candidate *items) {
  size_t count = 0, id = 0;
  for (; id + LANES <= length; id += LANES) {
    reals x = load(scores + id);
    if (!any(x >= all(bound))) continue;
    for (size_t i = 0; i < LANES; i++) {
      items[count] = (nucleus_candidate){(double)LANE(x, i), (int32_t)(id + i)};
      count += LANE(x, i) >= bound;
    }
  }
  for (; id < length; id++)
    if (scores[id] >= bound) items[count++] = (nucleus_candidate){(double)scores[id], (int32_t)id};
  return count;
}

// The k best scores, as a prefix. k is below length.
static int cut_top_k(nucleus_context *context, const real *scores, size_t length, size_t k, nucleus_prefix *out) {
  nucleus_candidate *items, *spare;
  if (!reserve_candidates(context, length, &items, &spare)) return NUCLEUS_ERROR_MEMORY;
  real bound = REAL_IS_FLOAT && length > SMALL_VOCABULARY ? guess_kth_score(scores, length, k, items, spare) : -INFINITY;
  size_t count = collect_scores(scores, length, bound, items);
  if (count < k) count = collect_scores(scores, length, -INFINITY, items);
  nucleus_crossing found = {NUCLEUS_EVERYTHING, 0};  // stays so for a row with NaN, which is refused later
  nucleus_select(items, spare, count, NUCLEUS_BY_COUNT, 0, (double)k, &found);
  *out = found.kept;
  return NUCLEUS_OK;
}

// ------------------------------------------------------------------------------------------------
// top-p: where to look
// ------------------------------------------------------------------------------------------------

// Exponentials e (length, padded) whose probabilities are e / total.
typedef struct {
  const real *e;
  size_t length;
  real total;
} masses;

NUCLEUS_INLINE real mass_of(masses m, size_t id) { return m.e[id] / m.total; }

// Where the crossing is looked for, in exponentials: ids below `low` come after it, ids from `high` on before.
typedef struct {
  real low, high;
  bool certain;  // that it is in there, if any prefix reaches top_p at all
} bracket;

// All ids at or below this bound hold less than 1 - top_p together, so they come after the crossing. The
// margins cover what rounding can do.
static real certain_bound(masses m, double top_p) {
  double tail = (1 - top_p - 1e-6) / (double)m.length * (double)m.total * (1 - 1e-6);
  real bound = tail > 0 ? (real)tail : 0;
  return bound > REAL_MIN ? bound : REAL_TRUE_MIN;
}

// Double sums of float masses are exact, in any order, while each is at least 2^-29 and the total below 2.
static real exact_bound(masses m) { return (real)((double)m.total * 0x1p-29 * (1 + 1e-6)); }

// A histogram of looked-at exponentials, 64 buckets to a factor of two; bucket 0 holds 1, the largest.
enum { BUCKETS = 2048, BUCKET_SHIFT = REAL_IS_FLOAT ? 17 : 46 };

typedef struct {
  real mass[BUCKETS];
  uint32_t count[BUCKETS];
} histogram;

static real_bits bits_of(real x) {
  real_bits bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}

static size_t bucket_of(real e) {
  real_bits below = (bits_of(1) >> BUCKET_SHIFT) - (bits_of(e) >> BUCKET_SHIFT);
  return below < BUCKETS ? (size_t)below : BUCKETS - 1;
}

// The smallest exponential of a bucket.
static real bucket_floor(size_t bucket) {
  real_bits bits = ((bits_of(1) >> BUCKET_SHIFT) - (real_bits)bucket) << BUCKET_SHIFT;
  real x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

static void look(masses m, histogram *seen) {
  memset(seen, 0, sizeof *seen);
  size_t stride = m.length / (SAMPLE / 4);
  for (size_t i = 0; i < SAMPLE / 4; i++) {
    const real *four = m.e + (i * stride) / 4 * 4;
    for (size_t lane = 0; lane < 4; lane++) {
      size_t bucket = bucket_of(four[lane]);
      seen->mass[bucket] += four[lane];
      seen->count[bucket]++;
    }
  }
}

// Guesses from the tail: it is made of many light ids, so a sample tells its mass well, while it may miss the
// few heavy ids of the head altogether. The bracket spans three standard deviations of that estimate (of a sum
// of n masses, each in the sample or not: the root of the sum of their squares).
static bracket guess_bracket(masses m, double top_p) {
  histogram seen;
  look(m, &seen);
  double target = (1 - top_p) * (double)m.total * SAMPLE / (double)m.length;
  double tail = 0, squares = 0, looks = 0;
  bracket guess = {REAL_TRUE_MIN, INFINITY, false};
  for (size_t bucket = BUCKETS; bucket-- > 1;) {  // from the lightest up
    if (!seen.count[bucket]) continue;
    double mass = (double)seen.mass[bucket], count = seen.count[bucket];
    tail += mass;
    looks += count;
    squares += mass * mass / count;
    double spread = 3 * sqrt(squares);
    if (tail + spread < target) guess.low = bucket_floor(bucket - 1);
    if (tail - spread < target) continue;
    // Where few ids are above, they may as well be candidates: then the draw can go by their list.
    if (SAMPLE - looks > SAMPLE / 16) guess.high = bucket_floor(bucket - 1);
    break;
  }
  return guess;
}

// ------------------------------------------------------------------------------------------------
// top-p: the exact answer
// ------------------------------------------------------------------------------------------------

// What one pass over the vocabulary brings in from a bracket.
typedef struct {
  double head;   // mass of the ids above it
  size_t count;  // candidates inside it
} haul;

// Every lane is written and only those inside are counted, for the same reason as in keep_side.
NUCLEUS_INLINE size_t append(nucleus_candidate *items, size_t count, reals e, real total, masks inside, size_t id) {
  reals p = e / all(total);
  for (size_t i = 0; i < LANES; i++) {
    items[count] = (nucleus_candidate){(double)LANE(p, i), (int32_t)(id + i)};
    count += LANE(inside, i) != 0;
  }
  return count;
}

// The candidates of a bracket that is open above: few ids, so mostly comparisons, four to a branch.
static haul collect_open(masses m, real low, nucleus_candidate *items) {
  const reals bound = all(low);
  size_t count = 0;
  for (size_t id = 0; id < m.length; id += BLOCK) {
    const real *e = m.e + id;
    masks front = either(load(e) >= bound, load(e + LANES) >= bound);
    masks back = either(load(e + 2 * LANES) >= bound, load(e + 3 * LANES) >= bound);
    if (!any(either(front, back))) continue;
    for (size_t i = 0; i < BLOCK; i += LANES) count = append(items, count, load(e + i), m.total, load(e + i) >= bound, id + i);
  }
  return (haul){0, count};
}

// The same with the mass of the ids above, which are too many to be candidates.
static haul collect(masses m, bracket in, nucleus_candidate *items) {
  if (!REAL_IS_FLOAT || in.high > REAL_MAX) return collect_open(m, in.low, items);
  sums head = {0};
  size_t count = 0;
  for (size_t id = 0; id < m.length; id += LANES) {
    reals e = load(m.e + id);
    masks inside = both(e >= all(in.low), e < all(in.high));
    add(&head, id, choose(e >= all(in.high), e / all(m.total), all(0)));
    if (any(inside)) count = append(items, count, e, m.total, inside, id);
  }
  return (haul){total_of(&head), count};
}

// The ids of a small nucleus, ascending.
typedef struct {
  int32_t *ids;   // NULL where they were not noted
  size_t count;
} short_list;

// Up to how many ids it pays to draw among them one by one.
NUCLEUS_INLINE size_t short_length(size_t length) { return length / 8 + 1; }

// Notes the candidates while they are in order, if they are few.
static void note(const nucleus_candidate *items, size_t count, size_t length, short_list *list) {
  list->count = count;
  if (count > short_length(length)) list->ids = NULL;
  for (size_t i = 0; list->ids && i < count; i++) list->ids[i] = items[i].id;
}

// Sums in any order are right where everything is above the exact bound; else candidates are ranked and added
// one by one, as float64 rows always are.
static bool find(masses m, real low, haul got, double top_p, nucleus_candidate *items, nucleus_candidate *spare, nucleus_crossing *out) {
  if (REAL_IS_FLOAT && low >= exact_bound(m)) return nucleus_select(items, spare, got.count, BY_ROW_MASS, got.head, top_p, out);
  return nucleus_walk(nucleus_sort(items, spare, got.count), got.count, BY_ROW_MASS, got.head, top_p, out);
}

// Looks for the crossing in a bracket; false: it is not in there. Different exponentials can round to one
// probability, and then the ids decide. So a crossing that may be tied with an id outside does not count.
static bool cross(masses m, bracket in, double top_p, nucleus_candidate *items, nucleus_candidate *spare, short_list *list, nucleus_crossing *out) {
  haul got = collect(m, in, items);
  if (got.head > 0 && nucleus_reaches(BY_ROW_MASS, got.head, top_p)) return false;
  if (got.head > 0) list->ids = NULL;
  note(items, got.count, m.length, list);
  if (!find(m, in.low, got, top_p, items, spare, out)) return false;
  real p = (real)out->kept.threshold;
  return in.certain || (p > in.low / m.total && p < in.high / m.total);
}

// The brackets to look in: a guess; the ids too light to be added in any order, behind the exact mass of all
// others; these others; everything. Most rows need the first, or where top_p leaves less than the lightest
// ids hold, the second.
static size_t brackets(masses m, double top_p, bracket *list) {
  size_t count = 0;
  real certain = certain_bound(m, top_p), exact = REAL_IS_FLOAT ? exact_bound(m) : 0;
  real open = certain > exact ? certain : exact;
  if (REAL_IS_FLOAT && m.length > SMALL_VOCABULARY) {  // float64 rows have to rank what they keep anyway
    bracket guess = guess_bracket(m, top_p);
    if (guess.low < open) guess.low = open;
    if (guess.low < guess.high) list[count++] = guess;
  }
  if (certain < exact) list[count++] = (bracket){certain, exact, false};
  list[count++] = (bracket){open, INFINITY, certain >= exact};
  if (certain < exact) list[count++] = (bracket){certain, INFINITY, true};
  return count;
}

// The shortest prefix of the probabilities whose mass reaches top_p. Returns 1 with *out set, 0 where no
// prefix reaches it, or a status.
static int cut_top_p(nucleus_context *context, masses m, double top_p, short_list *list, nucleus_crossing *out) {
  nucleus_candidate *items, *spare;
  if (!reserve_candidates(context, nucleus_padded(m.length), &items, &spare)) return NUCLEUS_ERROR_MEMORY;
  int32_t *ids = nucleus_reserve(context, &context->short_list, short_length(m.length), sizeof *ids);
  if (!ids) return NUCLEUS_ERROR_MEMORY;
  bracket tries[4];
  size_t count = brackets(m, top_p, tries);
  for (size_t i = 0; i < count; i++) {
    list->ids = ids;
    if (cross(m, tries[i], top_p, items, spare, list, out)) return 1;
  }
  list->ids = NULL;
  return 0;
}

// ------------------------------------------------------------------------------------------------
// min-p, and the mass that is left
// ------------------------------------------------------------------------------------------------

// Of the prefix, the ids with p >= min_p * (largest p), the product in the row's precision.
static nucleus_prefix cut_min_p(nucleus_prefix kept, real largest, double min_p) {
  double floor = (double)((real)min_p * largest);
  return kept.threshold >= floor ? kept : (nucleus_prefix){floor, INT32_MAX};
}

// Takes ids that are not kept off the list.
static void shorten(masses m, nucleus_prefix kept, short_list *list) {
  size_t count = 0;
  for (size_t i = 0; list->ids && i < list->count; i++) {
    int32_t id = list->ids[i];
    list->ids[count] = id;
    count += nucleus_prefix_has(kept, (double)mass_of(m, (size_t)id), (size_t)id);
  }
  list->count = count;
}

static double sum_list(masses m, short_list list) {
  sums sum = {0};
  for (size_t i = 0; i < list.count; i++) add_one(&sum, (size_t)list.ids[i], mass_of(m, (size_t)list.ids[i]));
  return total_of(&sum);
}

static double sum_kept(masses m, nucleus_prefix kept) {
  const reals threshold = all((real)kept.threshold);
  sums sum = {0};
  for (size_t id = 0; id < m.length; id += LANES) {
    reals p = load(m.e + id) / all(m.total);
    masks tied = p == threshold;
    if (any(tied)) {  // ids decide
      for (size_t i = 0; i < LANES; i++)
        if (nucleus_prefix_has(kept, (double)LANE(p, i), id + i)) add_one(&sum, id + i, LANE(p, i));
    } else {
      add(&sum, id, choose(p > threshold, p, all(0)));
    }
  }
  return total_of(&sum);
}
