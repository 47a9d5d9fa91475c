import { expect, it } from 'vitest';
import type { ReportStep } from '../../../report/view/report-episode.js';
import type { ResultsFolder } from '../results-folder.js';
import { EpisodeAnimations } from './animate-episode.js';

const { signal } = new AbortController();
const OPTIONS = { format: 'webp', width: 120, frameMs: 100, signal } as const;
const STEP = { screen: 's', picture: null, noPicture: 'none', size: [100, 200], marks: [] };

/** A folder whose episodes have these steps; `under` is how many are read at once, at most. */
function folderOf(steps: Readonly<Record<string, readonly object[]>>) {
  let now = 0;
  const folder = {
    path: '/runs',
    most: 0,
    screen: async () => null,
    episode: async (_run: string, item: string) => {
      folder.most = Math.max(folder.most, (now += 1));
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
      now -= 1;
      return { episode: { steps: (steps[item] ?? []) as ReportStep[] } };
    },
  };
  return folder;
}

it('draws no screen that is withheld, and one episode at a time', async () => {
  const folder = folderOf({ open: [STEP], hidden: [STEP, { ...STEP, noPicture: 'withheld' }] });
  const pictures = { get: async () => null };
  const animations = new EpisodeAnimations(folder as unknown as ResultsFolder, pictures);
  const drawn = await Promise.allSettled(
    ['open', 'hidden', 'open'].map((item) => animations.draw('run', item, 0, OPTIONS)),
  );
  expect(drawn.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(drawn[1]).toMatchObject({ reason: { code: 'USER' } });
  expect(folder.most).toBe(1);
});
