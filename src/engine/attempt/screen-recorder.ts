import type { Screen, ScreenContent } from '../../domain/screen.js';
import type { ContentRecord, ScreenRecord } from '../../formats/run/journal/event.js';
import type { EpisodeControl } from './episode-control.js';
import { keepInStore, type ScreenKeeping } from './keep-in-store.js';

/**
 * How the journal names a screen. Contents of recorded worlds stay where they are; those of live screens are
 * kept by the session's store before the event that names them is written.
 */
export function recordScreen(
  screen: Screen,
  session: ScreenKeeping,
  control: EpisodeControl,
): ScreenRecord | Promise<ScreenRecord> {
  if (session.options.files === null) return nameOf(screen);
  const { id, size, activity, picture, hierarchy } = screen;
  return control.guard(async (options) => ({
    id,
    size,
    activity,
    picture: await kept(picture, session, control, options),
    hierarchy: await kept(hierarchy, session, control, options),
  }));
}

/** How screens of recorded worlds are named, which never change. */
const NAMES = new WeakMap<Screen, ScreenRecord>();

function nameOf(screen: Screen): ScreenRecord {
  const known = NAMES.get(screen);
  if (known !== undefined) return known;
  const { id, size, activity, picture, hierarchy } = screen;
  const name = { id, size, activity, picture: named(picture), hierarchy: named(hierarchy) };
  NAMES.set(screen, name);
  return name;
}

function named(content: ScreenContent | null): ContentRecord | null {
  return content === null
    ? null
    : { mediaType: content.mediaType, hash: content.hash ?? null, stored: false };
}

async function kept(
  content: ScreenContent | null,
  session: ScreenKeeping,
  control: EpisodeControl,
  options: { readonly signal: AbortSignal },
): Promise<ContentRecord | null> {
  if (content === null) return null;
  return {
    mediaType: content.mediaType,
    hash: await keepInStore(await content.load(options), session, control),
    stored: true,
  };
}
