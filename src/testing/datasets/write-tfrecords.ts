import { writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { maskedCrc32c } from '../../formats/tfrecord/crc32c.js';

/** Values of a field as they are written: texts and bytes, 32-bit numbers, or whole numbers. */
export type FieldValues =
  | { readonly bytes: readonly (string | Uint8Array)[] }
  | { readonly floats: readonly number[] }
  | { readonly integers: readonly (number | bigint)[] };

/** A varint of a whole number from -2^63 to 2^64. */
export function protobufVarint(value: number | bigint): Buffer {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  while (rest >= 0x80n) {
    bytes.push(Number(rest & 0x7fn) | 0x80);
    rest >>= 7n;
  }
  bytes.push(Number(rest));
  return Buffer.from(bytes);
}

/** A protobuf field: bytes, a text or a message with their length. */
export function protobufBytes(field: number, value: string | Uint8Array): Buffer {
  const bytes = typeof value === 'string' ? Buffer.from(value) : value;
  return Buffer.concat([protobufVarint(field * 8 + 2), protobufVarint(bytes.length), bytes]);
}

/** A protobuf field: a whole number, or true or false. */
export function protobufNumber(field: number, value: number | bigint | boolean): Buffer {
  return Buffer.concat([
    protobufVarint(field * 8),
    protobufVarint(typeof value === 'boolean' ? Number(value) : value),
  ]);
}

/** A tf.train.Example with the fields in the order given. */
export function tfExample(fields: Readonly<Record<string, FieldValues>>): Buffer {
  const entries = Object.entries(fields).map(([name, values]) =>
    protobufBytes(1, Buffer.concat([protobufBytes(1, name), protobufBytes(2, feature(values))])),
  );
  return protobufBytes(1, Buffer.concat(entries));
}

function feature(values: FieldValues): Buffer {
  if ('bytes' in values) {
    return protobufBytes(1, Buffer.concat(values.bytes.map((value) => protobufBytes(1, value))));
  }
  if ('integers' in values) {
    return protobufBytes(3, protobufBytes(1, Buffer.concat(values.integers.map(protobufVarint))));
  }
  const packed = Buffer.alloc(values.floats.length * 4);
  for (const [index, value] of values.floats.entries()) packed.writeFloatLE(value, index * 4);
  return protobufBytes(2, protobufBytes(1, packed));
}

/** A record as it stands in a TFRecord file: length and bytes with their checksums. */
export function tfRecord(bytes: Uint8Array): Buffer {
  const header = Buffer.alloc(12);
  header.writeBigUInt64LE(BigInt(bytes.length), 0);
  header.writeUInt32LE(maskedCrc32c(header.subarray(0, 8)), 8);
  const footer = Buffer.alloc(4);
  footer.writeUInt32LE(maskedCrc32c(bytes), 0);
  return Buffer.concat([header, bytes, footer]);
}

/** Writes a TFRecord file. */
export async function writeTfRecords(
  file: string,
  records: readonly Uint8Array[],
  options: { readonly gzip?: boolean } = {},
): Promise<void> {
  const content = Buffer.concat(records.map(tfRecord));
  await writeFile(file, options.gzip === true ? gzipSync(content) : content);
}
