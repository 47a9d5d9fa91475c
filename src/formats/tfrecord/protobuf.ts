/** What is wrong with a protobuf message, and how many bytes into it. */
export class ProtobufFault extends Error {
  readonly at: number;

  constructor(message: string, at: number) {
    super(`${message} (byte ${at} of the message)`);
    this.at = at;
  }
}

/** How a field is stored: as a varint, as eight bytes, as bytes with their length, or as four bytes. */
export type WireType = 0 | 1 | 2 | 5;

const LONGEST_VARINT = 10;
/** Numbers of fields have 29 bits. */
const MAX_FIELD = 0x1fffffff;

/**
 * The fields of a protobuf message in the order they are stored. After `next` returns true, exactly one of `varint`,
 * `int64`, `float`, `bytes` and `skip` is called. Nothing is copied.
 *
 * Every method throws {ProtobufFault} on bytes that are no message.
 *
 * Source: Protocol Buffers documentation, "Encoding".
 */
export class ProtobufReader {
  field = 0;
  wire: WireType = 0;
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Bytes gone by. */
  get position(): number {
    return this.#at;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  /** Goes to the next field; false at the end. */
  next(): boolean {
    if (this.isAtEnd) return false;
    const start = this.#at;
    const tag = this.varint();
    const field = Math.floor(tag / 8);
    const wire = tag % 8;
    if (field === 0 || field > MAX_FIELD) throw new ProtobufFault(`there is no field ${field}`, start);
    if (wire !== 0 && wire !== 1 && wire !== 2 && wire !== 5) {
      throw new ProtobufFault(`field ${field} has the unknown wire type ${wire}`, start);
    }
    this.field = field;
    this.wire = wire;
    return true;
  }

  /** A varint as a whole number; those above 2^53 are refused. */
  varint(): number {
    let value = 0;
    let scale = 1;
    for (let index = 0; index < LONGEST_VARINT; index += 1) {
      const byte = this.#byte();
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) {
        if (value > Number.MAX_SAFE_INTEGER) break;
        return value;
      }
      scale *= 128;
    }
    throw new ProtobufFault('a number is too large', this.#at);
  }

  /** A varint as a signed 64-bit number. */
  int64(): bigint {
    let low = 0;
    let high = 0n;
    let shift = 0;
    for (let index = 0; index < LONGEST_VARINT; index += 1) {
      const byte = this.#byte();
      // The first four bytes fit a number of 28 bits; most values end there.
      if (index < 4) low += (byte & 0x7f) * 2 ** shift;
      else high |= BigInt(byte & 0x7f) << BigInt(shift);
      if (byte < 0x80) return high === 0n ? BigInt(low) : BigInt.asIntN(64, high | BigInt(low));
      shift += 7;
    }
    throw new ProtobufFault('a number is too long', this.#at);
  }

  /** A varint as a signed 32-bit number. */
  int32(): number {
    return Number(BigInt.asIntN(32, this.int64()));
  }

  /** Four bytes as a floating-point number. */
  float(): number {
    this.#need(4);
    const value = this.#view.getFloat32(this.#at, true);
    this.#at += 4;
    return value;
  }

  /** Bytes with their length: a text, a message or a packed list. */
  bytes(): Uint8Array {
    const length = this.varint();
    this.#need(length);
    const start = this.#at;
    this.#at += length;
    return this.#bytes.subarray(start, this.#at);
  }

  /** Passes the field over. */
  skip(): void {
    switch (this.wire) {
      case 0:
        this.int64();
        return;
      case 1:
        this.#need(8);
        this.#at += 8;
        return;
      case 2:
        this.bytes();
        return;
      case 5:
        this.#need(4);
        this.#at += 4;
        return;
      default:
        this.wire satisfies never;
    }
  }

  #byte(): number {
    const byte = this.#bytes[this.#at];
    if (byte === undefined) throw new ProtobufFault('the message ends too early', this.#at);
    this.#at += 1;
    return byte;
  }

  #need(length: number): void {
    if (this.#at + length > this.#bytes.length) {
      throw new ProtobufFault('the message ends too early', this.#at);
    }
  }
}
