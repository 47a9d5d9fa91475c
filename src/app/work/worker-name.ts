import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { UserError } from '../../errors.js';
import type { HeardWorker, RunQueue, WorkerNote } from '../../queue/run-queue.js';
import { VERSION } from '../../version.js';
import { within } from './within.js';

/** Milliseconds between two signs of life. */
const BEAT_MS = 2_000;
/** Signs of life that a worker may leave out in a row until it has lost its name. */
const VALID_BEATS = 3;
/** Looks at whether another worker of the name is there still, between two signs of life of that one. */
const LOOKS_A_BEAT = 4;
/** Milliseconds that a queue is waited for once the worker ends. */
const LEAVE_MS = 1_000;

/** Another worker of the name is at work: journals and leases go by it. */
export class WorkerNameError extends UserError {
  override readonly code = 'WORKER_NAME';

  constructor({ name, host, pid }: WorkerNote, place: string) {
    super(`a worker of the name ${name} is there already: process ${pid} on ${host}`, {
      place: { file: place },
      hint: 'Give this one another --name, or none: then it makes one of its own. Or end that one first.',
    });
  }
}

export interface WorkerNameOptions {
  readonly name: string;
  /** What it is doing just now. */
  readonly doing: () => Pick<WorkerNote, 'run' | 'items'>;
  readonly onNote: (message: string) => void;
  /** Milliseconds between two signs of life; 2 seconds unless given. */
  readonly beatMs?: number;
  /** Aborted, nobody waits for the name any more. */
  readonly signal: AbortSignal;
}

/**
 * The name of a worker for as long as it works, and its signs of life: on one queue no other has it at a time. One that was killed
 * has its name until it has not been heard of for a few seconds.
 */
export class WorkerName implements AsyncDisposable {
  readonly #queue: RunQueue;
  readonly #options: WorkerNameOptions;
  readonly #session = randomBytes(8).toString('hex');
  readonly #lost = new AbortController();
  readonly #beatMs: number;
  #other: HeardWorker | null = null;
  #beats: NodeJS.Timeout | null = null;

  private constructor(queue: RunQueue, options: WorkerNameOptions) {
    this.#queue = queue;
    this.#options = options;
    this.#beatMs = options.beatMs ?? BEAT_MS;
  }

  /**
   * Takes the name, once a killed worker that had it is surely gone.
   *
   * @returns null where the signal was aborted first
   * @throws {WorkerNameError} where another worker has it, and is alive
   */
  static async take(queue: RunQueue, options: WorkerNameOptions): Promise<WorkerName | null> {
    const own = new WorkerName(queue, options);
    if (!(await own.#take())) {
      await own[Symbol.asyncDispose]();
      return null;
    }
    own.#beats = setInterval(() => void own.#beat(), own.#beatMs);
    return own;
  }

  /** Aborted once another worker has the name: this one was suspended, or cut off, for so long that it counted as gone. */
  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  /** @throws {WorkerNameError} where it is lost */
  requireOwn(): void {
    if (this.#other !== null) throw new WorkerNameError(this.#other, this.#queue.place);
  }

  async #take(): Promise<boolean> {
    const { onNote, signal } = this.#options;
    let before: HeardWorker | null = null;
    while (!signal.aborted) {
      const other = await this.#tell();
      if (other === null) return !signal.aborted;
      if (before === null) {
        onNote(
          `a worker of this name, process ${other.pid} on ${other.host}, was heard of a moment ago: waiting until it is surely gone`,
        );
      } else if (other.session !== before.session || other.heardMsAgo < before.heardMsAgo) {
        // It has said more since.
        throw new WorkerNameError(other, this.#queue.place);
      }
      before = other;
      await sleep(this.#beatMs / LOOKS_A_BEAT, undefined, { signal }).catch(() => undefined);
    }
    return false;
  }

  /** The other worker of the name that is there; null where there is none, or the queue does not say so just now. */
  async #tell(): Promise<HeardWorker | null> {
    const { name, doing, signal } = this.#options;
    const note = { name, session: this.#session, host: hostname(), pid: process.pid, version: VERSION };
    const told = this.#queue.beat({ ...note, ...doing() }, VALID_BEATS * this.#beatMs).catch(() => null);
    // A queue that does not answer keeps no worker that is to end.
    return await within(told, signal);
  }

  async #beat(): Promise<void> {
    const other = await this.#tell();
    if (other === null || this.#lost.signal.aborted) return;
    this.#other = other;
    this.#lost.abort();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#beats !== null) clearInterval(this.#beats);
    const { name } = this.#options;
    const leaving = this.#queue.leave({ name, session: this.#session });
    await within(leaving, AbortSignal.timeout(LEAVE_MS)).catch(() => undefined);
  }
}
