/** What came of a request, as far as the endpoint's load goes. */
export type LoadOutcome = 'served' | 'overloaded' | 'failed';

export interface EndpointLimitOptions {
  /** Requests at a time at most. */
  readonly max: number;
  /** Milliseconds since some moment; `performance.now` unless given. */
  readonly now?: () => number;
}

/** A place among the requests under way. */
export interface Ticket {
  readonly round: number;
}

interface Waiting {
  readonly resolve: (ticket: Ticket) => void;
  readonly reject: (reason: unknown) => void;
  readonly signal: AbortSignal;
  readonly onAbort: () => void;
}

/** Factor on the limit after the endpoint reported that it is busy. */
const DECREASE = 0.7;

/**
 * Requests at a time that an endpoint is given: one more for every round of requests that was served, fewer by a third
 * when it reports that it is busy (once per round, since all that were under way get the same answer). First come,
 * first served; nobody is let in while the endpoint asked for a pause.
 *
 * Source: additive increase, multiplicative decrease, Chiu and Jain 1989.
 */
export class EndpointLimit {
  #max: number;
  readonly #now: () => number;
  readonly #queue = new Set<Waiting>();
  #limit: number;
  #active = 0;
  /** Grows with each decrease: a request of an earlier round means nothing for the current limit. */
  #round = 0;
  #pausedUntil = 0;
  #wakes = false;

  constructor(options: EndpointLimitOptions) {
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

  /** Milliseconds until the endpoint takes requests again; 0 where it takes them now. */
  get pausedForMs(): number {
    return Math.max(0, this.#pauseLeft());
  }

  /** At most this many from now on. */
  lower(max: number): void {
    this.#max = Math.max(1, Math.min(this.#max, max));
    this.#limit = Math.min(this.#limit, this.#max);
  }

  /** Waits for a place. @throws the reason of the signal */
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

  /** Gives the place back. `pauseMs`: what the endpoint asked everyone to wait. */
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
