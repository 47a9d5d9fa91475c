import { stat } from 'node:fs/promises';
import { itemKeyText } from '../../domain/episode.js';
import type { Task } from '../../domain/task.js';
import { AttemptsUnderWay } from './attempts-under-way.js';
import type { AttemptRecord } from './attempt-record.js';
import { joinItem, joinJournals, JournalIndex, type IndexedItem, type RunIndex } from './journal-index.js';
import type { JournalEvent, JournalEventOf } from './journal/event.js';
import type { EventFileEnd, PlacedEvent } from './journal/read-events.js';
import type { JournalDamagedError } from './run-errors.js';
import { listJournals, readJournalBatches, type JournalFile } from './run-folder.js';

/** An attempt that goes on, as far as its journal has it. */
export interface AttemptInProgress {
  readonly record: AttemptRecord;
  readonly writer: string;
  readonly startedAt: string;
  /** Its lines so far: number of the first, from 1, and the bytes between which they are. */
  readonly lines: { readonly line: number; readonly offset: number; readonly end: number };
}

/** What an update has brought. */
export interface RunUpdate {
  /** Everything was read from the beginning: for the first time, or since a journal is no longer the one it was. */
  readonly isAnew: boolean;
  /** Item key texts of the attempts that ended. */
  readonly ended: ReadonlySet<string>;
  /** Item key texts of whatever was heard of. */
  readonly touched: ReadonlySet<string>;
  /** Whether items were skipped, or spared by a gate. */
  readonly hasSkips: boolean;
  /** Events of any kind. */
  readonly events: number;
}

export interface RunFollowerOptions<T> {
  /** What is kept of the steps of an attempt that ended. */
  readonly keep: (record: AttemptRecord, of: KeptOf) => T;
}

/** What an attempt is one at, as far as its journal has it. */
export interface KeptOf {
  readonly task: Task | undefined;
  readonly start: JournalEventOf<'run-start'> | null;
}

/** A task, and where it stands in the order of a run: by writer, and as each of them begins theirs. */
export interface PlacedTask {
  readonly writer: string;
  /** In the journal of that writer, from 0. */
  readonly place: number;
  readonly task: Task;
}

/** How a run is getting on. */
export interface RunPace {
  /** Items that came to an end in the sessions under way, a millisecond; null where none has. */
  readonly itemsPerMs: number | null;
  /** When the last event happened. */
  readonly lastAt: string;
}

/**
 * A run that is read on from where the last reading ended, however many processes write it. What it gives is what reading
 * everything anew would give.
 */
export class RunFollower<T> {
  readonly directory: string;
  readonly #keep: RunFollowerOptions<T>['keep'];
  #journals: JournalReading<T>[] = [];
  readonly #damage: JournalDamagedError[] = [];

  constructor(directory: string, { keep }: RunFollowerOptions<T>) {
    this.directory = directory;
    this.#keep = keep;
  }

  /**
   * Reads what was written since the last time.
   *
   * @throws {NotARunError | RunVersionError | JournalDamagedError} it has to be made anew then
   */
  async update(options: { readonly signal?: AbortSignal } = {}): Promise<RunUpdate> {
    const found = await listJournals(this.directory);
    const isAnew = await this.#begin(found);
    const [ended, touched] = [new Set<string>(), new Set<string>()];
    let events = 0;
    let hasSkips = false;
    for (const reading of this.#journals) {
      const batches = reading.read(options);
      for await (const batch of batches) {
        for (const placed of batch) {
          events += 1;
          const { event } = placed;
          reading.index.add(placed);
          if (event.type === 'item-skip' || event.type === 'item-spare') hasSkips = true;
          // Another end than before may count now.
          if (event.type === 'item-settle') ended.add(itemKeyText(event));
          if (!('attempt' in event)) continue;
          const key = itemKeyText(event);
          touched.add(key);
          const attempt = reading.attempts.add(event, placed.line);
          if (attempt === null || event.type !== 'item-end') continue;
          ended.add(key);
          const item = reading.index.items.get(key);
          if (item?.attempt !== event.attempt) continue;
          if (attempt.damage === null) {
            const { tasks, start } = reading.index;
            const of = { task: tasks.get(attempt.record.task), start };
            reading.kept.set(key, this.#keep(attempt.record, of));
          } else {
            reading.kept.delete(key);
            this.#damage.push(attempt.damage);
          }
        }
      }
    }
    return { isAnew, ended, touched, hasSkips, events };
  }

  /** The run as far as it was read. */
  index(): RunIndex {
    return joinJournals(this.directory, this.#indexes());
  }

  /** Tasks in the order of {@link RunIndex.tasks}: each where the first of its writers has it. */
  tasks(): readonly PlacedTask[] {
    const found = new Map<string, PlacedTask>();
    for (const { journal, index } of this.#journals) {
      let place = 0;
      for (const [id, task] of index.tasks) {
        if (!found.has(id)) found.set(id, { writer: journal.writer, place, task });
        place += 1;
      }
    }
    return [...found.values()];
  }

  /** What counts of one item; undefined where it has no end yet. */
  item(key: string): IndexedItem | undefined {
    return joinItem(this.#indexes(), key);
  }

  /** What was kept of the steps of the attempt that counts; undefined where they contradict their journal. */
  kept(item: IndexedItem): T | undefined {
    const reading = this.#journals.find(({ journal }) => journal.writer === item.writer);
    return reading?.kept.get(itemKeyText(item.key));
  }

  /** What was wrong with the steps of attempts. */
  get damage(): readonly JournalDamagedError[] {
    return this.#damage;
  }

  /** Attempts that go on, at items that have no end yet; by item key text. */
  inProgress(): ReadonlyMap<string, AttemptInProgress> {
    const found = new Map<string, AttemptInProgress>();
    for (const { index, attempts, end } of this.#journals) {
      for (const [key, { record }] of attempts.attempts) {
        const open = index.openAttempt(key);
        if (!record.isUnderWay || open === null || this.item(key) !== undefined) continue;
        // Whoever took it over has counted on from the attempt that it left.
        if ((found.get(key)?.record.attempt ?? 0) > record.attempt) continue;
        const lines = { line: open.line, offset: open.offset, end: end?.goodBytes ?? open.offset };
        found.set(key, { record, writer: index.journal.writer, startedAt: open.startedAt, lines });
      }
    }
    return found;
  }

  get pace(): RunPace {
    let itemsPerMs = 0;
    let lastAt = '';
    for (const { index } of this.#journals) {
      const { finished, ms } = index.pace;
      if (index.status === null && finished > 0 && ms > 0) itemsPerMs += finished / ms;
      if (index.lastAt > lastAt) lastAt = index.lastAt;
    }
    return { itemsPerMs: itemsPerMs === 0 ? null : itemsPerMs, lastAt };
  }

  #indexes(): readonly JournalIndex[] {
    return this.#journals.map(({ index }) => index);
  }

  /** Takes up journals that are new; all of them where one is not what it was. */
  async #begin(found: readonly JournalFile[]): Promise<boolean> {
    const isFirst = this.#journals.length === 0;
    let areSame = true;
    for (const reading of this.#journals) {
      const isThere = found.some(({ writer }) => writer === reading.journal.writer);
      areSame &&= isThere && (await reading.isContinued());
    }
    if (!areSame) {
      this.#journals = [];
      this.#damage.length = 0;
    }
    const known = new Map(this.#journals.map((reading) => [reading.journal.writer, reading]));
    this.#journals = found.map((journal) => known.get(journal.writer) ?? new JournalReading<T>(journal));
    return isFirst || !areSame;
  }
}

/** One journal, and how far it was read. */
class JournalReading<T> {
  readonly journal: JournalFile;
  readonly index: JournalIndex;
  readonly attempts: AttemptsUnderWay;
  /** By item key text, for the attempt that counts in this journal. */
  readonly kept = new Map<string, T>();
  end: EventFileEnd | null = null;
  #file: { readonly inode: bigint; readonly size: bigint; readonly at: bigint } | null = null;

  constructor(journal: JournalFile) {
    this.journal = journal;
    this.index = new JournalIndex(journal);
    this.attempts = new AttemptsUnderWay(journal.file);
  }

  /** Whether what was read of it is still its beginning, as far as that can be told from outside. */
  async isContinued(): Promise<boolean> {
    const found = await stat(this.journal.file, { bigint: true }).catch(() => null);
    if (found === null || this.#file === null) return false;
    return found.ino === this.#file.inode && found.size >= BigInt(this.end?.goodBytes ?? 0);
  }

  /** Events behind those that were read. */
  async *read({
    signal,
  }: {
    readonly signal?: AbortSignal;
  }): AsyncGenerator<readonly PlacedEvent<JournalEvent>[]> {
    const found = await stat(this.journal.file, { bigint: true }).catch(() => null);
    const before = this.#file;
    if (found !== null) {
      if (before !== null && found.size === before.size && found.mtimeNs === before.at) return;
      this.#file = { inode: found.ino, size: found.size, at: found.mtimeNs };
    }
    const { end } = this;
    const range =
      end === null || found === null
        ? {}
        : { range: { offset: end.goodBytes, end: Number(found.size), line: end.lines + 1 } };
    yield* readJournalBatches(this.journal.file, {
      ...range,
      ...(signal === undefined ? {} : { signal }),
      onEnd: (read) => {
        this.end = { ...read, unknown: read.unknown + (end?.unknown ?? 0) };
        this.index.end = this.end;
      },
    });
  }
}
