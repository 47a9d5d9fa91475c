import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { stop } from '../../domain/action.js';
import type { Episode } from '../../domain/episode.js';
import { unknownVerdict } from '../../domain/scores/verdict.js';
import type { WorldEnvironment } from '../../domain/live/world-environment.js';
import { temporaryFolder } from '../../testing/run-fakes/run-fake.js';
import type { Benchmark, OpenBenchmarkOptions } from '../benchmark.js';
import { probenchBenchmark } from './probench-benchmark.js';

const { signal } = new AbortController();
const TASKS = {
  tasks: [
    { id: 'a', language: 'en', app: 'clock', instruction: 'Set an alarm.', type: 'state' },
    { id: 'b', language: 'en', app: 'mail', instruction: 'Sort.', type: 'process', stepLimit: 5 },
  ],
  apps: { map: { clock: { package: 'org.clock' } } },
};

/** What a benchmark of these files looks like. */
async function opened<T>(
  kind: WorldEnvironment,
  work: (benchmark: Benchmark) => Promise<T>,
  {
    files = {},
    ...options
  }: Partial<OpenBenchmarkOptions> & { files?: Readonly<Record<string, object>> } = {},
): Promise<T> {
  await using folder = await temporaryFolder();
  for (const [name, content] of Object.entries({ 'tasks.en.json': TASKS, ...files })) {
    await writeFile(join(folder.path, name), JSON.stringify(content));
  }
  await using benchmark = await probenchBenchmark.open({
    dataDirectory: folder.path,
    workingDirectory: folder.path,
    mode: 'corrected',
    environment: { kind, devices: [] },
    signal,
    ...options,
  });
  return await work(benchmark);
}

async function invalidOf(benchmark: Benchmark): Promise<(string | undefined)[]> {
  const found: (string | undefined)[] = [];
  for await (const { invalid } of benchmark.items.list()) found.push(invalid);
  return found;
}

describe('probenchBenchmark', () => {
  it('takes the packages of the task file where there is no android.json', async () => {
    await opened('android', async (benchmark) => {
      expect(benchmark.items).toMatchObject({
        protocol: 'interactive',
        defaultMaxSteps: 15,
        formatErrors: 'wait',
      });
      expect(await invalidOf(benchmark)).toEqual([
        undefined,
        'task "b" is of "mail", which is no app of the task file',
      ]);
      expect(benchmark.warnings.join('\n')).toContain('There is no android.json');
    });
    const nameless = { 'tasks.en.json': { tasks: TASKS.tasks } };
    await expect(opened('android', invalidOf, { files: nameless })).rejects.toThrow(
      'nothing names the packages of the apps',
    );
  });

  it('takes the apps of android.json, or of live.json in Chromium', async () => {
    const apps = [{ name: 'Mail', package: 'org.mail' }];
    const files = {
      'android.json': { formatVersion: 1, apps },
      'live.json': { formatVersion: 1, apps: [{ ...apps[0], url: 'http://mail.example/' }] },
    };
    const hashes = new Set<string>();
    for (const [kind, file] of [
      ['android', 'android.json'],
      ['chromium', 'live.json'],
    ] as const) {
      await opened(
        kind,
        async (benchmark) => {
          expect(await invalidOf(benchmark)).toEqual([
            `task "a" is of "clock", which is no app of ${file}`,
            undefined,
          ]);
          expect(benchmark.warnings.join('\n')).not.toContain('There is no android.json');
          hashes.add(benchmark.dataHash);
        },
        { files },
      );
    }
    expect(hashes.size).toBe(2);
  });

  it('asks a judge only about what was said to be done', async () => {
    await opened('android', async ({ judging, items, scorer }) => {
      const { value: item } = await items.list()[Symbol.asyncIterator]().next();
      if (item === undefined || judging === undefined) throw new Error('nothing was opened');
      const screen = { id: 's', size: null, activity: null, picture: null, hierarchy: null };
      const episode: Episode = {
        key: { item: 'a', repeat: 0 },
        trajectory: { steps: [{ screen, state: null, action: stop() }] },
        end: { reason: 'agent_stop' },
      };
      expect(judging.judges[0]).toBe('probench');
      expect(judging.whyNot(item, episode)).toBeNull();
      expect(await scorer.score(item, episode, 'corrected', { signal })).toMatchObject({ success: null });
      const verdict = {
        ...unknownVerdict('It is set.'),
        outcome: 'success' as const,
        steps: [0],
      };
      expect(await scorer.score(item, episode, 'corrected', { signal, verdict })).toMatchObject({
        success: true,
      });
      const unfinished: Episode = { ...episode, end: { reason: 'step_budget' } };
      expect(judging.whyNot(item, unfinished)).toContain('uncompleted');
      expect(await scorer.score(item, unfinished, 'corrected', { signal })).toMatchObject({ success: false });
    });
  });

  it('refuses splits and options that there are not', async () => {
    await expect(opened('android', invalidOf, { split: 'fr' })).rejects.toThrow('probench has no split "fr"');
    const settings = { options: { reset: 'clear' } };
    await expect(opened('android', invalidOf, { settings })).rejects.toThrow(
      'probench has no option "reset"',
    );
    const own = {
      settings: { options: { tasks: 'mine.json' } },
      files: { 'mine.json': { ...TASKS, tasks: [TASKS.tasks[0]] } },
    };
    expect(await opened('android', invalidOf, own as never)).toEqual([undefined]);
  });
});
