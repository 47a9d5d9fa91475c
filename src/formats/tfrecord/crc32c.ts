/** Castagnoli polynomial, bits reversed. */
const POLYNOMIAL = 0x82f63b78;
const SLICES = 8;
const MASK_DELTA = 0xa282ead8;

/**
 * Table k, from entry 256 k on: what a byte does to the checksum once k more bytes have gone by. One array: eight of their own
 * take half as long again.
 */
const TABLES: Int32Array = makeTables();

/** CRC-32C of the bytes, unsigned. Source: RFC 3720, appendix B.4. */
export function crc32c(bytes: Uint8Array): number {
  const { length } = bytes;
  const whole = length - (length % SLICES);
  const tables = TABLES;
  let crc = -1;
  let at = 0;
  // Casts: `at` stays below `length`, and a byte indexes a table of 256.
  for (; at < whole; at += SLICES) {
    crc ^=
      (bytes[at] as number) |
      ((bytes[at + 1] as number) << 8) |
      ((bytes[at + 2] as number) << 16) |
      ((bytes[at + 3] as number) << 24);
    crc =
      (tables[1792 + (crc & 0xff)] as number) ^
      (tables[1536 + ((crc >>> 8) & 0xff)] as number) ^
      (tables[1280 + ((crc >>> 16) & 0xff)] as number) ^
      (tables[1024 + (crc >>> 24)] as number) ^
      (tables[768 + (bytes[at + 4] as number)] as number) ^
      (tables[512 + (bytes[at + 5] as number)] as number) ^
      (tables[256 + (bytes[at + 6] as number)] as number) ^
      (tables[bytes[at + 7] as number] as number);
  }
  for (; at < length; at += 1) {
    crc = (tables[(crc ^ (bytes[at] as number)) & 0xff] as number) ^ (crc >>> 8);
  }
  return (crc ^ -1) >>> 0;
}

/** The checksum as TFRecord files store it. Source: TensorFlow, description of the TFRecord format. */
export function maskedCrc32c(bytes: Uint8Array): number {
  const crc = crc32c(bytes);
  return (((crc >>> 15) | (crc << 17)) + MASK_DELTA) >>> 0;
}

function makeTables(): Int32Array {
  const tables = new Int32Array(256 * SLICES);
  for (let byte = 0; byte < 256; byte += 1) {
    let crc = byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc & 1) === 1 ? (crc >>> 1) ^ POLYNOMIAL : crc >>> 1;
    tables[byte] = crc;
  }
  for (let index = 256; index < tables.length; index += 1) {
    const before = tables[index - 256] ?? 0;
    tables[index] = (before >>> 8) ^ (tables[before & 0xff] ?? 0);
  }
  return tables;
}
