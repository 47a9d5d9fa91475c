import type { Mode } from '../../domain/mode.js';
import type { TrajectoryStep } from '../../domain/trajectory.js';
import type { ColorbenchTaskScore } from './aggregate.js';
import type { ColorbenchTask } from './read-tasks.js';

/** What scoring needs of a trajectory. */
export interface VisitedStates {
  /** Screens of the trajectory in order, stays repeated. */
  readonly visited: readonly string[];
  /** Text the agent completed the task with; null when it did not. */
  readonly answer: string | null;
  /** Entries of the trajectory. */
  readonly length: number;
  /** Actions that could not be carried out at all. */
  readonly invalidActions: number;
}

/** A task's score with what `corrected` reports in addition. */
export interface ColorbenchTaskReport extends ColorbenchTaskScore {
  /** Per milestone, the first entry of the trajectory (from 0) that reached it; null for those that were missed. */
  readonly reachedAt: readonly (number | null)[];
  /** Milestones reached in the order of the task, up to the first that was not, over all; 0–1. */
  readonly inOrderProgress: number;
  /** Annotated steps over entries of the trajectory; above 1 when the annotators took more. null unless successful. */
  readonly stepEfficiency: number | null;
  readonly invalidActions: number;
}

/**
 * Scores one trajectory: a milestone is hit when one of its pages was visited, whenever; success is all of them.
 *
 * `reference`: a milestone that asks for an answer is never hit. `corrected`: it is hit when the text the agent completed
 * the task with is one of its answers, but for case, spaces and punctuation.
 *
 * Source: ColorBench reference code `parse_result.py`.
 */
export function scoreColorbenchTask(
  task: ColorbenchTask,
  trajectory: VisitedStates,
  mode: Mode,
): ColorbenchTaskReport {
  const { visited, answer } = trajectory;
  const firstVisit = new Map<string, number>();
  visited.forEach((state, index) => {
    if (!firstVisit.has(state)) firstVisit.set(state, index);
  });
  const given = mode === 'corrected' && answer !== null ? answerForm(answer) : null;
  const reachedAt = task.milestones.map(({ pageNodes, answers }): number | null => {
    if (pageNodes !== null) return earliest(pageNodes.map((page) => firstVisit.get(page)));
    const isGiven = given !== null && (answers ?? []).some((text) => answerForm(text) === given);
    return isGiven ? Math.max(trajectory.length - 1, 0) : null;
  });
  const hits = reachedAt.map((step) => step !== null);
  const hitCount = hits.filter(Boolean).length;
  const success = hitCount === hits.length;
  return {
    taskId: task.id,
    appCount: task.appCount,
    abilities: task.milestones.map(({ ability }) => ability),
    hits,
    completion: hitCount / hits.length,
    success,
    reachedAt,
    inOrderProgress: inOrder(task, visited, reachedAt) / hits.length,
    stepEfficiency: success && trajectory.length > 0 ? task.optimalSteps / trajectory.length : null,
    invalidActions: trajectory.invalidActions,
  };
}

/** What scoring needs of recorded steps. A state that the last step arrived at counts, though nothing was done there. */
export function visitedStates(steps: readonly TrajectoryStep[]): VisitedStates {
  const visited: string[] = [];
  let answer: string | null = null;
  let invalidActions = 0;
  for (const step of steps) {
    const state = step.state ?? step.screen.id;
    visited.push(state);
    if (step.transition?.rule === 'invalid') invalidActions += 1;
    answer = completionText(step) ?? answer;
  }
  const last = steps.at(-1)?.transition?.next;
  if (last !== undefined && last !== null) visited.push(last);
  return { visited, answer, length: visited.length, invalidActions };
}

/** The text that a step ends the task with. */
function completionText({ action }: TrajectoryStep): string | null {
  if (action === null) return null;
  switch (action.type) {
    case 'stop':
      return action.answer ?? null;
    case 'answer':
      return action.text;
    default:
      return null;
  }
}

/** Case, spaces and punctuation do not make another answer; the point between two digits does. */
function answerForm(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/(?<!\d(?=\.\d))[\s\p{P}\p{S}]/gu, '');
}

function earliest(visits: readonly (number | undefined)[]): number | null {
  const known = visits.filter((visit) => visit !== undefined);
  return known.length === 0 ? null : Math.min(...known);
}

/** Milestones reached one after the other; one visit may reach several. */
function inOrder(
  task: ColorbenchTask,
  visited: readonly string[],
  reachedAt: readonly (number | null)[],
): number {
  let next = 0;
  const pass = (isReached: (index: number) => boolean): void => {
    while (next < task.milestones.length && isReached(next)) next += 1;
  };
  for (const state of visited) pass((index) => task.milestones[index]?.pageNodes?.includes(state) ?? false);
  // Answers come last, on any screen.
  pass((index) => task.milestones[index]?.answers !== null && reachedAt[index] !== null);
  return next;
}
