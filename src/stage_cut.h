/* stage_cut.h: which ids survive top-k, top-p and min-p, and their mass.
 *
 * The only stage whose cost could depend on the shape of the distribution.
 */

// The k best scores, as a prefix. k is below length.
static int cut_top_k(nucleus_context *context, const real *scores, size_t length, size_t k, prefix *out) {
  candidate *items, *spare;
  if (!reserve_candidates(context, length, &items, &spare)) return NUCLEUS_ERROR_MEMORY;
  for (size_t id = 0; id < length; id++) items[id] = (candidate){scores[id], (int32_t)id};
  items = sort_candidates(items, spare, length);
  *out = (prefix){items[k - 1].value, items[k - 1].id};
  return NUCLEUS_OK;
}

// The id at which the running total, added in double in rank order and compared in the row's own
// precision, reaches top_p. `count` sorted candidates; -1 where no prefix reaches it.
static ptrdiff_t find_crossing(const candidate *sorted, size_t count, double top_p) {
  double total = 0;
  for (size_t i = 0; i < count; i++) {
    total += (double)sorted[i].value;
    if ((real)total >= (real)top_p) return (ptrdiff_t)i;
  }
  return -1;
}

// The shortest prefix of the probabilities whose mass reaches top_p; everything if none does.
// Only ids above `bound` are looked at first: all ids below it hold less than 1 - top_p together,
// so they come after the crossing. The margin covers what rounding can do to 2^31 terms.
static int cut_top_p(nucleus_context *context, const real *p, size_t length, double top_p, prefix *out) {
  candidate *items, *spare;
  if (!reserve_candidates(context, length, &items, &spare)) return NUCLEUS_ERROR_MEMORY;
  double tail = 1 - top_p - 1e-6;
  real bound = tail > 0 ? (real)(tail / (double)length) : 0;
  size_t count = 0;
  for (size_t id = 0; id < length; id++)
    if (p[id] > bound) items[count++] = (candidate){p[id], (int32_t)id};
  items = sort_candidates(items, spare, count);
  ptrdiff_t crossing = find_crossing(items, count, top_p);
  *out = crossing < 0 ? everything : (prefix){items[crossing].value, items[crossing].id};
  return NUCLEUS_OK;
}

// Of the prefix, the ids with p >= min_p * (largest p), the product in the row's precision.
static prefix cut_min_p(prefix kept, real largest, double min_p) {
  real floor = (real)min_p * largest;
  return kept.threshold >= floor ? kept : (prefix){floor, INT32_MAX};
}

static real largest_of(const real *p, size_t length) {
  real largest = 0;
  for (size_t id = 0; id < length; id++) largest = p[id] > largest ? p[id] : largest;
  return largest;
}

static double sum_kept(const real *p, size_t length, prefix kept) {
  lanes total = {{0}};
  for (size_t id = 0; id < length; id++) total.lane[id % 4] += prefix_has(kept, p[id], id) ? (double)p[id] : 0;
  return lanes_total(total);
}
