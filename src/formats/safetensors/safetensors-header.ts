import { z } from 'zod';
import { describeIssue } from '../../domain/text/describe-issue.js';
import type { FilePlace } from '../../errors.js';
import { decodeUtf8, parseJson } from '../read-json-file.js';
import { SafetensorsError } from './safetensors-error.js';

/** Bytes of one number, by the names that the format has for kinds of numbers. */
const NUMBER_BYTES = {
  BOOL: 1,
  U8: 1,
  I8: 1,
  F8_E4M3: 1,
  F8_E5M2: 1,
  F8_E8M0: 1,
  U16: 2,
  I16: 2,
  F16: 2,
  BF16: 2,
  U32: 4,
  I32: 4,
  F32: 4,
  U64: 8,
  I64: 8,
  F64: 8,
  C64: 8,
} as const;
export type NumberKind = keyof typeof NUMBER_BYTES;

const count = z.int().nonnegative();
const TensorSchema = z.object({
  dtype: z.string(),
  shape: z.array(count),
  /** First byte and the byte after the last, counted from the end of the header. */
  data_offsets: z.tuple([count, count]),
});
const MetadataSchema = z.record(z.string(), z.string());

/** A tensor of a file: what it is, and the bytes that hold it, counted from the end of the header. */
export interface StoredTensor {
  readonly kind: NumberKind;
  /** Length of each dimension; none for a single number. */
  readonly shape: readonly number[];
  readonly begin: number;
  readonly end: number;
}

/** Key of the header that names no tensor. */
const METADATA = '__metadata__';

/**
 * The tensors that a header lists, by name. Together they must be all the data there are: in the order of their bytes each
 * begins where the one before ends, so that none overlaps, none lies outside and nothing is hidden between them. A name
 * that is given twice for different bytes breaks that rule too.
 *
 * Source: the safetensors format, as its own reader checks it.
 *
 * @param header the bytes between the length and the data
 * @param dataBytes bytes of the file behind the header
 * @throws {SafetensorsError} naming file and tensor; the errors of `parseJson` for a header that is no JSON
 */
export function parseSafetensorsHeader(
  header: Uint8Array,
  { dataBytes, file }: { readonly dataBytes: number; readonly file: string },
): ReadonlyMap<string, StoredTensor> {
  if (header[0] !== 0x7b) throw broken('the header does not begin with {', { file });
  const listed: unknown = parseJson(decodeUtf8(header, file), file);
  const tensors = new Map<string, StoredTensor>();
  // It begins with a brace, so it is an object.
  for (const [name, entry] of Object.entries(listed as object)) {
    const place = { file, path: [name] };
    if (name !== METADATA) tensors.set(name, storedTensor(entry, place));
    else if (!MetadataSchema.safeParse(entry).success) throw broken('the metadata are no texts', place);
  }
  requireWhole(tensors, dataBytes, file);
  return tensors;
}

function storedTensor(entry: unknown, place: FilePlace): StoredTensor {
  const read = TensorSchema.safeParse(entry);
  if (!read.success) {
    const words = read.error.issues.map((issue) => `${issue.path.join('.')}: ${describeIssue(issue)}`);
    throw broken(`the tensor is not described as the format has it: ${words.join('; ')}`, place);
  }
  const { dtype, shape, data_offsets: offsets } = read.data;
  if (!isNumberKind(dtype)) throw broken(`numbers of the kind ${JSON.stringify(dtype)} are not known`, place);
  const [begin, end] = offsets;
  const bytes = shape.reduce((product, length) => product * length, NUMBER_BYTES[dtype]);
  // Beyond what a double holds exactly the product is no number of bytes, and no file is as long.
  if (!Number.isSafeInteger(bytes) || end - begin !== bytes) {
    throw broken(
      `${dtype} [${shape.join(', ')}] takes ${bytes} bytes, the offsets have ${end - begin}`,
      place,
    );
  }
  return { kind: dtype, shape, begin, end };
}

function isNumberKind(name: string): name is NumberKind {
  return Object.hasOwn(NUMBER_BYTES, name);
}

function requireWhole(tensors: ReadonlyMap<string, StoredTensor>, dataBytes: number, file: string): void {
  const inOrder = [...tensors].toSorted(([, a], [, b]) => a.begin - b.begin || a.end - b.end);
  let next = 0;
  for (const [name, { begin, end }] of inOrder) {
    const place = { file, path: [name] };
    if (begin < next) throw broken(`the tensor overlaps the one before it by ${next - begin} bytes`, place);
    if (begin > next) throw broken(`${begin - next} bytes before the tensor belong to none`, place);
    next = end;
  }
  if (next > dataBytes) throw broken(`the tensors take ${next} bytes, the file has ${dataBytes}`, { file });
  if (next < dataBytes) throw broken(`${dataBytes - next} bytes at the end belong to no tensor`, { file });
}

function broken(what: string, place: FilePlace): SafetensorsError {
  return new SafetensorsError(what, {
    place,
    hint: 'Write the file again with the safetensors package, or copy it again.',
  });
}
