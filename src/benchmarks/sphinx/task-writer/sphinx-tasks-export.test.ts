import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder, writeSphinxData } from '../../../../test/fixtures/sphinx-data.js';
import { stop, tap } from '../../../domain/action.js';
import { pixelPoint } from '../../../domain/geometry.js';
import { DatasetError } from '../../../errors.js';
import type { RecordedEpisode } from '../../../domain/recordings/recorded-episode.js';
import type { Screen } from '../../../domain/screen.js';
import type { LeftOutOfSource, NamedEpisodes } from '../../source-export.js';
import { readSkills } from '../dimensions/skills.js';
import { readRecording, readRules } from '../recordings/recording.js';
import { sphinxRecordings } from '../recordings/sphinx-recordings.js';
import { readEpisodes } from '../../../testing/datasets/recorded-episodes.js';
import { sphinxTasksExport } from './sphinx-tasks-export.js';

const { signal } = new AbortController();

async function write(
  episodes: NamedEpisodes['episodes'],
  outDirectory: string,
): Promise<readonly LeftOutOfSource[]> {
  const leftOut: LeftOutOfSource[] = [];
  await sphinxTasksExport.write({
    sources: [{ name: 'source', kind: 'dataset', episodes }],
    outDirectory,
    level: null,
    seed: 0,
    switches: {},
    leaveOut: (one) => leftOut.push(one),
    onEpisode: () => undefined,
    signal,
  });
  return leftOut;
}

const readAll = (folder: string) => readEpisodes(sphinxRecordings(folder, 'all', { signal }));

const XML = (label: string): string =>
  `<hierarchy rotation="0"><node index="0" text="" class="android.widget.FrameLayout" package="com.a.notes" clickable="false" bounds="[0,0][200,400]">
<node index="0" text="${label}" resource-id="com.a.notes:id/button" class="android.widget.Button" package="com.a.notes" clickable="true" bounds="[20,40][180,120]" /></node></hierarchy>`;

function screen(id: string, label: string): Screen {
  const bytes = new TextEncoder().encode(XML(label));
  const hierarchy = { mediaType: 'application/xml', load: async () => bytes };
  const activity = { package: 'com.a.notes', activity: '.Main' };
  return { id, size: { width: 200, height: 400 }, activity, picture: null, hierarchy };
}

const RULES = [
  {
    type: 'findelement',
    match_type: 'equal',
    match_rules: { text: 'Saved' },
    check_type: 'equal',
    check_rules: {},
  },
];
const EPISODE: RecordedEpisode = {
  id: 'mine',
  instructions: { en: 'Save the note.' },
  apps: ['Notes'],
  labels: {},
  steps: [
    { screen: screen('home', 'Notes'), action: { type: 'open_app', app: 'Notes' } },
    { screen: screen('one', 'Save'), action: tap(pixelPoint(30, 60)) },
    { screen: screen('two', 'Saved'), action: stop('success') },
  ],
  rules: RULES,
};

async function* listed(...episodes: readonly RecordedEpisode[]) {
  for (const episode of episodes) yield { type: 'episode' as const, episode };
}

describe('tasks with rules, written in the published layout', () => {
  it('read back as they were, where they are of SPHINX', async () => {
    await using data = await temporaryFolder();
    await using out = await temporaryFolder();
    await writeSphinxData(data.path);
    const leftOut = await write(sphinxRecordings(data.path, 'all', { signal }), out.path);
    expect(leftOut.map(({ reason }) => reason)).toEqual(['broken-episode']);
    const before = await readAll(data.path);
    expect(before.size).toBe(3);
    expect(await readAll(out.path)).toEqual(before);
    const pair = { task: 1, app: 'notes' };
    expect(await readRules(out.path, pair)).toEqual(await readRules(data.path, pair));
    expect((await readRecording(out.path, pair))?.actions).toEqual(
      (await readRecording(data.path, pair))?.actions,
    );
  });

  it('are made of what others recorded, each touch aimed at its element', async () => {
    await using out = await temporaryFolder();
    await using twice = await temporaryFolder();
    const { rules: _, ...ruleless } = EPISODE;
    const leftOut = await write(listed(EPISODE, { ...ruleless, id: 'ruleless' }), out.path);
    expect(leftOut.map(({ episode, reason }) => [episode, reason])).toEqual([['ruleless', 'no-rules']]);
    const pair = { task: 1, app: 'notes' };
    const recording = await readRecording(out.path, pair);
    expect(recording?.actions).toMatchObject([
      { type: 'click', element: { 'resource-id': 'com.a.notes:id/button', text: 'Save' } },
      { type: 'stop' },
    ]);
    expect(await readRules(out.path, pair)).toEqual(RULES);
    expect(await readSkills(out.path, pair)).toEqual([
      { name: 'Save the note.', length: 1, start: 0, end: 0 },
    ]);
    expect(await readFile(join(out.path, 'apk-info.csv'), 'utf8')).toContain('notes,com.a.notes,,,');
    // Written again it is the same.
    await write(sphinxRecordings(out.path, 'all', { signal }), twice.path);
    expect(await readAll(twice.path)).toEqual(await readAll(out.path));
  });

  it('keep apps of other scripts apart, and their packages', async () => {
    await using out = await temporaryFolder();
    const labels = { category: ['Notes, lists'] };
    const named = (id: string, app: string) => ({ ...EPISODE, id, apps: [app], labels });
    await write(listed(named('a', '微信'), named('b', '美团'), named('c', 'Notes, v.2')), out.path);
    const csv = await readFile(join(out.path, 'apk-info.csv'), 'utf8');
    expect(csv.trim().split('\n').slice(1)).toEqual(
      ['微信', '美团', 'notes_v_2'].map((name) => `${name},com.a.notes,,,Notes  lists`),
    );
    expect((await readAll(out.path)).size).toBe(3);
    await using two = await temporaryFolder();
    const elsewhere = EPISODE.steps.map((step) => {
      const activity = { package: 'org.b.notes', activity: '.Main' };
      return { ...step, screen: { ...step.screen, activity } };
    });
    await write(listed(EPISODE, { ...EPISODE, id: 'other', steps: elsewhere }), two.path);
    const apps = await readFile(join(two.path, 'apk-info.csv'), 'utf8');
    expect(apps).toContain('notes,com.a.notes,,,\nnotes_2,org.b.notes,,,');
  });

  it('list nothing whose pictures cannot be loaded', async () => {
    await using out = await temporaryFolder();
    const load = () => Promise.reject(new DatasetError('no such picture'));
    const steps = EPISODE.steps.map((step) => ({
      ...step,
      screen: { ...step.screen, picture: { mediaType: 'image/png', load } },
    }));
    const leftOut = await write(listed({ ...EPISODE, id: 'dark', steps }), out.path);
    expect(leftOut.map(({ episode }) => episode)).toEqual(['dark']);
    expect(JSON.parse(await readFile(join(out.path, 'task_info_all.json'), 'utf8'))).toEqual([]);
  });

  it('leave out what has no words, no end or no hierarchy, and say why', async () => {
    await using out = await temporaryFolder();
    const [, touch, end] = EPISODE.steps;
    if (touch === undefined || end === undefined) throw new Error('the episode is another');
    const odd = (id: string, steps: RecordedEpisode['steps']) => ({ ...EPISODE, id, steps });
    const leftOut = await write(
      listed(
        odd('endless', [touch]),
        odd('home', [{ ...touch, action: { type: 'key', key: 'HOME' } }, end]),
        odd('bare', [{ ...touch, screen: { ...touch.screen, hierarchy: null } }, end]),
      ),
      out.path,
    );
    expect(leftOut.map(({ reason }) => reason)).toEqual(['nothing-done', 'no-words', 'no-hierarchy']);
  });
});
