import { itemKeyText, type EpisodeEnd, type ItemKey, type Outcome } from '../../domain/episode.js';
import type { Task } from '../../domain/task.js';
import { BugError } from '../../errors.js';
import { AttemptRecord, type ItemEvent } from './attempt-record.js';
import type { Failure, JournalEvent, JournalEventOf, JournalEventType, RunStatus } from './journal/event.js';
import type { EventFileEnd, PlacedEvent } from './journal/read-events.js';
import type { FileRange } from './journal/read-lines.js';
import { addMeasures, NO_MEASURES, type RoleMeasures } from './call-measures.js';
import { addCosts, costOfCall, NO_COST, type ModelCost } from './model-cost.js';
import { JournalDamagedError } from './run-errors.js';
import { listJournals, readJournal, readJournalBatches, type JournalFile } from './run-folder.js';

/** An item that is done: how it ended, and which attempt counts. */
export interface IndexedItem {
  readonly key: ItemKey;
  readonly writer: string;
  readonly attempt: number;
  readonly task: string;
  readonly end: EpisodeEnd;
  readonly failure: Failure | null;
  readonly steps: number;
  readonly durationMs: number;
  /** As it was told when it ended, in a run that its gate may end. */
  readonly outcome?: Outcome;
  readonly startedAt: string;
  readonly endedAt: string;
  /** Over all attempts. */
  readonly cost: ModelCost;
  /** Lines of its journal between which all events of the attempt are. */
  readonly lines: FileRange;
}

/** An item that a budget, or the run's decided gate, kept from being done. */
export interface SkippedItem {
  readonly key: ItemKey;
  readonly task: string;
  readonly reason: JournalEventOf<'item-skip'>['reason'] | 'gate_decided';
}

/** A run without its steps: what was done and what it cost. Small even for a large run. */
export interface RunIndex {
  readonly directory: string;
  readonly start: JournalEventOf<'run-start'>;
  readonly journals: readonly (JournalFile & { readonly end: EventFileEnd })[];
  readonly tasks: ReadonlyMap<string, Task>;
  /** By item key text. */
  readonly items: ReadonlyMap<string, IndexedItem>;
  /** By item key text; items done later are not among them. */
  readonly skipped: ReadonlyMap<string, SkippedItem>;
  readonly cost: ModelCost;
  /** What was measured of the live calls of each role, in the order in which roles were first asked. */
  readonly measures: ReadonlyMap<string, RoleMeasures>;
  /** Milliseconds that sessions of the run lasted. */
  readonly activeMs: number;
  /** How the last session ended; null when it is under way or was killed. */
  readonly status: RunStatus | null;
  /** What ended it, where that was a failure. */
  readonly stoppedBy: Failure | null;
}

/** What a writer needs besides the index to continue its journal. */
export interface OpenWork {
  /** Attempts without an end, by item key text. */
  readonly open: ReadonlyMap<string, AttemptRecord>;
  /** Words used of the random stream that episodes share, abandoned attempts left out. */
  readonly draws: number;
  /** Attempts made at each item that has any. */
  readonly attempts: ReadonlyMap<string, number>;
  /** Tasks this journal holds in full. */
  readonly tasks: ReadonlySet<string>;
}

/** Whether an end voids its item: a failure that is not the agent's. */
export function isVoidEnd(end: EpisodeEnd): boolean {
  return end.fault !== undefined && end.fault !== 'agent';
}

const INDEX_TYPES = [
  'run-start',
  'run-resume',
  'preflight',
  'task',
  'item-start',
  'model-call',
  'item-end',
  'item-skip',
  'item-spare',
  'run-end',
] as const satisfies readonly JournalEventType[];

export interface IndexRunOptions {
  /** Model calls, which are most of a journal, are passed over: costs are those of nothing. */
  readonly withoutCosts?: boolean;
  readonly signal?: AbortSignal;
}

/**
 * Reads a run's journals once and keeps what counts of each item: the first complete attempt that is not voided, else
 * the newest voided one. So an item journaled twice is harmless.
 *
 * @throws {NotARunError | RunVersionError | JournalDamagedError}
 */
export async function indexRun(
  directory: string,
  { withoutCosts = false, ...options }: IndexRunOptions = {},
): Promise<RunIndex> {
  const index = new IndexBuilder(directory);
  const types = withoutCosts ? INDEX_TYPES.filter((type) => type !== 'model-call') : INDEX_TYPES;
  for (const journal of await listJournals(directory)) {
    const batches = readJournalBatches(journal.file, { ...options, types, onEnd: index.ending(journal) });
    for await (const batch of batches) for (const placed of batch) index.add(placed, journal);
  }
  return index.build();
}

/** What a pass over a run hears of each attempt that counts. */
export interface RecordedAttempt {
  readonly item: IndexedItem;
  readonly record: AttemptRecord;
}

/**
 * As {@link indexRun}, with the steps of every attempt that counts, from one pass over the journals. Where a later attempt
 * counts in the place of an earlier one, it comes later, too.
 *
 * @param onAttempt its journal is read on when it has settled; `damage` instead of an attempt that contradicts its journal
 */
export async function indexRunWithSteps(
  directory: string,
  options: {
    readonly onAttempt: (attempt: RecordedAttempt) => Promise<void>;
    readonly onDamage: (damage: JournalDamagedError) => void;
    readonly signal?: AbortSignal;
  },
): Promise<RunIndex> {
  const index = new IndexBuilder(directory);
  const signal = options.signal === undefined ? {} : { signal: options.signal };
  for (const journal of await listJournals(directory)) {
    const attempts = new AttemptsUnderWay(journal);
    const batches = readJournalBatches(journal.file, { ...signal, onEnd: index.ending(journal) });
    for await (const batch of batches) {
      for (const placed of batch) {
        index.add(placed, journal);
        const { event } = placed;
        if (!('attempt' in event)) continue;
        const ended = attempts.add(event, placed.line);
        if (ended === null || event.type !== 'item-end') continue;
        const item = index.counted(event, journal);
        if (item === null) continue;
        if (ended.damage === null) await options.onAttempt({ item, record: ended.record });
        else options.onDamage(ended.damage);
      }
    }
  }
  return index.build();
}

/** The attempts of a journal that have not ended, and the first thing that is wrong with each. */
class AttemptsUnderWay {
  readonly #journal: JournalFile;
  readonly #attempts = new Map<string, { record: AttemptRecord; damage: JournalDamagedError | null }>();

  constructor(journal: JournalFile) {
    this.#journal = journal;
  }

  /** Gives the attempt that the event ends. */
  add(
    event: ItemEvent,
    line: number,
  ): { readonly record: AttemptRecord; readonly damage: JournalDamagedError | null } | null {
    const key = itemKeyText(event);
    let attempt = this.#attempts.get(key);
    if (attempt === undefined || event.type === 'item-start') {
      const record = new AttemptRecord(
        { item: event.item, repeat: event.repeat },
        { attemptsBefore: event.attempt - 1, keepCalls: true },
      );
      attempt = { record, damage: null };
      this.#attempts.set(key, attempt);
    }
    const problem = attempt.record.apply(event);
    if (problem !== null) attempt.damage ??= contradiction(event, problem, this.#journal, line);
    if (event.type !== 'item-end') return null;
    this.#attempts.delete(key);
    return attempt;
  }
}

/** The first event of a run. @throws {NotARunError | RunVersionError | JournalDamagedError} */
export async function readRunStart(
  directory: string,
  options: { readonly signal?: AbortSignal } = {},
): Promise<JournalEventOf<'run-start'> | null> {
  const [journal] = await listJournals(directory);
  if (journal === undefined) return null;
  for await (const { event } of readJournal(journal.file, { ...options, types: ['run-start'] })) return event;
  return null;
}

/** As {@link indexRun}, with the unfinished work of one writer, whose every event is read and checked. */
export async function indexOpenRun(
  directory: string,
  writer: string,
  options: { readonly signal?: AbortSignal } = {},
): Promise<{ readonly index: RunIndex; readonly work: OpenWork }> {
  const index = new IndexBuilder(directory);
  const work = new OpenWorkBuilder();
  for (const journal of await listJournals(directory)) {
    const own = journal.writer === writer;
    const types = own ? {} : { types: INDEX_TYPES };
    const events = readJournal(journal.file, {
      ...options,
      ...types,
      onEnd: index.ending(journal),
    });
    for await (const placed of events) {
      index.add(placed, journal);
      if (own) work.add(placed.event, journal, placed.line);
    }
  }
  return { index: index.build(), work: work.build() };
}

/** An attempt without an end, and where it begins. */
interface UnderWay {
  readonly attempt: number;
  readonly startedAt: string;
  readonly task: string;
  readonly line: number;
  readonly offset: number;
  cost: ModelCost;
}

class IndexBuilder {
  readonly #directory: string;
  readonly #journals: (JournalFile & { readonly end: EventFileEnd })[] = [];
  readonly #tasks = new Map<string, Task>();
  readonly #items = new Map<string, IndexedItem>();
  readonly #skipped = new Map<string, SkippedItem>();
  readonly #underWay = new Map<string, UnderWay>();
  #start: JournalEventOf<'run-start'> | null = null;
  #cost = NO_COST;
  readonly #measures = new Map<string, RoleMeasures>();
  #activeMs = 0;
  #status: RunStatus | null = null;
  #statusAt = '';
  #stoppedBy: Failure | null = null;
  /** Of the journal being read. */
  #sessionStart = 0;
  #lastAt = '';
  #journalMs = 0;

  constructor(directory: string) {
    this.#directory = directory;
  }

  /** Called when a journal has been read. */
  ending(journal: JournalFile): (end: EventFileEnd) => void {
    return (end) => {
      this.#activeMs = Math.max(this.#activeMs, this.#journalMs + this.#sessionMs());
      this.#journals.push({ ...journal, end });
    };
  }

  add(placed: PlacedEvent<JournalEvent>, journal: JournalFile): void {
    const { event, line } = placed;
    switch (event.type) {
      case 'run-start':
        this.#begin(event, journal, line);
        break;
      case 'run-resume':
        this.#journalMs += this.#sessionMs();
        this.#sessionStart = Date.parse(event.at);
        this.#setStatus(null, null, event.at);
        break;
      case 'run-end':
        this.#setStatus(event.decided === true ? 'decided' : event.status, event.stoppedBy ?? null, event.at);
        break;
      case 'preflight':
        this.#cost = addCosts(this.#cost, costOfCall(event));
        break;
      case 'task':
        if (!this.#tasks.has(event.task.id)) this.#tasks.set(event.task.id, event.task);
        break;
      case 'item-start': {
        const id = `${journal.writer}/${itemKeyText(event)}`;
        const before = this.#underWay.get(id);
        // An attempt that begins twice contradicts itself: whoever reads it is to see both.
        const { offset } = before?.attempt === event.attempt ? before : placed;
        const from = before?.attempt === event.attempt ? before.line : line;
        const { attempt, at: startedAt, task } = event;
        this.#underWay.set(id, {
          attempt,
          startedAt,
          task,
          line: from,
          offset,
          cost: before?.cost ?? NO_COST,
        });
        break;
      }
      case 'model-call': {
        // What a fork took over was asked, and paid for, by the run that it is forked from.
        if (event.step < (this.#start?.identity.fork?.step ?? 0)) break;
        const call = costOfCall(event);
        this.#cost = addCosts(this.#cost, call);
        if (event.measures !== undefined) {
          const before = this.#measures.get(event.role) ?? NO_MEASURES;
          this.#measures.set(event.role, addMeasures(before, event));
        }
        const underWay = this.#underWay.get(`${journal.writer}/${itemKeyText(event)}`);
        if (underWay !== undefined) underWay.cost = addCosts(underWay.cost, call);
        break;
      }
      case 'item-end':
        this.#finish(event, journal, placed);
        break;
      case 'item-skip':
      case 'item-spare': {
        const key = { item: event.item, repeat: event.repeat };
        const reason = event.type === 'item-skip' ? event.reason : 'gate_decided';
        this.#skipped.set(itemKeyText(key), { key, task: event.task, reason });
        break;
      }
      default:
        break;
    }
    this.#lastAt = event.at;
  }

  /** The item that this end has just settled; null where another attempt counts. */
  counted(event: JournalEventOf<'item-end'>, { writer }: JournalFile): IndexedItem | null {
    const item = this.#items.get(itemKeyText(event));
    return item?.writer === writer && item.attempt === event.attempt ? item : null;
  }

  build(): RunIndex {
    if (this.#start === null) throw new BugError('A journal without a first event was let through');
    for (const key of this.#items.keys()) this.#skipped.delete(key);
    return {
      directory: this.#directory,
      start: this.#start,
      journals: this.#journals,
      tasks: this.#tasks,
      items: this.#items,
      skipped: this.#skipped,
      cost: this.#cost,
      measures: this.#measures,
      activeMs: this.#activeMs,
      status: this.#status,
      stoppedBy: this.#stoppedBy,
    };
  }

  #setStatus(status: RunStatus | null, stoppedBy: Failure | null, at: string): void {
    if (at < this.#statusAt) return;
    [this.#status, this.#stoppedBy, this.#statusAt] = [status, stoppedBy, at];
  }

  #sessionMs(): number {
    return Math.max(0, Date.parse(this.#lastAt) - this.#sessionStart);
  }

  #begin(event: JournalEventOf<'run-start'>, journal: JournalFile, line: number): void {
    this.#sessionStart = Date.parse(event.at);
    this.#lastAt = event.at;
    this.#journalMs = 0;
    if (event.writer !== journal.writer) {
      throw new JournalDamagedError(`The journal is that of writer ${event.writer}`, {
        file: journal.file,
        line,
      });
    }
    if (this.#start === null) this.#start = event;
    else if (event.run !== this.#start.run || event.identityHash !== this.#start.identityHash) {
      throw new JournalDamagedError(`The journal belongs to run ${event.run}, not to ${this.#start.run}`, {
        file: journal.file,
        line,
      });
    }
  }

  #finish(
    event: JournalEventOf<'item-end'>,
    journal: JournalFile,
    { line, offset, length }: PlacedEvent<unknown>,
  ): void {
    const key = { item: event.item, repeat: event.repeat };
    const text = itemKeyText(key);
    const id = `${journal.writer}/${text}`;
    const underWay = this.#underWay.get(id);
    if (underWay === undefined) throw contradiction(event, 'the item is not under way', journal, line);
    this.#underWay.delete(id);
    const before = this.#items.get(text);
    if (before !== undefined && !isVoidEnd(before.end)) return;
    this.#items.set(text, {
      key,
      writer: journal.writer,
      attempt: event.attempt,
      task: underWay.task,
      end: event.end,
      failure: event.failure ?? null,
      steps: event.steps,
      durationMs: event.durationMs,
      ...(event.outcome === undefined ? {} : { outcome: event.outcome }),
      startedAt: underWay.startedAt,
      endedAt: event.at,
      cost: before === undefined ? underWay.cost : addCosts(before.cost, underWay.cost),
      lines: { line: underWay.line, offset: underWay.offset, end: offset + length + 1 },
    });
  }
}

class OpenWorkBuilder {
  readonly #open = new Map<string, AttemptRecord>();
  readonly #attempts = new Map<string, number>();
  readonly #tasks = new Set<string>();
  #draws = 0;

  add(event: JournalEvent, journal: JournalFile, line: number): void {
    switch (event.type) {
      case 'run-start':
      case 'run-resume':
      case 'preflight':
      case 'run-end':
      case 'item-skip':
      case 'item-spare':
        return;
      case 'task':
        this.#tasks.add(event.task.id);
        return;
      default:
        break;
    }
    const text = itemKeyText(event);
    let record = this.#open.get(text);
    if (record === undefined) {
      const attemptsBefore = this.#attempts.get(text) ?? 0;
      record = new AttemptRecord({ item: event.item, repeat: event.repeat }, { attemptsBefore });
      this.#open.set(text, record);
    }
    // An attempt that is given up gives its random words back.
    if (event.type === 'item-start') this.#draws -= record.draws;
    if (event.type === 'transition') this.#draws += event.transition.draws ?? 0;
    const problem = record.apply(event);
    if (problem !== null) throw contradiction(event, problem, journal, line);
    this.#attempts.set(text, record.attempt);
    if (event.type === 'item-end') this.#open.delete(text);
  }

  build(): OpenWork {
    return { open: this.#open, draws: this.#draws, attempts: this.#attempts, tasks: this.#tasks };
  }
}

function contradiction(
  event: { readonly type: string; readonly item: string; readonly repeat: number },
  problem: string,
  journal: JournalFile,
  line: number,
): JournalDamagedError {
  return new JournalDamagedError(
    `The ${event.type} event of item ${itemKeyText(event)} contradicts the journal: ${problem}`,
    { file: journal.file, line },
  );
}
