import { openPlainFile, unreadable, type PlainFile } from '../../files/open-plain-file.js';
import { parseSafetensorsHeader, type StoredTensor } from './safetensors-header.js';
import { SafetensorsError } from './safetensors-error.js';

/** Longest header that is read, bytes: models of ten thousand tensors have two megabytes, the format allows a hundred. */
const MAX_HEADER_BYTES = 16 * 1024 * 1024;
/** A whole number of 64 bits: the header's length. */
const LENGTH_BYTES = 8;
/** Bytes read and converted at a time; a multiple of every number's size. */
const CHUNK_BYTES = 1 << 20;
const HINT = 'Write the file again with the safetensors package, or copy it again.';

/** An open safetensors file: its tensors by name, each read when it is asked for; close it with `await using`. */
export interface Safetensors extends AsyncDisposable {
  readonly file: string;
  readonly tensors: ReadonlyMap<string, StoredTensor>;
  /**
   * The numbers of a tensor in the order of its last dimension first (row-major), as float32. Kinds `F32`, `F16` and
   * `BF16` are read, all of them exactly.
   *
   * @param shape the shape that it must have
   * @throws {SafetensorsError} where it is missing, of another shape or kind, or the file has become shorter
   */
  readFloats(
    name: string,
    shape: readonly number[],
    options: { signal?: AbortSignal },
  ): Promise<Float32Array>;
}

/**
 * A safetensors file of any size. Memory holds its header, of at most 16 MiB, and what is read.
 *
 * @throws {SafetensorsError | FileUnreadableError} naming the file and what is wrong with its header
 */
export async function openSafetensors(file: string): Promise<Safetensors> {
  const opened = await openPlainFile(file, { maxBytes: Infinity });
  try {
    const headerBytes = await headerLength(opened, file);
    const header = new Uint8Array(headerBytes);
    await fill(opened, header, { file, position: LENGTH_BYTES });
    const dataAt = LENGTH_BYTES + headerBytes;
    const tensors = parseSafetensorsHeader(header, { dataBytes: opened.size - dataAt, file });
    return {
      file,
      tensors,
      readFloats: async (name, shape, { signal }) => {
        const tensor = requireTensor(tensors, name, { shape, file });
        return readFloats(opened, tensor, { file, dataAt, signal });
      },
      [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose](),
    };
  } catch (error) {
    await opened[Symbol.asyncDispose]();
    throw unreadable(file, error);
  }
}

async function headerLength(opened: PlainFile, file: string): Promise<number> {
  const { size } = opened;
  const place = { file };
  if (size < LENGTH_BYTES) {
    throw new SafetensorsError(`the file has ${size} bytes, less than a header's length takes`, {
      place,
      hint: HINT,
    });
  }
  const bytes = new Uint8Array(LENGTH_BYTES);
  await fill(opened, bytes, { file, position: 0 });
  const length = new DataView(bytes.buffer).getBigUint64(0, true);
  const most = Math.min(MAX_HEADER_BYTES, size - LENGTH_BYTES);
  if (length <= BigInt(most)) return Number(length);
  const bound = most === MAX_HEADER_BYTES ? 'and at most that many are read:' : 'and the file has';
  throw new SafetensorsError(`the header is to take ${length} bytes, ${bound} ${most}`, {
    place,
    hint: HINT,
  });
}

function requireTensor(
  tensors: ReadonlyMap<string, StoredTensor>,
  name: string,
  { shape, file }: { readonly shape: readonly number[]; readonly file: string },
): StoredTensor {
  const tensor = tensors.get(name);
  if (tensor === undefined) {
    throw new SafetensorsError(`the file has no tensor ${name}`, {
      place: { file },
      hint: 'Of a model in several files, name the one that its index lists for this tensor.',
    });
  }
  const place = { file, path: [name] };
  const isThatShape =
    tensor.shape.length === shape.length && tensor.shape.every((length, index) => length === shape[index]);
  if (!isThatShape) {
    const shapes = `[${tensor.shape.join(', ')}] and not [${shape.join(', ')}]`;
    throw new SafetensorsError(`the tensor's shape is ${shapes}`, {
      place,
      hint: 'Check that it is the model you meant.',
    });
  }
  if (tensor.kind in FLOATS) return tensor;
  throw new SafetensorsError(`the tensor holds ${tensor.kind}, not ${Object.keys(FLOATS).join(', ')}`, {
    place,
    hint: 'Save the weights as float32, float16 or bfloat16.',
  });
}

interface FloatKind {
  readonly bytes: number;
  readonly at: (view: DataView, offset: number) => number;
}

const FLOATS: Partial<Record<StoredTensor['kind'], FloatKind>> = {
  F32: { bytes: 4, at: (view, offset) => view.getFloat32(offset, true) },
  F16: { bytes: 2, at: (view, offset) => halfFloat(view.getUint16(offset, true)) },
  // The upper half of a float32.
  BF16: { bytes: 2, at: (view, offset) => upperHalf(view.getUint16(offset, true)) },
};

/** Source: IEEE 754, binary16. */
function halfFloat(bits: number): number {
  const sign = bits >= 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0x1f) return fraction === 0 ? sign * Infinity : NaN;
  return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

const word = new DataView(new ArrayBuffer(4));

function upperHalf(bits: number): number {
  word.setUint16(0, bits);
  word.setUint16(2, 0);
  return word.getFloat32(0);
}

async function readFloats(
  opened: PlainFile,
  { kind, begin, end }: StoredTensor,
  {
    file,
    dataAt,
    signal,
  }: { readonly file: string; readonly dataAt: number; readonly signal?: AbortSignal | undefined },
): Promise<Float32Array> {
  const { bytes: size, at } = FLOATS[kind] as FloatKind;
  const numbers = new Float32Array((end - begin) / size);
  let done = 0;
  for (let position = begin; position < end; position += CHUNK_BYTES) {
    signal?.throwIfAborted();
    const chunk = new Uint8Array(Math.min(CHUNK_BYTES, end - position));
    await fill(opened, chunk, { file, position: dataAt + position });
    const view = new DataView(chunk.buffer);
    for (let offset = 0; offset < chunk.length; offset += size) {
      numbers[done] = at(view, offset);
      done += 1;
    }
  }
  return numbers;
}

/** Fills `bytes` from the file. @throws {SafetensorsError} when it has become shorter since it was opened */
async function fill(
  { handle }: PlainFile,
  bytes: Uint8Array,
  { file, position }: { readonly file: string; readonly position: number },
): Promise<void> {
  let length = 0;
  while (length < bytes.length) {
    const { bytesRead } = await handle.read(bytes, length, bytes.length - length, position + length);
    if (bytesRead === 0) {
      throw new SafetensorsError('the file ends before its tensors do', { place: { file }, hint: HINT });
    }
    length += bytesRead;
  }
}
