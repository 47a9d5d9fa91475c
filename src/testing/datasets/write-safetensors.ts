/** A tensor to write: its kind, its shape and the bytes of its numbers. */
export interface TensorToWrite {
  readonly dtype: string;
  readonly shape: readonly number[];
  readonly bytes: Uint8Array;
}

/** Numbers as a tensor of float32. */
export function floatTensor(
  shape: readonly number[],
  numbers: readonly number[] | Float32Array,
): TensorToWrite {
  const bytes = new Uint8Array(numbers.length * 4);
  const view = new DataView(bytes.buffer);
  numbers.forEach((number: number, index: number) => view.setFloat32(index * 4, number, true));
  return { dtype: 'F32', shape, bytes };
}

/** The bytes of a safetensors file with these tensors, in this order. */
export function safetensorsBytes(
  tensors: Readonly<Record<string, TensorToWrite>>,
  metadata?: Readonly<Record<string, string>>,
): Buffer {
  let next = 0;
  const header: Record<string, unknown> = metadata === undefined ? {} : { __metadata__: metadata };
  for (const [name, { dtype, shape, bytes }] of Object.entries(tensors)) {
    header[name] = { dtype, shape, data_offsets: [next, next + bytes.length] };
    next += bytes.length;
  }
  const data = Buffer.concat(Object.values(tensors).map(({ bytes }) => bytes));
  return withHeader(JSON.stringify(header), data);
}

/** The bytes of a safetensors file with this header, whatever it says. */
export function withHeader(header: string | Uint8Array, data: Uint8Array = new Uint8Array()): Buffer {
  const bytes = Buffer.from(typeof header === 'string' ? Buffer.from(header) : header);
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(bytes.length));
  return Buffer.concat([length, bytes, data]);
}
