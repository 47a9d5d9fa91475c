import type { Screen, ScreenContent } from '../domain/screen.js';
import type { ContentRecord, ScreenRecord } from '../formats/run/event.js';
import type { FileStore } from '../formats/run/file-store.js';

/**
 * How the journal names a screen. Contents of recorded worlds stay where they are; those of live screens (`store`) are
 * kept with the run before the event that names them is written.
 */
export async function recordScreen(
  screen: Screen,
  store: FileStore | null,
  options: { readonly signal: AbortSignal },
): Promise<ScreenRecord> {
  return {
    id: screen.id,
    size: screen.size,
    activity: screen.activity,
    picture: await recordContent(screen.picture, store, options),
    hierarchy: await recordContent(screen.hierarchy, store, options),
  };
}

async function recordContent(
  content: ScreenContent | null,
  store: FileStore | null,
  options: { readonly signal: AbortSignal },
): Promise<ContentRecord | null> {
  if (content === null) return null;
  const { mediaType } = content;
  if (store === null) return { mediaType, hash: content.hash ?? null, stored: false };
  return { mediaType, hash: await store.put(await content.load(options)), stored: true };
}
