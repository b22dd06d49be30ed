/* stage_draw.h: one id out of a distribution, as torch.multinomial on the CPU.
 *
 * Every id of the vocabulary gets an exponential variate of luck; the largest p / luck wins. That is
 * the same as drawing from p: exponential clocks with rates p, and the first to ring.
 */

// One variate in the row's precision.
NUCLEUS_INLINE real luck_of(double uniform) { return (real)nucleus_exponential(uniform); }

// The race over final probabilities. An id with p = 0 never wins, the lower id wins a tie. Most
// variates are never computed: luck >= u, so an id with p / u clearly below the best score lost.
static int32_t race(const distribution *d, nucleus_generator *generator) {
  real best = 0;
  int32_t winner = -1;
  for (size_t id = 0; id < d->length; id++) {
    double u = nucleus_generator_uniform(generator);
    real p = final_probability(d, id);
    if (!(p > 0) || (double)best * u * (1 - 1e-6) > (double)p) continue;
    real score = p / luck_of(u);
    if (winner < 0 || score > best) {
      best = score;
      winner = (int32_t)id;
    }
  }
  return winner;
}

static int32_t draw(const distribution *d, nucleus_generator *generator) {
  return d->greedy >= 0 ? d->greedy : race(d, generator);
}
