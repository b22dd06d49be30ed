/* check.h: a test program's one macro. A failed check prints where and what, and ends the program. */
#ifndef NUCLEUS_CHECK_H
#define NUCLEUS_CHECK_H

#include <stdio.h>
#include <stdlib.h>

#define CHECK(condition)                                              \
  do {                                                                \
    if (!(condition)) {                                               \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition); \
      exit(1);                                                        \
    }                                                                 \
  } while (0)

#endif
