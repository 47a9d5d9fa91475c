import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { aggregate, type ColorbenchTaskScore } from '../src/benchmarks/colorbench/aggregate.js';
import { readColorbenchGraph } from '../src/benchmarks/colorbench/read-graph.js';
import { readSavedColorbench } from '../src/benchmarks/colorbench/read-saved.js';
import { readColorbenchTasks, type ColorbenchTask } from '../src/benchmarks/colorbench/read-tasks.js';
import { scoreColorbenchTask, visitedStates } from '../src/benchmarks/colorbench/score-task.js';
import type { Action } from '../src/domain/action.js';
import { fromGraphAction } from '../src/domain/graph/native-action.js';
import { GraphEnvironment } from '../src/environments/graph/graph-environment.js';
import { GraphWorld } from '../src/environments/graph/graph-world.js';
import type { BenchRow } from './bench-row.js';
import { collectGarbage } from './collect-garbage.js';

const SHARED = resolve(process.env['TOUCHSTONE_SHARED'] ?? '../shared');
const DATA = join(SHARED, 'data/colorbench');
const EPISODES = join(SHARED, 'vectors/colorbench/episodes.jsonl');
const RUNS = join(SHARED, 'vectors/colorbench/run_scores.jsonl');

/** Figures of the published code on one core (Python 3.11, logging off). */
const REFERENCE = { loadMs: 7.0, stepsPerSecond: 260_000, scoreMs: 10 };

const signal = new AbortController().signal;

/** The graph environment and the ColorBench scorer on the published data. */
export async function run(): Promise<BenchRow[]> {
  if (![DATA, EPISODES, RUNS].every((path) => existsSync(path))) {
    console.error(`graph: not measured, no ColorBench data and vectors below ${SHARED}`);
    return [];
  }
  return [await loading(), await stepping(), await opening(), await living(), await scoring()];
}

/** Smallest of several timings in milliseconds: what the work costs where nothing disturbs it. */
async function fastest(times: number, work: () => Promise<unknown>): Promise<number> {
  let best = Infinity;
  for (let index = 0; index < times; index += 1) {
    const start = performance.now();
    await work();
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

async function loading(): Promise<BenchRow> {
  const value = await fastest(40, () => readColorbenchGraph(join(DATA, 'graph.json')));
  return {
    name: 'ColorBench graph from disk, app table included',
    value,
    unit: 'ms',
    target: `below ${REFERENCE.loadMs} (published code)`,
    ratio: `${(REFERENCE.loadMs / value).toFixed(2)} × its speed`,
  };
}

function open(world: GraphWorld): GraphEnvironment {
  return new GraphEnvironment(world, { mode: 'reference', startOf: () => null });
}

async function stepping(): Promise<BenchRow> {
  const world = new GraphWorld(await readColorbenchGraph(join(DATA, 'graph.json')));
  const episodes = readFileSync(EPISODES, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { kind: string; steps: { action: unknown }[] })
    // The published code's figure was taken on these.
    .filter(({ kind }) => kind === 'mixed')
    .map(({ steps }) => steps.map(({ action }): Action => fromGraphAction(action)));
  const environment = open(world);
  let steps = 0;
  const pass = async (): Promise<void> => {
    steps = 0;
    for (const [index, actions] of episodes.entries()) {
      await environment.reset({ task: 'any', repeat: index, seed: 1 }, { signal });
      for (const action of actions) {
        steps += 1;
        const result = await environment.step(action, { signal });
        if (result.type === 'ended') break;
      }
    }
  };
  const milliseconds = await fastest(300, pass);
  const value = (steps / milliseconds) * 1000;
  return {
    name: 'steps through the public interface, resets included',
    value,
    unit: 'steps/s',
    target: 'at least 2,000,000',
    ratio: `${(value / REFERENCE.stepsPerSecond).toFixed(1)} × the published code`,
  };
}

async function opening(): Promise<BenchRow> {
  const world = new GraphWorld(await readColorbenchGraph(join(DATA, 'graph.json')));
  const count = 10_000;
  const milliseconds = await fastest(5, async () => {
    for (let index = 0; index < count; index += 1) {
      const environment = open(world);
      await environment.reset({ task: 'any', repeat: index, seed: 1 }, { signal });
    }
  });
  return { name: 'open and reset an environment', value: (milliseconds / count) * 1000, unit: 'µs' };
}

async function living(): Promise<BenchRow> {
  const world = new GraphWorld(await readColorbenchGraph(join(DATA, 'graph.json')));
  collectGarbage();
  const before = process.memoryUsage();
  const environments: GraphEnvironment[] = [];
  for (let index = 0; index < 10_000; index += 1) {
    const environment = open(world);
    await environment.reset({ task: String(index), repeat: 0, seed: 1 }, { signal });
    // Forty steps each, so that histories are as long as those of real episodes.
    for (let step = 0; step < 40; step += 1) {
      await environment.step({ type: 'open_app', app: '小红书' }, { signal });
    }
    environments.push(environment);
  }
  collectGarbage();
  const after = process.memoryUsage();
  const value = (after.heapUsed + after.external - before.heapUsed - before.external) / 1e6;
  return {
    name: `${environments.length.toLocaleString('en')} live environments, 40 steps in, above the graph`,
    value,
    unit: 'MB',
    target: 'below 200',
  };
}

async function scoring(): Promise<BenchRow> {
  const { tasks } = await readColorbenchTasks(join(DATA, 'tasks.json'));
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-bench-'));
  try {
    await writeRun(folder, tasks);
    const value = await fastest(40, () => scoreFolder(folder, tasks));
    return {
      name: 'score 175 trajectory files from disk',
      value,
      unit: 'ms',
      target: `below ${REFERENCE.scoreMs} (published code)`,
      ratio: `${(REFERENCE.scoreMs / value).toFixed(2)} × its speed`,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A recorded run in which every task has a trajectory. */
async function writeRun(folder: string, tasks: readonly ColorbenchTask[]): Promise<void> {
  const runs = readFileSync(RUNS, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => (JSON.parse(line) as { visited: Record<string, string[]> }).visited);
  const visited = runs.find((run) => tasks.every(({ id }) => run[id] !== undefined)) ?? {};
  for (const { id } of tasks) {
    await mkdir(join(folder, id));
    const entries = (visited[id] ?? []).map((screenshot, index) => ({ id: index, screenshot, action: null }));
    await writeFile(join(folder, id, 'trajectory.json'), JSON.stringify(entries, null, 2));
  }
}

async function scoreFolder(folder: string, tasks: readonly ColorbenchTask[]): Promise<void> {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const scores = new Map<string, ColorbenchTaskScore>();
  for await (const episode of readSavedColorbench(folder, tasks)) {
    if (episode.type === 'broken') throw episode.error;
    const task = byId.get(episode.key.item);
    if (task === undefined) continue;
    const states = visitedStates(episode.trajectory.steps);
    scores.set(task.id, scoreColorbenchTask(task, states, 'reference'));
  }
  const abilities = tasks.map(({ id, appCount, milestones }) => ({
    id,
    appCount,
    abilities: milestones.map(({ ability }) => ability),
  }));
  if (aggregate(abilities, scores, 'reference').missing.length > 0) throw new Error('a task was not scored');
}
