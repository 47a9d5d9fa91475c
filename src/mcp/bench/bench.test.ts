import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fakeCard, fakeResults } from '../../../test/fixtures/fake-results.js';
import { generateRun } from '../../../test/fixtures/generated-run.js';
import { NotThereError } from '../../app/view/not-there-error.js';
import type { RunControl } from '../../app/view/control/run-control.js';
import { openResultsFolder } from '../../app/view/open-results-folder.js';
import { ScaledPictures } from '../../app/view/scaled-pictures.js';
import { temporaryFolder } from '../../testing/run-fakes/run-fake.js';
import { ToolClient } from '../../testing/tool-client.js';
import { benchTools } from './bench-tools.js';

interface Fakes {
  readonly control?: RunControl;
  readonly write?: (folder: string) => Promise<void>;
}

async function withBench(
  { control, write }: Fakes,
  work: (client: ToolClient) => Promise<void>,
): Promise<void> {
  await using folder = await temporaryFolder({ onDisk: true });
  await write?.(folder.path);
  await using results = await openResultsFolder(folder.path, { environment: {} });
  await results.settled();
  const list = async (kind: string) => ({
    id: kind,
    title: '',
    columns: [{ title: 'name', align: 'left' as const }],
    rows: [[{ text: `one of ${kind}` }]],
    notes: [],
  });
  const services = { results, pictures: new ScaledPictures(), list, control: control ?? null };
  await using tools = benchTools(services);
  await using client = await ToolClient.to(tools);
  await work(client);
}

async function json(client: ToolClient, name: string, given: object = {}): Promise<Record<string, unknown>> {
  return JSON.parse(await client.text(name, { ...given })) as Record<string, unknown>;
}

describe('benchTools', () => {
  it('lists, shows and compares', async () => {
    const write = async (folder: string): Promise<void> => {
      const made = { tasks: 12, steps: 3, pictures: true };
      await generateRun(join(folder, 'weak'), { ...made, run: 'weak', agent: 'one', skill: 0.1 });
      await generateRun(join(folder, 'strong'), { ...made, run: 'strong', agent: 'two', skill: 1 });
    };
    await withBench({ write }, async (client) => {
      expect(await json(client, 'touchstone_list_benchmarks')).toEqual({
        benchmarks: [{ name: 'one of benchmarks' }],
      });
      expect(await json(client, 'touchstone_list_agents')).toEqual({ agents: [{ name: 'one of agents' }] });
      const { runs, total } = await json(client, 'touchstone_list_runs', { limit: 1 });
      expect([total, runs]).toMatchObject([2, [{ state: 'complete' }]]);
      expect(await json(client, 'touchstone_run_status', { run: 'weak' })).toMatchObject({ finished: 12 });

      const listed = await json(client, 'touchstone_list_episodes', {
        run: 'weak',
        outcome: 'failed',
        limit: 2,
      });
      const [episode] = listed['episodes'] as { item: string; outcome: string }[];
      expect(episode?.outcome).toBe('failed');
      const shown = await json(client, 'touchstone_read_episode', {
        run: 'weak',
        item: episode?.item,
        limit: 1,
      });
      expect(shown).toMatchObject({ verdict: { success: false }, isRunning: false });
      const [step] = shown['steps'] as { step: number; picture: { hash: string } }[];
      expect(step).toMatchObject({ step: 0, picture: { hash: expect.stringMatching(/^[\da-f]{64}$/) } });
      const picture = await client.call('touchstone_read_picture', { run: 'weak', ...step?.picture });
      expect(picture.content).toMatchObject([{ type: 'image', mimeType: expect.stringContaining('image/') }]);

      const { comparisons } = await json(client, 'touchstone_compare_runs', { runs: ['weak', 'strong'] });
      expect(comparisons).toMatchObject([
        {
          base: 'weak',
          other: 'strong',
          sentence: expect.stringMatching(/two.*one/),
          verdict: 'b_better',
          interval: { low: expect.any(Number), high: expect.any(Number) },
          settings: expect.arrayContaining([
            expect.objectContaining({ path: expect.stringContaining('agent') }),
          ]),
          changed: expect.arrayContaining([expect.objectContaining({ flipped: true })]),
        },
      ]);
    });
  });

  it('waits for an index that is being made, and says where it lacks runs', async () => {
    let indexed = 0;
    const card = fakeCard('late');
    const results = {
      ...fakeResults('/nowhere', [card]),
      runs: async () => (indexed === 0 ? [] : [card]),
      coverage: async () => ({ runs: 1, indexed }),
    };
    const list = async (): Promise<never> => Promise.reject(new Error('nobody asks'));
    const open = (patienceMs: number) =>
      benchTools({ results, pictures: new ScaledPictures(), list, control: null, patienceMs });
    {
      await using client = await ToolClient.to(open(0));
      expect(await json(client, 'touchstone_list_runs')).toMatchObject({ total: 0, notIndexedYet: 1 });
      expect(await client.text('touchstone_run_status', { run: 'late' })).toContain('is being made');
    }
    await using client = await ToolClient.to(open(60_000));
    const asked = [
      json(client, 'touchstone_list_runs'),
      json(client, 'touchstone_run_status', { run: 'late' }),
    ];
    indexed = 1;
    expect(await Promise.all(asked)).toMatchObject([{ total: 1, runs: [{ id: 'late' }] }, { id: 'late' }]);
    expect((await asked[0]) ?? {}).not.toHaveProperty('notIndexedYet');
  });

  it.each([
    ['touchstone_run_status', { run: 'gone' }, /^! Error: There is no run "gone" here/],
    ['touchstone_run_status', { run: '../x' }, /^! MCP error -32602: .*name of a run/],
    ['touchstone_read_episode', { run: 'gone', item: 'a' }, /^! Error: .*gone/],
    [
      'touchstone_read_picture',
      { run: 'gone', screen: 'a', hash: 'b'.repeat(64) },
      /^! Error: Name the picture/,
    ],
    ['touchstone_read_picture', { run: 'gone', hash: '../../x' }, /^! MCP error -32602: .*SHA-256/],
    ['touchstone_compare_runs', { runs: ['one'] }, /^! MCP error -32602/],
    ['touchstone_start_run', { benchmark: 'pocket' }, /^! MCP error -32602: .*--allow-run/],
  ])('refuses %s %j', async (name, given, words) => {
    await withBench({}, async (client) => expect(await client.text(name, given)).toMatch(words));
  });

  it('starts and stops runs where that is allowed, with settings as the viewer takes them', async () => {
    const asked: unknown[] = [];
    const refuse = async (): Promise<never> => {
      throw new NotThereError('no such run');
    };
    const control: RunControl = {
      start: async (request) => {
        asked.push(request);
        return { run: 'begun' };
      },
      startAgain: refuse,
      fork: refuse,
      resume: refuse,
      stop: refuse,
    };
    await withBench({ control }, async (client) => {
      const settings = { agent: 'oracle', repeats: 2 };
      const started = await json(client, 'touchstone_start_run', { benchmark: 'pocket', settings });
      expect([started, asked]).toEqual([{ run: 'begun' }, [{ benchmark: 'pocket', settings }]]);
      expect(await client.text('touchstone_start_run', { settings: 1 })).toMatch(/^! MCP error -32602/);
      expect(await client.text('touchstone_stop_run', { run: 'x' })).toBe('! Error: No such run.');
      expect(asked).toHaveLength(1);
    });
  });
});
