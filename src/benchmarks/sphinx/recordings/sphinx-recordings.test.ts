import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder, writeFiles, writeSphinxData } from '../../../../test/fixtures/sphinx-data.js';
import type { RecordedEntry } from '../../../domain/recordings/recorded-episode.js';
import { sphinxBenchmark } from '../sphinx-benchmark.js';
import { sphinxRecordings } from './sphinx-recordings.js';
import type { SphinxSplit } from '../splits.js';

const signal = new AbortController().signal;

async function listOf(entries: AsyncIterable<RecordedEntry>): Promise<RecordedEntry[]> {
  const list: RecordedEntry[] = [];
  for await (const entry of entries) list.push(entry);
  return list;
}

function entriesOf(folder: string, split: SphinxSplit): Promise<RecordedEntry[]> {
  return listOf(sphinxRecordings(folder, split, { signal }));
}

describe('sphinxRecordings', () => {
  it('gives each recording with its goal, category and touched areas, and names what the data lack', async () => {
    await using data = await temporaryFolder();
    await writeSphinxData(data.path);
    const entries = await entriesOf(data.path, 'all');
    expect(entries.map((entry) => (entry.type === 'episode' ? entry.episode.id : entry.id))).toEqual([
      '1/notes',
      '1/clock',
      '2/notes',
      '2/clock',
    ]);
    const [first, , , last] = entries;
    expect(first).toMatchObject({
      episode: {
        instructions: { en: 'task 1' },
        apps: ['notes'],
        labels: { category: ['Productivity'], account: ['not needed'] },
      },
    });
    const steps = first?.type === 'episode' ? first.episode.steps : [];
    expect(steps.map(({ action, box }) => [action.type, box])).toEqual([
      ['tap', [0, 1000, 768, 1200]],
      ['tap', [0, 1000, 768, 1200]],
      ['stop', undefined],
    ]);
    expect(steps[0]).toMatchObject({
      action: { target: { point: { x: 384, y: 1100 } } },
      screen: { size: { width: 768, height: 1280 } },
      place: { file: join(data.path, 'groundtruth/1/notes/meta.json'), path: [0] },
    });
    expect(last).toMatchObject({
      type: 'broken',
      error: { message: expect.stringContaining('no recording') },
    });
  });

  it('says which recordings have no instruction, and continues after a broken one', async () => {
    await using data = await temporaryFolder();
    await writeSphinxData(data.path);
    await writeFiles(data.path, { 'groundtruth/1/clock/meta.json': '[' });
    const entries = await entriesOf(data.path, 'present');
    expect(
      entries.map((entry) => (entry.type === 'broken' ? [entry.id, entry.error.code] : [entry.episode.id])),
    ).toEqual([['1/clock', 'JSON_SYNTAX'], ['1/notes'], ['2/notes'], ['9/spare', 'DATASET']]);
  });

  it('is what the benchmark shows of its data, also without the list of apps', async () => {
    await using data = await temporaryFolder();
    await writeSphinxData(data.path);
    await rm(join(data.path, 'apk-info.csv'));
    await using benchmark = await sphinxBenchmark.open({
      dataDirectory: data.path,
      mode: 'reference',
      split: 'no-login',
      settings: { dimensions: 'planning' },
      signal,
    });
    const recordings = benchmark.recordings?.episodes();
    expect(recordings === undefined ? [] : await listOf(recordings)).toMatchObject([
      { type: 'episode', episode: { id: '1/notes' } },
    ]);
  });
});
