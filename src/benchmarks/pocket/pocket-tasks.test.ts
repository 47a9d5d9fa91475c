import { describe, expect, it } from 'vitest';
import { fromGraphAction } from '../../domain/graph/native-action.js';
import {
  buildMoveGraph,
  nodesReachableFrom,
  type MoveGraph,
  type Way,
} from '../../domain/graph/move-graph.js';
import { findShortestSolution } from '../../domain/graph/shortest-solution.js';
import type { Solution } from '../../domain/graph/solution.js';
import { stop, type Action } from '../../domain/action.js';
import { arriveAt, compileMilestones, NO_MILESTONES } from '../../domain/milestones/milestone-progress.js';
import type { Task } from '../../domain/task.js';
import { alwaysCompleteAgent } from '../../agents/baselines/always-complete.js';
import { noOpAgent } from '../../agents/baselines/no-op.js';
import { replayAgent } from '../../agents/baselines/replay.js';
import { statelessAgent } from '../../agents/baselines/stateless-agent.js';
import type { Agent } from '../../agents/agent.js';
import type { EpisodeScores } from '../../domain/score.js';
import { TEXT_CHANGES, withTexts } from '../../lint/blind/changed-texts.js';
import { playEpisode } from '../../testing/run-fakes/play-episode.js';
import type { BenchmarkItem } from '../benchmark.js';
import { pocketBenchmark } from './pocket-benchmark.js';

const ABILITIES = [
  'share',
  'save',
  'copy',
  'pay',
  'search',
  'memory',
  'send',
  'location',
  'follow',
  'filter',
  'like',
  'navigation',
  'find',
  'set',
  'others',
];

const signal = new AbortController().signal;
const benchmark = await pocketBenchmark.open({ mode: 'corrected', signal });
const published = await pocketBenchmark.open({ mode: 'reference', signal });
const items: BenchmarkItem[] = [];
for await (const item of benchmark.items.list()) items.push(item);
const tasks = items.map(({ task }) => task);
const [first] = items;
const graph = first === undefined ? null : (benchmark.world?.graph(first) ?? null);
if (graph === null) throw new Error('pocket has no graph');
const moves = buildMoveGraph(graph, 'corrected');
const idOf = (node: number): string => graph.nodes[node]?.id ?? '';
const pageOf = (node: number): string => idOf(node).split('~')[0] ?? '';

function solve(task: Task, over: MoveGraph): Solution | null {
  const result = findShortestSolution(over, compileMilestones(task.milestones), graph?.root ?? 0, {
    countsAnswers: true,
  });
  return result.type === 'solved' ? result : null;
}

/** Nodes a solution passes through, the start included. */
function nodesOf(solution: Solution): number[] {
  return [graph?.root ?? 0, ...solution.steps.map(({ to }) => to).filter((to) => to >= 0)];
}

/** An agent that does a solution's actions and then stops. */
function solver(solution: Solution): Agent {
  const actions: Action[] = solution.steps.map(({ action }) => {
    const answer = action['action_type'] === 'complete' ? action['status'] : undefined;
    return typeof answer === 'string' ? stop('success', answer) : fromGraphAction(action);
  });
  return statelessAgent({
    name: 'solver',
    version: '1',
    decide: ({ history }) => ({ type: 'action', action: actions[history.length] ?? stop() }),
  });
}

const value = (scores: EpisodeScores, evaluator: string): number | null => {
  const score = scores.scores.find((one) => one.evaluator === evaluator)?.score;
  return score?.status === 'scored' ? score.value : null;
};
/** The verdict of the evaluator rules alone. */
const rulesHold = (scores: EpisodeScores): boolean =>
  scores.scores
    .filter((one) => one.evaluator !== 'milestones')
    .every(({ evaluator }) => value(scores, evaluator) === 1);

describe('the tasks of Pocket', () => {
  it('are many, inside one app and across several, in English and Chinese', () => {
    expect(tasks.length).toBeGreaterThanOrEqual(36);
    expect(tasks.filter(({ tags }) => tags.includes('cross')).length).toBeGreaterThanOrEqual(12);
    for (const { id, instructions, apps, tags } of tasks) {
      expect(Object.keys(instructions), id).toEqual(['en', 'zh']);
      expect(instructions['zh'], id).toMatch(/\p{Script=Han}/u);
      expect(tags, id).toEqual([apps.length > 1 ? 'cross' : 'single']);
      for (const app of apps) expect(graph.launcher.corrected.entries.has(app.toLowerCase()), app).toBe(true);
    }
  });

  it('call for every atomic capability', () => {
    const named = new Set(
      tasks.flatMap((task) =>
        compileMilestones(task.milestones).leaves.flatMap(({ abilities }) => abilities),
      ),
    );
    expect([...named].toSorted()).toEqual(ABILITIES.toSorted());
  });

  it.each(tasks)('$id: begins with nothing reached', (task) => {
    const rules = compileMilestones(task.milestones);
    const starts = [idOf(graph.root), task.start].filter((id) => id !== undefined);
    for (const id of starts) expect(arriveAt(rules, NO_MILESTONES, id, id)).toBe(NO_MILESTONES);
  });

  it.each(items)('$id: the shortest solution succeeds, in the steps the task names', async (item) => {
    const solution = solve(item.task, moves);
    if (solution === null) throw new Error('no solution');
    expect(solution.probability).toBe(1);
    const { episode, scores } = await playEpisode(benchmark, item, solver(solution));
    expect(scores.scores).toHaveLength(2);
    expect({ success: scores.success, rules: rulesHold(scores) }).toEqual({ success: true, rules: true });
    expect(episode.trajectory.steps).toHaveLength(item.task.optimalSteps ?? 0);
    expect(item.task.optimalSteps).toBeGreaterThanOrEqual(4);
    expect(item.task.optimalSteps).toBeLessThanOrEqual(20);
  });

  it.each(items)('$id: doing nothing and claiming success fail, by milestones and by rules', async (item) => {
    for (const agent of [noOpAgent(), alwaysCompleteAgent()]) {
      const { scores } = await playEpisode(benchmark, item, agent);
      expect(value(scores, 'milestones')).toBe(0);
      expect(rulesHold(scores)).toBe(false);
      expect(scores.success).toBe(false);
    }
  });

  it.each(items)(
    '$id: the shortest solution fails in both modes with what it types emptied, wrong or cut',
    async (item) => {
      const solution = solve(item.task, moves);
      if (solution === null) throw new Error('no solution');
      const actions = solution.steps.map(({ action }) => fromGraphAction(action));
      for (const change of TEXT_CHANGES) {
        const changed = withTexts(actions, change);
        if (changed === null) continue;
        const agent = replayAgent({ hash: '', find: () => changed });
        for (const one of [benchmark, published]) {
          const { scores } = await playEpisode(one, item, agent);
          expect(scores.success, `${change.name}, ${one.mode}`).toBe(false);
        }
      }
    },
  );

  it('type in many of their shortest solutions', () => {
    const typing = tasks.filter((task) =>
      solve(task, moves)?.steps.some(({ action }) => action['action_type'] === 'type'),
    );
    expect(typing.length).toBeGreaterThanOrEqual(18);
  });

  it.each(tasks)(
    '$id: has a budget of twice its best route, enough for another route',
    ({ maxSteps, optimalSteps }) => {
      expect(maxSteps).toBe(2 * (optimalSteps ?? 0) + 2);
    },
  );

  it.each(items)('$id: another route over other pages succeeds too', async (item) => {
    const solution = solve(item.task, moves);
    if (solution === null) throw new Error('no solution');
    const pages = new Set(nodesOf(solution).map(pageOf));
    const others = blockedSteps(solution)
      .map(([from, to]) =>
        solve(
          item.task,
          without(moves, (way) => pageOf(way.from) === from && pageOf(way.to) === to),
        ),
      )
      .filter((other) => other !== null)
      .filter((other) => !samePages(new Set(nodesOf(other).map(pageOf)), pages))
      .toSorted((a, b) => a.steps.length - b.steps.length);
    const [other] = others;
    if (other === undefined) throw new Error('every solution takes the same pages');
    expect(other.steps.length).toBeLessThan(item.task.maxSteps ?? 0);
    const { scores } = await playEpisode(benchmark, item, solver(other));
    expect({ success: scores.success, rules: rulesHold(scores) }).toEqual({ success: true, rules: true });
  });

  it.each(items)('$id: a wrong turn at any step can be made good', (item) => {
    const solution = solve(item.task, moves);
    if (solution === null) throw new Error('no solution');
    const route = nodesOf(solution);
    const onRoute = new Set(route);
    const wrong = route
      .flatMap((node) => (moves.from[node] ?? []).map(({ to }) => to))
      .filter((to) => !onRoute.has(to));
    expect(wrong.length).toBeGreaterThan(item.task.optimalSteps ?? 0);
    for (const node of new Set(wrong)) expect(nodesReachableFrom(moves, node).size).toBe(graph.nodes.length);
  });
});

function samePages(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((page) => b.has(page));
}

/** Pairs of different pages that a solution goes between by an edge. */
function blockedSteps(solution: Solution): [string, string][] {
  const nodes = nodesOf(solution);
  return nodes.slice(1).flatMap((to, index): [string, string][] => {
    const from = nodes[index] ?? 0;
    const isEdge = (moves.from[from] ?? []).some((way) => way.to === to);
    return isEdge && pageOf(from) !== pageOf(to) ? [[pageOf(from), pageOf(to)]] : [];
  });
}

function without(over: MoveGraph, isBlocked: (way: Way) => boolean): MoveGraph {
  const open = (ways: readonly Way[]): Way[] => ways.filter((way) => !isBlocked(way));
  return { ...over, from: over.from.map(open), into: over.into.map(open) };
}
