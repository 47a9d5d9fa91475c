import type { Failure } from '../../formats/run/journal/event.js';
import type { RunQueue } from '../../queue/run-queue.js';

/** Milliseconds between looks. */
const LOOK_MS = 1_000;

/** Looks whether somebody has stopped a run by an outage, and tells it once. */
export class FollowedStop implements Disposable {
  readonly #queue: RunQueue;
  readonly #run: string;
  readonly #listeners = new Set<(by: Failure) => void>();
  readonly #looks: NodeJS.Timeout;
  #isStopped = false;

  constructor(queue: RunQueue, run: string) {
    this.#queue = queue;
    this.#run = run;
    this.#looks = setInterval(() => void this.#look().catch(() => undefined), LOOK_MS);
  }

  /** Whether somebody else has. */
  get isStopped(): boolean {
    return this.#isStopped;
  }

  readonly onStoppedElsewhere = (listener: (by: Failure) => void): Disposable => {
    this.#listeners.add(listener);
    return {
      [Symbol.dispose]: () => {
        this.#listeners.delete(listener);
      },
    };
  };

  async #look(): Promise<void> {
    const by = await this.#queue.stoppedBy(this.#run);
    if (by === null || !by.isOutage || this.#isStopped) return;
    this.#isStopped = true;
    this[Symbol.dispose]();
    for (const listener of this.#listeners) listener(by.failure);
  }

  [Symbol.dispose](): void {
    clearInterval(this.#looks);
  }
}
