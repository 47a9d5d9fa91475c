import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../testing/run-fakes/run-fake.js';
import { readProbenchTasks, type ProbenchSplit } from './read-tasks.js';

const { signal } = new AbortController();
const task = (id: string, more: object = {}) => ({
  id,
  language: 'en',
  app: 'clock',
  instruction: 'Set an alarm.',
  type: 'state',
  ...more,
});
const zh = task('zh-1', { language: 'zh', app: 'notes', instruction: '写', type: 'process' });

/** Tasks of a folder with these files, or what was wrong with them. */
async function read(
  files: Readonly<Record<string, object>>,
  { split = 'all', own = null }: { split?: ProbenchSplit; own?: string | null } = {},
) {
  await using folder = await temporaryFolder();
  for (const [name, content] of Object.entries(files)) {
    await writeFile(join(folder.path, name), JSON.stringify(content, null, 1));
  }
  const ownFile = own === null ? null : join(folder.path, own);
  return await readProbenchTasks(folder.path, { split, ownFile, signal });
}

describe('readProbenchTasks', () => {
  it('reads the languages that are there, and says which is missing', async () => {
    const [en, both] = [{ 'tasks.en.json': { tasks: [task('a')] } }, { 'tasks.zh.json': { tasks: [zh] } }];
    const one = await read(en);
    expect(one.tasks.map(({ id }) => id)).toEqual(['a']);
    expect(one.warnings).toEqual(['tasks.zh.json is not there: numbers are of the other language alone']);
    const two = await read({ ...en, ...both });
    expect(two.tasks.map(({ id }) => id)).toEqual(['a', 'zh-1']);
    expect(two.warnings).toEqual([]);
    expect(two.hash).not.toBe(one.hash);
    expect((await read({ ...en, ...both }, { split: 'zh' })).tasks.map(({ id }) => id)).toEqual(['zh-1']);
    await expect(read(en, { split: 'zh' })).rejects.toMatchObject({ fault: 'dataset' });
    await expect(read({})).rejects.toMatchObject({ fault: 'dataset' });
  });

  it('takes packages and categories of the file, and a task’s own before them', async () => {
    const { tasks, apps } = await read({
      'tasks.en.json': {
        tasks: [
          task('a'),
          task('b', { category: 'own' }),
          task('c', { app: 'mine', appPackage: 'org.mine' }),
        ],
        apps: {
          map: { clock: { package: 'org.clock', activity: 'org.clock.Main' }, other: { package: 'org.x' } },
        },
        app_categories_inferred: { map: { clock: 'system' } },
      },
    });
    expect(tasks.map(({ category }) => category)).toEqual(['system', 'own', undefined]);
    expect(apps).toEqual([
      { name: 'clock', package: 'org.clock', activity: 'org.clock.Main' },
      { name: 'mine', package: 'org.mine' },
    ]);
  });

  it('reads one’s own file of both languages in place of the others', async () => {
    const files = { 'mine.json': { tasks: [task('a'), zh] }, 'tasks.en.json': { tasks: [task('x')] } };
    const { tasks, warnings } = await read(files, { own: 'mine.json' });
    expect(tasks.map(({ id }) => id)).toEqual(['a', 'zh-1']);
    expect(warnings).toEqual([]);
  });

  it.each<[string, object[], string | RegExp, (string | number)[]]>([
    ['an id given twice', [task('a'), task('a')], 'task id "a" is given twice', ['tasks', 1, 'id']],
    [
      'an empty instruction',
      [task('a', { instruction: ' ' })],
      /the text is empty/,
      ['tasks', 0, 'instruction'],
    ],
    ['an unknown type', [task('a'), task('b', { type: 'both' })], /state/, ['tasks', 1, 'type']],
    ['no steps', [task('a', { stepLimit: 0 })], /./, ['tasks', 0, 'stepLimit']],
    [
      'an app of two packages',
      [task('a', { appPackage: 'org.a' }), task('b', { appPackage: 'org.b' })],
      'the app "clock" goes by org.a and by org.b',
      ['tasks', 1, 'appPackage'],
    ],
  ])('refuses %s, with file and place', async (_, tasks, message, path) => {
    const failed = read({ 'tasks.en.json': { tasks } });
    await expect(failed).rejects.toThrow(message);
    await expect(failed).rejects.toMatchObject({
      fault: 'dataset',
      place: {
        file: expect.stringContaining('tasks.en.json') as string,
        path,
        line: expect.any(Number) as number,
      },
    });
  });
});
