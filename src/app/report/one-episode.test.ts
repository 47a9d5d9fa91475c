import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { generateRun } from '../../../test/fixtures/generated-run.js';
import { UserError } from '../../errors.js';
import { indexRun } from '../../formats/run/run-index.js';
import type { ReportIndex } from '../../report/view/report-index.js';
import { temporaryFolder } from '../../testing/run-fakes/run-fake.js';
import { oneEpisode } from './one-episode.js';
import { reportRuns } from './report-runs.js';

const interrupted = new AbortController().signal;

describe('one episode of a run', () => {
  it('is all that a report of it holds, in one file', async () => {
    await using folder = await temporaryFolder();
    const run = join(folder.path, 'run');
    await mkdir(run);
    await generateRun(run, { run: 'run', tasks: 4, repeats: 2, steps: 3 });
    const at = '2026-03-01T12:00:00.000Z';
    const notes = { formatVersion: 1, type: 'notes', at, author: 'Ana', tags: ['odd'], note: '<b>look' };
    await writeFile(join(run, 'notes.jsonl'), `${JSON.stringify(notes)}\n`);
    const whole = await indexRun(run);
    const key = [...whole.items.values()].map((item) => item.key).find(({ repeat }) => repeat === 1);
    if (key === undefined) throw new Error('the run has no second repeat');
    const output = join(folder.path, 'episode.html');
    const single = { maxBytes: 10_000_000 };
    const options = { output, pictures: 'auto', single, only: key, mayScore: false } as const;
    const written = await reportRuns([run], options, { interrupted });
    expect(written).toMatchObject({ runs: 1, episodes: 1, unfinished: 0, pictureFolders: [], problems: [] });
    const page = await readFile(output, 'utf8');
    const [, packed = ''] = /id="index"[^>]*>([^<]*)</.exec(page) ?? [];
    const index = JSON.parse(gunzipSync(Buffer.from(packed, 'base64')).toString()) as ReportIndex;
    expect([index.episodes.item, index.episodes.repeat]).toEqual([[key.item], [1]]);
    expect(index.tasks).toHaveLength(1);
    expect(index.runs[0]).toMatchObject({ planned: 1, tables: [], status: 'complete' });
    expect(index.runs[0]?.notes).toEqual({ tags: ['odd'], note: '<b>look' });
    expect(index.episodes.verdictAt[0]).not.toBeNull();
  });

  it('must be there', async () => {
    await using folder = await temporaryFolder();
    await generateRun(folder.path, { run: 'run', tasks: 2, steps: 2 });
    const index = await indexRun(folder.path);
    expect(() => oneEpisode(index, { item: 'task-000', repeat: 0 })).toThrow(UserError);
    expect(() => oneEpisode(index, { item: 'task-0001', repeat: 7 })).toThrow('repeat 8');
  });
});
