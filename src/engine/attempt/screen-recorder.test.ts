import { describe, expect, it } from 'vitest';
import type { Screen } from '../../domain/screen.js';
import { sha256 } from '../../formats/run/canonical-json.js';
import { FileStore } from '../../formats/run/file-store.js';
import { temporaryFolder } from '../../testing/run-fakes/run-fake.js';
import { StoreUnreachableError } from '../../files/object-store-errors.js';
import type { ObjectStore } from '../../files/object-store.js';
import type { EngineListener } from '../engine-event.js';
import { OutageWatch } from '../outage-watch.js';
import { RunControl } from '../run-control.js';
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

function sessionWith(files: FileStore | null, emit: EngineListener = () => undefined, limitSeconds = 0) {
  const control = new RunControl({});
  return { options: { files }, control, outage: new OutageWatch({ limitSeconds, control, emit }) };
}

/** A store that is away for so many requests. */
function storeAwayFor(requests: number): ObjectStore {
  const kept = new Map<string, Uint8Array>();
  let left = requests;
  return {
    place: 's3://away',
    prepare: async () => undefined,
    put: async (bytes) => {
      left -= 1;
      if (left >= 0) throw new StoreUnreachableError('away');
      kept.set(sha256(bytes), bytes);
      return sha256(bytes);
    },
    get: async (hash) => kept.get(hash) ?? Buffer.alloc(0),
    has: async (hash) => kept.has(hash),
    async *list() {
      // Nobody asks.
    },
  };
}

describe('recordScreen', () => {
  it('waits for a store that is away, and the time of the episode stands still', async () => {
    const events: string[] = [];
    using control = new EpisodeControl(100, () => undefined);
    const session = sessionWith(
      new FileStore('/nowhere', storeAwayFor(1)),
      ({ type }) => void events.push(type),
      60,
    );
    const { picture } = await recordScreen(SCREEN, session, control);
    expect(picture?.hash).toBe(sha256('picture'));
    expect(events).toEqual(['outage-start', 'outage-end']);
    expect(control.isExpired).toBe(false);
    expect(control.untimedMs).toBeGreaterThan(0);
  });

  it('stops the run, with the item open, when the store does not come back', async () => {
    using control = new EpisodeControl(null, () => undefined);
    const session = sessionWith(new FileStore('/nowhere', storeAwayFor(1000)));
    await expect(recordScreen(SCREEN, session, control)).rejects.toMatchObject({
      code: 'STORE_OUTAGE',
      fault: 'environment',
      stopsRun: true,
    });
  });

  it('names the contents of a recorded screen, and stores none', async () => {
    using control = new EpisodeControl(null, () => undefined);
    expect(await recordScreen(SCREEN, sessionWith(null), control)).toStrictEqual({
      ...SAME,
      picture: { mediaType: 'text/picture', hash: 'f'.repeat(64), stored: false },
      hierarchy: { mediaType: 'text/tree', hash: null, stored: false },
    });
    const bare = { ...SCREEN, picture: null, hierarchy: null };
    expect(await recordScreen(bare, sessionWith(null), control)).toStrictEqual({
      ...SAME,
      picture: null,
      hierarchy: null,
    });
  });

  it('keeps the contents of a live screen before it names them', async () => {
    await using folder = await temporaryFolder();
    using control = new EpisodeControl(null, () => undefined);
    const store = new FileStore(folder.path);
    const recorded = await recordScreen(SCREEN, sessionWith(store), control);
    expect(recorded).toStrictEqual({
      ...SAME,
      picture: { mediaType: 'text/picture', hash: sha256('picture'), stored: true },
      hierarchy: { mediaType: 'text/tree', hash: sha256('tree'), stored: true },
    });
    expect(Buffer.from(await store.get(sha256('tree'))).toString()).toBe('tree');
    const bare = { ...SCREEN, picture: null, hierarchy: null };
    expect(await recordScreen(bare, sessionWith(store), control)).toStrictEqual({
      ...SAME,
      picture: null,
      hierarchy: null,
    });
  });
});
