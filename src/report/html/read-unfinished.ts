import { itemKeyText } from '../../domain/episode.js';
import { AttemptRecord } from '../../formats/run/attempt-record.js';
import { readJournal } from '../../formats/run/run-folder.js';
import type { RunIndex } from '../../formats/run/run-index.js';

/** The episodes of a run that were under way when it stopped, as far as they got. */
export async function readUnfinished(
  index: RunIndex,
  options: { readonly signal?: AbortSignal } = {},
): Promise<readonly AttemptRecord[]> {
  const found: AttemptRecord[] = [];
  for (const { file } of index.journals) {
    const open = new Map<string, AttemptRecord>();
    for await (const { event } of readJournal(file, options)) {
      if (!('attempt' in event)) continue;
      const key = itemKeyText(event);
      if (index.items.has(key)) continue;
      let record = open.get(key);
      if (record === undefined) {
        record = new AttemptRecord({ item: event.item, repeat: event.repeat });
        open.set(key, record);
      }
      record.apply(event);
    }
    for (const record of open.values()) if (record.isUnderWay) found.push(record);
  }
  return found;
}
