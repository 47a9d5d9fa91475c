import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  aitwRecord,
  aitwSketch,
  writeAitwConversion,
  writeAitwDataset,
} from '../../testing/datasets/aitw-dataset.js';
import { writeControlConversion, writeControlDataset } from '../../testing/datasets/control-dataset.js';
import { temporaryFolder } from '../../testing/run-fakes/run-fake.js';
import { writeTfRecords } from '../../testing/datasets/write-tfrecords.js';
import type { DataReport } from '../../formats/data-check/data-report.js';
import { checkData } from './check-data.js';
import { DATA_MANIFESTS } from '../../registry/benchmarks.js';

const signal = new AbortController().signal;

async function check(name: string, folder: string): Promise<DataReport> {
  const manifest = DATA_MANIFESTS.get(name);
  if (manifest === undefined) throw new Error(`no manifest ${name}`);
  return checkData(manifest, folder, { signal });
}

function lines({ items }: DataReport): string[] {
  return items.map(({ what, status, count }) => {
    const counted = count === null ? '' : ` ${count.present}/${count.expected ?? '?'}`;
    return `${what}: ${status}${counted}`;
  });
}

describe('the data of AndroidControl', () => {
  it('are complete where every file, record and split is there', async () => {
    await using data = await temporaryFolder();
    await writeControlDataset(data.path, { episodes: 12, shards: 3 });
    const report = await check('androidcontrol', data.path);
    expect(lines(report)).toEqual([
      'TFRecord files: present 3/3',
      'episodes: present 12/12',
      'the split: present',
      'the parts of the test side: present',
    ]);
    expect(report.complete).toBe(true);
  });

  it('lack files, records and lists by name', async () => {
    await using data = await temporaryFolder();
    await writeControlDataset(data.path, { episodes: 12, shards: 3 });
    await rm(join(data.path, 'android_control-00001-of-00003'));
    await writeFile(join(data.path, 'test_subsplits.json'), '{"IDD": [1]}');
    const report = await check('androidcontrol', data.path);
    expect(lines(report)).toEqual([
      'TFRecord files: incomplete 2/3',
      'episodes: incomplete 8/12',
      'the split: present',
      'the parts of the test side: incomplete',
    ]);
    expect(report.items.map(({ detail }) => detail)).toEqual([
      'missing: android_control-00001-of-00003',
      expect.stringMatching(/^missing: \d+, \d+, \d+ and 1 more$/),
      expect.stringContaining('train 6'),
      expect.stringContaining('no list app_unseen, task_unseen, category_unseen'),
    ]);
    const shard = join(data.path, 'android_control-00000-of-00003');
    await writeFile(shard, (await readFile(shard)).subarray(0, -20));
    const cut = await check('androidcontrol', data.path);
    expect(cut.items[1]).toMatchObject({
      status: 'unreadable',
      detail: expect.stringContaining('ends too early'),
    });
  });

  it('may be a conversion, whose episodes are read as for a run', async () => {
    await using data = await temporaryFolder();
    await writeControlConversion(data.path, 4);
    expect(lines(await check('androidcontrol', data.path))[0]).toBe(
      'episodes of the conversion: present 4/4',
    );
    await rm(join(data.path, 'images', '3_0.png'));
    const report = await check('androidcontrol', data.path);
    expect(lines(report)[0]).toBe('episodes of the conversion: unreadable 3/4');
    expect(report.items[0]?.detail).toContain('3_0.png');
  });
});

describe('the data of Android in the Wild', () => {
  it('are five datasets and their divisions, of which the standard one is needed', async () => {
    await using data = await temporaryFolder();
    await writeAitwDataset(data.path, 2);
    const report = await check('aitw', data.path);
    expect(lines(report)).toEqual([
      ...['general', 'google_apps', 'install', 'web_shopping', 'single'].flatMap((subset) => [
        `TFRecord files of ${subset}: present 2/2`,
        `episodes of ${subset}: present 2/?`,
      ]),
      'the standard division: present',
      'the unseen android version division: missing',
      'the unseen subject division: missing',
      'the unseen verb division: missing',
      'the unseen domain division: missing',
    ]);
    expect(report.complete).toBe(true);
  });

  it('name a dataset that is not there, and episodes that lack steps', async () => {
    await using data = await temporaryFolder();
    await writeAitwDataset(data.path, 1);
    await rm(join(data.path, 'single'), { recursive: true });
    const steps = [...aitwSketch(1), ...aitwSketch(0).slice(0, 3)];
    await rm(join(data.path, 'general'), { recursive: true });
    await mkdir(join(data.path, 'general'));
    await writeTfRecords(
      join(data.path, 'general', 'general-00000-of-00001'),
      steps.map((step) => aitwRecord(step)),
    );
    const report = await check('aitw', data.path);
    const of = (what: string) => report.items.find((item) => item.what === what);
    expect(of('TFRecord files of single')?.status).toBe('missing');
    expect(of('episodes of general')).toMatchObject({
      status: 'incomplete',
      detail: expect.stringMatching(/^lacking steps: .* \(3 of 4 steps\)$/),
    });
    expect(of('the standard division')).toMatchObject({
      status: 'incomplete',
      detail: expect.stringContaining('not there: '),
    });
    expect(report.complete).toBe(false);
  });

  it('may be a conversion', async () => {
    await using data = await temporaryFolder();
    await writeAitwConversion(data.path, 1);
    expect(lines(await check('aitw', data.path))).toEqual(['episodes of the conversion: present 5/5']);
  });
});
