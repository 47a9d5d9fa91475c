import { stop, type Action } from '../../../domain/action.js';
import { scriptedChooser } from '../../../domain/graph/chooser.js';
import { buildMoveGraph, type MoveGraph } from '../../../domain/graph/move-graph.js';
import { fromGraphAction } from '../../../domain/graph/native-action.js';
import { findShortestSolution } from '../../../domain/graph/shortest-solution.js';
import type { Solution, SolutionStep } from '../../../domain/graph/solution.js';
import { compileMilestones } from '../../../domain/milestones/milestone-progress.js';
import type { Screen } from '../../../domain/screen.js';
import type { TrajectoryStep } from '../../../domain/trajectory.js';
import { GraphEnvironment } from '../../../environments/graph/graph-environment.js';
import type { GraphWorld } from '../../../environments/graph/graph-world.js';
import { DatasetError } from '../../../errors.js';
import type { Benchmark, BenchmarkItem } from '../../benchmark.js';

/** A task and the shortest way to do it. */
export type SolvedTask =
  | {
      readonly type: 'solved';
      readonly item: BenchmarkItem;
      /** One more than actions: the last shows the task done. */
      readonly screens: readonly Screen[];
      readonly actions: readonly Action[];
    }
  /** Nobody knows a way, or what was found is not scored as a success. */
  | { readonly type: 'open'; readonly item: BenchmarkItem; readonly reason: string }
  /** It is done by an answer, which no screen shows. */
  | { readonly type: 'answered'; readonly item: BenchmarkItem };

/** Every task of a suite with its shortest solution, which its own scoring has confirmed. */
export async function solveTasks(
  suite: Benchmark,
  world: GraphWorld,
  { signal }: { readonly signal: AbortSignal },
): Promise<readonly SolvedTask[]> {
  const moves = buildMoveGraph(world.graph, suite.mode);
  const tasks: SolvedTask[] = [];
  for await (const item of suite.items.list())
    tasks.push(await solveTask(item, { suite, world, moves, signal }));
  return tasks;
}

interface SolveContext {
  readonly suite: Benchmark;
  readonly world: GraphWorld;
  readonly moves: MoveGraph;
  readonly signal: AbortSignal;
}

async function solveTask(item: BenchmarkItem, context: SolveContext): Promise<SolvedTask> {
  const open = (reason: string): SolvedTask => ({ type: 'open', item, reason });
  if (item.invalid !== undefined) return open(item.invalid);
  const { graph } = context.world;
  const { task } = item;
  if (task.milestones.length === 0) return open('it has no milestones to find a way to');
  const start = task.start === undefined ? graph.root : (graph.nodeIndex.get(task.start) ?? graph.root);
  const found = findShortestSolution(context.moves, compileMilestones(task.milestones), start, {
    countsAnswers: true,
  });
  if (found.type === 'unknown') return open(`no way to do it is known: ${found.reason}`);
  if (found.type === 'unsolvable') return open('it cannot be done in this world');
  const isAnswer = ({ action, to }: SolutionStep): boolean => to < 0 || action['action_type'] === 'answer';
  if (found.steps.some(isAnswer)) return { type: 'answered', item };
  try {
    const steps = await replay(item, found, context);
    const { success } = await context.suite.scorer.score(
      item,
      { key: { item: item.id, repeat: 0 }, trajectory: { steps }, end: { reason: 'agent_stop' } },
      context.suite.mode,
      context,
    );
    if (success !== true) return open('the shortest way to its milestones is not scored as a success');
    return {
      type: 'solved',
      item,
      screens: steps.map(({ screen }) => screen),
      actions: steps.slice(0, -1).flatMap(({ action }) => (action === null ? [] : [action])),
    };
  } catch (error) {
    if (!(error instanceof DatasetError)) throw error;
    return open(error.message);
  }
}

/** The solution as an episode that ends with saying so. */
async function replay(
  { task }: BenchmarkItem,
  solution: Solution,
  { suite, world, signal }: SolveContext,
): Promise<TrajectoryStep[]> {
  const wanted = { node: -1, screen: solution.startScreen };
  await using environment = new GraphEnvironment(world, {
    mode: suite.mode,
    startOf: () => task.start ?? null,
    chooser: () => scriptedChooser((kind) => (kind === 'screen' ? wanted.screen : wanted.node)),
  });
  let { screen } = await environment.reset({ task: task.id, repeat: 0, seed: 0 }, { signal });
  const steps: TrajectoryStep[] = [];
  for (const { action: native, to, screen: number } of solution.steps) {
    const { state } = environment;
    Object.assign(wanted, { node: to, screen: number });
    const action = fromGraphAction(native);
    const result = await environment.step(action, { signal });
    steps.push({ screen, state, action, transition: result.transition });
    if (result.type === 'ended') return steps;
    ({ screen } = result.observation);
  }
  const { state } = environment;
  const { transition } = await environment.step(stop('success'), { signal });
  return [...steps, { screen, state, action: stop('success'), transition }];
}
