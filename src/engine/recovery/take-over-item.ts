import { itemKeyText } from '../../domain/episode.js';
import { TouchstoneError } from '../../errors.js';
import { AttemptRecord, type TakesOver } from '../../formats/run/attempt-record.js';
import { isVoidEnd } from '../../formats/run/run-index.js';
import { readFirstSteps, type StepEvent } from '../../formats/run/read-first-steps.js';
import { readLeftItem, type LeftItem } from '../../formats/run/read-left-item.js';
import { journalPath } from '../../formats/run/run-folder.js';
import { NotARunError } from '../../formats/run/run-errors.js';
import { mostSteps } from '../attempt/steps-allowed.js';
import type { ItemSettlement, JournaledEnd, TakenItem } from '../item-queue.js';
import type { RunSession } from '../run-session.js';

/** How an item that others had before goes on. */
export type TakeOver =
  | { readonly type: 'settled'; readonly settlement: ItemSettlement; readonly by: JournaledEnd }
  /** With the writer's own record of it, which may have the steps of another by now. */
  | { readonly type: 'open'; readonly record: AttemptRecord };

/** What one writer left of an item. */
interface Left extends LeftItem {
  readonly writer: string;
  readonly file: string;
}

/**
 * Makes an item this writer's own that others left: an end in one of their journals settles it; else the attempt that got
 * furthest goes on, its complete steps copied into a new attempt. Nothing is written into the journal of another.
 *
 * @param own what this writer's journal has of the item
 */
export async function takeOverItem(
  session: RunSession,
  { key, item, leftBy = [], again }: TakenItem,
  own: AttemptRecord,
): Promise<TakeOver> {
  const { directory, writer } = session.options;
  // Its copy of what it took over before may be cut off: what it was copied from is still there.
  const source = own.isUnderWay && own.takesOver !== null ? [own.takesOver.writer] : [];
  const writers = new Set([...leftBy, ...source].filter((name) => name !== writer));
  // Whether it has done it once more already, and nobody heard of that.
  if (again !== undefined && !own.isUnderWay && own.attempt > (again[writer] ?? 0)) writers.add(writer);
  const isCutOff = own.takesOver !== null && own.completeSteps < own.takesOver.steps;
  let best: Left | null = null;
  let attempts = own.attempt;
  for (const name of writers) {
    const left = await leftItem(session, directory, name, key);
    if (left === null) continue;
    attempts = Math.max(attempts, left.attempt);
    if (left.ended !== null) {
      if (isVoidEnd(left.ended.end) && left.attempt <= (again?.[name] ?? 0)) continue;
      const { draws, ...settlement } = left.ended;
      return { type: 'settled', settlement, by: { writer: name, attempt: left.attempt, draws } };
    }
    if (left.attempt > 0 && (best === null || isFurther(left, best))) best = left;
  }
  const ownSteps = own.isUnderWay && !isCutOff ? own.completeSteps : -1;
  if (own.isUnderWay && !isCutOff && (best === null || best.steps <= ownSteps)) {
    return { type: 'open', record: own };
  }
  if (best === null) return { type: 'open', record: isCutOff ? begunAnew(key, attempts) : own };
  const { writer: from, attempt, steps, failures, failedAt } = best;
  let copied: readonly StepEvent[] = [];
  try {
    copied = await readFirstSteps(best.file, { ...key, attempt }, { before: steps });
  } catch (error) {
    if (!(error instanceof TouchstoneError)) throw error;
    unreadable(session, from, key, error);
    return { type: 'open', record: begunAnew(key, attempts) };
  }
  const record = begunAnew(key, attempts);
  session.recordTask(item.task);
  const takesOver: TakesOver = {
    writer: from,
    attempt,
    steps,
    // Whoever takes it over has no more tries than who left it.
    ...(failures === 0 ? {} : { failures, failedAt }),
  };
  const next = record.attempt + 1;
  session.record(record, {
    type: 'item-start',
    at: session.at,
    ...key,
    attempt: next,
    task: item.task.id,
    cause: 'plan',
    maxSteps: mostSteps(item.task, session.options),
    takesOver,
  });
  session.emit({ type: 'item-start', key, attempt: next, cause: 'plan' });
  for (const event of copied) {
    // What was to be seen at the step in flight is looked at anew.
    if (event.step < steps) session.record(record, { ...event, ...key, at: session.at, attempt: next });
  }
  return { type: 'open', record };
}

/** Of two that got equally far, the one that has failed more often has seen the other. */
function isFurther(one: Left, other: Left): boolean {
  return one.steps === other.steps ? one.failures >= other.failures : one.steps > other.steps;
}

/** A record of the item in which nothing goes on; its attempts count on from all that there were. */
function begunAnew(key: TakenItem['key'], attemptsBefore: number): AttemptRecord {
  return new AttemptRecord(key, { attemptsBefore });
}

/** Null where that writer has written nothing, or what nobody can read: it is told, and the item starts over. */
async function leftItem(
  session: RunSession,
  directory: string,
  writer: string,
  key: TakenItem['key'],
): Promise<Left | null> {
  const file = journalPath(directory, writer);
  try {
    return { writer, file, ...(await readLeftItem(file, key)) };
  } catch (error) {
    // It ended before it had a journal.
    if (error instanceof NotARunError) return null;
    if (!(error instanceof TouchstoneError)) throw error;
    unreadable(session, writer, key, error);
    return null;
  }
}

function unreadable(
  session: RunSession,
  writer: string,
  key: TakenItem['key'],
  { message }: TouchstoneError,
): void {
  session.emit({
    type: 'warning',
    message: `What ${writer} left of ${itemKeyText(key)} cannot be read, so it starts over: ${message}`,
    key,
  });
}
