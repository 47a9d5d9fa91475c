import type { MilestoneRules } from '../../milestones/milestone-progress.js';
import type { Certainty } from '../../proof.js';
import { onlySureMoves, type MoveGraph } from '../move-graph.js';
import { findShortestSolution, type Obstacle, type SolutionOptions } from '../shortest-solution.js';
import type { Solution } from '../solution.js';
import { objectiveOf, type Objective } from './objective.js';
import { almostSureStates, bestChance, chanceWithin, stepsForSure } from './process-values.js';
import { exploreTask, type TaskProcess } from './task-process.js';

/** A task as far as chance goes. */
export interface TaskOdds {
  readonly certainty: Exclude<Certainty, 'impossible'>;
  /** Steps that are enough whatever chance does; null where no number is. */
  readonly sureSteps: number | null;
  /** Chance of an agent that does its best, given any number of steps. */
  readonly chance: number;
  /** The same within the budget of steps. */
  readonly chanceInBudget: number;
  /** Whether nobody has a better chance within the budget: so it is unless there are too many histories to look at. */
  readonly isExact: boolean;
}

export type TaskVerdict =
  | { readonly type: 'solved'; readonly shortest: Solution; readonly odds: TaskOdds }
  | { readonly type: 'unsolvable'; readonly obstacles: readonly Obstacle[] }
  | { readonly type: 'unknown'; readonly reason: string };

export interface OddsOptions extends SolutionOptions {
  /** Steps an episode may take. */
  readonly budget: number;
  /** The moves without the random ones, where the caller has them. */
  readonly sure?: MoveGraph;
  /** Most states to look at where a task is not known to be sure; a number of steps that is enough is refined with a fraction. */
  readonly maxProcessStates?: number;
}

/** Share of the states that is spent on bringing down a number of steps that is known to be enough. */
const REFINING = 0.25;
/** Screens that are remembered where few steps are allowed: without a bound, more may be of use. */
const LEAST_DEPTH = 6;
/** By what a process grows at least with each screen more that is remembered. */
const GROWTH = 8;

/** Whether a task can be solved, how surely, and within the budget. */
export function judgeTask(
  moves: MoveGraph,
  rules: MilestoneRules,
  start: number,
  options: OddsOptions,
): TaskVerdict {
  const shortest = findShortestSolution(moves, rules, start, options);
  if (shortest.type !== 'solved') return shortest;
  const objective = objectiveOf(moves, rules);
  if (typeof objective === 'string') return { type: 'unknown', reason: objective };
  const { countsAnswers } = options;
  const alone = findShortestSolution(options.sure ?? onlySureMoves(moves), rules, start, { countsAnswers });
  const steps = alone.type === 'solved' ? alone.steps.length : null;
  // HOME leads back, wherever one is, and nothing is lost: what can be done from there can be tried again and again.
  const canStartAnew = (): boolean => {
    const { root } = moves.graph;
    if (!moves.choicesAnywhere.some(({ targets }) => targets.every((target) => target === root)))
      return false;
    return start === root || findShortestSolution(moves, rules, root, { countsAnswers }).type === 'solved';
  };
  const odds = oddsOf(moves, objective, start, shortest, steps, { ...options, canStartAnew });
  return { type: 'solved', shortest, odds };
}

/** @param alone steps of a solution that leaves nothing to chance; null where there is none */
function oddsOf(
  moves: MoveGraph,
  objective: Objective,
  start: number,
  shortest: Solution,
  alone: number | null,
  { budget, maxProcessStates = 5000, canStartAnew }: OddsOptions & { readonly canStartAnew: () => boolean },
): TaskOdds {
  const fewest = shortest.steps.length;
  let sureSteps = alone;
  let last: TaskProcess | null = null;
  // What takes no more steps than screens are remembered has no use for more.
  const isSettled = (): boolean =>
    sureSteps !== null &&
    (sureSteps === fewest || (last?.depth ?? 0) >= Math.max(sureSteps, sureSteps > budget ? budget : 0));
  const deepest = Math.max(budget, LEAST_DEPTH);
  for (let depth = 0; !isSettled() && last?.depth !== Infinity; depth = nextDepth(depth, deepest)) {
    if (last !== null && last.depth >= deepest) break;
    // More is spent where nothing is known yet.
    const maxStates = sureSteps === null ? maxProcessStates : maxProcessStates * REFINING;
    if (last !== null && last.states * GROWTH > maxStates) break;
    const process = exploreTask(moves, objective, start, { depth, maxStates });
    if (process === null) break;
    last = process;
    sureSteps = fewer(sureSteps, sureStepsOf(process));
  }
  const isSure = sureSteps !== null;
  const isOver = fewest > budget;
  const chance = isSure || canStartAnew() ? 1 : last === null ? shortest.probability : chanceOf(last);
  const inBudget = isOver ? 0 : chanceInBudget(last, shortest, sureSteps, budget);
  return {
    certainty: isSure ? 'surely' : chance === 1 ? 'almost-surely' : 'by-luck',
    sureSteps,
    chance,
    chanceInBudget: inBudget,
    isExact: isOver || inBudget === 1 || (last !== null && last.depth >= budget),
  };
}

function nextDepth(depth: number, deepest: number): number {
  return Math.min(Math.max(depth * 2, 1), deepest);
}

function chanceInBudget(
  process: TaskProcess | null,
  { probability }: Solution,
  sureSteps: number | null,
  budget: number,
): number {
  if (sureSteps !== null && sureSteps <= budget) return 1;
  return process === null ? probability : Math.max(probability, chanceWithin(process, budget));
}

function sureStepsOf(process: TaskProcess): number | null {
  const steps = stepsForSure(process);
  const begins = process.begins.map(({ state }) => steps[state] ?? -1);
  return begins.includes(-1) ? null : Math.max(...begins);
}

function chanceOf(process: TaskProcess): number {
  const sure = almostSureStates(process);
  return process.begins.every(({ state }) => sure[state] === 1) ? 1 : bestChance(process);
}

function fewer(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b;
  return Math.min(a, b);
}
