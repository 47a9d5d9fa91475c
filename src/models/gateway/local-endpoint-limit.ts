import { DECREASE, type EndpointLimit, type LoadOutcome, type Ticket } from './endpoint-limit.js';

interface LocalLimitOptions {
  /** Requests at a time at most. */
  readonly max: number;
  /** Milliseconds since some moment; `performance.now` unless given. */
  readonly now?: () => number;
}

interface Waiting {
  readonly resolve: (ticket: Ticket) => void;
  readonly reject: (reason: unknown) => void;
  readonly signal: AbortSignal;
  readonly onAbort: () => void;
}

/** The limit of an endpoint within one process. */
export class LocalEndpointLimit implements EndpointLimit {
  #max: number;
  readonly #now: () => number;
  readonly #queue = new Set<Waiting>();
  #limit: number;
  #active = 0;
  /** Grows with each decrease: a request of an earlier round means nothing for the current limit. */
  #round = 0;
  #pausedUntil = 0;
  #wakes = false;

  constructor(options: LocalLimitOptions) {
    this.#max = Math.max(1, options.max);
    this.#limit = this.#max;
    this.#now = options.now ?? (() => performance.now());
  }

  /** Requests at a time for now. */
  get limit(): number {
    return Math.floor(this.#limit);
  }

  get active(): number {
    return this.#active;
  }

  get pausedForMs(): number {
    return Math.max(0, this.#pauseLeft());
  }

  lower(max: number): void {
    this.#max = Math.max(1, Math.min(this.#max, max));
    this.#limit = Math.min(this.#limit, this.#max);
  }

  acquire(signal: AbortSignal): Promise<Ticket> {
    if (signal.aborted) return Promise.reject(asError(signal.reason));
    if (this.#queue.size === 0 && this.#hasRoom() && this.#pauseLeft() <= 0) {
      this.#active += 1;
      return Promise.resolve({ round: this.#round });
    }
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        resolve,
        reject,
        signal,
        onAbort: () => {
          this.#queue.delete(waiting);
          reject(asError(signal.reason));
        },
      };
      this.#queue.add(waiting);
      signal.addEventListener('abort', waiting.onAbort, { once: true });
      this.#admit();
    });
  }

  release(ticket: Ticket, outcome: LoadOutcome, pauseMs: number | null = null): void {
    const busy = this.#active;
    this.#active -= 1;
    if (pauseMs !== null) this.#pausedUntil = Math.max(this.#pausedUntil, this.#now() + pauseMs);
    if (outcome === 'overloaded' && ticket.round === this.#round) {
      // From what was really under way: a limit that was never reached means nothing.
      this.#limit = Math.max(1, Math.min(this.#limit, busy) * DECREASE);
      this.#round += 1;
    }
    if (outcome === 'served') this.#limit = Math.min(this.#max, this.#limit + 1 / this.#limit);
    this.#admit();
  }

  #hasRoom(): boolean {
    return this.#active < Math.floor(this.#limit);
  }

  #pauseLeft(): number {
    return this.#pausedUntil - this.#now();
  }

  #admit(): void {
    if (this.#queue.size === 0) return;
    const pauseLeft = this.#pauseLeft();
    if (pauseLeft > 0) {
      if (this.#wakes) return;
      this.#wakes = true;
      setTimeout(() => {
        this.#wakes = false;
        this.#admit();
      }, pauseLeft);
      return;
    }
    for (const waiting of this.#queue) {
      if (!this.#hasRoom()) return;
      this.#queue.delete(waiting);
      waiting.signal.removeEventListener('abort', waiting.onAbort);
      this.#active += 1;
      waiting.resolve({ round: this.#round });
    }
  }
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}
