import type { DeviceServices } from '../service-stream.js';

export interface TrafficLimits {
  /** Bytes kept for clients that do not take them from which on nothing is written ahead. */
  readonly crowdedBytes?: number;
  /** Bytes kept for clients that do not take them; a stream that would need more is closed. */
  readonly mostUnsent?: number;
  /** Bytes of clients that services do not read; a stream that would need more is closed. */
  readonly mostUnread?: number;
}

const CROWDED = 64 << 20;
/** More than all files of a phone together, which a slow client may be reading. */
const MOST_UNSENT = 512 << 20;
const MOST_UNREAD = 256 << 20;

interface Kept {
  users: number;
  readonly size: number;
}

/**
 * Memory that the streams of one phone take up because somebody is slow, whichever front end they came by. Answers that wait
 * with views of one buffer take it up once.
 */
export class PhoneTraffic {
  readonly #crowded: number;
  readonly #mostUnsent: number;
  readonly #mostUnread: number;
  readonly #kept = new Map<ArrayBufferLike, Kept>();
  #unsent = 0;
  #unread = 0;

  constructor(limits: TrafficLimits = {}) {
    this.#crowded = limits.crowdedBytes ?? CROWDED;
    this.#mostUnsent = limits.mostUnsent ?? MOST_UNSENT;
    this.#mostUnread = limits.mostUnread ?? MOST_UNREAD;
  }

  /** Bytes of memory kept for clients that have not taken them. */
  get unsent(): number {
    return this.#unsent;
  }

  /** Bytes of clients that no service has read. */
  get unread(): number {
    return this.#unread;
  }

  /** So much is kept that nobody should write ahead of a client. */
  get isCrowded(): boolean {
    return this.#unsent > this.#crowded;
  }

  /** Counts a piece that waits for a client; false, and not counted, where there is no room for it. */
  keep(piece: Uint8Array): boolean {
    const { buffer } = piece;
    const kept = this.#kept.get(buffer);
    if (kept !== undefined) {
      kept.users += 1;
      return true;
    }
    const size = buffer.byteLength;
    // Whoever is alone is never too large.
    if (this.#unsent > 0 && this.#unsent + size > this.#mostUnsent) return false;
    this.#kept.set(buffer, { users: 1, size });
    this.#unsent += size;
    return true;
  }

  /** A piece that `keep` counted waits no more. */
  release(piece: Uint8Array): void {
    const kept = this.#kept.get(piece.buffer);
    if (kept === undefined) return;
    kept.users -= 1;
    if (kept.users > 0) return;
    this.#kept.delete(piece.buffer);
    this.#unsent -= kept.size;
  }

  /** Counts bytes of a client; false, and not counted, where there is no room for them. */
  keepUnread(bytes: number): boolean {
    if (this.#unread + bytes > this.#mostUnread) return false;
    this.#unread += bytes;
    return true;
  }

  releaseUnread(bytes: number): void {
    this.#unread -= bytes;
  }
}

const TRAFFIC = new WeakMap<DeviceServices, PhoneTraffic>();

/** The one account of a phone, for all its front ends. */
export function trafficOf(phone: DeviceServices): PhoneTraffic {
  let traffic = TRAFFIC.get(phone);
  if (traffic === undefined) TRAFFIC.set(phone, (traffic = new PhoneTraffic()));
  return traffic;
}
