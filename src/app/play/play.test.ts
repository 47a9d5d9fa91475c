import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DatasetError, TouchstoneError } from '../../errors.js';
import { readEpisodes } from '../../formats/run/read-episodes.js';
import { indexRun } from '../../formats/run/run-index.js';
import { fakeBenchmark, type FakeBenchmarkOptions } from '../../testing/fake-benchmark.js';
import { temporaryFolder } from '../../testing/run-fakes/run-fake.js';
import { playOf as playOfBenchmark, type PlayOfOptions } from '../../testing/play-of.js';
import type { Play } from './open-play.js';

const CLIMB = { type: 'key', key: 'UP' } as const;
const STOP = { type: 'stop', status: 'success' } as const;

/** A phone that fails, and may work again. */
class EnvironmentFailure extends TouchstoneError {
  override readonly code = 'DEVICE_FAILED';
  override readonly fault = 'environment';
  override readonly retryable = true;

  constructor() {
    super('the phone failed');
  }
}

interface PlayFakes extends FakeBenchmarkOptions, PlayOfOptions {}

async function playOf({ reward, maxSessions, record, ...world }: PlayFakes = {}): Promise<Play> {
  return await playOfBenchmark(fakeBenchmark(world), {
    ...(reward === undefined ? {} : { reward }),
    ...(maxSessions === undefined ? {} : { maxSessions }),
    ...(record === undefined ? {} : { record }),
  });
}

describe('PlaySession', () => {
  it('plays a task as the engine has it done: reset, steps, the end with its reward', async () => {
    await using play = await playOf({ goal: 2 });
    await using session = play.open();
    const first = await session.reset({ task: 'walk-1', seed: 7 });
    expect(first).toMatchObject({ step: 0, reward: null, ended: null, seed: 7, maxSteps: 12 });
    expect(first.task).toMatchObject({ id: 'walk-1', instruction: 'Climb to floor 2' });
    expect(first.observation.screen.id).toBe('screen-0');
    expect(await session.step(CLIMB)).toMatchObject({ step: 1, reward: 0, ended: null });
    await session.step(CLIMB);
    const end = await session.step(STOP);
    expect(end).toMatchObject({
      step: 3,
      reward: 1,
      ended: { outcome: 'passed', end: { reason: 'agent_stop' } },
    });
    expect(session.state).toMatchObject({ steps: 3, isOver: true });
    await expect(session.step(CLIMB)).rejects.toThrow('over');
  });

  it('draws by task, repeat and seed alone', async () => {
    await using play = await playOf({ goal: 99 });
    const screens = async (start: object): Promise<string[]> => {
      await using session = play.open();
      await session.reset({ task: 'walk-0', ...start });
      const seen: string[] = [];
      for (let step = 0; step < 8; step += 1) seen.push((await session.step(CLIMB)).observation.screen.id);
      return seen;
    };
    const base = await screens({ seed: 3, repeat: 2 });
    expect(await screens({ seed: 3, repeat: 2 })).toEqual(base);
    expect(await screens({ seed: 4, repeat: 2 })).not.toEqual(base);
    expect(await screens({ seed: 3, repeat: 1 })).not.toEqual(base);
  });

  it('ends at the limit of steps, with what is on the screen then', async () => {
    await using play = await playOf({ goal: 99, maxSteps: 2 });
    await using session = play.open();
    await session.reset();
    const before = await session.step(CLIMB);
    const end = await session.step(CLIMB);
    expect(end).toMatchObject({
      step: 2,
      reward: 0,
      ended: { outcome: 'failed', end: { reason: 'step_budget' } },
    });
    expect(end.observation.screen.id).not.toBe(before.observation.screen.id);
  });

  it('rewards progress so that an episode adds up to its completion', async () => {
    await using play = await playOf({ goal: 9, reward: 'progress' });
    await using session = play.open();
    await session.reset();
    const rewards = [await session.step(CLIMB), await session.step(CLIMB), await session.step(STOP)];
    expect(rewards[0]?.reward).toBeGreaterThan(0);
    const completion = rewards[2]?.ended?.scores?.completion ?? -1;
    expect(completion).toBeGreaterThan(0);
    expect(rewards.reduce((sum, { reward }) => sum + (reward ?? NaN), 0)).toBeCloseTo(completion);
  });

  it('gives a void episode no reward', async () => {
    const onStep = (): never => {
      throw new EnvironmentFailure();
    };
    await using play = await playOf({ onStep, recovery: 'none' });
    await using session = play.open();
    await session.reset();
    const end = await session.step(CLIMB);
    expect(end).toMatchObject({ reward: null, ended: { outcome: 'environment_error', scores: null } });
  });

  it('goes on after a failure that passed, where the environment can come back', async () => {
    let failures = 0;
    const onStep = (_start: object, step: number): void => {
      if (step === 1 && failures === 0) {
        failures += 1;
        throw new EnvironmentFailure();
      }
    };
    await using play = await playOf({ onStep, goal: 2 });
    await using session = play.open();
    await session.reset();
    await session.step(CLIMB);
    expect(await session.step(CLIMB)).toMatchObject({ step: 2, ended: null });
    expect(failures).toBe(1);
    expect((await session.step(STOP)).reward).toBe(1);
  });

  it('loses an episode whose environment cannot come back to where its player was', async () => {
    const onStep = (_start: object, step: number): void => {
      if (step === 1) throw new EnvironmentFailure();
    };
    await using play = await playOf({ onStep, recovery: 'none' });
    await using session = play.open();
    await session.reset();
    await session.step(CLIMB);
    const end = await session.step(CLIMB);
    expect(end).toMatchObject({
      reward: null,
      ended: { end: { code: 'EPISODE_LOST', fault: 'environment' } },
    });
  });

  it('gives no reward where the success rule is broken', async () => {
    const onScore = (): never => {
      throw new DatasetError('no rule');
    };
    await using play = await playOf({ onScore });
    await using session = play.open();
    await session.reset();
    expect(await session.step(STOP)).toMatchObject({ reward: null, ended: { outcome: 'invalid_task' } });
  });

  it('ends a refused episode as that of an agent that nobody can read', async () => {
    await using play = await playOf();
    await using session = play.open();
    await session.reset();
    const end = await session.refuse('no such action');
    expect(end).toMatchObject({ reward: 0, ended: { end: { reason: 'format_error', fault: 'agent' } } });
  });

  it('refuses what is out of order', async () => {
    await using play = await playOf();
    await using session = play.open();
    await expect(session.step(CLIMB)).rejects.toThrow('no episode');
    await expect(session.reset({ task: 'nap' })).rejects.toThrow('no task');
    await session.reset();
    const one = session.step(CLIMB);
    await expect(session.step(CLIMB)).rejects.toThrow('still on its way');
    await one;
    await session[Symbol.asyncDispose]();
    await expect(session.step(CLIMB)).rejects.toThrow('closed');
  });

  it('gives up what is under way at a reset and at the end, and frees its place', async () => {
    await using play = await playOf({ maxSessions: 1 });
    const session = play.open();
    await session.reset();
    await session.step(CLIMB);
    expect(await session.reset()).toMatchObject({ step: 0 });
    expect(() => play.open()).toThrow('in use');
    await session[Symbol.asyncDispose]();
    await using next = play.open();
    expect(await next.reset()).toMatchObject({ step: 0 });
  });

  it('begins nothing for a session that is closed during its reset', async () => {
    await using play = await playOf();
    const session = play.open();
    await session.reset();
    const again = session.reset();
    const closing = session[Symbol.asyncDispose]();
    await expect(again).rejects.toThrow('closed');
    await closing;
    expect([play.active, session.turn]).toEqual([0, null]);
  });

  it('chooses the task by the seed, or else the next one', async () => {
    await using play = await playOf({ items: 3 });
    await using session = play.open();
    const names: string[] = [];
    for (let turn = 0; turn < 4; turn += 1) names.push((await session.reset()).task.id);
    expect(names).toEqual(['walk-0', 'walk-1', 'walk-2', 'walk-0']);
    const drawn = (await session.reset({ seed: 5 })).task.id;
    expect((await session.reset({ seed: 5 })).task.id).toBe(drawn);
  });

  it('lends the one phone of episodes that share a random stream to one player at a time', async () => {
    await using play = await playOf({ sequential: true, goal: 99 });
    expect(play.maxSessions).toBe(1);
    await using session = play.open();
    const climb = async (): Promise<string> => {
      await session.reset({ task: 'walk-0' });
      await session.step(CLIMB);
      await session.step(CLIMB);
      return (await session.step(STOP)).observation.screen.id;
    };
    const seen = new Set([await climb(), await climb(), await climb(), await climb(), await climb()]);
    expect(seen.size).toBeGreaterThan(1);
  });
});

describe('recordedPlay', () => {
  it('leaves a run that can be read as any other', async () => {
    await using folder = await temporaryFolder();
    const directory = join(folder.path, 'played');
    {
      await using play = await playOf({ record: directory, goal: 1 });
      const [one, other] = [play.open(), play.open()];
      await Promise.all([one.reset({ task: 'walk-0' }), other.reset({ task: 'walk-0' })]);
      await one.step(CLIMB);
      await one.step(STOP);
      await other.step(CLIMB);
      await other.step(STOP);
      await one.reset({ task: 'walk-1' });
      await expect(other.reset({ task: 'walk-1', repeat: 0 })).rejects.toThrow('is being played');
      await expect(other.reset({ seed: 9 })).rejects.toThrow('seed 1');
      await expect(one.reset({ task: 'walk-0', repeat: 0 })).rejects.toThrow('was played');
      // Given up above, so done once more.
      await one.reset({ task: 'walk-1', repeat: 0 });
      await one.step(STOP);
    }
    const index = await indexRun(directory);
    expect([...index.items.keys()].toSorted()).toEqual(['walk-0#0', 'walk-0#1', 'walk-1#0']);
    const steps: number[] = [];
    for await (const { episode } of readEpisodes(index)) steps.push(episode.trajectory.steps.length);
    expect(steps.toSorted((a, b) => a - b)).toEqual([1, 2, 2]);
    expect(index.tasks.size).toBe(2);
    await expect(playOf({ record: directory })).rejects.toMatchObject({
      message: `${directory} already holds a run`,
      hint: expect.stringMatching(/^(?!.*(?:resume|--run-id)).*--record another name, or remove/) as unknown,
    });
  });
});
