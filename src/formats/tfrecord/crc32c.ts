/** Castagnoli polynomial, bits reversed. */
const POLYNOMIAL = 0x82f63b78;
const SLICES = 8;
const MASK_DELTA = 0xa282ead8;

/** Table k: what a byte does to the checksum once k more bytes have gone by. */
const TABLES: readonly Uint32Array[] = makeTables();

/** CRC-32C of the bytes, unsigned. Source: RFC 3720, appendix B.4. */
export function crc32c(bytes: Uint8Array): number {
  const [t0, t1, t2, t3, t4, t5, t6, t7] = TABLES as [
    Uint32Array,
    Uint32Array,
    Uint32Array,
    Uint32Array,
    Uint32Array,
    Uint32Array,
    Uint32Array,
    Uint32Array,
  ];
  const { length } = bytes;
  const whole = length - (length % SLICES);
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
      (t7[crc & 0xff] as number) ^
      (t6[(crc >>> 8) & 0xff] as number) ^
      (t5[(crc >>> 16) & 0xff] as number) ^
      (t4[crc >>> 24] as number) ^
      (t3[bytes[at + 4] as number] as number) ^
      (t2[bytes[at + 5] as number] as number) ^
      (t1[bytes[at + 6] as number] as number) ^
      (t0[bytes[at + 7] as number] as number);
  }
  for (; at < length; at += 1) {
    crc = (t0[(crc ^ (bytes[at] as number)) & 0xff] as number) ^ (crc >>> 8);
  }
  return (crc ^ -1) >>> 0;
}

/** The checksum as TFRecord files store it. Source: TensorFlow, description of the TFRecord format. */
export function maskedCrc32c(bytes: Uint8Array): number {
  const crc = crc32c(bytes);
  return (((crc >>> 15) | (crc << 17)) + MASK_DELTA) >>> 0;
}

function makeTables(): Uint32Array[] {
  const first = new Uint32Array(256);
  for (let byte = 0; byte < 256; byte += 1) {
    let crc = byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc & 1) === 1 ? (crc >>> 1) ^ POLYNOMIAL : crc >>> 1;
    first[byte] = crc;
  }
  const tables = [first];
  for (let slice = 1; slice < SLICES; slice += 1) {
    tables.push(tables[slice - 1]?.map((crc) => (crc >>> 8) ^ (first[crc & 0xff] ?? 0)) ?? first);
  }
  return tables;
}
