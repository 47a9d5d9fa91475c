import { itemKeyText } from '../../domain/episode.js';
import type { ContentRecord, ScreenRecord } from '../../formats/run/journal/event.js';
import { listJournals, readJournal } from '../../formats/run/run-folder.js';

const TYPES = ['observation', 'item-retry', 'item-end'] as const;

/**
 * What the journals of a run say that is kept with it: hash → the first item that shows it.
 *
 * @throws {NotARunError | RunVersionError | JournalDamagedError}
 */
export async function runContents(
  directory: string,
  { signal }: { readonly signal: AbortSignal },
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  const add = (content: ContentRecord | null, item: string): void => {
    if (content?.stored !== true || content.hash === null || found.has(content.hash)) return;
    found.set(content.hash, item);
  };
  const addScreen = (screen: ScreenRecord | undefined, item: string): void => {
    if (screen === undefined) return;
    add(screen.picture, item);
    add(screen.hierarchy, item);
  };
  for (const { file } of await listJournals(directory)) {
    for await (const { event } of readJournal(file, { signal, types: TYPES })) {
      if (event.type === 'observation') addScreen(event.screen, itemKeyText(event));
      else if (event.type === 'item-retry' || event.type === 'item-end') {
        addScreen(event.lastScreen, itemKeyText(event));
      }
    }
  }
  return found;
}
