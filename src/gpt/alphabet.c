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
static int second_is_sound(unsigned char first, unsigned char second) {
  if (first == 0xe0) return second >= 0xa0;
  if (first == 0xed) return second < 0xa0;
  if (first == 0xf0) return second >= 0x90;
  if (first == 0xf4) return second < 0x90;
  return 1;
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

// The id of a character in a sound alphabet, or -1.
static int32_t find(const char *alphabet, size_t length, const char *character, size_t n) {
  int32_t id = 0;
  for (size_t at = 0; at < length; id++) {
    size_t width = character_length(alphabet + at, length - at);
    if (width == n && memcmp(alphabet + at, character, n) == 0) return id;
    at += width;
  }
  return -1;
}

int gpt_alphabet_is_sound(const char *alphabet, size_t length, size_t vocabulary) {
  size_t count = 0;
  for (size_t at = 0; at < length; count++) {
    size_t n = character_length(alphabet + at, length - at);
    if (n == 0 || find(alphabet, at, alphabet + at, n) >= 0) return 0;
    at += n;
  }
  return count == vocabulary;
}

const char *gpt_alphabet(const gpt *model, size_t *length) {
  *length = model->alphabet_bytes;
  return model->alphabet;
}

int gpt_encode(const gpt *model, const char *text, size_t length, int32_t *ids, size_t *count) {
  *count = 0;
  for (size_t at = 0; at < length;) {
    size_t n = character_length(text + at, length - at);
    int32_t id = n == 0 ? -1 : find(model->alphabet, model->alphabet_bytes, text + at, n);
    if (id < 0) return GPT_ERROR_CHARACTER;
    ids[(*count)++] = id;
    at += n;
  }
  return GPT_OK;
}
