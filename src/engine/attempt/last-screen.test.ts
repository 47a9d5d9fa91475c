import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Screen } from '../../domain/screen.js';
import { UserError } from '../../errors.js';
import { changeEnvironments, fakeBenchmark } from '../../testing/fake-benchmark.js';
import { eventsOf } from '../../testing/run-fakes/run-cuts.js';
import { buildRun, temporaryFolder } from '../../testing/run-fakes/run-fake.js';
import { startRun } from '../run.js';

const LAST: Screen = {
  id: 'after-the-tap',
  size: { width: 1, height: 1 },
  activity: null,
  picture: { mediaType: 'image/png', load: async () => new TextEncoder().encode('last picture') },
  hierarchy: null,
};

async function run(lastScreen: Screen | null, live = true) {
  await using folder = await temporaryFolder();
  const broken = fakeBenchmark({
    live,
    onStep: () => {
      throw new UserError('the cable was pulled');
    },
  });
  const benchmark = changeEnvironments(broken, (environment) => Object.assign(environment, { lastScreen }));
  await startRun(buildRun(folder.path, { benchmark, settings: { items: ['walk-0'] } }));
  const end = (await eventsOf(folder.path)).find(({ type }) => type === 'item-end');
  const files = await readdir(join(folder.path, 'files'), { recursive: true }).catch(() => []);
  return { end, files };
}

describe('an episode that a live device voids', () => {
  it('keeps the picture that was taken after its last action', async () => {
    const { end, files } = await run(LAST);
    expect(end).toMatchObject({
      failure: { message: 'the cable was pulled' },
      lastScreen: { id: 'after-the-tap', picture: { mediaType: 'image/png', stored: true } },
    });
    const hash = (end as { lastScreen: { picture: { hash: string } } }).lastScreen.picture.hash;
    expect(files.some((file) => file.includes(hash) || hash.endsWith(file.replaceAll('/', '')))).toBe(true);
  });

  it.each([
    ['what its last observation shows already', { ...LAST, id: 'screen-0' }, true],
    ['nothing', null, true],
    ['screens of a recording', LAST, false],
  ])('keeps no second picture of %s', async (_, screen, live) => {
    const { end } = await run(screen, live);
    expect(end).toMatchObject({ failure: { message: 'the cable was pulled' } });
    expect(end).not.toHaveProperty('lastScreen');
  });

  it('is told even where the picture cannot be kept', async () => {
    const { end } = await run({
      ...LAST,
      picture: {
        mediaType: 'image/png',
        load: async () => {
          throw new Error('gone');
        },
      },
    });
    expect(end).toMatchObject({ failure: { message: 'the cable was pulled' } });
    expect(end).not.toHaveProperty('lastScreen');
  });
});
