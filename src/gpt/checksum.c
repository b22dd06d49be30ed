#include "../core/exact.h"

#include "network.h"

// The remainder of one byte, bit by bit.
static uint32_t byte_remainder(uint32_t byte) {
  for (int bit = 0; bit < 8; bit++) byte = (byte >> 1) ^ (byte & 1 ? 0xedb88320u : 0);
  return byte;
}

uint32_t gpt_crc32(const void *bytes, size_t length) {
  uint32_t table[256];
  for (uint32_t byte = 0; byte < 256; byte++) table[byte] = byte_remainder(byte);
  const unsigned char *at = bytes;
  uint32_t crc = 0xffffffffu;
  for (size_t i = 0; i < length; i++) crc = (crc >> 8) ^ table[(crc ^ at[i]) & 0xff];
  return ~crc;
}
