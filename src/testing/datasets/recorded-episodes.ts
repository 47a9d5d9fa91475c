import { createHash } from 'node:crypto';
import type { RecordedEpisodes } from '../../domain/recordings/recorded-episode.js';
import type { Screen, ScreenContent } from '../../domain/screen.js';

const { signal } = new AbortController();

/** Everything that recordings say, contents of screens as hashes, by id; nothing of where they lie. Broken ones are left out. */
export async function readEpisodes(entries: RecordedEpisodes): Promise<ReadonlyMap<string, unknown>> {
  const found = new Map<string, unknown>();
  for await (const entry of entries) {
    if (entry.type === 'broken') continue;
    const { place: _, steps, ...episode } = entry.episode;
    const read: unknown[] = [];
    for (const { place: __, screen, ...step } of steps) {
      read.push({ ...step, screen: await screenContents(screen) });
    }
    found.set(episode.id, { ...episode, steps: read });
  }
  return found;
}

async function screenContents({ size, activity, picture, hierarchy }: Screen): Promise<unknown> {
  return { size, activity, picture: await hashOf(picture), hierarchy: await hashOf(hierarchy) };
}

async function hashOf(content: ScreenContent | null): Promise<string | null> {
  if (content === null) return null;
  return createHash('sha256')
    .update(await content.load({ signal }))
    .digest('hex');
}
