import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder, writeFiles, writeSphinxData } from '../../../test/fixtures/sphinx-data.js';
import { UserError } from '../../errors.js';
import { DataReportSchema, type DataReport } from '../../formats/data-check/data-report.js';
import { checkData } from './check-data.js';
import type { DataManifest } from './data-manifest.js';
import { DATA_MANIFESTS } from '../../registry/benchmarks.js';

const signal = new AbortController().signal;

function check(name: string, folder: string): Promise<DataReport> {
  const manifest = DATA_MANIFESTS.get(name);
  if (manifest === undefined) throw new Error(`no manifest ${name}`);
  return checkData(manifest, folder, { signal });
}

const lines = (report: DataReport): string[] =>
  report.items.map(({ what, status, count }) => {
    const counted = count === null ? '' : ` ${count.present}/${count.expected ?? '?'}`;
    return `${what}: ${status}${counted}`;
  });

describe('checkData', () => {
  const manifest: DataManifest = {
    benchmark: 'made-up',
    obtain: ['Make it up.'],
    files: [
      {
        path: 'a.txt',
        what: 'a',
        required: true,
        versions: [{ sha256: createHash('sha256').update('old').digest('hex'), name: 'the old one' }],
      },
      { path: 'b.txt', what: 'b', required: true },
      { path: 'c.txt', what: 'c', required: false },
    ],
  };

  it('tells files apart that are there, altered, missing and no files', async () => {
    await using data = await temporaryFolder();
    await writeFiles(data.path, { 'a.txt': 'old', 'b.txt': 'anything' });
    const sound = await checkData(manifest, data.path, { signal });
    expect(lines(sound)).toEqual(['a: present', 'b: present', 'c: missing']);
    expect(sound.complete).toBe(true);
    expect(sound.items[0]?.detail).toBe('the old one');
    await writeFiles(data.path, { 'a.txt': 'new', 'c.txt/inside': '' });
    const altered = await checkData(manifest, data.path, { signal });
    expect(lines(altered)).toEqual(['a: altered', 'b: present', 'c: unreadable']);
    expect(altered.complete).toBe(false);
    expect(DataReportSchema.parse(JSON.parse(JSON.stringify(altered)))).toEqual(altered);
  });

  it('refuses what is no folder', async () => {
    await expect(checkData(manifest, '/nowhere/at/all', { signal })).rejects.toBeInstanceOf(UserError);
  });
});

describe('the manifests', () => {
  it('are seven, each with words on how to obtain the data', () => {
    expect([...DATA_MANIFESTS.keys()].toSorted()).toEqual([
      'aitw',
      'androidcontrol',
      'androidlens',
      'colorbench',
      'guiodyssey',
      'probench',
      'sphinx',
    ]);
    for (const { obtain } of DATA_MANIFESTS.values()) expect(obtain.join(' ').length).toBeGreaterThan(60);
  });

  it('find nothing in an empty folder, and say so', async () => {
    await using data = await temporaryFolder();
    for (const name of DATA_MANIFESTS.keys()) {
      const report = await check(name, data.path);
      expect(report.complete).toBe(false);
      expect(report.items.every(({ status }) => status === 'missing')).toBe(true);
    }
  });

  it('SPHINX: counts recordings, screens and scripts against the task files', async () => {
    await using data = await temporaryFolder();
    await writeSphinxData(data.path);
    await writeFiles(data.path, {
      'groundtruth/1/notes/0.png': 'x',
      'lowlevel_tasks.json': [{ id: 1 }, { id: 2 }],
      'lowlevel_tasks/1.xml': '<hierarchy/>',
      'login_script/notes.json': [],
    });
    expect(lines(await check('sphinx', data.path))).toEqual([
      'tasks that need no login: altered',
      'all tasks: altered',
      'knowledge questions: missing',
      'grounding tasks: altered',
      'packages of the apps: altered',
      'recordings of the tasks: incomplete 3/4',
      'recordings that no task names: incomplete 1/44',
      'pictures of the recorded screens: incomplete 1/9',
      'items about goals and apps, five a question: missing',
      'items about completion, one a screen: incomplete 7/1434',
      'screens of the grounding tasks: incomplete 1/2',
      'pictures of the grounding tasks: missing 0/2',
      'scripts that log in to apps: incomplete 1/37',
    ]);
  });

  it('ProBench: counts tasks by kind, and refuses other shapes', async () => {
    await using data = await temporaryFolder();
    const task = (index: number, type: string) => ({
      id: `en-${index}`,
      language: 'en',
      app: 'clock',
      instruction: 'Set an alarm.',
      type,
    });
    const tasks = Array.from({ length: 75 }, (_, index) => task(index, index < 52 ? 'state' : 'process'));
    await writeFiles(data.path, { 'tasks.en.json': { tasks }, 'tasks.zh.json': { tasks: [{ id: 1 }] } });
    const report = await check('probench', data.path);
    expect(lines(report)).toEqual([
      'the English tasks: present 75/75',
      'the Chinese tasks: unreadable 0/142',
    ]);
    expect(report.items[1]?.detail).toContain('line 1');
    expect(report.complete).toBe(true);
    await writeFiles(data.path, { 'tasks.en.json': { tasks: tasks.slice(1) } });
    expect(lines(await check('probench', data.path))[0]).toBe('the English tasks: incomplete 74/75');
    await writeFiles(data.path, { 'tasks.en.json': { tasks: [task(0, 'state'), task(0, 'state')] } });
    expect(lines(await check('probench', data.path))[0]).toBe('the English tasks: altered 2/75');
  });

  it('AndroidLens: counts episodes and their pictures', async () => {
    await using data = await temporaryFolder();
    await writeFiles(data.path, {
      'test/en/7/7.json': [{ low_instruction: 'Tap' }, {}],
      'test/en/7/7_0.png': 'x',
      'test/zh/8/8.json': '[{',
    });
    expect(lines(await check('androidlens', data.path))).toEqual([
      'English episodes: incomplete 1/172',
      'pictures of the English episodes: incomplete 1/2',
      'Chinese episodes: unreadable 0/399',
      'fields by their guessed names: unreadable',
    ]);
  });

  it('GUIOdyssey: counts episodes, their pictures in either layout, and what the splits name', async () => {
    await using data = await temporaryFolder();
    const episode = {
      episode_id: '1',
      device_info: { w: 1080, h: 2400, device_name: 'Medium Phone' },
      task_info: { category: 'General_Tool', instruction: 'Set an alarm.' },
      step_length: 2,
      steps: [
        { step: 0, screenshot: '1_0.png', action: 'CLICK' },
        { step: 1, screenshot: '1_1.png', action: 'COMPLETE' },
      ],
    };
    await writeFiles(data.path, {
      'annotations/1.json': episode,
      'screenshots/1_0.png': 'x',
      'screenshots/data_3/1_1.png': 'x',
      'splits/random_split.json': { train: [], test: ['1.json'] },
      'splits/app_split.json': { train: ['2.json'], test: ['1.json'] },
      'splits/task_split.json': { train: [] },
    });
    expect(lines(await check('guiodyssey', data.path))).toEqual([
      'episodes: incomplete 1/8334',
      'pictures of these episodes: present 2/2',
      'the split by random: present',
      'the split by task: unreadable',
      'the split by device: missing',
      'the split by app: incomplete',
    ]);
    await writeFiles(join(data.path, 'annotations'), { '2.json': { ...episode, step_length: 3 } });
    expect(lines(await check('guiodyssey', data.path))[0]).toBe('episodes: unreadable 1/8334');
  });
});
