import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { aggregate, type ColorbenchAggregate } from '../../../src/benchmarks/colorbench/aggregate.js';
import { colorbenchBenchmark } from '../../../src/benchmarks/colorbench/colorbench-benchmark.js';
import { readColorbenchGraph } from '../../../src/benchmarks/colorbench/read-graph.js';
import { readColorbenchTasks, type ColorbenchTask } from '../../../src/benchmarks/colorbench/read-tasks.js';
import { trajectoryThrough } from '../../../src/benchmarks/colorbench/saved-entry.js';
import { scoreColorbenchTask, visitedStates } from '../../../src/benchmarks/colorbench/score-task.js';
import { scriptedChooser } from '../../../src/domain/graph/chooser.js';
import type { Graph } from '../../../src/domain/graph/graph.js';
import { fromGraphAction } from '../../../src/domain/graph/native-action.js';
import type { TrajectoryStep } from '../../../src/domain/trajectory.js';
import { GraphEnvironment } from '../../../src/environments/graph/graph-environment.js';
import { GraphWorld } from '../../../src/environments/graph/graph-world.js';
import { readJsonLines } from '../read-json-lines.js';
import type { VectorContext, VectorSuite } from '../vector-suite.js';

const TOLERANCE = 1e-12;

async function openTasks({ shared }: VectorContext): Promise<readonly ColorbenchTask[]> {
  return (await readColorbenchTasks(join(shared, 'data/colorbench/tasks.json'))).tasks;
}

function report(task: ColorbenchTask, visited: readonly string[]) {
  return scoreColorbenchTask(task, visitedStates(trajectoryThrough(visited, undefined).steps), 'reference');
}

function aggregateOf(
  tasks: readonly ColorbenchTask[],
  visited: ReadonlyMap<string, readonly string[]>,
): ColorbenchAggregate {
  const scores = new Map(
    tasks.flatMap((task) => {
      const states = visited.get(task.id);
      return states === undefined ? [] : [[task.id, report(task, states)] as const];
    }),
  );
  const plain = tasks.map(({ id, appCount, milestones }) => ({
    id,
    appCount,
    abilities: milestones.map(({ ability }) => ability),
  }));
  return aggregate(plain, scores, 'reference');
}

/** What differs between two nested values of numbers, or null; numbers may differ by 1e-12. */
function difference(ours: unknown, theirs: unknown, path = ''): string | null {
  if (typeof ours === 'number' && typeof theirs === 'number') {
    return Math.abs(ours - theirs) <= TOLERANCE ? null : `${path}: expected ${theirs}, got ${ours}`;
  }
  if (typeof ours === 'object' && typeof theirs === 'object' && ours !== null && theirs !== null) {
    for (const key of new Set([...Object.keys(ours), ...Object.keys(theirs)])) {
      const found = difference(
        (ours as Record<string, unknown>)[key],
        (theirs as Record<string, unknown>)[key],
        `${path}.${key}`,
      );
      if (found !== null) return found;
    }
    return null;
  }
  return Object.is(ours, theirs)
    ? null
    : `${path}: expected ${JSON.stringify(theirs)}, got ${JSON.stringify(ours)}`;
}

function ratesOf({ ac }: ColorbenchAggregate): Record<string, number> {
  return Object.fromEntries(Object.entries(ac).map(([ability, { hit, total }]) => [ability, hit / total]));
}

interface TaskScoreCase {
  readonly task_id: number;
  readonly visited: readonly string[];
  readonly milestones_hit: readonly boolean[];
  readonly completion: number;
  readonly success: boolean;
  readonly ac: Readonly<Record<string, number>>;
}

const taskScores: VectorSuite = {
  system: 'colorbench',
  file: 'task_scores.jsonl',
  async run(context) {
    const tasks = await openTasks(context);
    let line = 0;
    for await (const expected of readJsonLines<TaskScoreCase>(
      join(context.shared, 'vectors/colorbench/task_scores.jsonl'),
    )) {
      line += 1;
      const task = tasks.find(({ id }) => id === String(expected.task_id));
      if (task === undefined) {
        context.report(`line ${line}`, 'no such task');
        continue;
      }
      const { hits, completion, success } = report(task, expected.visited);
      const single = aggregateOf([task], new Map([[task.id, expected.visited]]));
      const ours = { hits, completion, success, ac: ratesOf(single) };
      const theirs = {
        hits: expected.milestones_hit,
        completion: expected.completion,
        success: expected.success,
        ac: expected.ac,
      };
      context.report(`line ${line}`, difference(ours, theirs));
    }
  },
};

interface ExpectedRun {
  readonly completed_task_ids: readonly number[];
  readonly sr_all: number;
  readonly sr_all_denominator: number;
  readonly cr_all: number;
  readonly cr_all_denominator: number;
  readonly sr_single: number | null;
  readonly sr_single_denominator: number;
  readonly cr_single: number | null;
  readonly sr_cross: number | null;
  readonly sr_cross_denominator: number;
  readonly cr_cross: number | null;
  readonly ac: Readonly<Record<string, number>>;
  readonly ac_counts?: Readonly<Record<string, readonly [number, number]>>;
  readonly task_rate: Readonly<Record<string, number>>;
}

interface RunScoreCase {
  readonly run_id: unknown;
  readonly visited: Readonly<Record<string, readonly string[]>>;
  readonly expected: ExpectedRun;
  readonly printed?: Readonly<Record<string, unknown>>;
}

const runScores: VectorSuite = {
  system: 'colorbench',
  file: 'run_scores.jsonl',
  async run(context) {
    const tasks = await openTasks(context);
    for await (const { run_id, visited, expected, printed } of readJsonLines<RunScoreCase>(
      join(context.shared, 'vectors/colorbench/run_scores.jsonl'),
    )) {
      const run = aggregateOf(tasks, new Map(Object.entries(visited)));
      const name = `run ${String(run_id)}`;
      context.report(name, difference(numbersOf(run, tasks, visited), expected));
      if (printed !== undefined) {
        const { sr, cr, ac } = run.printed;
        const ours = {
          sr_all: sr.all,
          cr_all: cr.all,
          sr_single: sr.single,
          cr_single: cr.single,
          sr_cross: sr.cross,
          cr_cross: cr.cross,
          ac,
        };
        context.report(`${name}: printed`, difference(ours, printed));
      }
    }
  },
};

function numbersOf(
  run: ColorbenchAggregate,
  tasks: readonly ColorbenchTask[],
  visited: RunScoreCase['visited'],
): Required<ExpectedRun> {
  const reports = tasks.flatMap((task) => {
    const states = visited[task.id];
    return states === undefined ? [] : [report(task, states)];
  });
  return {
    completed_task_ids: reports.filter(({ success }) => success).map(({ taskId }) => Number(taskId)),
    sr_all: run.sr.all.rate ?? -1,
    sr_all_denominator: run.sr.all.denominator,
    cr_all: run.cr.all.rate ?? -1,
    cr_all_denominator: run.cr.all.denominator,
    sr_single: run.sr.single.rate,
    sr_single_denominator: run.sr.single.denominator,
    cr_single: run.cr.single.rate,
    sr_cross: run.sr.cross.rate,
    sr_cross_denominator: run.sr.cross.denominator,
    cr_cross: run.cr.cross.rate,
    ac: ratesOf(run),
    ac_counts: Object.fromEntries(
      Object.entries(run.ac).map(([ability, { hit, total }]) => [ability, [hit, total]]),
    ),
    task_rate: Object.fromEntries(reports.map(({ taskId, completion }) => [taskId, completion])),
  };
}

interface OracleStep {
  readonly action: unknown;
  readonly next: string;
  readonly candidates?: readonly string[];
}

interface OracleTask {
  readonly task_id: number;
  readonly max_completion: number;
  readonly oracle: readonly OracleStep[];
  readonly deterministic_oracle: readonly OracleStep[] | 'same' | null;
}

interface OracleFile {
  readonly expected_score_of_oracle: Readonly<Record<string, unknown>>;
  readonly tasks: readonly OracleTask[];
}

const oraclePaths: VectorSuite = {
  system: 'colorbench',
  file: 'oracle_paths.json',
  async run(context) {
    const path = join(context.shared, 'vectors/colorbench/oracle_paths.json');
    const file = JSON.parse(readFileSync(path, 'utf8')) as OracleFile;
    const tasks = await openTasks(context);
    const graph = await readColorbenchGraph(join(context.shared, 'data/colorbench/graph.json'));
    const world = new GraphWorld(graph);
    const visited = new Map<string, readonly string[]>();
    for (const { task_id, oracle, deterministic_oracle, max_completion } of file.tasks) {
      const id = String(task_id);
      const walked = await follow(world, oracle);
      visited.set(id, walked.visited);
      context.report(`task ${id}`, walked.problem ?? completionProblem(tasks, id, walked, max_completion));
      if (deterministic_oracle === null || deterministic_oracle === 'same') continue;
      const alone = await follow(world, deterministic_oracle);
      context.report(
        `task ${id}, deterministic`,
        alone.problem ?? completionProblem(tasks, id, alone, max_completion),
      );
    }
    const run = aggregateOf(tasks, visited);
    const ours = {
      success_count: run.sr.all.numerator,
      task_count: run.taskCount,
      sr_all: run.sr.all.rate,
      cr_all: run.cr.all.rate,
      sr_single: run.sr.single.rate,
      cr_single: run.cr.single.rate,
      sr_cross: run.sr.cross.rate,
      cr_cross: run.cr.cross.rate,
      ac: ratesOf(run),
    };
    context.report('score of all', difference(ours, file.expected_score_of_oracle));
    context.report('benchmark definition', await definitionProblem(context, file));
  },
};

interface Walk {
  readonly visited: readonly string[];
  readonly steps: readonly TrajectoryStep[];
  readonly problem: string | null;
}

/** Goes along the list, drawing what it says. */
async function follow(world: GraphWorld, list: readonly OracleStep[]): Promise<Walk> {
  const { signal } = new AbortController();
  let wanted = -1;
  await using environment = new GraphEnvironment(world, {
    mode: 'reference',
    startOf: () => null,
    chooser: () => scriptedChooser(() => wanted),
  });
  let { screen } = await environment.reset({ task: '', repeat: 0, seed: 0 }, { signal });
  const visited = [screen.id];
  const steps: TrajectoryStep[] = [];
  for (const [index, { action, next, candidates }] of list.entries()) {
    wanted = indexOf(world.graph, next);
    const unified = fromGraphAction(action);
    const result = await environment.step(unified, { signal });
    const { transition } = result;
    steps.push({ screen, state: screen.id, action: unified, transition });
    if (result.type === 'ended' || transition.next !== next) {
      return { visited, steps, problem: `step ${index} led to ${String(transition.next)}, not ${next}` };
    }
    const distinct = [...new Set(transition.candidates ?? [])].sort();
    if (candidates !== undefined && !isDeepStrictEqual(distinct, [...new Set(candidates)].sort())) {
      return { visited, steps, problem: `step ${index} may lead to ${distinct.join(', ')}` };
    }
    if (candidates === undefined && distinct.length > 1) {
      return { visited, steps, problem: `step ${index} is not certain` };
    }
    screen = result.observation.screen;
    visited.push(screen.id);
  }
  steps.push({ screen, state: screen.id, action: null });
  return { visited, steps, problem: null };
}

function indexOf(graph: Graph, id: string): number {
  return graph.nodeIndex.get(id) ?? -1;
}

function completionProblem(
  tasks: readonly ColorbenchTask[],
  id: string,
  { steps, visited }: Walk,
  expected: number,
): string | null {
  const task = tasks.find((candidate) => candidate.id === id);
  if (task === undefined) return 'no such task';
  const states = visitedStates(steps);
  if (!isDeepStrictEqual(states.visited, visited)) return 'the trajectory lost a screen';
  const { completion } = scoreColorbenchTask(task, states, 'reference');
  return Math.abs(completion - expected) <= TOLERANCE ? null : `expected ${expected}, got ${completion}`;
}

/** The benchmark as the command line opens it: its items are the tasks of the file. */
async function definitionProblem({ shared }: VectorContext, file: OracleFile): Promise<string | null> {
  const { signal } = new AbortController();
  await using benchmark = await colorbenchBenchmark.open({
    dataDirectory: join(shared, 'data/colorbench'),
    mode: 'reference',
    signal,
  });
  const ids: string[] = [];
  for await (const item of benchmark.items.list()) ids.push(item.id);
  const expected = file.tasks.map(({ task_id }) => String(task_id));
  return isDeepStrictEqual(ids, expected) ? null : 'the items are not the tasks';
}

export const scoreSuites: readonly VectorSuite[] = [taskScores, runScores, oraclePaths];
