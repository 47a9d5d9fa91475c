import type { ServiceStream } from '../service-stream.js';
import { CLIENT_GONE } from './client-gone.js';
import { InputQueue } from './input-queue.js';
import { PACKET_COMMAND } from './packet.js';
import type { PhoneTraffic } from './phone-traffic.js';

/** Bytes that a service may write ahead of what the host has taken, besides the packet under way. */
const WRITE_AHEAD = 64 * 1024;
/** Writes ahead, however small: each takes memory besides its bytes. */
const WRITES_AHEAD = 64;
const NOTHING = new Uint8Array(0);

/** What a stream needs of the connection it belongs to. */
export interface StreamOwner {
  /** Bytes of payload that both sides take. */
  readonly largestPayload: number;
  /** Account of the phone. */
  readonly traffic: PhoneTraffic;
  send(command: number, arg0: number, arg1: number, payload: Uint8Array): void;
  /** False while the host reads too little; the owner calls `pump` once there is room. */
  hasRoomFor(stream: DaemonStream): boolean;
  /** Counts bytes of the host that nobody has read yet; false, and not counted, where they are too many. */
  keepUnread(bytes: number): boolean;
  releaseUnread(bytes: number): void;
  /** Too much waits for clients already: the owner closes the stream. */
  overflowed(stream: DaemonStream): void;
  /** The stream closed and is known no more. */
  forget(stream: DaemonStream): void;
}

/** What became of a WRTE: `early` when it did not wait for the one before to be taken, `full` when too much is unread. */
export type Received = 'taken' | 'early' | 'full';

/**
 * One stream of a daemon connection: at most one unacknowledged WRTE in each direction, split at the payload both sides
 * take. An OKAY for the host's WRTE goes out when the service took it.
 *
 * Source: AOSP `adb/protocol.txt`.
 */
export class DaemonStream implements ServiceStream {
  /** Our number of the stream, and the host's. */
  readonly localId: number;
  readonly remoteId: number;
  readonly input: InputQueue;
  readonly #owner: StreamOwner;
  /** Made when somebody asks: most services never do. */
  #abort: AbortController | null = null;
  #isGone = false;
  #isClosed = false;
  #isEnding = false;
  /** The host's WRTE that nobody took, so that no OKAY has gone out; its bytes, or -1. */
  #heldInput = -1;
  #isUnderWay = false;
  #isPumpPlanned = false;
  #output: Uint8Array[] = [];
  #outputSize = 0;
  #writers: (() => void)[] = [];

  constructor(owner: StreamOwner, localId: number, remoteId: number) {
    this.#owner = owner;
    this.localId = localId;
    this.remoteId = remoteId;
    this.input = new InputQueue(() => this.#inputTaken());
  }

  get gone(): AbortSignal {
    this.#abort ??= new AbortController();
    if (this.#isGone) this.#abort.abort(CLIENT_GONE);
    return this.#abort.signal;
  }

  write(bytes: Uint8Array): Promise<void> {
    if (bytes.length === 0 || this.#isClosed) return Promise.resolve();
    if (!this.#owner.traffic.keep(bytes)) {
      this.#owner.overflowed(this);
      return Promise.resolve();
    }
    this.#output.push(bytes);
    this.#outputSize += bytes.length;
    this.#planPump();
    if (this.#hasRoom) return Promise.resolve();
    return new Promise((resolve) => this.#writers.push(resolve));
  }

  /** Sends the next WRTE if the last one was taken. */
  pump(): void {
    if (this.#isUnderWay || this.#isClosed || this.#output.length === 0 || !this.#owner.hasRoomFor(this))
      return;
    this.#isUnderWay = true;
    this.#owner.send(PACKET_COMMAND.write, this.localId, this.remoteId, this.#nextPayload());
    if (this.#hasRoom) this.#releaseWriters();
  }

  /** The host took our WRTE. */
  acknowledged(): void {
    if (!this.#isUnderWay) return;
    this.#isUnderWay = false;
    this.pump();
    this.#closeIfDone();
  }

  /** A WRTE of the host. */
  received(payload: Uint8Array): Received {
    if (this.#heldInput >= 0) return 'early';
    if (!this.#owner.keepUnread(payload.length)) return 'full';
    this.#heldInput = payload.length;
    this.input.push(payload);
    return 'taken';
  }

  /** The service is done: closes once the host took everything. */
  end(): void {
    this.#isEnding = true;
    this.#closeIfDone();
  }

  /** Closes at once, telling the host: it closed, or broke the rules. */
  close(): void {
    if (this.#isClosed) return;
    this.#owner.send(PACKET_COMMAND.close, this.localId, this.remoteId, NOTHING);
    this.drop();
  }

  /** The host is gone, there is nobody to tell. */
  drop(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const piece of this.#output) this.#owner.traffic.release(piece);
    this.#output = [];
    this.#outputSize = 0;
    if (this.#heldInput > 0) this.#owner.releaseUnread(this.#heldInput);
    this.#owner.forget(this);
    this.#isGone = true;
    if (!this.#isEnding) this.#abort?.abort(CLIENT_GONE);
    // What came before the host left may still be read: it sends its last bytes and CLSE in one go.
    this.input.end();
    this.#releaseWriters();
  }

  get #hasRoom(): boolean {
    if (this.#owner.traffic.isCrowded) return this.#outputSize === 0;
    return this.#outputSize <= WRITE_AHEAD && this.#output.length <= WRITES_AHEAD;
  }

  /** Sends only once whoever writes now has written all: what goes together goes into one packet. */
  #planPump(): void {
    if (this.#isPumpPlanned || this.#isUnderWay) return;
    this.#isPumpPlanned = true;
    queueMicrotask(() => {
      this.#isPumpPlanned = false;
      this.pump();
    });
  }

  #inputTaken(): void {
    if (this.#isClosed || this.#heldInput < 0) return;
    this.#owner.releaseUnread(this.#heldInput);
    this.#heldInput = -1;
    this.#owner.send(PACKET_COMMAND.okay, this.localId, this.remoteId, NOTHING);
  }

  #closeIfDone(): void {
    if (this.#isEnding && !this.#isUnderWay && this.#output.length === 0) this.close();
  }

  #releaseWriters(): void {
    for (const release of this.#writers.splice(0)) release();
  }

  /** As many whole writes as fit, or the first part of one that does not. */
  #nextPayload(): Uint8Array {
    const largest = this.#owner.largestPayload;
    const [first = NOTHING] = this.#output;
    if (first.length > largest) {
      this.#output[0] = first.subarray(largest);
      this.#outputSize -= largest;
      return first.subarray(0, largest);
    }
    let count = 0;
    let size = 0;
    for (const bytes of this.#output) {
      if (size + bytes.length > largest) break;
      size += bytes.length;
      count += 1;
    }
    this.#outputSize -= size;
    const parts = this.#output.splice(0, count);
    for (const part of parts) this.#owner.traffic.release(part);
    return parts.length === 1 ? first : Buffer.concat(parts, size);
  }
}
