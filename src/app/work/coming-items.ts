import type { QueuedRunStatus } from '../../queue/run-queue.js';

/** Milliseconds that the next item of a run is waited for once the one before it has ended: then nobody coordinates it. */
const NEXT_MS = 30_000;

/** What a worker may yet be given. Where items follow each other there is none for a moment between two. */
export class ComingItems {
  /** When a run last had an item, waiting or lent. */
  readonly #hadAt = new Map<string, number>();
  readonly #now: () => number;

  /** @param now milliseconds that never go back */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Whether an item of the run may yet come: also one that somebody has who may be killed. */
  isLeft({ run, state, counts, done, planned, isInOrder }: QueuedRunStatus): boolean {
    if (state !== 'open') return false;
    const now = this.#now();
    if (counts.waiting + counts.active > 0) {
      this.#hadAt.set(run, now);
      return true;
    }
    if (isInOrder !== true || done + counts.failed >= planned) return false;
    const hadAt = this.#hadAt.get(run) ?? now;
    this.#hadAt.set(run, hadAt);
    return now - hadAt < NEXT_MS;
  }
}
