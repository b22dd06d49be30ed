/* check.h: assertions that say what failed and where. */
#ifndef GPT_CHECK_H
#define GPT_CHECK_H

#include <stdio.h>
#include <stdlib.h>

#define CHECK(condition, ...)                                         \
  do {                                                                \
    if (!(condition)) {                                               \
      fprintf(stderr, "%s:%d: %s: ", __FILE__, __LINE__, #condition); \
      fprintf(stderr, __VA_ARGS__);                                   \
      fputc('\n', stderr);                                            \
      exit(1);                                                        \
    }                                                                 \
  } while (0)

#endif
