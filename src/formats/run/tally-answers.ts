import { itemKeyText } from '../../domain/episode.js';
import type { Size } from '../../domain/geometry.js';
import { RepairCount } from '../../domain/repair-count.js';
import { SpanWatch } from '../../domain/span-watch.js';
import { readJournal } from './run-folder.js';
import type { RunIndex } from './run-index.js';

/** What the answers of a run's models were like, scores aside. */
export interface AnswerTally {
  readonly repairs: RepairCount;
  readonly spans: SpanWatch;
}

/**
 * Goes once through the journals of a run and counts unreadable answers and positions of the attempts that count, those
 * under way included. Memory is a few numbers, and the keys of items that needed a repair.
 *
 * @throws {NotARunError | RunVersionError | JournalDamagedError}
 */
export async function tallyAnswers(
  index: RunIndex,
  options: { readonly signal?: AbortSignal } = {},
): Promise<AnswerTally> {
  const repairs = new RepairCount();
  const spans = new SpanWatch(index.start.identity);
  for (const { file, writer } of index.journals) {
    const screens = new Map<string, Size | null>();
    const events = readJournal(file, { ...options, types: ['observation', 'decision', 'item-end'] });
    for await (const { event } of events) {
      if (!('attempt' in event)) continue;
      const key = itemKeyText(event);
      const item = index.items.get(key);
      if (item !== undefined && (item.writer !== writer || item.attempt !== event.attempt)) continue;
      if (event.type === 'observation') screens.set(key, event.screen.size);
      else if (event.type === 'item-end') screens.delete(key);
      else if (event.type === 'decision') {
        repairs.add(event.decision, key);
        if (event.decision.type === 'action') spans.add(event.decision.action, screens.get(key) ?? null);
      }
    }
  }
  return { repairs, spans };
}
