import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ReviewedTask } from '../../formats/task-review/reviewed-task.js';
import {
  chatCompletion,
  openChatEndpoint,
  sendJson,
  type ChatEndpoint,
} from '../../testing/models/chat-endpoint.js';
import { temporaryFolder } from '../../testing/run-fakes/run-fake.js';
import { resolveSettings } from '../settings/resolve-settings.js';
import { curateTasks, type CuratedTasks } from './curate-tasks.js';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let endpoint: ChatEndpoint;
let answer: (seed: string) => string;

beforeEach(async () => {
  folder = await temporaryFolder({ onDisk: true });
  answer = (seed) => JSON.stringify([`${seed} one alpha beta`, `${seed} two gamma delta`]);
  // Each call takes 120 tokens.
  endpoint = await openChatEndpoint(({ body }, response) => {
    const [, seed = ''] = /wrote these tasks:\\n- \\"([^"\\]+)/.exec(JSON.stringify(body.messages)) ?? [];
    sendJson(response, 200, chatCompletion(answer(seed)));
  });
});
afterEach(async () => {
  await endpoint[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

async function curate(
  flags: Record<string, string> = {},
  prompt: string | null = null,
): Promise<CuratedTasks> {
  const seeds = join(folder.path, 'seeds.txt');
  await writeFile(seeds, 'First\nSecond\n');
  const { values } = resolveSettings({
    flags: { model: 'm', baseUrl: endpoint.baseUrl, concurrency: '1', ...flags },
    environment: {},
    config: null,
  });
  return curateTasks(seeds, values, {
    review: join(folder.path, 'review.jsonl'),
    perSeed: 2,
    threshold: 0.7,
    prompt,
    defaults: { app: 'Maps', language: 'en', type: 'state' },
    workingDirectory: folder.path,
    environment: {},
    signal: new AbortController().signal,
    onProgress: () => undefined,
  });
}

async function review(): Promise<readonly ReviewedTask[]> {
  const text = await readFile(join(folder.path, 'review.jsonl'), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as ReviewedTask);
}

describe('curateTasks', () => {
  it('keeps a budget over all calls', async () => {
    const first = await curate({ maxTokens: '100' });
    expect(first.seeds).toMatchObject({ expanded: 1, unasked: 1 });
    expect((await curate({ maxTokens: '100' })).seeds).toMatchObject({ before: 1, expanded: 0, unasked: 1 });
    expect(endpoint.calls).toHaveLength(1);
    expect((await curate({ maxTokens: '200' })).seeds).toMatchObject({ before: 1, expanded: 1, unasked: 0 });
    expect((await review()).map(({ instruction }) => instruction)).toEqual([
      'First',
      'First one alpha beta',
      'First two gamma delta',
      'Second',
      'Second one alpha beta',
      'Second two gamma delta',
    ]);
  });

  it('adds what is missing of an expansion whose writing was cut off', async () => {
    await curate();
    const whole = await review();
    const lines = whole.slice(0, 5).map((task) => JSON.stringify(task));
    await writeFile(join(folder.path, 'review.jsonl'), `${lines.join('\n')}\n{"formatVersion":1,"id":"se`);
    const again = await curate();
    expect(again).toMatchObject({ seeds: { before: 1, expanded: 1 }, added: 1 });
    expect(again.warnings).toEqual([expect.stringContaining('was removed')]);
    const ids = (tasks: readonly ReviewedTask[]): unknown =>
      tasks.map(({ id, instruction }) => [id, instruction]);
    expect(ids(await review())).toEqual(ids(whole));
  });

  it('filters what is like any seed, those not yet expanded included', async () => {
    answer = (seed) => JSON.stringify(seed === 'First' ? ['second!', 'Another'] : ['Third', 'another.']);
    expect(await curate()).toMatchObject({ added: 6, nearDuplicates: 2, waiting: 4 });
    const [first, second, , , , last] = await review();
    expect(first).toMatchObject({
      status: 'proposed',
      expansion: { asked: 2, proposals: 2, inputTokens: 100 },
    });
    expect(second?.resembles?.overlap).toBe(1);
    expect(last).toMatchObject({ status: 'rejected', resembles: { id: `${first?.id}-2`, overlap: 1 } });
    expect(last?.history.map(({ by }) => by)).toEqual(['m', 'near-duplicates']);
  });

  it('leaves a seed for the next call where no answer can be read', async () => {
    const readable = answer;
    answer = (seed) => (seed === 'First' ? 'I cannot.' : readable(seed));
    const curated = await curate();
    expect(curated.seeds).toMatchObject({ expanded: 1, unreadable: 1 });
    expect(curated.cost.calls).toBe(3);
    expect(curated.warnings[0]).toMatch(/seed ".*" was not expanded/);
    answer = readable;
    expect((await curate()).seeds).toMatchObject({ before: 1, expanded: 1 });
  });

  it('refuses a prompt with an unknown placeholder before it asks', async () => {
    const prompt = join(folder.path, 'prompt.txt');
    await writeFile(prompt, 'Write {{cuont}} tasks.');
    await expect(curate({}, prompt)).rejects.toThrow('{{cuont}}');
    expect(endpoint.calls).toHaveLength(0);
  });
});
