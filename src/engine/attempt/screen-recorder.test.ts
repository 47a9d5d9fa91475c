import { describe, expect, it } from 'vitest';
import type { Screen } from '../../domain/screen.js';
import { sha256 } from '../../formats/run/canonical-json.js';
import { FileStore } from '../../formats/run/file-store.js';
import { temporaryFolder } from '../../testing/run-fakes/run-fake.js';
import { EpisodeControl } from './episode-control.js';
import { recordScreen } from './screen-recorder.js';

const content = (text: string, hash?: string) => ({
  mediaType: `text/${text}`,
  load: async () => new TextEncoder().encode(text),
  ...(hash === undefined ? {} : { hash }),
});
const SCREEN: Screen = {
  id: 's',
  size: { width: 1, height: 2 },
  activity: { package: 'p', activity: 'a' },
  picture: content('picture', 'f'.repeat(64)),
  hierarchy: content('tree'),
};
const SAME = { id: 's', size: { width: 1, height: 2 }, activity: { package: 'p', activity: 'a' } };

describe('recordScreen', () => {
  it('names the contents of a recorded screen, and stores none', async () => {
    using control = new EpisodeControl(null, () => undefined);
    expect(await recordScreen(SCREEN, null, control)).toStrictEqual({
      ...SAME,
      picture: { mediaType: 'text/picture', hash: 'f'.repeat(64), stored: false },
      hierarchy: { mediaType: 'text/tree', hash: null, stored: false },
    });
    const bare = { ...SCREEN, picture: null, hierarchy: null };
    expect(await recordScreen(bare, null, control)).toStrictEqual({
      ...SAME,
      picture: null,
      hierarchy: null,
    });
  });

  it('keeps the contents of a live screen before it names them', async () => {
    await using folder = await temporaryFolder();
    using control = new EpisodeControl(null, () => undefined);
    const store = new FileStore(folder.path);
    const recorded = await recordScreen(SCREEN, store, control);
    expect(recorded).toStrictEqual({
      ...SAME,
      picture: { mediaType: 'text/picture', hash: sha256('picture'), stored: true },
      hierarchy: { mediaType: 'text/tree', hash: sha256('tree'), stored: true },
    });
    expect(Buffer.from(await store.get(sha256('tree'))).toString()).toBe('tree');
    const bare = { ...SCREEN, picture: null, hierarchy: null };
    expect(await recordScreen(bare, store, control)).toStrictEqual({
      ...SAME,
      picture: null,
      hierarchy: null,
    });
  });
});
