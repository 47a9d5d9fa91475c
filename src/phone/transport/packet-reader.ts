import { HEADER_SIZE, LARGEST_PAYLOAD, commandName, type Packet } from './packet.js';

/** First size of the buffer for a payload that comes in pieces; it grows with what has come, not with what was promised. */
const FIRST_BUFFER = 4096;

/**
 * Cuts a stream of bytes into packets, for any pieces it comes in. Memory held is at most twice what has come of the
 * packet under way. Packets that lie whole in one piece are views of it.
 *
 * Headers are read here and not by `AdbPacketHeader`: the library's reader believes any length and takes some 20 µs each.
 */
export class PacketReader {
  /** Longest payload that is taken; the connection lowers it once both sides have named theirs. */
  largestPayload = LARGEST_PAYLOAD;
  readonly #onPacket: (packet: Packet) => void;
  readonly #header = Buffer.alloc(HEADER_SIZE);
  #headerFilled = 0;
  #payload: Buffer = Buffer.alloc(0);
  #payloadFilled = 0;
  #problem: string | null = null;
  #isStopped = false;

  constructor(onPacket: (packet: Packet) => void) {
    this.#onPacket = onPacket;
  }

  /** Whether part of a packet has come. */
  get isWithinPacket(): boolean {
    return this.#headerFilled > 0;
  }

  /** Takes nothing more, not even the rest of the piece under way. */
  stop(): void {
    this.#isStopped = true;
  }

  /**
   * Passes on the packets that are complete now; returns what is wrong with the bytes, after which nothing more is
   * read.
   */
  push(piece: Buffer): string | null {
    let offset = 0;
    while (offset < piece.length && this.#problem === null && !this.#isStopped) {
      offset =
        this.#headerFilled < HEADER_SIZE ? this.#readHeader(piece, offset) : this.#readPayload(piece, offset);
    }
    return this.#problem;
  }

  #readHeader(piece: Buffer, offset: number): number {
    const end = offset + HEADER_SIZE;
    if (this.#headerFilled === 0 && end <= piece.length) {
      piece.copy(this.#header, 0, offset, end);
      this.#headerFilled = HEADER_SIZE;
      if (!this.#checkHeader()) return end;
      const length = this.#header.readUInt32LE(12);
      if (end + length > piece.length) return end;
      this.#finish(piece.subarray(end, end + length));
      return end + length;
    }
    const copied = piece.copy(
      this.#header,
      this.#headerFilled,
      offset,
      offset + HEADER_SIZE - this.#headerFilled,
    );
    this.#headerFilled += copied;
    if (this.#headerFilled < HEADER_SIZE || !this.#checkHeader()) return offset + copied;
    if (this.#header.readUInt32LE(12) === 0) this.#finish(this.#payload);
    return offset + copied;
  }

  #checkHeader(): boolean {
    const command = this.#header.readUInt32LE(0);
    const length = this.#header.readUInt32LE(12);
    if (this.#header.readUInt32LE(20) !== (command ^ 0xffffffff) >>> 0)
      this.#problem = `packet ${commandName(command)} has a wrong magic`;
    else if (length > this.largestPayload)
      this.#problem = `packet ${commandName(command)} promises ${length} bytes, more than ${this.largestPayload}`;
    return this.#problem === null;
  }

  #readPayload(piece: Buffer, offset: number): number {
    const length = this.#header.readUInt32LE(12);
    const end = Math.min(piece.length, offset + length - this.#payloadFilled);
    this.#makeRoom(this.#payloadFilled + end - offset, length);
    piece.copy(this.#payload, this.#payloadFilled, offset, end);
    this.#payloadFilled += end - offset;
    if (this.#payloadFilled === length) this.#finish(this.#payload.subarray(0, length));
    return end;
  }

  #makeRoom(needed: number, length: number): void {
    if (needed <= this.#payload.length) return;
    const grown = Buffer.allocUnsafe(
      Math.min(length, Math.max(FIRST_BUFFER, needed, 2 * this.#payload.length)),
    );
    this.#payload.copy(grown, 0, 0, this.#payloadFilled);
    this.#payload = grown;
  }

  #finish(payload: Buffer): void {
    const header = this.#header;
    this.#headerFilled = 0;
    this.#payload = Buffer.alloc(0);
    this.#payloadFilled = 0;
    this.#onPacket({
      command: header.readUInt32LE(0),
      arg0: header.readUInt32LE(4),
      arg1: header.readUInt32LE(8),
      check: header.readUInt32LE(16),
      payload,
    });
  }
}
