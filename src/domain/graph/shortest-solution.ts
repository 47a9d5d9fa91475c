import { choicesOf } from '../milestones/milestone-choices.js';
import type { MilestoneRules } from '../milestones/milestone-progress.js';
import { nodesReachableFrom, type MoveGraph } from './move-graph.js';
import { MOST_OPEN_MILESTONES } from './open-milestones.js';
import type { Solution } from './solution.js';
import { SolutionSearch } from './solution-search.js';
import { objectiveOf } from './solving/objective.js';

/** Why a milestone can never be reached, by its position among the leaves of the rules. */
export interface Obstacle {
  readonly leaf: number;
  /** `absent`: its states are not in the graph · `unreachable`: nothing leads to them · `answer`: no answer counts. */
  readonly reason: 'absent' | 'unreachable' | 'answer';
}

export type SolutionResult =
  | Solution
  | { readonly type: 'unsolvable'; readonly obstacles: readonly Obstacle[] }
  /** The search would be too large, or the rules are of a kind it does not cover. */
  | { readonly type: 'unknown'; readonly reason: string };

export interface SolutionOptions {
  /** Whether milestones that want an answer count (they never do by the published scorer). */
  readonly countsAnswers: boolean;
  /** `nodesReachableFrom` the start, where the caller has it. */
  readonly reached?: ReadonlySet<number>;
  /** Most nodes times sets of milestones to search; 12 million (200 MB) unless given. */
  readonly maxStates?: number;
}

/**
 * As {@link findShortestOf}, of the alternatives of the rules the one that takes the fewest actions. Obstacles are named where
 * there is no choice.
 */
export function findShortestSolution(
  moves: MoveGraph,
  rules: MilestoneRules,
  start: number,
  options: SolutionOptions,
): SolutionResult {
  const choices = choicesOf(rules);
  if (choices === null) return { type: 'unknown', reason: 'its alternatives combine in too many ways' };
  const [only] = choices;
  if (only === rules) return findShortestOf(moves, rules, start, options);
  const reached = options.reached ?? nodesReachableFrom(moves, start);
  const found = choices.map((one) => findShortestOf(moves, one, start, { ...options, reached }));
  const solved = found.flatMap((one) => (one.type === 'solved' ? [one] : []));
  const [best] = solved.toSorted((a, b) => a.steps.length - b.steps.length);
  return best ?? found.find(({ type }) => type === 'unknown') ?? { type: 'unsolvable', obstacles: [] };
}

/**
 * A solution with the fewest actions, if draws of chance come out as wished; among those a likely one. Exact for edges, opening
 * apps, HOME, BACK, answers and staying together. On a graph of sure moves only, a solution that needs no luck.
 */
function findShortestOf(
  moves: MoveGraph,
  rules: MilestoneRules,
  start: number,
  options: SolutionOptions,
): SolutionResult {
  const reached = options.reached ?? nodesReachableFrom(moves, start);
  const obstacles = findObstacles(moves, rules, reached, options);
  if (obstacles.length > 0) return { type: 'unsolvable', obstacles };
  if (rules.leaves.length === 0) return { type: 'unknown', reason: 'the task has no milestones' };
  const objective = objectiveOf(moves, rules);
  if (objective === 'too many') {
    return { type: 'unknown', reason: `it has more than ${MOST_OPEN_MILESTONES - 1} milestones` };
  }
  if (objective === 'answers') return { type: 'unsolvable', obstacles: answersOf(rules) };
  const solved = new SolutionSearch(moves, objective, options.maxStates ?? 12_000_000).solve(start);
  if (solved === 'too large') return { type: 'unknown', reason: 'its milestones combine in too many ways' };
  if (solved === 'unsolvable') return { type: 'unsolvable', obstacles: [] };
  return solved;
}

function answersOf(rules: MilestoneRules): Obstacle[] {
  return [...rules.leaves.entries()].flatMap(([leaf, { milestone }]) =>
    milestone.type === 'answer' ? [{ leaf, reason: 'answer' as const }] : [],
  );
}

function findObstacles(
  moves: MoveGraph,
  rules: MilestoneRules,
  reached: ReadonlySet<number>,
  options: SolutionOptions,
): Obstacle[] {
  const obstacles: Obstacle[] = [];
  for (const [leaf, { milestone }] of rules.leaves.entries()) {
    if (milestone.type === 'answer') {
      if (!options.countsAnswers) obstacles.push({ leaf, reason: 'answer' });
      continue;
    }
    const places = milestone.screens.flatMap((id) => moves.nodeOf.get(id) ?? []);
    if (places.length === 0) obstacles.push({ leaf, reason: 'absent' });
    else if (!places.some((node) => reached.has(node))) obstacles.push({ leaf, reason: 'unreachable' });
  }
  return obstacles;
}
