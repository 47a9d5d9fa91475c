import type { Screen, ScreenContent } from '../../domain/screen.js';
import type { ContentRecord, ScreenRecord } from '../../formats/run/journal/event.js';
import type { FileStore } from '../../formats/run/file-store.js';
import type { EpisodeControl } from './episode-control.js';

/**
 * How the journal names a screen. Contents of recorded worlds stay where they are; those of live screens (`store`) are
 * kept with the run before the event that names them is written.
 */
export function recordScreen(
  screen: Screen,
  store: FileStore | null,
  control: EpisodeControl,
): ScreenRecord | Promise<ScreenRecord> {
  const { id, size, activity, picture, hierarchy } = screen;
  if (store === null) return { id, size, activity, picture: named(picture), hierarchy: named(hierarchy) };
  return control.guard(async (options) => ({
    id,
    size,
    activity,
    picture: await kept(picture, store, options),
    hierarchy: await kept(hierarchy, store, options),
  }));
}

function named(content: ScreenContent | null): ContentRecord | null {
  return content === null
    ? null
    : { mediaType: content.mediaType, hash: content.hash ?? null, stored: false };
}

async function kept(
  content: ScreenContent | null,
  store: FileStore,
  options: { readonly signal: AbortSignal },
): Promise<ContentRecord | null> {
  if (content === null) return null;
  return {
    mediaType: content.mediaType,
    hash: await store.put(await content.load(options)),
    stored: true,
  };
}
