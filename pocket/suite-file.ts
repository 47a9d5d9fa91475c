import { buildGraph } from '../src/domain/graph/build-graph.js';
import { buildMoveGraph, type MoveGraph } from '../src/domain/graph/move-graph.js';
import { findShortestSolution } from '../src/domain/graph/shortest-solution.js';
import { compileMilestones } from '../src/domain/milestones/milestone-progress.js';
import type { Milestone } from '../src/domain/milestones/milestone.js';
import type { GraphFile } from '../src/formats/graph/graph-file.js';
import type { SuiteFile } from '../src/formats/suite/suite-file.js';
import { CROSS_APP_TASKS } from './tasks/cross-app.js';
import { SINGLE_APP_TASKS } from './tasks/single-app.js';
import type { Stage, TaskPlan } from './tasks/task-plan.js';

/** Raised whenever a change to the world or its tasks may change a score. */
const SUITE_VERSION = '2';

/**
 * Actions from the launcher within which a script that sees nothing may come by: what the first stages of a task reach so
 * soon earns no completion.
 */
const SHALLOW = 3;

/** `suite.json` for a graph. @throws {Error} when a task names states the graph lacks, or cannot be solved. */
export function suiteFile(
  graph: GraphFile,
): Omit<SuiteFile, 'formatVersion'> & { readonly formatVersion: 1 } {
  const moves = buildMoveGraph(buildGraph(graph), 'corrected');
  const shallow = shallowStates(moves);
  const nodes = graph.nodes.map(({ id }) => id);
  return {
    formatVersion: 1,
    name: 'pocket',
    version: SUITE_VERSION,
    title: 'Pocket: a recorded phone of ten apps',
    languages: ['en', 'zh'],
    defaultMaxSteps: 40,
    tasks: [...SINGLE_APP_TASKS, ...CROSS_APP_TASKS].map((plan) => taskOf(plan, nodes, { moves, shallow })),
  };
}

interface Reach {
  readonly moves: MoveGraph;
  /** Ids of states that few actions lead to. */
  readonly shallow: ReadonlySet<string>;
}

function taskOf(
  plan: TaskPlan,
  nodes: readonly string[],
  { moves, shallow }: Reach,
): SuiteFile['tasks'][number] {
  const milestones = milestonesOf(plan, nodes, shallow);
  const optimal = optimalSteps(plan, milestones, moves);
  return {
    id: plan.id,
    instructions: { en: plan.en, zh: plan.zh },
    apps: [...plan.apps],
    tags: [plan.apps.length === 1 ? 'single' : 'cross'],
    optimalSteps: optimal,
    // Twice the best route and a wrong turn: enough to look around, too little to try everything.
    maxSteps: 2 * optimal + 2,
    milestones,
    evaluators: [...plan.rules],
  };
}

/** States within few actions of the launcher. */
function shallowStates(moves: MoveGraph): ReadonlySet<string> {
  let front: readonly number[] = [moves.graph.root];
  const near = new Set(front);
  for (let actions = 0; actions < SHALLOW; actions += 1) {
    front = [
      ...new Set(
        front.flatMap((node) => [...(moves.from[node] ?? []), ...moves.anywhere]).map(({ to }) => to),
      ),
    ];
    for (const node of front) near.add(node);
  }
  return new Set([...near].flatMap((node) => moves.graph.nodes[node]?.id ?? []));
}

function milestonesOf(plan: TaskPlan, nodes: readonly string[], shallow: ReadonlySet<string>): Milestone[] {
  /** Milestones of stages in their order. A state that reaches a later one does not count for an earlier one too. */
  const leaves = (stages: readonly Stage[]): Milestone[] => {
    const found = stages.map((stage) => statesOf(stage, plan.id, nodes));
    const own = found.map((screens, index) => {
      const later = new Set(found.slice(index + 1).flat());
      return screens.filter((id) => !later.has(id));
    });
    /** Stages before the first that takes some way; the last one is what is asked for. */
    const deep = own.findIndex((screens) => !screens.some((id) => shallow.has(id)));
    const last = plan.answers === undefined ? stages.length - 1 : stages.length;
    const firstWithCredit = deep < 0 ? last : Math.min(deep, last);
    return stages.map((stage, index) => {
      const screens = own[index] ?? [];
      if (screens.length === 0) throw new Error(`task ${plan.id}: stage ${stage.id} has no state of its own`);
      return {
        type: 'screen',
        id: stage.id,
        title: stage.title,
        abilities: [...stage.abilities],
        screens,
        ...(index < firstWithCredit ? { credit: false as const } : {}),
      };
    });
  };
  const isStrands = (stages: TaskPlan['stages']): stages is readonly (readonly Stage[])[] =>
    Array.isArray(stages[0]);
  const { stages } = plan;
  if (isStrands(stages)) {
    const children = stages.map((strand, index): Milestone =>
      group(`strand-${index + 1}`, 'ordered', leaves(strand)),
    );
    return [group('all', 'unordered', children)];
  }
  const children = leaves(stages);
  if (plan.answers !== undefined) {
    children.push({
      type: 'answer',
      id: 'answer',
      title: 'the answer is right',
      abilities: ['memory'],
      accepted: [...plan.answers],
    });
  }
  return [group('all', 'ordered', children)];
}

function group(id: string, order: 'ordered' | 'unordered', children: Milestone[]): Milestone {
  return { type: 'group', id, abilities: [], order, children };
}

function statesOf(stage: Stage, task: string, nodes: readonly string[]): string[] {
  const found = stage.at.map((pattern) => {
    const parts = pattern.split('*');
    const [head = '', ...rest] = parts;
    const matching = nodes.filter((id) => {
      if (parts.length === 1) return id === pattern;
      let at = id.startsWith(head) ? head.length : -1;
      for (const [index, part] of rest.entries()) {
        if (at < 0) return false;
        const isLast = index === rest.length - 1;
        const next =
          isLast && part !== ''
            ? id.endsWith(part) && id.length - part.length >= at
              ? id.length
              : -1
            : id.indexOf(part, at);
        at = next < 0 ? -1 : isLast ? id.length : next + part.length;
      }
      return at >= 0;
    });
    if (matching.length === 0) throw new Error(`task ${task}: no state is called ${pattern}`);
    return matching;
  });
  return [...new Set(found.flat())].sort();
}

/** Actions of the shortest solution, the final `stop` counted. */
function optimalSteps(plan: TaskPlan, milestones: readonly Milestone[], moves: MoveGraph): number {
  const solution = findShortestSolution(moves, compileMilestones(milestones), moves.graph.root, {
    countsAnswers: true,
  });
  if (solution.type !== 'solved')
    throw new Error(`task ${plan.id} cannot be solved: ${JSON.stringify(solution)}`);
  return solution.steps.length + (plan.answers === undefined ? 1 : 0);
}
