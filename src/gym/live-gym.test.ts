import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Benchmark } from '../benchmarks/benchmark.js';
import { startRun } from '../engine/run.js';
import { FileStore } from '../formats/run/file-store.js';
import { readEpisodes } from '../formats/run/read-episodes.js';
import { journalPath, readJournal } from '../formats/run/run-folder.js';
import { indexRun } from '../formats/run/run-index.js';
import { fakeAgent } from '../testing/fake-agent.js';
import { fakeBenchmark } from '../testing/fake-benchmark.js';
import { FrameClient } from '../testing/frame-client.js';
import { playOf, type PlayOfOptions } from '../testing/play-of.js';
import { buildRun, temporaryFolder } from '../testing/run-fakes/run-fake.js';
import { serveGym } from './serve-gym.js';

/** Floors that episodes end at by chance, some below it. */
const GOAL = 8;
const TASKS = 4;
const CLIMBS = 5;

/** A phone whose episodes are judged by the pictures that were kept of them, and by nothing else. */
function livePhone(): Benchmark {
  const fake = fakeBenchmark({ live: true, items: TASKS, goal: GOAL });
  return {
    ...fake,
    scorer: {
      ...fake.scorer,
      score: async (_item, { trajectory }, mode, { signal }) => {
        const bytes = await trajectory.steps.at(-1)?.screen.picture?.load({ signal });
        const floor = Number(/^picture of screen-(\d+)$/.exec(new TextDecoder().decode(bytes))?.[1]);
        const completion = Math.min(1, floor / GOAL);
        const score = { status: 'scored' as const, value: completion, explanation: `floor ${floor}` };
        const scores = [{ evaluator: 'floors', version: '1', mode, score }];
        return { mode, scores, success: completion === 1, completion };
      },
    },
  };
}

/** Plays all tasks through a gym server as the agent of the engine does them: so many keys, then a stop. */
async function rewardsOf(options: PlayOfOptions): Promise<readonly number[]> {
  await using play = await playOf(livePhone(), options);
  await using gym = await serveGym(play, {
    host: '127.0.0.1',
    port: 0,
    token: null,
    pictures: 'none',
    coordinates: 'pixel',
    timeoutSeconds: null,
    keepsHttpEpisode: false,
  });
  await using client = await FrameClient.connect(`ws://127.0.0.1:${gym.port}/ws`);
  const rewards: number[] = [];
  for (let task = 0; task < TASKS; task += 1) {
    await client.ask({ type: 'reset', data: { task: `walk-${task}` } });
    let sum = 0;
    for (let step = 0; step <= CLIMBS; step += 1) {
      const data = step < CLIMBS ? { type: 'key', key: 'NEXT' } : { type: 'stop' };
      const frame = (await client.ask({ type: 'step', data })) as {
        readonly data: { readonly reward: number };
      };
      sum += frame.data.reward;
    }
    rewards.push(sum);
  }
  return rewards;
}

/** The pictures that a run names, by episode in order, each read from its store. */
async function picturesOf(directory: string): Promise<Readonly<Record<string, readonly string[]>>> {
  const files = new FileStore(directory);
  const pictures: Record<string, string[]> = {};
  for await (const { event } of readJournal(journalPath(directory, 'main'))) {
    if (event.type !== 'observation') continue;
    const { picture, hierarchy } = event.screen;
    expect([picture?.stored, hierarchy?.stored]).toEqual([true, true]);
    const bytes = await files.get(picture?.hash ?? '');
    (pictures[event.item] ??= []).push(new TextDecoder().decode(bytes));
  }
  return pictures;
}

it('rewards what is played on a live phone as the engine scores it, and keeps the same pictures', async () => {
  await using folder = await temporaryFolder();
  const directory = join(folder.path, 'run');
  await mkdir(directory);
  const benchmark = livePhone();
  await startRun(buildRun(directory, { benchmark, agent: fakeAgent({ steps: CLIMBS }) }));
  const { signal } = new AbortController();
  const scored = new Map<string, { readonly reward: number; readonly completion: number | null }>();
  for await (const { episode, task } of readEpisodes(await indexRun(directory))) {
    const { success, completion } = await benchmark.scorer.score(
      { id: episode.key.item, task },
      episode,
      benchmark.mode,
      { signal },
    );
    scored.set(episode.key.item, { reward: success ? 1 : 0, completion });
  }
  const expected = Array.from({ length: TASKS }, (_, task) => scored.get(`walk-${task}`));
  // Some episodes pass and some fail, else nothing is compared.
  expect(new Set(expected.map((one) => one?.reward))).toEqual(new Set([0, 1]));

  const played = join(folder.path, 'played');
  expect(await rewardsOf({ record: played })).toEqual(expected.map((one) => one?.reward));
  expect(await picturesOf(played)).toEqual(await picturesOf(directory));
  const progress = await rewardsOf({ reward: 'progress', scratch: join(folder.path, 'scratch') });
  for (const [task, sum] of progress.entries()) expect(sum).toBeCloseTo(expected[task]?.completion ?? NaN);
});
