import type { Task } from '../../domain/task.js';
import { itemKeyText } from '../../domain/episode.js';
import { AttemptRecord } from './attempt-record.js';
import { AttemptsUnderWay } from './attempts-under-way.js';
import type { JournalEvent, JournalEventOf, JournalEventType } from './journal/event.js';
import type { EventFileEnd } from './journal/read-events.js';
import { joinItem, joinJournals, JournalIndex, type IndexedItem, type RunIndex } from './journal-index.js';
import { JournalDamagedError } from './run-errors.js';
import { listJournals, readJournal, readJournalBatches, type JournalFile } from './run-folder.js';

export {
  endsOf,
  isOver,
  isSettledSince,
  isVoidEnd,
  type IndexedItem,
  type RunIndex,
} from './journal-index.js';

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

const INDEX_TYPES = [
  'run-start',
  'run-resume',
  'preflight',
  'task',
  'item-start',
  'model-call',
  'item-end',
  'item-settle',
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
  const journals: JournalIndex[] = [];
  const types = withoutCosts ? INDEX_TYPES.filter((type) => type !== 'model-call') : INDEX_TYPES;
  for (const journal of await listJournals(directory)) {
    const index = begin(journals, journal);
    const batches = readJournalBatches(journal.file, { ...options, types, onEnd: ending(index) });
    for await (const batch of batches) for (const placed of batch) index.add(placed);
  }
  return joinJournals(directory, journals);
}

/** What a pass over a run hears of each attempt that counts. */
export interface RecordedAttempt {
  readonly item: IndexedItem;
  /** Undefined where no journal has it so far. */
  readonly task: Task | undefined;
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
  const journals: JournalIndex[] = [];
  const signal = options.signal === undefined ? {} : { signal: options.signal };
  for (const journal of await listJournals(directory)) begin(journals, journal);
  // First the one that says which ends count.
  const isFirst = ({ journal }: JournalIndex): boolean => journal.writer === 'main';
  for (const index of journals.toSorted((a, b) => Number(isFirst(b)) - Number(isFirst(a)))) {
    const { journal } = index;
    const attempts = new AttemptsUnderWay(journal.file);
    const batches = readJournalBatches(journal.file, { ...signal, onEnd: ending(index) });
    for await (const batch of batches) {
      for (const placed of batch) {
        index.add(placed);
        const { event } = placed;
        if (!('attempt' in event)) continue;
        const ended = attempts.add(event, placed.line);
        if (ended === null || event.type !== 'item-end') continue;
        const item = joinItem(journals, itemKeyText(event));
        if (item?.writer !== journal.writer || item.attempt !== event.attempt) continue;
        const task = journals.find(({ tasks }) => tasks.has(item.task))?.tasks.get(item.task);
        if (ended.damage === null) await options.onAttempt({ item, task, record: ended.record });
        else options.onDamage(ended.damage);
      }
    }
  }
  return joinJournals(directory, journals);
}

/** The index of the next journal, among those before it. */
function begin(journals: JournalIndex[], journal: JournalFile): JournalIndex {
  const index = new JournalIndex(journal);
  journals.push(index);
  return index;
}

function ending(index: JournalIndex): (end: EventFileEnd) => void {
  return (end) => {
    index.end = end;
  };
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

/**
 * As {@link indexRun}, with the unfinished work of one writer, whose every event is read and checked.
 *
 * @param options.only journals of these writers alone are read: what others did is not known then
 */
export async function indexOpenRun(
  directory: string,
  writer: string,
  { only, ...options }: { readonly only?: readonly string[]; readonly signal?: AbortSignal } = {},
): Promise<{ readonly index: RunIndex; readonly work: OpenWork }> {
  const journals: JournalIndex[] = [];
  const work = new OpenWorkBuilder();
  for (const journal of await listJournals(directory)) {
    if (only?.includes(journal.writer) === false) continue;
    const index = begin(journals, journal);
    const own = journal.writer === writer;
    const types = own ? {} : { types: INDEX_TYPES };
    const events = readJournal(journal.file, {
      ...options,
      ...types,
      onEnd: ending(index),
    });
    for await (const placed of events) {
      index.add(placed);
      if (own) work.add(placed.event, journal, placed.line);
    }
  }
  return { index: joinJournals(directory, journals), work: work.build() };
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
      case 'item-settle':
        this.#settle(event);
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
    if (problem !== null)
      throw JournalDamagedError.contradiction(event, problem, { file: journal.file, line });
    this.#attempts.set(text, record.attempt);
    if (event.type === 'item-end') this.#open.delete(text);
  }

  /** What other writers consumed counts, too. What this one left of the item is nobody's any more. */
  #settle(event: JournalEventOf<'item-settle'>): void {
    this.#open.delete(itemKeyText(event));
    const underWay = [...this.#open.values()].reduce((sum, { draws }) => sum + draws, 0);
    this.#draws = event.draws + underWay;
  }

  build(): OpenWork {
    return { open: this.#open, draws: this.#draws, attempts: this.#attempts, tasks: this.#tasks };
  }
}
