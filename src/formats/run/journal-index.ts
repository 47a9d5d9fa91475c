import { itemKeyText, type EpisodeEnd, type ItemKey, type Outcome } from '../../domain/episode.js';
import type { Task } from '../../domain/task.js';
import { BugError } from '../../errors.js';
import type { Failure, JournalEvent, JournalEventOf, RunStatus } from './journal/event.js';
import type { EventFileEnd, PlacedEvent } from './journal/read-events.js';
import type { FileRange } from './journal/read-lines.js';
import { addMeasures, joinMeasures, NO_MEASURES, type RoleMeasures } from './call-measures.js';
import { addCosts, costOfCall, NO_COST, type ModelCost } from './model-cost.js';
import { JournalDamagedError } from './run-errors.js';
import type { JournalFile } from './run-folder.js';

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
  /** Random words that it consumed of the stream which episodes share, where several writers do them. */
  readonly draws?: number;
  /** Where it has ended more than once: the last attempt of each writer that has an end. */
  readonly ends?: Readonly<Record<string, number>>;
  /** Over all attempts. */
  readonly cost: ModelCost;
  /** Lines of its journal between which all events of the attempt are. */
  readonly lines: FileRange;
}

/** The end of an item that was said to count. */
export interface SettledEnd {
  readonly writer: string;
  readonly attempt: number;
  /** The item was asked for once more since: another end may count. */
  readonly isOpen: boolean;
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
  /** Writers that began items which nobody has ended, by item key text. */
  readonly left: ReadonlyMap<string, readonly string[]>;
  /** Ends that were said to count, by item key text, in a run of several writers whose episodes share a random stream. */
  readonly settled: ReadonlyMap<string, SettledEnd>;
  /** Random words of that stream that settled items have consumed. */
  readonly draws: number;
  /** By item key text; items done later are not among them. */
  readonly skipped: ReadonlyMap<string, SkippedItem>;
  readonly cost: ModelCost;
  /** The same by writer. */
  readonly costs: ReadonlyMap<string, ModelCost>;
  /** What was measured of the live calls of each role, in the order in which roles were first asked. */
  readonly measures: ReadonlyMap<string, RoleMeasures>;
  /** Milliseconds that sessions of the run lasted. */
  readonly activeMs: number;
  /** How the last session ended; null when it is under way or was killed. */
  readonly status: RunStatus | null;
  /** What ended it, where that was a failure. */
  readonly stoppedBy: Failure | null;
}

/** Whether an end voids its item: a failure that is not the agent's. */
export function isVoidEnd(end: EpisodeEnd): boolean {
  return end.fault !== undefined && end.fault !== 'agent';
}

/**
 * Whether nothing is left to do of a run: all of its plan is done and whoever coordinated it has said so, or its gate is decided
 * and may end it.
 *
 * @param options.isWatched whether its gate may end it
 */
export function isOver(
  { items, status, start, journals }: RunIndex,
  { isWatched }: { readonly isWatched: boolean },
): boolean {
  const coordinator = journals.find(({ writer }) => writer === 'main');
  // What a crash has torn there is cut off by a session.
  if (coordinator?.end.tornBytes !== 0) return false;
  return status === 'decided' ? isWatched : status === 'complete' && items.size >= start.planned;
}

/** An attempt without an end, and where it begins. */
interface UnderWay {
  readonly attempt: number;
  readonly startedAt: string;
  readonly task: string;
  readonly line: number;
  readonly offset: number;
  /** Its first steps that were asked and paid for by another writer. */
  readonly takenOver: number;
  cost: ModelCost;
}

/** An attempt that has no end yet: where its lines begin, and when it was begun. */
export interface OpenAttempt {
  readonly attempt: number;
  readonly task: string;
  readonly startedAt: string;
  /** Number of its first line, from 1, and the position of that line's first byte. */
  readonly line: number;
  readonly offset: number;
}

/** How far a session of one writer has come: what is left is told from that. */
export interface SessionPace {
  /** Items that came to an end in it. */
  readonly finished: number;
  /** Milliseconds from its beginning to its last event. */
  readonly ms: number;
}

/**
 * What one journal says of its run, event by event. Journals may grow at the same time: each is followed by itself, and
 * {@link joinJournals} makes the run of them, in the same way whichever grew first.
 */
export class JournalIndex {
  readonly journal: JournalFile;
  readonly tasks = new Map<string, Task>();
  /** By item key text: the first that is not voided, else the newest. */
  readonly items = new Map<string, IndexedItem>();
  /** Which end counts, by item key text. */
  readonly settled = new Map<string, SettledEnd>();
  /** Random words that those have consumed. */
  draws = 0;
  readonly skipped = new Map<string, SkippedItem>();
  readonly measures = new Map<string, RoleMeasures>();
  start: JournalEventOf<'run-start'> | null = null;
  cost = NO_COST;
  status: RunStatus | null = null;
  statusAt = '';
  stoppedBy: Failure | null = null;
  end: EventFileEnd | null = null;
  readonly #underWay = new Map<string, UnderWay>();
  #sessionStart = 0;
  #sessionItems = 0;
  #isOver = false;
  #lastAt = '';
  /** Of the sessions before this one. */
  #earlierMs = 0;

  constructor(journal: JournalFile) {
    this.journal = journal;
  }

  /** Milliseconds that its sessions lasted. */
  get activeMs(): number {
    return this.#earlierMs + this.#sessionMs();
  }

  /** When its last event happened. */
  get lastAt(): string {
    return this.#lastAt;
  }

  /** Of the session under way; of one that is over, nothing. */
  get pace(): SessionPace {
    return { finished: this.#isOver ? 0 : this.#sessionItems, ms: this.#sessionMs() };
  }

  /** The attempt at an item that goes on. */
  openAttempt(key: string): OpenAttempt | null {
    return this.#underWay.get(key) ?? null;
  }

  /** What was spent on attempts that have no end here, by item key text. */
  get left(): ReadonlyMap<string, { readonly cost: ModelCost }> {
    return this.#underWay;
  }

  add(placed: PlacedEvent<JournalEvent>): void {
    const { event, line } = placed;
    switch (event.type) {
      case 'run-start':
        this.#begin(event, line);
        break;
      case 'run-resume':
        this.#earlierMs += this.#sessionMs();
        this.#sessionStart = Date.parse(event.at);
        this.#sessionItems = 0;
        this.#isOver = false;
        if (event.joined !== true) this.#setStatus(null, null, event.at);
        break;
      case 'run-end':
        this.#isOver = true;
        if (event.joined === true) break;
        this.#setStatus(event.decided === true ? 'decided' : event.status, event.stoppedBy ?? null, event.at);
        break;
      case 'preflight':
        this.cost = addCosts(this.cost, costOfCall(event));
        break;
      case 'task':
        if (!this.tasks.has(event.task.id)) this.tasks.set(event.task.id, event.task);
        break;
      case 'item-start': {
        const id = itemKeyText(event);
        const before = this.#underWay.get(id);
        // An attempt that begins twice contradicts itself: whoever reads it is to see both.
        const { offset } = before?.attempt === event.attempt ? before : placed;
        const from = before?.attempt === event.attempt ? before.line : line;
        const { attempt, at: startedAt, task } = event;
        const cost = before?.cost ?? NO_COST;
        const takenOver = event.takesOver?.steps ?? 0;
        this.#underWay.set(id, { attempt, startedAt, task, line: from, offset, takenOver, cost });
        break;
      }
      case 'model-call': {
        // What a fork took over was asked, and paid for, by the run that it is forked from.
        if (event.step < (this.start?.identity.fork?.step ?? 0)) break;
        const underWay = this.#underWay.get(itemKeyText(event));
        // As was what another writer's attempt left.
        if (underWay !== undefined && event.step < underWay.takenOver) break;
        const call = costOfCall(event);
        this.cost = addCosts(this.cost, call);
        if (event.measures !== undefined) {
          const before = this.measures.get(event.role) ?? NO_MEASURES;
          this.measures.set(event.role, addMeasures(before, event));
        }
        if (underWay !== undefined) underWay.cost = addCosts(underWay.cost, call);
        break;
      }
      case 'item-end':
        this.#finish(event, placed);
        break;
      case 'item-settle':
        this.#settle(event);
        break;
      case 'item-skip':
      case 'item-spare': {
        const key = { item: event.item, repeat: event.repeat };
        const reason = event.type === 'item-skip' ? event.reason : 'gate_decided';
        this.skipped.set(itemKeyText(key), { key, task: event.task, reason });
        break;
      }
      default:
        break;
    }
    this.#lastAt = event.at;
  }

  #settle(event: JournalEventOf<'item-settle'>): void {
    const text = itemKeyText(event);
    const before = this.settled.get(text);
    this.draws = event.draws;
    if (event.counts !== undefined) this.settled.set(text, { ...event.counts, isOpen: false });
    else if (before !== undefined) this.settled.set(text, { ...before, isOpen: true });
  }

  #setStatus(status: RunStatus | null, stoppedBy: Failure | null, at: string): void {
    // As they stand: sessions may have been on hosts whose clocks are minutes apart.
    [this.status, this.stoppedBy, this.statusAt] = [status, stoppedBy, at];
  }

  #sessionMs(): number {
    return Math.max(0, Date.parse(this.#lastAt) - this.#sessionStart);
  }

  #begin(event: JournalEventOf<'run-start'>, line: number): void {
    this.#sessionStart = Date.parse(event.at);
    this.#lastAt = event.at;
    this.start = event;
    const { writer, file } = this.journal;
    if (event.writer !== writer) {
      throw new JournalDamagedError(`The journal is that of writer ${event.writer}`, { file, line });
    }
  }

  #finish(
    event: JournalEventOf<'item-end'>,
    { line, offset, length }: Omit<PlacedEvent<unknown>, 'event'>,
  ): void {
    const key = { item: event.item, repeat: event.repeat };
    const text = itemKeyText(key);
    const underWay = this.#underWay.get(text);
    const { file, writer } = this.journal;
    if (underWay === undefined) {
      throw JournalDamagedError.contradiction(event, 'the item is not under way', { file, line });
    }
    this.#underWay.delete(text);
    this.#sessionItems += 1;
    const item: IndexedItem = {
      key,
      writer,
      attempt: event.attempt,
      task: underWay.task,
      end: event.end,
      failure: event.failure ?? null,
      steps: event.steps,
      durationMs: event.durationMs,
      ...(event.outcome === undefined ? {} : { outcome: event.outcome }),
      ...(event.draws === undefined ? {} : { draws: event.draws }),
      startedAt: underWay.startedAt,
      endedAt: event.at,
      cost: underWay.cost,
      lines: { line: underWay.line, offset: underWay.offset, end: offset + length + 1 },
    };
    this.items.set(text, countedItem(this.items.get(text), item));
  }
}

/**
 * Which of two ends of an item counts, the second being later or of a later journal; it cost what both did.
 *
 * @param settled which was said to count
 */
function countedItem(before: IndexedItem | undefined, after: IndexedItem, settled?: SettledEnd): IndexedItem {
  if (before === undefined) return after;
  const cost = addCosts(before.cost, after.cost);
  const ends = { ...endsOf(before), ...endsOf(after) };
  const isSaid = ({ writer }: IndexedItem): boolean => settled?.isOpen === false && writer === settled.writer;
  const said = [before, after].find(isSaid);
  return { ...(said ?? (isVoidEnd(before.end) ? after : before)), cost, ends };
}

/** The last attempt at an item of each writer that has an end. */
export function endsOf({ ends, writer, attempt }: IndexedItem): Readonly<Record<string, number>> {
  return ends ?? { [writer]: attempt };
}

/** Whether an item is done, those ends of it being void that it had when it was asked for once more. */
export function isSettledSince(
  item: IndexedItem,
  before: Readonly<Record<string, number>> | undefined,
): boolean {
  if (before === undefined || !isVoidEnd(item.end)) return true;
  return Object.entries(endsOf(item)).some(([writer, attempt]) => attempt > (before[writer] ?? 0));
}

/** What counts of one item; undefined where none of the journals has an end of it. */
export function joinItem(journals: readonly JournalIndex[], key: string): IndexedItem | undefined {
  const settled = journals.find((journal) => journal.settled.has(key))?.settled.get(key);
  let item: IndexedItem | undefined;
  for (const { items } of journals) {
    const next = items.get(key);
    if (next !== undefined) item = countedItem(item, next, settled);
  }
  return item === undefined ? undefined : withCostsOfOthers(item, journals);
}

/** The item with what other writers spent on attempts at it that they left. */
function withCostsOfOthers(item: IndexedItem, journals: readonly JournalIndex[]): IndexedItem {
  let { cost } = item;
  for (const { journal, left } of journals) {
    const spent = left.get(itemKeyText(item.key))?.cost ?? NO_COST;
    if (journal.writer !== item.writer && spent !== NO_COST) cost = addCosts(cost, spent);
  }
  return cost === item.cost ? item : { ...item, cost };
}

/** Writers that began items which nobody has ended, by item key text. */
function leftItems(
  journals: readonly JournalIndex[],
  items: ReadonlyMap<string, IndexedItem>,
): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const { journal, left } of journals) {
    for (const key of left.keys()) {
      if (items.has(key)) continue;
      const writers = found.get(key);
      if (writers === undefined) found.set(key, [journal.writer]);
      else writers.push(journal.writer);
    }
  }
  return found;
}

/** The run that journals are of, in the order of their writers. @throws {JournalDamagedError} where they are of several */
export function joinJournals(directory: string, journals: readonly JournalIndex[]): RunIndex {
  const start = requireOneRun(journals);
  const tasks = new Map<string, Task>();
  const items = new Map<string, IndexedItem>();
  const settled = new Map(journals.flatMap((journal) => [...journal.settled]));
  const skipped = new Map<string, SkippedItem>();
  const measures = new Map<string, RoleMeasures>();
  let cost = NO_COST;
  let activeMs = 0;
  let last: Pick<JournalIndex, 'status' | 'statusAt' | 'stoppedBy'> = {
    status: null,
    statusAt: '',
    stoppedBy: null,
  };
  for (const journal of journals) {
    for (const [id, task] of journal.tasks) if (!tasks.has(id)) tasks.set(id, task);
    for (const [key, item] of journal.items)
      items.set(key, countedItem(items.get(key), item, settled.get(key)));
    for (const [key, item] of journal.skipped) skipped.set(key, item);
    for (const [role, sum] of journal.measures) {
      const before = measures.get(role);
      measures.set(role, before === undefined ? sum : joinMeasures(before, sum));
    }
    cost = cost === NO_COST ? journal.cost : addCosts(cost, journal.cost);
    activeMs = Math.max(activeMs, journal.activeMs);
    if (journal.statusAt >= last.statusAt) last = journal;
  }
  for (const key of items.keys()) skipped.delete(key);
  const left = leftItems(journals, items);
  if (journals.length > 1) {
    for (const key of new Set(journals.flatMap((journal) => [...journal.left.keys()]))) {
      const item = items.get(key);
      if (item !== undefined) items.set(key, withCostsOfOthers(item, journals));
    }
  }
  return {
    directory,
    start,
    journals: journals.flatMap(({ journal, end }) => (end === null ? [] : [{ ...journal, end }])),
    tasks,
    items,
    left,
    settled,
    draws: Math.max(0, ...journals.map(({ draws }) => draws)),
    skipped,
    cost,
    costs: new Map(journals.map(({ journal, cost: own }) => [journal.writer, own])),
    measures,
    activeMs,
    status: last.status,
    stoppedBy: last.stoppedBy,
  };
}

function requireOneRun(journals: readonly JournalIndex[]): JournalEventOf<'run-start'> {
  let first: JournalEventOf<'run-start'> | null = null;
  for (const { start, journal } of journals) {
    if (start === null) continue;
    first ??= start;
    if (start.run !== first.run || start.identityHash !== first.identityHash) {
      const place = { file: journal.file, line: 1 };
      throw new JournalDamagedError(`The journal belongs to run ${start.run}, not to ${first.run}`, place);
    }
  }
  if (first === null) throw new BugError('A journal without a first event was let through');
  return first;
}
