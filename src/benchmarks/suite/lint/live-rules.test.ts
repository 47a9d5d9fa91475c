import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../testing/run-fakes/run-fake.js';
import { lintWorld } from './lint-world.js';

const APP = { name: 'Lists', package: 'org.example.lists', url: 'app/index.html' };
const TASK = {
  id: 'add',
  instructions: { en: 'Add milk' },
  apps: ['Lists'],
  start: 'Lists',
  milestones: [{ id: 'added', type: 'screen', screens: ['list:1'] }],
};
const SPEAKING = '<script>window.touchstone = { state: () => "list:1" }</script>';

async function rulesOf(
  change: { live?: unknown; task?: object; page?: string | null } = {},
): Promise<string[]> {
  await using folder = await temporaryFolder({ onDisk: true });
  const { live = { formatVersion: 1, apps: [APP] }, task = TASK, page = SPEAKING } = change;
  const suite = {
    formatVersion: 2,
    name: 'lists',
    version: '1',
    languages: ['en'],
    defaultMaxSteps: 9,
    tasks: [task],
  };
  await writeFile(join(folder.path, 'live.json'), JSON.stringify(live));
  await writeFile(join(folder.path, 'suite.json'), JSON.stringify(suite));
  await mkdir(join(folder.path, 'app'));
  if (page !== null) await writeFile(join(folder.path, APP.url), page);
  const report = await lintWorld(folder.path, {
    name: 'lists',
    mode: 'corrected',
    repair: false,
    signal: new AbortController().signal,
  });
  return report.findings.map(({ rule, severity }) => `${severity} ${rule}`);
}

describe('lint of a live world', () => {
  it('asks for no graph, and finds nothing in a good one', async () => {
    expect(await rulesOf()).toEqual([]);
  });

  it.each([
    ['a start that is no app', { task: { ...TASK, start: 'Maps' } }, 'error task/unknown-start'],
    ['an app that is not there', { task: { ...TASK, apps: ['Maps'] } }, 'warning task/unknown-app'],
    ['a state that nobody can say', { page: '<p>mute</p>' }, 'warning live/no-state'],
    [
      'a task that says only what must not be done',
      { task: { ...TASK, milestones: [], prohibitions: [{ id: 'no', type: 'text', texts: ['Paid'] }] } },
      'warning task/prohibitions-alone',
    ],
    ['a task without a success rule', { task: { ...TASK, milestones: [] } }, 'error task/no-milestone'],
    ['a page that is not there', { page: null }, 'error file/unreadable'],
    ['a file of the wrong shape', { live: { formatVersion: 1, apps: [] } }, 'error file/schema'],
    [
      'a home screen that is not there',
      { live: { formatVersion: 1, home: 'home.html', apps: [APP] } },
      'error file/unreadable',
    ],
  ])('names %s', async (_, change, expected) => {
    expect(await rulesOf(change)).toEqual([expected]);
  });

  it('leaves alone what only a server knows', async () => {
    const live = { formatVersion: 1, apps: [{ ...APP, url: 'http://127.0.0.1:1/' }] };
    expect(await rulesOf({ live })).toEqual([]);
  });
});
