import { itemKeyText, type EpisodeEnd, type ItemKey } from '../../domain/episode.js';
import { AttemptRecord } from './attempt-record.js';
import { AttemptsUnderWay } from './attempts-under-way.js';
import type { JournalEventType } from './journal/event.js';
import { readJournal } from './run-folder.js';

/** What the journal of a writer has of one item. */
export interface LeftItem {
  /** The end of its newest attempt; null where that has none. */
  readonly ended: {
    readonly end: EpisodeEnd;
    readonly steps: number;
    readonly durationMs: number;
    /** Words that it consumed of the random stream which episodes share. */
    readonly draws: number;
  } | null;
  /** Its newest attempt, counted from 1; 0 where there is none. */
  readonly attempt: number;
  /** Complete steps of an attempt without an end. */
  readonly steps: number;
  /** Failures of the item that count, and the most complete steps at any of them. */
  readonly failures: number;
  readonly failedAt: number;
}

const TYPES = [
  'item-start',
  'item-resume',
  'observation',
  'decision',
  'transition',
  'item-retry',
  'item-end',
] as const satisfies readonly JournalEventType[];

/**
 * What another writer's journal has of an item that it began. It may be cut off anywhere, and its writer may still write.
 *
 * @throws {NotARunError | RunVersionError | JournalDamagedError}
 */
export async function readLeftItem(
  file: string,
  key: ItemKey,
  options: { readonly signal?: AbortSignal } = {},
): Promise<LeftItem> {
  const attempts = new AttemptsUnderWay(file);
  // Over all attempts, as the writer itself counted them.
  const tries = new AttemptRecord(key);
  let ended: LeftItem['ended'] = null;
  let attempt = 0;
  const events = readJournal(file, { ...options, types: TYPES, wantsItem: (item) => item === key.item });
  for await (const { event, line } of events) {
    if (event.item !== key.item || event.repeat !== key.repeat) continue;
    tries.apply(event);
    const over = attempts.add(event, line);
    if (over?.damage != null) throw over.damage;
    ({ attempt } = event);
    if (event.type === 'item-start') ended = null;
    if (event.type === 'item-end') {
      const { end, steps, durationMs, draws = 0 } = event;
      ended = { end, steps, durationMs, draws };
    }
  }
  const open = attempts.attempts.get(itemKeyText(key));
  if (open?.damage != null) throw open.damage;
  const { failures, failedAt } = tries;
  return {
    ended,
    attempt,
    steps: ended === null ? (open?.record.completeSteps ?? 0) : 0,
    failures: ended === null ? failures : 0,
    failedAt,
  };
}
