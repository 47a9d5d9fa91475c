import { DEFAULT_OUTAGE_SECONDS } from '../../engine/outage-watch.js';
import { failureOf } from '../../engine/failure.js';
import { RunDiffersError } from '../../engine/run-identity.js';
import type { TouchstoneError } from '../../errors.js';
import { StoreOutageError } from '../../files/object-store-errors.js';
import type { QueuedRunStatus, RunQueue } from '../../queue/run-queue.js';
import { UntrustedError } from '../trust/untrusted-error.js';

/** Milliseconds until a run is tried again: doubled with each failure, up to the most. */
const AGAIN_MS = { first: 1_000, most: 60_000 };

/** Mistakes of the user's by their code, and others that may only look like one: what is not there yet, or is somebody's just now. */
const MAY_PASS: ReadonlySet<string> = new Set(['NOT_A_RUN', 'RUN_LOCKED', 'DEVICE_BUSY', 'QUEUE']);

/** A run that could not be done. */
interface LeftRun {
  readonly since: number;
  readonly tries: number;
  /** When it is tried again; never, before somebody asks for it. */
  readonly nextAt: number;
}

/** What came of an error: the worker does not do the run, or tries again, in vain for long or not. */
export type Refusal = 'refused' | 'lasting' | 'passing';

/**
 * Runs that a worker does not do, or could not. It leaves alone for good only what differs from what it has; anything else it
 * tries again, less and less often, and the queue knows why.
 */
export class Refusals {
  readonly #queue: RunQueue;
  readonly #worker: string;
  readonly #now: () => number;
  readonly #left = new Map<string, LeftRun>();

  /** @param now milliseconds that never go back */
  constructor(queue: RunQueue, worker: string, now: () => number = () => performance.now()) {
    this.#queue = queue;
    this.#worker = worker;
    this.#now = now;
  }

  /** Forgets what was asked for again, as by `queue retry`, or is not there any more. */
  follow(runs: readonly QueuedRunStatus[]): void {
    for (const run of this.#left.keys()) {
      const known = runs.find((one) => one.run === run);
      if (known?.refused.every(({ worker }) => worker !== this.#worker) ?? true) this.#left.delete(run);
    }
  }

  mayJoin({ run }: { readonly run: string }): boolean {
    return this.#now() >= (this.#left.get(run)?.nextAt ?? 0);
  }

  /** Whether it will be tried again, sooner or later. */
  isLeftForGood({ run }: { readonly run: string }): boolean {
    return this.#left.get(run)?.nextAt === Number.POSITIVE_INFINITY;
  }

  /** @param options.isBegun whether it had joined the run: what fails then fails for others, too */
  async failed(
    { run, outageSeconds }: Pick<QueuedRunStatus, 'run' | 'outageSeconds'>,
    error: TouchstoneError,
    { isBegun }: { readonly isBegun: boolean },
  ): Promise<Refusal> {
    const now = this.#now();
    const { since = now, tries = 0 } = this.#left.get(run) ?? {};
    const refused = { worker: this.#worker, reason: reasonOf(error, isBegun), failure: failureOf(error) };
    const kind = kindOf(error, isBegun);
    if (kind === 'differs') {
      this.#left.set(run, { since, tries, nextAt: Number.POSITIVE_INFINITY });
      await this.#queue.refuse(run, refused);
      return 'refused';
    }
    const waitMs = Math.min(AGAIN_MS.first * 2 ** tries, AGAIN_MS.most);
    this.#left.set(run, { since, tries: tries + 1, nextAt: now + waitMs });
    const lasts = kind === 'lasts' || now - since >= (outageSeconds ?? DEFAULT_OUTAGE_SECONDS) * 1_000;
    await this.#queue.refuse(run, { ...refused, trouble: { failure: refused.failure, lasts } });
    return lasts ? 'lasting' : 'passing';
  }

  /** The worker has joined the run: what an earlier process of its name refused it by is over. */
  async joined({ run }: { readonly run: string }): Promise<void> {
    if (!this.#left.has(run)) await this.#queue.accept(run, this.#worker);
  }

  /** The worker has brought an item of the run to its end. */
  async succeeded({ run }: { readonly run: string }): Promise<void> {
    if (this.#left.delete(run)) await this.#queue.accept(run, this.#worker);
  }
}

/** What is said of it; of a run that is not to be seen, also what to look at. */
export function reasonOf({ code, message }: TouchstoneError, isBegun: boolean): string {
  return code === 'NOT_A_RUN' && !isBegun ? `${message}; is --runs the folder that the run is in?` : message;
}

/** Whether it is a difference, may pass by itself, or lasts until somebody acts. */
function kindOf(error: TouchstoneError, isBegun: boolean): 'differs' | 'passes' | 'lasts' {
  if (error instanceof RunDiffersError || error instanceof UntrustedError) return 'differs';
  // Its store was waited for all the time that the run allows.
  if (error instanceof StoreOutageError) return 'lasts';
  if (error.fault === 'environment' || error.fault === 'model' || MAY_PASS.has(error.code)) return 'passes';
  // What this machine lacks, another may have.
  return isBegun ? 'lasts' : 'differs';
}
