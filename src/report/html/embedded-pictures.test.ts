import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../domain/episode.js';
import type { ScreenRecord } from '../../formats/run/journal/event.js';
import { temporaryFolder } from '../../testing/run-fakes/run-fake.js';
import { EmbeddedPictures } from './embedded-pictures.js';

/** Bytes of every scaled picture. */
const SIZE = 300;

const scale = async (bytes: Uint8Array) => {
  if (bytes.length === 0) throw new Error('no picture');
  return { bytes: Buffer.alloc(SIZE, bytes), width: 1080, height: 2400 };
};

function screen(id: string): ScreenRecord {
  return {
    id,
    size: null,
    activity: null,
    picture: { mediaType: 'image/png', hash: null, stored: false },
    hierarchy: null,
  };
}

const run = {
  directory: 'run',
  isPrivate: false,
  find: (id: string) => ({
    mediaType: 'image/png',
    load: async () => Buffer.from(id === 'broken' ? '' : id),
  }),
};

async function written(
  shown: readonly (readonly [screen: string, outcome: Outcome])[],
  room: number,
): Promise<{ readonly names: readonly string[]; readonly size: unknown; readonly missing: number }> {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'blocks');
  const pictures = new EmbeddedPictures({ pictures: 'auto', scale });
  const addresses = new Map<string, string>();
  for (const [id, outcome] of shown) {
    const { address } = await pictures.place(screen(id), run, outcome);
    addresses.set(address ?? '', id);
  }
  const handle = await open(file, 'w');
  const size = await pictures.write(handle, room, {});
  await handle.close();
  const text = await readFile(file, 'utf8');
  const names = [...text.matchAll(/id="(picture-\d+)"/g)].map(([, id]) => addresses.get(`#${id}`) ?? '?');
  return { names, size, missing: pictures.missing };
}

describe('EmbeddedPictures', () => {
  it('writes each picture once, those of failed episodes first and those of passed ones last', async () => {
    const { names, size } = await written(
      [
        ['solved', 'passed'],
        ['shared', 'passed'],
        ['outage', 'model_error'],
        ['shared', 'failed'],
        ['missed', 'failed'],
        ['missed', 'passed'],
      ],
      Infinity,
    );
    expect(names).toEqual(['shared', 'missed', 'outage', 'solved']);
    expect(size).toMatchObject({ embedded: 4, leftOut: 0 });
  });

  it('stops where the file would grow too large, and says what all of them would take', async () => {
    const many = Array.from({ length: 10 }, (_, number) => [`s${number}`, 'failed'] as const);
    const whole = await written(many, Infinity);
    const { bytes } = whole.size as { bytes: number };
    const { names, size } = await written(many, bytes * 0.45);
    expect(names).toEqual(['s0', 's1', 's2', 's3']);
    expect(size).toMatchObject({ embedded: 4, leftOut: 6 });
    const { wholeBytes } = size as { wholeBytes: number };
    expect(Math.abs(wholeBytes - bytes)).toBeLessThan(20);
  });

  it('counts what cannot be scaled as missing, and goes on', async () => {
    const { names, missing } = await written(
      [
        ['broken', 'failed'],
        ['good', 'failed'],
      ],
      Infinity,
    );
    expect(names).toEqual(['good']);
    expect(missing).toBe(1);
  });

  it('leaves out recordings of people, and everything when that is asked for', async () => {
    const all = new EmbeddedPictures({ pictures: 'auto', scale });
    expect(await all.place(screen('a'), { ...run, isPrivate: true }, 'failed')).toMatchObject({
      why: 'withheld',
    });
    const none = new EmbeddedPictures({ pictures: 'none', scale });
    expect(await none.place(screen('a'), run, 'failed')).toMatchObject({ why: 'withheld' });
  });
});
