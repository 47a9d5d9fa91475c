/** What came of a request, as far as the endpoint's load goes. */
export type LoadOutcome = 'served' | 'overloaded' | 'failed';

/** A place among the requests under way. */
export interface Ticket {
  readonly round: number;
}

/** Factor on the limit after the endpoint reported that it is busy. */
export const DECREASE = 0.7;

/**
 * Requests at a time that an endpoint is given: one more for every round of requests that was served, fewer by a third
 * when it reports that it is busy (once per round, since all that were under way get the same answer). First come,
 * first served; nobody is let in while the endpoint asked for a pause.
 *
 * Source: additive increase, multiplicative decrease, Chiu and Jain 1989.
 */
export interface EndpointLimit {
  /** Milliseconds until the endpoint takes requests again, as far as is known here; 0 where it takes them now. */
  readonly pausedForMs: number;
  /** At most this many at a time from now on. */
  lower(max: number): void;
  /** Waits for a place. @throws the reason of the signal */
  acquire(signal: AbortSignal): Promise<Ticket>;
  /** Gives the place back. `pauseMs`: what the endpoint asked everyone to wait. */
  release(ticket: Ticket, outcome: LoadOutcome, pauseMs?: number | null): void;
}

/** The limit of an endpoint and key, with so many requests at a time at most; the caller keeps it. */
export type EndpointLimits = (account: string, max: number) => EndpointLimit;
