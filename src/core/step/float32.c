/* float32.c: the stages of a step for float32 rows. */
#include "../exact.h"

#define NUCLEUS_REAL_BITS 32
#define NUCLEUS_ARITHMETIC nucleus_float32
#include "arithmetic.h"
#include "shortcut.h"
