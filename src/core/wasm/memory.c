/* memory.c: malloc and free for the module, which takes few and large blocks: a fifth of the code of Emscripten's. */
#include <stdint.h>
#include <stdlib.h>

// Free blocks, by address, of which no two are neighbours. A block that is taken keeps its size in front of it.
typedef struct block {
  size_t size;  // in bytes, with this header; a multiple of 8
  struct block *next;
} block;

static block first;  // none itself; its size says whether there is a heap

extern unsigned char __heap_base;

enum { PAGE = 65536 };

static char *end_of(block *of) { return (char *)of + of->size; }

// Puts a block among the free ones, and neighbours together.
static void put_back(block *one) {
  block *before = &first;
  while (before->next && before->next < one) before = before->next;
  one->next = before->next;
  before->next = one;
  if (end_of(one) == (char *)one->next) {
    one->size += one->next->size;
    one->next = one->next->next;
  }
  if (before != &first && end_of(before) == (char *)one) {
    before->size += one->size;
    before->next = one->next;
  }
}

// Takes `size` bytes of the first free block that has them; NULL where none does.
static void *take(size_t size) {
  for (block *before = &first, *one; (one = before->next); before = one) {
    if (one->size < size) continue;
    if (one->size - size >= sizeof *one) {  // the front of it stays free
      one->size -= size;
      one = (block *)(void *)end_of(one);
      one->size = size;
    } else {
      before->next = one->next;
    }
    return one + 1;
  }
  return NULL;
}

// More memory, a free block of at least `size` bytes; false where there is none.
static int grow(size_t size) {
  size_t pages = size / PAGE + 1, end = __builtin_wasm_memory_grow(0, pages);
  if (end == SIZE_MAX) return 0;
  block *more = (block *)(end * PAGE);
  more->size = pages * PAGE;
  put_back(more);
  return 1;
}

void *malloc(size_t size) {
  if (size > SIZE_MAX / 2) return NULL;
  if (first.size == 0) {
    block *heap = (block *)(((uintptr_t)&__heap_base + 7) / 8 * 8);
    heap->size = __builtin_wasm_memory_size(0) * PAGE - (uintptr_t)heap;
    first.size = sizeof first;
    put_back(heap);
  }
  size = (size + sizeof first + 7) / 8 * 8;
  void *found = take(size);
  return found || !grow(size) ? found : take(size);
}

void free(void *memory) {
  if (memory) put_back((block *)memory - 1);
}
