import { itemKeyText, type ItemKey } from '../domain/episode.js';
import { AttemptRecord } from '../formats/run/attempt-record.js';
import { JournalWriteError } from '../formats/run/run-errors.js';
import type { ItemQueue, ItemSettlement, JournaledEnd, TakenItem } from './item-queue.js';
import { runItem } from './run-item.js';
import type { RunProgressTracker } from './run-progress.js';
import type { RunJournal, RunSession } from './run-session.js';
import { takeOverItem } from './recovery/take-over-item.js';

/** What the workers of one process share. */
export interface Work {
  readonly session: RunSession;
  readonly queue: ItemQueue;
  readonly progress: RunProgressTracker;
  /** Attempts of this writer without an end, by item key text. */
  readonly open: Map<string, AttemptRecord>;
  /** Attempts that it had made before at each item that has any. */
  readonly attempts: Map<string, number>;
}

/** What this process is at, by item key text: what each came to, null where it was given back. */
type UnderWay = Map<string, Promise<ItemSettlement | null>>;

/**
 * Items of the queue, as many at a time as may be, until there are none or the run is to stop. Gives whether none was left.
 *
 * @throws the first error that ends the run; the other workers are aborted
 */
export async function workThrough(work: Work, planned: number): Promise<boolean> {
  const { configuration, benchmark } = work.session.options;
  let fatal: { readonly error: unknown } | null = null;
  const underWay: UnderWay = new Map();
  const guarded = async (): Promise<boolean> => {
    try {
      return await workOne(work, underWay);
    } catch (error) {
      fatal ??= { error };
      work.session.control.abort();
      return false;
    }
  };
  const width = Math.min(configuration.operation.concurrency, benchmark.items.environments.capacity, planned);
  const drained = await Promise.all(Array.from({ length: width }, guarded));
  if (fatal !== null) throw (fatal as { readonly error: unknown }).error;
  return drained.includes(true);
}

/** One item after the other. Gives whether none was left. */
async function workOne(work: Work, underWay: UnderWay): Promise<boolean> {
  const { session, queue } = work;
  while (!session.isClosing) {
    await session.outage.over();
    await requireJournal(session.options.journal);
    const taken = await queue.take({ signal: session.control.stopping });
    if (taken === null) return true;
    // The run was stopped, or decided, while the queue looked for an item: it waits for the next session.
    if (session.isClosing) {
      queue.giveBack(taken);
      return false;
    }
    await doOnce(work, taken, underWay);
  }
  return false;
}

/**
 * Does an item that nobody in this process is at. A queue that has lost what it lent hands an item out again, perhaps to the one
 * who is at it: two at one attempt would both write its steps.
 */
async function doOnce(work: Work, taken: TakenItem, underWay: UnderWay): Promise<void> {
  const key = itemKeyText(taken.key);
  for (let before = underWay.get(key); before !== undefined; before = underWay.get(key)) {
    // How it failed is told by who did it.
    const settlement = await before.catch(() => null);
    if (settlement !== null) return await work.queue.settle(taken, settlement);
    if (work.session.isClosing) return work.queue.giveBack(taken);
  }
  const doing = doItem(work, taken);
  underWay.set(key, doing);
  try {
    await doing;
  } finally {
    underWay.delete(key);
  }
}

/** Brings an item to its end, or gives it back. @returns what it came to; null where it was given back */
async function doItem(
  { session, queue, progress, open, attempts }: Work,
  taken: TakenItem,
): Promise<ItemSettlement | null> {
  const key = itemKeyText(taken.key);
  const own = open.get(key) ?? new AttemptRecord(taken.key, { attemptsBefore: attempts.get(key) ?? 0 });
  progress.begin();
  const found = await takeOverItem(session, taken, own);
  if (found.type === 'settled') {
    progress.finish(found.settlement.end);
    const { settlement, by } = found;
    await settleEnd(session, taken.key, by);
    session.emit({ type: 'item-end', key: taken.key, ...settlement });
    await queue.settle(taken, settlement);
    return settlement;
  }
  const { record } = found;
  open.set(key, record);
  // What it takes over from others has been added with their steps.
  if (taken.draws !== undefined) session.standAt(taken.draws + record.draws);
  else if (record === own) session.addDraws(record.draws);
  const end = await runItem(session, taken.item, record, taken.lost);
  progress.finish(end);
  if (end === null) {
    session.addDraws(-record.draws);
    const leftBy = [...(taken.leftBy ?? []), session.options.writer];
    queue.giveBack(record.isUnderWay ? { ...taken, leftBy } : taken);
    return null;
  }
  open.delete(key);
  // What it consumed is known already.
  await settleEnd(session, taken.key, { writer: session.options.writer, attempt: record.attempt, draws: 0 });
  // Asked for once more in this session, its attempts count on.
  if (session.options.isJoined) attempts.set(key, record.attempt);
  const settlement = { end, steps: record.completeSteps, durationMs: record.durationMs };
  await queue.settle(taken, settlement);
  return settlement;
}

/** Says that the end of an item counts, where that is to be said. */
async function settleEnd(session: RunSession, key: ItemKey, end: JournaledEnd): Promise<void> {
  if (!session.settlesEnds) return;
  session.settleEnd(key, end);
  await session.options.journal.commit();
}

/** Asked before each item, and once none is left: what is done without a journal is lost. @throws {JournalWriteError} */
async function requireJournal(journal: RunJournal): Promise<void> {
  if (!(await journal.isStillThere())) throw JournalWriteError.gone(journal.file);
}
