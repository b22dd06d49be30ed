/* layout.c: the table of layout.h as data, for the build to read. Not a part of nucleus.wasm. */
#include "layout.h"

#include "export.h"

typedef struct {
  const char *name;
  int32_t value;
} entry;

#define MEMBER(type, member) {#type "." #member, (int32_t)offsetof(type, member)},
#define SIZE(type) {#type ".size", (int32_t)sizeof(type)},
#define NUMBER(name) {#name, name},

static const entry ENTRIES[] = {NUCLEUS_LAYOUT(MEMBER, SIZE, NUMBER)};

EXPORT(entries) const entry *entries(void) { return ENTRIES; }
EXPORT(count) size_t count(void) { return sizeof ENTRIES / sizeof *ENTRIES; }
