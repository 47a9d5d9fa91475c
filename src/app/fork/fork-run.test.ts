import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { itemKeyText } from '../../domain/episode.js';
import { readEpisodes, type RecordedEpisode } from '../../formats/run/read-episodes.js';
import type { StepEvent } from '../../formats/run/read-first-steps.js';
import { indexRun } from '../../formats/run/run-index.js';
import { writeControlDataset } from '../../testing/datasets/control-dataset.js';
import { openModelEndpoint, type SeenRequest } from '../../testing/models/model-endpoint.js';
import { temporaryFolder } from '../../testing/run-fakes/run-fake.js';
import { prepareRun } from '../run/prepare-run.js';
import { readRunRequest } from '../run/run-settings-file.js';
import { newSession, requireSameRun } from '../run/session.js';
import { resolveSettings } from '../settings/resolve-settings.js';
import { forkRun, newFork } from './fork-run.js';
import { listForks } from './list-forks.js';
import { prepareFork, type ForkRequest, type PreparedFork } from './prepare-fork.js';

const signal = new AbortController().signal;
/** Of the dialect that most forks below begin with, and in its place. */
const TOOL_PROMPT = 'There is one function that you can call.';
const OWN_PROMPT = 'You are as careful as can be.';
const CONTROLS = { onEvent: () => undefined, stop: signal, signal };

/** A run of Pocket by an agent that asks no model, in a folder of runs. */
function pocketRun(runsFolder: string, flags: Record<string, unknown> = {}): Promise<string> {
  return runOf('pocket', runsFolder, { tasks: 'dark-theme', ...flags });
}

async function runOf(benchmark: string, runsFolder: string, flags: Record<string, unknown>): Promise<string> {
  const environment = { TOUCHSTONE_HOME: join(runsFolder, '.home') };
  const given = { agent: 'random', maxSteps: '8', repeats: '2', ...flags };
  const { values } = resolveSettings({ flags: given, environment: {}, config: null });
  const prepared = await prepareRun(benchmark, values, { workingDirectory: runsFolder, environment, signal });
  await using _benchmark = prepared.benchmark;
  const request = { benchmark, workingDirectory: runsFolder, settings: values };
  const options = { run: 'original', runsFolder, request, environment, preflight: [] };
  const { directory, start } = await newSession(prepared, options);
  await start(CONTROLS);
  return directory;
}

async function forkOf(directory: string, run: string, request: Partial<ForkRequest>) {
  const runsFolder = join(directory, '..');
  const environment = { TOUCHSTONE_HOME: join(runsFolder, '.home') };
  return await forkRun(
    { directory, item: null, repeat: 0, step: 3, set: {}, times: 1, ...request },
    { run, runsFolder, workingDirectory: runsFolder, environment, signal },
    CONTROLS,
  );
}

async function preparedFork(directory: string): Promise<PreparedFork> {
  const environment = { TOUCHSTONE_HOME: join(directory, '..', '.home') };
  const request = { directory, item: null, repeat: 0, step: 3, set: {}, times: 1 };
  return prepareFork(request, { workingDirectory: directory, environment, signal });
}

async function episodes(directory: string): Promise<ReadonlyMap<string, RecordedEpisode>> {
  const found = new Map<string, RecordedEpisode>();
  for await (const one of readEpisodes(await indexRun(directory))) found.set(itemKeyText(one.item.key), one);
  return found;
}

/** Of an episode's first steps, the bytes they would have in a journal. */
function stepsOf(episode: RecordedEpisode | undefined, count: number): string {
  return JSON.stringify(episode?.record.steps.slice(0, count));
}

/** Of a step, what was asked, answered and decided. */
function askedAndDone({ calls, decision }: RecordedEpisode['record']['steps'][number]): unknown {
  return [calls.map(({ request, answer }) => [request, answer]), decision?.decision];
}

/** What the history of a request says was typed, in its order. */
function wordsTyped({ texts }: SeenRequest): readonly string[] {
  return [...texts.join('\n').matchAll(/word-\d+/g)].map(([word]) => word);
}

async function bytesOf(directory: string): Promise<string> {
  const hash = createHash('sha256');
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((one) => one.isFile())) {
    hash.update(entry.name).update(await readFile(join(entry.parentPath, entry.name)));
  }
  return hash.digest('hex');
}

describe('forkRun', () => {
  it('begins as the original, has other futures, and leaves it as it was', async () => {
    await using folder = await temporaryFolder();
    const original = await pocketRun(folder.path);
    const before = await bytesOf(original);
    const summary = await forkOf(original, 'fork', { repeat: 1, times: 4 });
    expect(summary).toMatchObject({ run: 'fork', planned: 4, finished: 4, status: 'complete', voided: 0 });
    expect(await bytesOf(original)).toBe(before);
    const from = (await episodes(original)).get('dark-theme#1');
    const futures = await episodes(summary.directory);
    expect([...futures.keys()].sort()).toEqual([0, 1, 2, 3].map((repeat) => `dark-theme#${repeat}`));
    for (const future of futures.values()) expect(stepsOf(future, 3)).toBe(stepsOf(from, 3));
    const ends = [from, ...futures.values()].map((one) =>
      JSON.stringify(one?.record.steps.slice(3).map(({ decision }) => decision?.decision)),
    );
    expect(new Set(ends).size).toBe(5);
    const { start } = await indexRun(summary.directory);
    const { identityHash } = (await indexRun(original)).start;
    expect(start.identity.fork).toMatchObject({
      run: 'original',
      identityHash,
      item: 'dark-theme',
      repeat: 1,
      step: 3,
      start: { seed: 1, repeat: 1 },
      forgets: 0,
    });
    expect(start.identityHash).not.toBe(identityHash);
  });

  it('does another action at its step, and is the same run when it is resumed', async () => {
    await using folder = await temporaryFolder();
    const original = await pocketRun(folder.path);
    const action = { type: 'open_app', app: 'Settings' };
    const set = { action: JSON.stringify(action), agent: 'no-op', 'max-steps': '5' };
    const { directory } = await forkOf(original, 'fork', { set });
    const [future] = (await episodes(directory)).values();
    const actions = future?.record.steps.slice(3, 5).map(({ decision }) => decision?.decision);
    expect(actions).toMatchObject([{ action }, { action: { type: 'wait' } }]);
    expect(future?.record.steps[4]?.observation?.state).toContain('settings');
    const index = await indexRun(directory);
    expect(index.start.identity.fork).toMatchObject({
      action,
      changes: { agent: 'no-op', maxSteps: '5' },
      forgets: 3,
    });
    const { benchmark, workingDirectory, settings } = await readRunRequest(directory, signal);
    const recorded = index.start.identity;
    const again = await prepareRun(benchmark, settings, {
      workingDirectory,
      environment: {},
      recorded,
      signal,
    });
    await using _opened = again.benchmark;
    expect(() => requireSameRun(again, index)).not.toThrow();
  });

  it('may be forked itself, and is found by what it is forked from', async () => {
    await using folder = await temporaryFolder();
    const original = await pocketRun(folder.path);
    const { directory } = await forkOf(original, 'fork', { repeat: 1, times: 2 });
    const second = await forkOf(directory, 'second', { repeat: 1, step: 5 });
    const parent = (await episodes(directory)).get('dark-theme#1');
    const [future] = (await episodes(second.directory)).values();
    expect(stepsOf(future, 5)).toBe(stepsOf(parent, 5));
    const { start } = await indexRun(second.directory);
    expect(start.identity.fork?.start).toEqual({ seed: 1, repeat: 1 });
    const origin = (await indexRun(original)).start;
    expect(await listForks(folder.path, origin)).toMatchObject([
      { id: 'fork', times: 2, fork: { repeat: 1 } },
    ]);
    expect((await listForks(folder.path, null)).map(({ id }) => id)).toEqual(['fork', 'second']);
  });

  it('goes on with a recorded episode, whose screens come as they were recorded', async () => {
    await using folder = await temporaryFolder();
    const data = join(folder.path, '.data');
    await writeControlDataset(data, { episodes: 4 });
    const original = await runOf('androidcontrol', folder.path, { data, repeats: '1' });
    const runs = [...(await episodes(original)).values()];
    const from = runs.toSorted((a, b) => b.item.steps - a.item.steps)[0];
    const item = from?.item.key.item ?? '';
    const length = from?.item.steps ?? 0;
    expect(length).toBeGreaterThan(2);
    const set = { action: '{"type":"wait"}' };
    const { directory } = await forkOf(original, 'fork', { item, step: 1, times: 2, set });
    const futures = [...(await episodes(directory)).values()];
    expect(futures).toHaveLength(2);
    for (const future of futures) {
      expect(stepsOf(future, 1)).toBe(stepsOf(from, 1));
      const [mine, theirs] = [future, from].map((one) =>
        one?.record.steps.map(({ observation }) => observation?.screen.id),
      );
      expect(mine).toEqual(theirs);
      expect(future.record.steps[1]?.decision?.decision).toMatchObject({ action: { type: 'wait' } });
    }
  });

  it.each([
    ['a model and a prompt', { model: 'second', 'prompt.system': 'mine.txt' }, 'second', OWN_PROMPT],
    ['a dialect', { dialect: 'generic_call' }, 'first', 'with a single line that begins with "Action:"'],
  ])('asks from its step on with %s, and shows the step before', async (_name, set, model, prompt) => {
    await using folder = await temporaryFolder();
    await writeFile(join(folder.path, 'mine.txt'), `${OWN_PROMPT}\n{{signature}}\n{{format}}`);
    await using endpoint = await openModelEndpoint(({ texts, index }) =>
      texts.some((text) => text.includes('{"name": <function-name>'))
        ? `<tool_call>{"name": "mobile_use", "arguments": {"action": "type", "text": "word-${index}"}}</tool_call>`
        : `Action: Type("word-${index}")`,
    );
    const original = await pocketRun(folder.path, {
      agent: 'react',
      dialect: 'qwen3_mobile_use',
      model: 'first',
      baseUrl: endpoint.baseUrl,
      maxSteps: '4',
      repeats: '1',
    });
    expect(endpoint.requests.map((request) => request.model)).toEqual(['first', 'first', 'first', 'first']);
    expect(endpoint.requests.every(({ texts }) => texts.join().includes(TOOL_PROMPT))).toBe(true);
    const { directory } = await forkOf(original, 'fork', { step: 2, times: 2, set });
    const asked = endpoint.requests.slice(4);
    // Two steps of each of two futures: those taken over are not asked for once more.
    expect(asked).toHaveLength(4);
    for (const request of asked) {
      expect(request.model).toBe(model);
      expect(request.texts.join('\n')).toContain(prompt);
      expect(request.texts.join('\n')).not.toContain(TOOL_PROMPT);
    }
    // Pocket shows the step before: of the original once, then of the future itself.
    expect(asked.flatMap(wordsTyped).toSorted()).toEqual(
      ['word-1', 'word-1', /^word-[4-6]$/, /^word-[4-6]$/].map(
        (word) => expect.stringMatching(word) as unknown,
      ),
    );
    const [from] = (await episodes(original)).values();
    for (const future of (await episodes(directory)).values()) {
      const [taken, theirs] = [future, from].map((one) => one?.record.steps.slice(0, 2).map(askedAndDone));
      expect(taken).toEqual(theirs);
    }
  });

  it('takes no name that is taken, and leaves nothing of a fork whose pictures are lost', async () => {
    await using folder = await temporaryFolder();
    const original = await pocketRun(folder.path);
    const before = await bytesOf(original);
    await expect(forkOf(original, 'original', {})).rejects.toThrow('already holds a run');
    const begun = join(folder.path, 'begun');
    await mkdir(begun);
    await writeFile(join(begun, 'settings.json'), 'mine');
    await expect(forkOf(original, 'begun', {})).rejects.toThrow('is not empty');
    expect(await readFile(join(begun, 'settings.json'), 'utf8')).toBe('mine');
    const lost = {
      type: 'observation',
      screen: { picture: { stored: true, hash: 'a'.repeat(64) }, hierarchy: null },
    };
    const prepared = await preparedFork(original);
    await using _benchmark = prepared.prepared.benchmark;
    const origin = { ...prepared.origin, events: [lost as unknown as StepEvent] };
    const place = { run: 'lost', runsFolder: folder.path, environment: {}, preflight: [] };
    await expect(newFork({ ...prepared, origin }, place)).rejects.toMatchObject({ code: 'RUN_FILE' });
    expect(await readdir(folder.path)).not.toContain('lost');
    expect(await bytesOf(original)).toBe(before);
  });

  it('says what is not there, and what cannot be', async () => {
    await using folder = await temporaryFolder();
    const original = await pocketRun(folder.path, { agent: 'oracle', repeats: '1', maxSteps: '30' });
    const { steps } = [...(await indexRun(original)).items.values()][0] ?? { steps: 0 };
    await expect(forkOf(original, 'a', { item: 'dark-them' })).rejects.toMatchObject({
      code: 'FORK_ORIGIN',
      hint: expect.stringContaining('dark-theme') as unknown,
    });
    await expect(forkOf(original, 'a', { repeat: 4 })).rejects.toMatchObject({ code: 'FORK_ORIGIN' });
    await expect(forkOf(original, 'a', { step: steps })).rejects.toMatchObject({ code: 'FORK_ORIGIN' });
    await expect(forkOf(original, 'a', { step: 60 })).rejects.toThrow(
      `no step 61: its episode ended with step ${steps}`,
    );
    await expect(forkOf(original, 'a', { step: 1, set: { 'max-steps': '1' } })).rejects.toThrow(
      'has 1 steps at most',
    );
    await expect(forkOf(original, 'a', { step: 1, set: { model: 'm' } })).rejects.toThrow('asks no model');
    const command = { agent: 'process', 'agent-option.command': 'true' };
    await expect(forkOf(original, 'a', { step: 1, set: command })).rejects.toMatchObject({
      code: 'FORK_NOT_RESTORABLE',
    });
    // Nothing is left of what did not begin.
    expect((await readdir(folder.path)).filter((name) => !name.startsWith('.'))).toEqual(['original']);
  });
});
