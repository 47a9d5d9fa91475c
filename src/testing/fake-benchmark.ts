import { setTimeout as sleep } from 'node:timers/promises';
import type { Benchmark, BenchmarkItem, ItemSource, RecordedWorld } from '../benchmarks/benchmark.js';
import type { Action } from '../domain/action.js';
import { randomStream, type RandomStream } from '../domain/random.js';
import type { Observation, Screen } from '../domain/screen.js';
import { DatasetError } from '../errors.js';
import { EnvironmentPool } from '../environments/environment-pool.js';
import { madeEnvironments } from '../environments/environment-provider.js';
import type {
  Environment,
  EnvironmentSnapshot,
  EpisodeStart,
  StepResult,
} from '../environments/environment.js';

/** How a fake world comes back after an interruption. */
export type FakeRecovery = 'replay' | 'snapshot' | 'none';

export interface FakeBenchmarkOptions {
  /** Number of items; their ids are `walk-0`, `walk-1`, … */
  readonly items?: number;
  /** Floors to climb until the task is done. */
  readonly goal?: number;
  readonly maxSteps?: number;
  readonly recovery?: FakeRecovery;
  /** All episodes draw from one random stream, one after the other. */
  readonly sequential?: boolean;
  /** Screens are live: their contents are kept with the run. */
  readonly live?: boolean;
  /** Whether a `stop` action ends the episode here, or only in the engine. */
  readonly endsOnStop?: boolean;
  readonly stepMs?: number;
  /** Called before each step; throws to play a failure. */
  readonly onStep?: (start: EpisodeStart, step: number) => void;
  /** Called before each opening; throws to play a failure. */
  readonly onOpen?: (item: string) => void;
  readonly isInvalid?: (item: string) => string | undefined;
  readonly invalidBy?: 'dataset' | 'user';
  /** Called before scoring; throws to play a broken success rule. */
  readonly onScore?: (item: string) => void;
}

/**
 * A world of floors: any key climbs one or two (drawn), any other action stays. A task is done at the goal's floor. Small
 * enough to be followed by eye, random enough that a step lost or made twice shows.
 */
export function fakeBenchmark(options: FakeBenchmarkOptions = {}): Benchmark {
  const { items = 3, goal = 6, maxSteps = 12, sequential = false, live = false } = options;
  const shared = randomStream('shared');
  const identity = { kind: 'stairs' };
  const make = (item: BenchmarkItem, stream: RandomStream | null): Environment => {
    options.onOpen?.(item.id);
    return new FakeEnvironment(options, stream);
  };
  return {
    name: 'fake',
    version: '1',
    mode: 'corrected',
    split: 'all',
    dataHash: '0'.repeat(64),
    warnings: [],
    items: {
      protocol: 'interactive',
      defaultMaxSteps: maxSteps,
      async *list() {
        for (let index = 0; index < items; index += 1) yield fakeItem(`walk-${index}`, options);
      },
      environments: sequential
        ? new EnvironmentPool({
            identity,
            devices: [shared],
            open: async (stream, item) => make(item, stream),
          })
        : madeEnvironments(identity, async (item) => make(item, null)),
    },
    scorer: {
      score: async (item, { trajectory }, mode) => {
        options.onScore?.(item.id);
        const floors = trajectory.steps.map(({ state }) => Number(state?.slice('floor-'.length) ?? 0));
        const completion = Math.min(1, Math.max(0, ...floors) / goal);
        const explanation = `reached floor ${Math.max(0, ...floors)} of ${goal}`;
        const score = { status: 'scored' as const, value: completion, explanation };
        const scores = [{ evaluator: 'floors', version: '1', mode, score }];
        return { mode, scores, success: completion === 1, completion };
      },
      tables: async () => [],
    },
    ...(live ? {} : { world: { screen: (id) => fakeScreen(id, false), graph: () => null } }),
    ...(sequential
      ? {
          sharedStream: {
            moveTo: (count) => {
              shared.position = count;
            },
          },
        }
      : {}),
    [Symbol.asyncDispose]: async () => undefined,
  };
}

/** The benchmark with something about its items changed. */
export function changeItems(benchmark: Benchmark, change: Partial<ItemSource>): Benchmark {
  return { ...benchmark, items: { ...benchmark.items, ...change } };
}

/** The benchmark with its environments changed as they are given out. */
export function changeEnvironments(
  benchmark: Benchmark,
  change: (environment: Environment, item: BenchmarkItem) => Environment,
): Benchmark {
  const { environments } = benchmark.items;
  const lend: typeof environments.lend = async (item, given) =>
    change(await environments.lend(item, given), item);
  const { identity, capacity } = environments;
  return changeItems(benchmark, { environments: { identity, capacity, lend } });
}

/** The benchmark in a world with this graph. */
export function withGraph(benchmark: Benchmark, graph: RecordedWorld['graph']): Benchmark {
  return { ...benchmark, world: { screen: () => null, ...benchmark.world, graph } };
}

function fakeItem(id: string, options: FakeBenchmarkOptions): BenchmarkItem {
  const task = {
    id,
    instructions: { en: `Climb to floor ${options.goal ?? 6}` },
    apps: ['Stairs'],
    tags: [],
    milestones: [],
    evaluators: [],
  };
  const invalid = options.isInvalid?.(id);
  if (invalid === undefined) return { id, task };
  return { id, task, invalid, ...(options.invalidBy === undefined ? {} : { invalidBy: options.invalidBy }) };
}

function fakeScreen(id: string, live: boolean): Screen {
  const content = {
    mediaType: 'text/plain',
    load: async () => new TextEncoder().encode(`picture of ${id}`),
  };
  return {
    id,
    size: { width: 100, height: 200 },
    activity: null,
    picture: content,
    hierarchy: live ? { ...content, mediaType: 'application/xml' } : null,
  };
}

class FakeEnvironment implements Environment {
  readonly capabilities;
  readonly #options: FakeBenchmarkOptions;
  readonly #shared: RandomStream | null;
  #start: EpisodeStart = { task: '', repeat: 0, seed: 0 };
  #stream: RandomStream = randomStream('none');
  #floor = 0;
  #steps = 0;

  constructor(options: FakeBenchmarkOptions, shared: RandomStream | null) {
    this.#options = options;
    this.#shared = shared;
    const { recovery = 'replay' } = options;
    this.capabilities = {
      snapshot: recovery === 'snapshot',
      deterministic: recovery === 'replay',
      stable: true,
      pictures: true,
      hierarchy: options.live ?? false,
      activity: false,
    };
  }

  get state(): string {
    return `floor-${this.#floor}`;
  }

  async reset(start: EpisodeStart): Promise<Observation> {
    this.#start = start;
    this.#stream = this.#shared ?? randomStream(start.seed, start.task, start.repeat);
    this.#floor = 0;
    this.#steps = 0;
    return this.#see();
  }

  async observe(): Promise<Observation> {
    return this.#see();
  }

  async step(action: Action, { signal }: { signal: AbortSignal }): Promise<StepResult> {
    const { stepMs = 0, endsOnStop = true } = this.#options;
    if (stepMs > 0) await sleep(stepMs, undefined, { signal });
    this.#options.onStep?.(this.#start, this.#steps);
    this.#steps += 1;
    if (action.type === 'stop' && endsOnStop) {
      return {
        type: 'ended',
        transition: { rule: 'complete', next: null },
        answer: `done: ${action.status}`,
      };
    }
    const before = this.#stream.position;
    const isClimb = action.type === 'key';
    if (isClimb) this.#floor += 1 + this.#stream.below(2);
    const draws = this.#stream.position - before;
    const transition = { rule: isClimb ? 'climb' : 'stay', next: this.state, draws };
    return { type: 'observed', observation: this.#see(), transition };
  }

  snapshot(): EnvironmentSnapshot {
    return { floor: this.#floor, steps: this.#steps, start: this.#start, position: this.#stream.position };
  }

  async restore(snapshot: EnvironmentSnapshot): Promise<Observation> {
    const { floor, steps, start, position } = snapshot;
    if (typeof floor !== 'number' || typeof steps !== 'number' || typeof position !== 'number') {
      throw new DatasetError('This is no snapshot of the fake world');
    }
    // The three numbers show that it is a snapshot of ours.
    await this.reset(start as EpisodeStart);
    this.#floor = floor;
    this.#steps = steps;
    if (this.#shared === null) this.#stream.position = position;
    return this.#see();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // Holds nothing.
  }

  #see(): Observation {
    return { screen: fakeScreen(`screen-${this.#floor}`, this.#options.live ?? false) };
  }
}
