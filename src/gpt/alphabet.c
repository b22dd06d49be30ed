#include "../core/exact.h"

#include "network.h"

#include <string.h>

// ------------------------------------------------------------------------------------------------
// UTF-8
// ------------------------------------------------------------------------------------------------

// Bytes of a character by its first byte; 0 for one that begins none.
static size_t announced_length(unsigned char first) {
  if (first < 0x80) return 1;
  if (first >= 0xc2 && first < 0xe0) return 2;
  if (first >= 0xe0 && first < 0xf0) return 3;
  return first >= 0xf0 && first < 0xf5 ? 4 : 0;
}

// Whether the second byte keeps the character out of overlong forms, surrogates and beyond U+10FFFF.
static bool second_is_sound(unsigned char first, unsigned char second) {
  if (first == 0xe0) return second >= 0xa0;
  if (first == 0xed) return second < 0xa0;
  if (first == 0xf0) return second >= 0x90;
  if (first == 0xf4) return second < 0x90;
  return true;
}

// Bytes of the character that `text` begins with; 0 for anything but UTF-8.
static size_t character_length(const char *text, size_t length) {
  const unsigned char *bytes = (const unsigned char *)text;
  size_t n = announced_length(bytes[0]);
  if (n > length) return 0;
  for (size_t i = 1; i < n; i++) {
    if ((bytes[i] & 0xc0) != 0x80) return 0;
  }
  return n > 1 && !second_is_sound(bytes[0], bytes[1]) ? 0 : n;
}

// ------------------------------------------------------------------------------------------------
// Alphabet
// ------------------------------------------------------------------------------------------------

// The bytes of a character as one number.
static uint32_t key_of(const char *character, size_t n) {
  uint32_t key = 0;
  for (size_t i = 0; i < n; i++) key = key << 8 | (unsigned char)character[i];
  return key;
}

// Moves characters[root] down to where no character below it has a larger key.
static void sift_down(gpt_character *characters, size_t root, size_t count) {
  gpt_character moved = characters[root];
  for (size_t child; (child = 2 * root + 1) < count; root = child) {
    if (child + 1 < count && characters[child].key < characters[child + 1].key) child++;
    if (characters[child].key <= moved.key) break;
    characters[root] = characters[child];
  }
  characters[root] = moved;
}

// Sorts by key. A heap: no order of the alphabet makes it slow.
static void sort(gpt_character *characters, size_t count) {
  for (size_t root = count / 2; root-- > 0;) sift_down(characters, root, count);
  for (size_t last = count; last-- > 1;) {
    gpt_character largest = characters[0];
    characters[0] = characters[last];
    characters[last] = largest;
    sift_down(characters, 0, last);
  }
}

// Whether the alphabet is as many characters as there are ids; lists them in id order.
static bool list_characters(const gpt_file *file, gpt_character *characters) {
  size_t at = 0;
  for (int32_t id = 0; id < file->sizes.vocabulary; id++) {
    size_t left = file->alphabet_bytes - at;
    size_t n = left > 0 ? character_length(file->alphabet + at, left) : 0;
    if (n == 0) return false;
    characters[id] = (gpt_character){key_of(file->alphabet + at, n), id};
    at += n;
  }
  return at == file->alphabet_bytes;
}

int gpt_read_alphabet(const gpt_file *file, gpt *model) {
  size_t count = (size_t)file->sizes.vocabulary;
  if (!list_characters(file, model->characters)) return GPT_ERROR_ALPHABET;
  sort(model->characters, count);
  for (size_t i = 1; i < count; i++) {
    if (model->characters[i].key == model->characters[i - 1].key) return GPT_ERROR_ALPHABET;
  }
  model->alphabet_bytes = file->alphabet_bytes;
  memcpy(model->alphabet, file->alphabet, file->alphabet_bytes);
  return GPT_OK;
}

// The id of a character, or -1.
static int32_t id_of(const gpt *model, uint32_t key) {
  size_t low = 0, high = (size_t)model->sizes.vocabulary;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (model->characters[middle].key < key) low = middle + 1;
    else high = middle;
  }
  bool found = low < (size_t)model->sizes.vocabulary && model->characters[low].key == key;
  return found ? model->characters[low].id : -1;
}

const char *gpt_alphabet(const gpt *model, size_t *length) {
  *length = model->alphabet_bytes;
  return model->alphabet;
}

int gpt_encode(const gpt *model, const char *text, size_t length, int32_t *ids, size_t *count) {
  *count = 0;
  for (size_t at = 0; at < length;) {
    size_t n = character_length(text + at, length - at);
    int32_t id = n == 0 ? -1 : id_of(model, key_of(text + at, n));
    if (id < 0) return GPT_ERROR_CHARACTER;
    ids[(*count)++] = id;
    at += n;
  }
  return GPT_OK;
}
