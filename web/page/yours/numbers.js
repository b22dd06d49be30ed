/**
 * Scores as files hold them, to and from float32. Every conversion here is exact: float32 holds each number of float16
 * and of bfloat16, and the way back is refused where a bit would be lost.
 */

/** Bytes of one number, by the names that safetensors uses. */
export const BYTES = { F32: 4, F16: 2, BF16: 2 };

/**
 * @param {ArrayBuffer} buffer whole numbers, nothing before or after; its bytes may be reordered in place
 * @param {'F32' | 'F16' | 'BF16'} format
 * @param {boolean} [isBigEndian]
 * @returns {Float32Array} in the file's order
 */
export function toFloat32(buffer, format, isBigEndian = false) {
  if (isBigEndian) swapBytes(new Uint8Array(buffer), BYTES[format]);
  if (format === 'F32') return new Float32Array(buffer);
  const bits = Uint32Array.from(new Uint16Array(buffer), format === 'F16' ? widenFloat16 : (half) => half << 16);
  return new Float32Array(bits.buffer);
}

/**
 * @param {Float32Array} row
 * @returns {Uint16Array | undefined} the same numbers as float16, or nothing where float16 cannot hold one of them
 */
export function toFloat16(row) {
  const halves = new Uint16Array(row.length);
  const bits = new Uint32Array(row.buffer, row.byteOffset, row.length);
  for (let i = 0; i < bits.length; i++) {
    halves[i] = narrowFloat32(bits[i]);
    if (widenFloat16(halves[i]) >>> 0 !== bits[i]) return undefined;
  }
  return halves;
}

function swapBytes(bytes, size) {
  for (let at = 0; at < bytes.length; at += size) bytes.subarray(at, at + size).reverse();
}

// float16 has 1 bit of sign, 5 of exponent (biased by 15), 10 of fraction; float32 1, 8 (by 127) and 23.

/** The bits of a float16 as those of the equal float32. */
function widenFloat16(half) {
  const sign = (half & 0x8000) << 16;
  const exponent = (half >> 10) & 31;
  const fraction = half & 1023;
  if (exponent === 31) return sign | 0x7f800000 | (fraction << 13);
  if (exponent > 0) return sign | ((exponent + 112) << 23) | (fraction << 13);
  if (fraction === 0) return sign;
  const shift = Math.clz32(fraction) - 21; // until the leading one leaves the fraction's ten bits
  return sign | ((113 - shift) << 23) | (((fraction << shift) & 1023) << 13);
}

/** The bits of a float32 as those of a float16; what does not fit is cut off. */
function narrowFloat32(bits) {
  const sign = (bits >>> 16) & 0x8000;
  const exponent = ((bits >>> 23) & 255) - 112;
  const fraction = (bits >>> 13) & 1023;
  if (exponent >= 31) return sign | 0x7c00 | fraction;
  if (exponent > 0) return sign | (exponent << 10) | fraction;
  return exponent > -10 ? sign | ((fraction | 1024) >> (1 - exponent)) : sign;
}
