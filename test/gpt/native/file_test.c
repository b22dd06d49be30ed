/* Weights files that are whole, damaged, foreign or absurd. */
#include <math.h>
#include <string.h>

#include "../../core/check.h"
#include "toy.h"

static const gpt_sizes sizes = {2, 8, 2, 8, 5};

enum { AT_VERSION = 4, AT_SIZES = 16, AT_PRECISION = 36, AT_EPSILON = 40, AT_LETTERS = 44, AT_ALPHABET = 48 };

// The status of opening `length` bytes, copied so that reading past them is caught.
static int open_status(const unsigned char *bytes, size_t length) {
  unsigned char *copy = malloc(length > 0 ? length : 1);
  CHECK_SAYING(copy, "no memory");
  memcpy(copy, bytes, length);
  gpt *model;
  int status = gpt_new(copy, length, &model);
  CHECK_SAYING((status == GPT_OK) == (model != NULL), "a model comes with GPT_OK alone");
  gpt_free(model);
  free(copy);
  return status;
}

static void expect(toy_file file, int expected, const char *what) {
  int status = open_status(file.bytes, file.length);
  CHECK_SAYING(status == expected, "%s: %s", what, gpt_status_name(status));
}

static void set_word(toy_file file, size_t at, uint32_t word) {
  for (size_t i = 0; i < 4; i++) file.bytes[at + i] = (unsigned char)(word >> 8 * i);
}

// Runs with one word changed and the checksum right, then puts everything back.
static void expect_with_word(toy_file file, size_t at, uint32_t word, int expected, const char *what) {
  unsigned char kept[4];
  memcpy(kept, file.bytes + at, sizeof kept);
  set_word(file, at, word);
  toy_seal(file);
  expect(file, expected, what);
  memcpy(file.bytes + at, kept, sizeof kept);
  toy_seal(file);
}

// ------------------------------------------------------------------------------------------------
// Tests
// ------------------------------------------------------------------------------------------------

static void a_whole_file_opens(toy_file file) {
  gpt *model;
  CHECK_SAYING(gpt_new(file.bytes, file.length, &model) == GPT_OK, "open");
  CHECK_SAYING(memcmp(gpt_sizes_of(model), &sizes, sizeof sizes) == 0, "sizes");
  CHECK_SAYING(gpt_parameters(model) == 5 * 8 + 8 * 8 + 2 * (12 * 64 + 13 * 8) + 2 * 8, "parameters");
  CHECK_SAYING(gpt_file_checksum(model) != 0, "checksum");
  gpt_free(model);
  gpt_free(NULL);
}

static void every_truncation_is_found(toy_file file) {
  for (size_t length = 0; length < file.length; length++) {
    int status = open_status(file.bytes, length);
    CHECK_SAYING(status == GPT_ERROR_TRUNCATED, "%zu bytes: %s", length, gpt_status_name(status));
  }
}

static void trailing_bytes_are_found(toy_file file) {
  unsigned char *longer = calloc(file.length + 1, 1);
  CHECK_SAYING(longer, "no memory");
  memcpy(longer, file.bytes, file.length);
  CHECK_SAYING(open_status(longer, file.length + 1) == GPT_ERROR_TRAILING, "one byte more");
  free(longer);
}

static void every_changed_byte_is_found(toy_file file) {
  static const unsigned char changes[] = {0x01, 0x80, 0xff};
  for (size_t at = 0; at < file.length; at++) {
    for (size_t c = 0; c < sizeof changes; c++) {
      file.bytes[at] ^= changes[c];
      int status = open_status(file.bytes, file.length);
      file.bytes[at] ^= changes[c];
      if (at < 4) CHECK_SAYING(status == GPT_ERROR_FOREIGN, "magic: %s", gpt_status_name(status));
      else if (at < 8) CHECK_SAYING(status == GPT_ERROR_VERSION, "version: %s", gpt_status_name(status));
      else if (at >= 12) CHECK_SAYING(status == GPT_ERROR_CHECKSUM, "byte %zu: %s", at, gpt_status_name(status));
      else
        CHECK_SAYING(status == GPT_ERROR_TRUNCATED || status == GPT_ERROR_TRAILING, "length: %s",
                     gpt_status_name(status));
    }
  }
}

static void foreign_files_are_named_as_such(void) {
  static const char safetensors[64] = "\x08\0\0\0\0\0\0\0{}      ";
  CHECK_SAYING(open_status((const unsigned char *)safetensors, sizeof safetensors) == GPT_ERROR_FOREIGN, "safetensors");
  CHECK_SAYING(open_status((const unsigned char *)"<!doctype html>", 15) == GPT_ERROR_FOREIGN, "a page");
  CHECK_SAYING(open_status((const unsigned char *)"G", 1) == GPT_ERROR_FOREIGN, "one byte");
}

static void a_later_version_is_refused(toy_file file) {
  expect_with_word(file, AT_VERSION, 2, GPT_ERROR_VERSION, "version 2");
}

static void impossible_sizes_are_refused(toy_file file) {
  for (size_t i = 0; i < 5; i++) {
    static const uint32_t absurd[] = {0, 0x7fffffff, 0x80000000, 0xffffffff};
    for (size_t a = 0; a < 4; a++) expect_with_word(file, AT_SIZES + 4 * i, absurd[a], GPT_ERROR_SIZES, "absurd size");
  }
  expect_with_word(file, AT_SIZES + 8, 3, GPT_ERROR_SIZES, "heads that do not divide the width");
  expect_with_word(file, AT_SIZES + 4, 12, GPT_ERROR_SIZES, "a width that is no multiple of 8");
  expect_with_word(file, AT_SIZES + 12, 9, GPT_ERROR_SIZES, "a length that does not follow from the sizes");
  expect_with_word(file, AT_PRECISION, 2, GPT_ERROR_SIZES, "an unknown precision");
  expect_with_word(file, AT_LETTERS, 0xfffffff0, GPT_ERROR_SIZES, "an alphabet beyond the file");
  expect_with_word(file, AT_EPSILON, 0x7fc00000, GPT_ERROR_SIZES, "an epsilon that is NaN");
  expect_with_word(file, AT_EPSILON, 0xbf800000, GPT_ERROR_SIZES, "a negative epsilon");
  expect_with_word(file, AT_EPSILON, 0x00000000, GPT_ERROR_SIZES, "an epsilon of 0");
  expect_with_word(file, AT_EPSILON, 0x80000000, GPT_ERROR_SIZES, "an epsilon of -0");
  expect_with_word(file, AT_EPSILON, 0x7f800000, GPT_ERROR_SIZES, "an infinite epsilon");
  expect_with_word(file, AT_EPSILON, 0x00000001, GPT_OK, "the least epsilon");
}

// A file of 2 MB whose sizes ask for half a gigabyte.
static void a_small_file_cannot_take_all_memory(void) {
  gpt_sizes greedy = {64, 16, 16, 4096, 5};
  toy_file file = toy_new(greedy, true, 1);
  expect(file, GPT_ERROR_SIZES, "a cache many times the file");
  toy_free(file);
}

// The toy's alphabet is 'a', U+00E0 in two bytes, U+20A0 in three, U+1F600 in four, 'b'. Each case
// puts as many bytes in place of one character.
static void unsound_alphabets_are_refused(toy_file file) {
  static const struct {
    size_t at;
    const char *bytes, *what;
  } cases[] = {
      {10, "a", "a character that occurs twice"},
      {0, "\x80", "a byte that only continues"},
      {0, "\xff", "a byte that is never used"},
      {1, "\xc1\x81", "two bytes for what one holds"},
      {1, "bc", "more characters than ids"},
      {1,
       "\xc3"
       "b",
       "a first byte alone"},
      {3, "\xe0\x82\xa0", "three bytes for what two hold"},
      {3, "\xed\xa0\x80", "a surrogate"},
      {6, "\xf0\x8f\x98\x80", "four bytes for what three hold"},
      {6, "\xf4\x90\x80\x80", "beyond U+10FFFF"},
      {6, "\xf5\x80\x80\x80", "far beyond U+10FFFF"},
      {10, "\xc3", "a character that the end cuts"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    unsigned char kept[4], *place = file.bytes + AT_ALPHABET + cases[i].at;
    size_t length = strlen(cases[i].bytes);
    memcpy(kept, place, length);
    memcpy(place, cases[i].bytes, length);
    toy_seal(file);
    expect(file, GPT_ERROR_ALPHABET, cases[i].what);
    memcpy(place, kept, length);
  }
  toy_seal(file);
}

static void infinite_weights_are_refused(toy_file file, bool narrow) {
  // The first numbers after the alphabet: weights, or scales where narrow. Then the last of all.
  size_t first = AT_ALPHABET + (size_t)file.bytes[AT_LETTERS];
  static const uint32_t bad[] = {0x7f800000, 0xff800000, 0x7fc00000};
  for (size_t i = 0; i < 3; i++) {
    expect_with_word(file, first, bad[i], GPT_ERROR_WEIGHT, narrow ? "scale" : "weight");
    expect_with_word(file, file.length - 4, bad[i], GPT_ERROR_WEIGHT, "bias");
  }
  size_t scales = (size_t)sizes.vocabulary * 4;
  if (!narrow) return;
  expect_with_word(file, first + scales, 0x01018001, GPT_ERROR_WEIGHT, "a weight of -128");
  expect_with_word(file, first, 0xbc000000, GPT_ERROR_WEIGHT, "a negative scale");
  expect_with_word(file, first, 0x7f000000, GPT_ERROR_WEIGHT, "a scale that makes a weight infinite");
  expect_with_word(file, first, 0x00000000, GPT_OK, "a scale of 0");
}

static void int8_is_refused_where_sums_would_not_fit(void) {
  gpt_sizes wide = {1, 264, 1, 1, 1};
  toy_file file = toy_new(wide, true, 1);
  expect(file, GPT_ERROR_SIZES, "int8 at width 264");
  toy_free(file);
  wide.width = 256;
  file = toy_new(wide, true, 1);
  expect(file, GPT_OK, "int8 at width 256");
  toy_free(file);
}

static void text_becomes_ids(toy_file file) {
  static const char text[] =
      "a\xc3\xa0\xe2\x82\xa0\xf0\x9f\x98\x80"
      "bz";
  int32_t ids[sizeof text];
  size_t count, letters;
  gpt *model;
  CHECK_SAYING(gpt_new(file.bytes, file.length, &model) == GPT_OK, "open");
  CHECK_SAYING(memcmp(gpt_alphabet(model, &letters), text, 11) == 0 && letters == 11, "alphabet");
  CHECK_SAYING(gpt_encode(model, text, 11, ids, &count) == GPT_OK && count == 5, "five characters");
  for (int32_t i = 0; i < 5; i++) CHECK_SAYING(ids[i] == i, "id %d", (int)i);
  CHECK_SAYING(gpt_encode(model, text, 12, ids, &count) == GPT_ERROR_CHARACTER && count == 5,
               "z is not in the alphabet");
  CHECK_SAYING(gpt_encode(model, text, 9, ids, &count) == GPT_ERROR_CHARACTER && count == 3, "a cut character");
  CHECK_SAYING(gpt_encode(model, text, 0, ids, &count) == GPT_OK && count == 0, "no text");
  gpt_free(model);
}

static void every_status_has_words(void) {
  const char *unknown = gpt_status_name(-1000);
  for (int status = GPT_ERROR_CHARACTER; status <= GPT_OK; status++) {
    CHECK_SAYING(strcmp(gpt_status_name(status), unknown) != 0, "status %d", status);
  }
}

int main(void) {
  for (int precision = 0; precision < 2; precision++) {
    bool narrow = precision == 1;
    toy_file file = toy_new(sizes, narrow, 5);
    a_whole_file_opens(file);
    every_truncation_is_found(file);
    trailing_bytes_are_found(file);
    every_changed_byte_is_found(file);
    a_later_version_is_refused(file);
    impossible_sizes_are_refused(file);
    unsound_alphabets_are_refused(file);
    infinite_weights_are_refused(file, narrow);
    text_becomes_ids(file);
    toy_free(file);
  }
  int8_is_refused_where_sums_would_not_fit();
  a_small_file_cannot_take_all_memory();
  foreign_files_are_named_as_such();
  every_status_has_words();
  return 0;
}
