import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FileStore } from '../../formats/run/file-store.js';
import { RUN_FORMAT_VERSION, type JournalEvent } from '../../formats/run/journal/event.js';
import { EventFileWriter } from '../../formats/run/journal/event-file-writer.js';
import { journalPath } from '../../formats/run/run-folder.js';
import { identityHash } from '../../engine/run-identity.js';
import { buildRun, temporaryFolder } from '../../testing/run-fakes/run-fake.js';
import { openS3Server } from '../../../test/fixtures/s3-server.js';
import { connectStores } from './connect-stores.js';
import { checkContents, pullContents, pushContents } from './move-contents.js';

const AT = '2026-01-01T00:00:00.000Z';
const WHERE = { at: AT, item: 'a', repeat: 0, attempt: 1 };

describe('moving the pictures of a run', () => {
  it('pushes, reads, checks and pulls the same bytes, and says what is lost', async () => {
    await using folder = await temporaryFolder();
    await using server = await openS3Server('bench');
    const run = join(folder.path, 'run');
    await mkdir(run);
    const bytes = Buffer.from('a picture');
    const hash = await new FileStore(run).put(bytes);
    const picture = { mediaType: 'image/png', hash, stored: true };
    const screen = {
      id: 's',
      size: { width: 1, height: 1 },
      activity: { package: 'p', activity: 'a' },
      picture,
      hierarchy: null,
    };
    const observation: JournalEvent = { type: 'observation', ...WHERE, step: 0, state: null, screen };
    const { configuration, agent } = buildRun(run);
    const start: JournalEvent = {
      type: 'run-start',
      at: AT,
      formatVersion: RUN_FORMAT_VERSION,
      run: 'run',
      writer: 'main',
      ...configuration,
      identityHash: identityHash(configuration.identity),
      resume: agent.resume,
      planned: 1,
      warnings: [],
      node: 'v24',
      platform: 'test',
    };
    await using _journal = await EventFileWriter.create<JournalEvent>(journalPath(run, 'main'), start, [
      observation,
    ]);
    connectStores({ ...server.environment, TOUCHSTONE_HOME: join(folder.path, 'home') });
    const options = { workingDirectory: folder.path, signal: new AbortController().signal };

    // Under another name it is the same folder: nothing would be left of it.
    await symlink(run, join(folder.path, 'link'));
    const same = pushContents(run, join(folder.path, 'link', 'files'), { ...options, isMoved: true });
    await expect(same).rejects.toThrow('The pictures of the run are there');
    expect(await readdir(join(run, 'files'))).toEqual([hash.slice(0, 2)]);

    const pushed = await pushContents(run, 's3://bench/p', { ...options, isMoved: true });
    expect(pushed).toMatchObject({ named: 1, copied: 1, copiedBytes: 9, present: 0, lost: [] });
    await expect(new FileStore(join(folder.path, 'other')).get(hash)).rejects.toThrow('cannot be read');
    await rm(join(folder.path, 'home'), { recursive: true, force: true });
    expect(Buffer.from(await new FileStore(run).get(hash))).toEqual(bytes);
    expect(await checkContents(run, options)).toMatchObject({ named: 1, present: 1, lost: [] });
    expect(await pullContents(run, options)).toMatchObject({ copied: 1 });
    const own = join(run, 'files', hash.slice(0, 2), hash);
    await writeFile(own, 'a pixture');
    expect(Buffer.from(await new FileStore(run).get(hash))).toEqual(bytes);
    expect(await pullContents(run, options)).toMatchObject({ copied: 1 });
    expect(await readFile(own)).toEqual(bytes);
    await rm(join(run, 'files'), { recursive: true });
    // This machine has a copy of it, and reads that; what the store has is what is checked.
    const bucket = server.buckets.get('bench');
    bucket?.set(`p/${hash.slice(0, 2)}/${hash}`, Buffer.from('a pixture'));
    expect(Buffer.from(await new FileStore(run).get(hash))).toEqual(bytes);
    expect((await checkContents(run, options)).lost).toMatchObject([{ hash, item: 'a#0' }]);
    bucket?.clear();
    expect((await checkContents(run, options)).lost).toMatchObject([{ hash, item: 'a#0' }]);
  });
});
