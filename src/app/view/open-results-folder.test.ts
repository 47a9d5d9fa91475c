import { appendFile, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generateRun, type GeneratedRunOptions } from '../../../test/fixtures/generated-run.js';
import { UserError } from '../../errors.js';
import { indexRun } from '../../formats/run/run-index.js';
import type { ReportRunInput } from '../../report/html/collect-run.js';
import { OUTCOMES } from '../../report/view/outcome-numbers.js';
import type { ReportIndex } from '../../report/view/report-index.js';
import { writeReport } from '../../report/html/write-report.js';
import type { ViewerEvent } from '../../report/view/viewer-event.js';
import { listRuns } from '../results/list-runs.js';
import { quickFindings } from '../scan/quick-findings.js';
import { openResultsFolder, type FollowedFolder } from './open-results-folder.js';

let root = '';
let count = 0;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'touchstone-view-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

async function newFolder(): Promise<string> {
  count += 1;
  const folder = join(root, `results-${count}`);
  await mkdir(folder);
  return folder;
}

async function opened(path: string): Promise<FollowedFolder> {
  const environment = { TOUCHSTONE_HOME: join(root, 'home') };
  return openResultsFolder(path, { environment, pollMs: 20 });
}

function generate(folder: string, name: string, options: Partial<GeneratedRunOptions> = {}): Promise<void> {
  return generateRun(join(folder, name), { run: name, tasks: 6, model: 'vl', ...options });
}

/** All that two ways of making an index must agree on. */
function comparable(index: ReportIndex): unknown {
  const places = { stepsAt: [], verdictAt: [], otherVerdictAt: [] };
  const episodes = { ...index.episodes, ...places };
  const runs = index.runs.map(({ abilities, problems, ...run }) => ({
    ...run,
    tables: [],
    abilities: abilities.toSorted((a, b) => (a.ability < b.ability ? -1 : 1)),
    problems: problems.map(({ kind, counts }) => ({ kind, counts })),
  }));
  return { ...index, episodes, runs, title: null, writtenAt: '' };
}

describe('a folder of results', () => {
  it('shows of runs what the report of them shows', async () => {
    const folder = await newFolder();
    await generate(folder, 'one', { repeats: 2, skill: 0.8 });
    await generate(folder, 'two', { repeats: 2, skill: 0.3, model: 'other', seed: 2 });
    await generate(folder, 'cut', { crashAfter: 3, isScored: false, agent: 'm3a' });
    await using results = await opened(folder);
    await results.settled();
    let expected: ReportIndex | null = null;
    const names = ['one', 'two', 'cut'];
    const inputs = names.map(async (name): Promise<ReportRunInput> => {
      const directory = join(folder, name);
      const { start } = await indexRun(directory);
      return { directory, scan: (record, task) => quickFindings(record, task, start.identity) };
    });
    await writeReport({
      runs: await Promise.all(inputs),
      output: join(root, 'report.html'),
      touchstone: (await results.index(['one'])).touchstone,
      pictures: 'none',
      viewer: { script: '', style: '', start: '', renderFirstRows: async () => '' },
      onIndex: async (index) => {
        expected = index;
      },
    });
    const found = await results.index(names);
    expect(expected).not.toBeNull();
    const { runs } = found;
    // The folder says what agents are; a report that is made from folders alone does not.
    const withTitles = { ...found, runs: runs.map((run) => ({ ...run, agentTitle: null })) };
    expect(comparable(withTitles)).toEqual(comparable(expected as unknown as ReportIndex));
    expect(found.comparisons.length).toBeGreaterThan(0);
    expect(found.scanners).toEqual(['no-effect']);
    expect(found.episodes.findings.flat().length).toBeGreaterThan(0);
  });

  it('says how much of the folder is in the index, also where another process makes that', async () => {
    const folder = await newFolder();
    await using maker = await opened(folder);
    await maker.settled();
    expect(await maker.coverage()).toEqual({ runs: 0, indexed: 0 });
    await using reader = await opened(folder);
    await generate(folder, 'late');
    await mkdir(join(folder, 'empty'));
    const before = await reader.coverage();
    expect([before.runs, before.indexed <= 2]).toEqual([2, true]);
    await expect.poll(() => reader.coverage()).toEqual({ runs: 2, indexed: 2 });
    expect([maker.isWriter, reader.isWriter]).toEqual([true, false]);
  });

  it('has the cards that the list of runs has', async () => {
    const folder = await newFolder();
    await generate(folder, 'whole', { repeats: 2 });
    await generate(folder, 'crashed', { crashAfter: 2, isScored: false });
    await mkdir(join(folder, 'empty'));
    await mkdir(join(folder, 'newer'));
    await writeFile(join(folder, 'newer', 'journal-main.jsonl'), '{"formatVersion":99}\n');
    await using results = await opened(folder);
    await results.settled();
    const cards = await results.runs();
    const lines = new Map((await listRuns(folder)).map((line) => [line.id, line]));
    expect(cards.map(({ id }) => id).toSorted()).toEqual(['crashed', 'empty', 'newer', 'whole']);
    for (const { id, finished, planned, judged, passed, voided } of cards) {
      expect({ id, finished, planned, judged, passed, voided }).toEqual(
        expect.objectContaining(pickCounts(lines.get(id))),
      );
    }
    expect(Object.fromEntries(cards.map(({ id, state }) => [id, state]))).toEqual({
      crashed: 'crashed',
      empty: 'unreadable',
      newer: 'unreadable',
      whole: 'complete',
    });
    expect(cards.find(({ id }) => id === 'newer')?.problem).toMatch(/version 99 is newer/);
    expect(lines.has('.touchstone')).toBe(false);
    const shown = await results.index(['whole', 'newer']);
    expect(shown.problems.map(({ kind, place }) => [kind, place])).toEqual([['unreadable', 'newer']]);
  });

  it('gives an episode with steps, verdicts and pictures', async () => {
    const folder = await newFolder();
    const name = 'run %2F ünï';
    await generate(folder, name, { pictures: true });
    await using results = await opened(folder);
    await results.settled();
    const view = await results.episode(name, 'task-0002', 0);
    expect(view).toMatchObject({ run: name, item: 'task-0002', attempt: 1, isRunning: false });
    const { episodes } = await results.index([name]);
    const row = episodes.item.indexOf('task-0002');
    expect(view.episode.steps).toHaveLength(episodes.steps[row] ?? -1);
    expect(view.verdict?.success).toBe(OUTCOMES[episodes.outcome[row] ?? -1] === 'passed');
    expect(view.otherVerdict?.mode).toBe('reference');
    const address = view.episode.steps[0]?.picture ?? '';
    expect(address).toMatch(/^api\/runs\/run%20%252F%20%C3%BCn%C3%AF\/files\/[0-9a-f]{64}$/);
    const hash = address.split('/').at(-1) ?? '';
    expect((await results.screen(name, { hash }, 'picture'))?.mediaType).toBe('image/png');
    expect(await results.screen(name, { hash }, 'hierarchy')).toBeNull();
    expect(await results.screen(name, { hash: '../../etc/passwd' }, 'picture')).toBeNull();
    expect(await results.screen(name, { hash: 'f'.repeat(64) }, 'picture')).toBeNull();
  });

  it.each(['..', '.', '', '../results-1', 'a\u0000b', '.touchstone', "x' or 1=1 --", '__proto__'])(
    'has no run %j',
    async (name) => {
      const folder = await newFolder();
      await generate(folder, 'one', { tasks: 2 });
      await using results = await opened(folder);
      await expect(results.index([name])).rejects.toThrow(UserError);
      await expect(results.episode(name, 'task-0001', 0)).rejects.toThrow(UserError);
      await expect(results.screen(name, { id: 'x' }, 'picture')).rejects.toThrow(UserError);
      await expect(results.episode('one', name, 0)).rejects.toThrow(UserError);
    },
  );

  it('tells of runs that come, go on, are scored, and go', async () => {
    const folder = await newFolder();
    await generate(folder, 'source', { tasks: 4, isScored: true });
    const lines = (await readFile(join(folder, 'source', 'journal-main.jsonl'), 'utf8')).split('\n');
    const scores = await readFile(join(folder, 'source', 'scores-0001.jsonl'));
    await rm(join(folder, 'source'), { recursive: true });
    await using results = await opened(folder);
    const events: ViewerEvent[] = [];
    results.listen((event) => events.push(event));
    const run = join(folder, 'run');
    const journal = join(run, 'journal-main.jsonl');
    await mkdir(run);
    const pid = { pid: process.pid, host: (await import('node:os')).hostname(), started: null, token: 't' };
    await writeFile(join(run, 'lock'), JSON.stringify(pid));
    const middle = lines.findIndex((line) => line.includes('"item-end"')) + 4;
    await writeFile(journal, `${lines.slice(0, 4).join('\n')}\n${lines[4]?.slice(0, 10)}`);
    await results.settled();
    expect((await results.runs())[0]).toMatchObject({ id: 'run', state: 'running', finished: 0 });
    await appendFile(journal, `${lines[4]?.slice(10)}\n${lines.slice(5, middle).join('\n')}\n`);
    await results.settled();
    expect((await results.runs())[0]).toMatchObject({ state: 'running', finished: 1 });
    const shown = await results.episode('run', 'task-0002', 0);
    expect(shown.isRunning).toBe(true);
    expect(shown.episode.steps.length).toBeGreaterThan(0);
    await appendFile(journal, lines.slice(middle).join('\n'));
    await rm(join(run, 'lock'));
    await results.settled();
    expect((await results.runs())[0]).toMatchObject({ state: 'complete', finished: 4, passed: 0 });
    await writeFile(join(run, 'scores-0001.jsonl'), scores);
    await results.settled();
    expect((await results.runs())[0]?.passed).toBeGreaterThan(0);
    await rm(run, { recursive: true });
    await results.settled();
    expect(await results.runs()).toEqual([]);
    expect(events.at(-1)).toEqual({ type: 'run-gone', id: 'run' });
    const episodes = events.filter((event) => event.type === 'episode');
    expect(episodes).toContainEqual({
      type: 'episode',
      run: 'run',
      item: 'task-0001',
      repeat: 0,
      step: expect.any(Number),
      ended: true,
    });
  });

  it('is empty while it is gone, and there again', async () => {
    const folder = await newFolder();
    await generate(folder, 'one', { tasks: 2 });
    await using results = await opened(folder);
    await results.settled();
    await rename(folder, `${folder}-away`);
    await results.settled();
    expect(await results.runs()).toEqual([]);
    await rename(`${folder}-away`, folder);
    await results.settled();
    expect((await results.runs()).map(({ id }) => id)).toEqual(['one']);
    expect((await results.index(['one'])).episodes.item).toHaveLength(2);
  });

  it.each([
    ['no database', 'not a database at all'],
    ['an empty file', ''],
  ])('makes its index anew from %s', async (_, bytes) => {
    const folder = await newFolder();
    await generate(folder, 'one', { tasks: 2 });
    await mkdir(join(folder, '.touchstone'));
    await writeFile(join(folder, '.touchstone', 'index.db'), bytes.repeat(3000));
    await using results = await opened(folder);
    await results.settled();
    expect((await results.index(['one'])).episodes.item).toHaveLength(2);
  });

  it('is read by others while one keeps it, and kept by another then', async () => {
    const folder = await newFolder();
    await generate(folder, 'one', { tasks: 2 });
    const first = await opened(folder);
    await first.settled();
    await using second = await opened(folder);
    expect([first.isWriter, second.isWriter]).toEqual([true, false]);
    expect(await second.runs()).toEqual(await first.runs());
    const shown = [await first.index(['one']), await second.index(['one'])];
    expect(comparable(shown[1] as ReportIndex)).toEqual(comparable(shown[0] as ReportIndex));
    await first[Symbol.asyncDispose]();
    while (!second.isWriter) await second.settled();
    await generate(folder, 'two', { tasks: 3 });
    await second.settled();
    expect(await second.runs()).toHaveLength(2);
  });
});

function pickCounts(line: object | undefined): object {
  const { finished, planned, judged, passed, voided } = line as Record<string, unknown>;
  return { finished, planned, judged, passed, voided };
}
