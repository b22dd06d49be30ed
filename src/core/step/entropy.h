/* entropy.h: -sum p log2 p, added up in the order of ids. */

static double entropy_of(const void *of, size_t length) {
  const real *p = of;
  double bits = 0, piece[PIECE];
  for (size_t id = 0; id < length; id += PIECE) {
    size_t count = length - id < PIECE ? length - id : PIECE;
    for (size_t i = 0; i < count; i++) piece[i] = (double)p[id + i];
    for (; count % 4; count++) piece[count] = 0;
    bits = nucleus_less_information(piece, count, bits);
  }
  return bits;
}
