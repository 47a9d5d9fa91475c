import { DEFAULT_OUTAGE_SECONDS } from '../../engine/outage-watch.js';
import { HEARD_MS, type QueuedRunStatus, type QueueStatus, type StoppedRun } from '../../queue/run-queue.js';

/** Milliseconds that all who are at a run must fail at it until it is stopped: another one may be on its way. */
const FAILING_MS = 5_000;

/**
 * Knows when nobody will do a run any more: every worker that is at it fails, and will; or every worker that is there refuses it,
 * for as long as the run waits for what is gone.
 */
export class WorkerTrouble {
  readonly #waitMs: number;
  readonly #now: () => number;
  #failingSince: number | null = null;
  #refusedSince: number | null = null;

  /**
   * @param outageSeconds how long the run waits for what is gone; null for as long as a run does by itself
   * @param now milliseconds that never go back
   */
  constructor(outageSeconds: number | null, now: () => number = () => performance.now()) {
    this.#waitMs = (outageSeconds ?? DEFAULT_OUTAGE_SECONDS) * 1_000;
    this.#now = now;
  }

  /** Whether every worker that is there refuses the run. */
  get isRefused(): boolean {
    return this.#refusedSince !== null;
  }

  /** How long a worker that does it is waited for, in seconds. */
  get waitSeconds(): number {
    return this.#waitMs / 1_000;
  }

  /** What the run is to be stopped by; null while somebody may do it. */
  follow(status: QueuedRunStatus, workers: QueueStatus['workers']): StoppedRun | null {
    const there = workers.filter(({ heardMsAgo }) => heardMsAgo < HEARD_MS);
    const { counts, state } = status;
    const isOver = state !== 'open' || counts.waiting + counts.active === 0;
    return this.#ofFailing(status, there, isOver) ?? this.#ofRefused(status, there, isOver);
  }

  #ofFailing(
    { run, refused }: QueuedRunStatus,
    there: QueueStatus['workers'],
    isOver: boolean,
  ): StoppedRun | null {
    const lasting = refused.find(({ trouble }) => trouble?.lasts === true);
    const isDoneByOthers = there.some(
      ({ name, run: at, items }) => at === run && items > 0 && refused.every(({ worker }) => worker !== name),
    );
    if (lasting?.trouble === undefined || isOver || isDoneByOthers) {
      this.#failingSince = null;
      return null;
    }
    this.#failingSince ??= this.#now();
    if (this.#now() - this.#failingSince < FAILING_MS) return null;
    return { worker: lasting.worker, failure: lasting.trouble.failure, isOutage: false };
  }

  #ofRefused(
    { refused, counts }: QueuedRunStatus,
    there: QueueStatus['workers'],
    isOver: boolean,
  ): StoppedRun | null {
    const refusals = refused.filter(({ trouble }) => trouble === undefined);
    const isRefusedBy = (name: string): boolean => refusals.some(({ worker }) => worker === name);
    const isRefused = there.length > 0 && there.every(({ name }) => isRefusedBy(name));
    if (!isRefused || isOver || counts.active > 0) {
      this.#refusedSince = null;
      return null;
    }
    this.#refusedSince ??= this.#now();
    const first = refusals.find(({ worker }) => there.some(({ name }) => name === worker));
    if (this.#now() - this.#refusedSince < this.#waitMs || first === undefined) return null;
    const { worker, reason, failure = { fault: 'user', code: 'RUN_DIFFERS', message: reason } } = first;
    return { worker, failure, isOutage: false };
  }
}
