import {
  answerWith,
  arriveAt,
  compileMilestones,
  completionOf,
  completionOfGoals,
  isComplete,
  isDue,
  isReached,
  leavesAt,
  leavesOfText,
  NO_MILESTONES,
  withLeaf,
  type MilestoneGoal,
  type MilestoneRules,
  type ReachedMilestones,
} from '../domain/milestones/milestone-progress.js';
import type { Score } from '../domain/score.js';
import type { Task } from '../domain/task.js';
import type { Trajectory, TrajectoryStep } from '../domain/trajectory.js';
import type { Evaluator } from './evaluator.js';

/** What became of one milestone; groups are opened in place. */
export interface MilestoneOutcome {
  readonly id: string;
  readonly title: string | null;
  readonly type: 'screen' | 'answer';
  readonly abilities: readonly string[];
  /** Ids of the groups around it, outermost first. */
  readonly groups: readonly string[];
  /** Step (from 0) whose screen or answer reached it; null when nothing did. */
  readonly step: number | null;
}

/** How far a trajectory came through the milestones of its task. */
export interface MilestoneResult {
  /** Of a group of alternatives only those of one child: the first that is reached whole, else the one that came furthest. */
  readonly outcomes: readonly MilestoneOutcome[];
  readonly reached: number;
  readonly total: number;
  /** reached / total, in [0, 1], a group of alternatives counting as one; 0 without milestones. */
  readonly completion: number;
  /** Every milestone reached; false without milestones. */
  readonly success: boolean;
  /** What the answer milestones were compared with: the last text the agent gave. */
  readonly answer: string | null;
}

/**
 * Completion of a task by its milestones: reached / all, 1 being success. A child of an ordered group counts only once
 * its elder siblings are reached; an answer milestone counts when the agent's last answer is one of its texts.
 *
 * Source: ColorBench paper section 3, completion rate.
 * Deviation: the published scorer ignores order and counts no answer milestone; this is the corrected rule, in every
 * mode.
 */
export function milestonesEvaluator(): Evaluator {
  return {
    name: 'milestones',
    version: '1',
    async evaluate({ task, trajectory }): Promise<Score> {
      const result = evaluateMilestones(task, trajectory);
      if (result.total === 0) return { status: 'not_applicable', reason: 'the task has no milestones' };
      const steps = result.outcomes.flatMap(({ step }) => (step === null ? [] : [step]));
      return {
        status: 'scored',
        value: result.completion,
        explanation: explain(result),
        steps: [...new Set(steps)].toSorted((a, b) => a - b),
        details: { success: result.success, answer: result.answer, milestones: result.outcomes },
      };
    },
  };
}

/** Compiled milestones, by the list that a task has them in: the same tasks are scored by the thousand. */
const COMPILED = new WeakMap<Task['milestones'], MilestoneRules>();

/** Which milestones the trajectory reached, and at which step. */
export function evaluateMilestones(task: Task, trajectory: Trajectory): MilestoneResult {
  const rules = COMPILED.get(task.milestones) ?? compileMilestones(task.milestones);
  COMPILED.set(task.milestones, rules);
  const stepOf = new Map<number, number>();
  const answerStep = trajectory.steps.findLastIndex((step) => answerOf(step) !== null);
  let reached = NO_MILESTONES;
  let index = -1;
  for (const step of trajectory.steps) {
    index += 1;
    const { state, screen } = step;
    noteNew(rules, reached, leavesAt(rules, state, screen.id), index, stepOf);
    reached = arriveAt(rules, reached, state, screen.id);
    const answer = index === answerStep ? answerOf(step) : null;
    if (answer === null) continue;
    noteNew(rules, reached, leavesOfText(rules, answer), index, stepOf);
    reached = answerWith(rules, reached, answer);
  }
  const last = answerStep < 0 ? undefined : trajectory.steps[answerStep];
  const itself = [...stepOf.keys()].reduce((set, leaf) => set | (1n << BigInt(leaf)), NO_MILESTONES);
  const outcomes = countedLeaves(rules.goals, itself).flatMap((index): MilestoneOutcome[] => {
    const leaf = rules.leaves[index];
    if (leaf === undefined) return [];
    const { milestone, abilities, groups } = leaf;
    const { id, title = null, type } = milestone;
    return [{ id, title, type, abilities, groups, step: stepOf.get(index) ?? null }];
  });
  return {
    outcomes,
    reached: outcomes.filter(({ step }) => step !== null).length,
    total: outcomes.length,
    completion: completionOf(rules, reached),
    success: isComplete(rules, reached),
    answer: last === undefined ? null : answerOf(last),
  };
}

/** Leaves that are counted, ascending: of alternatives those of the child that came furthest. */
function countedLeaves(goals: readonly MilestoneGoal[], reached: ReachedMilestones): readonly number[] {
  return goals.flatMap((goal) => {
    if (goal.type === 'leaf') return [goal.leaf];
    const far = goal.children.map((child) => completionOfGoals(child, reached));
    return countedLeaves(goal.children[far.indexOf(Math.max(...far))] ?? [], reached);
  });
}

/** The agent's own words go before the form in which an environment recorded them. */
function answerOf(step: TrajectoryStep): string | null {
  if (step.action?.type === 'answer') return step.action.text;
  if (step.action?.type === 'stop') return step.action.answer ?? null;
  return step.answer ?? null;
}

/** Notes the leaves among those of a step that are reached by it; what they make whole is not theirs. */
function noteNew(
  rules: MilestoneRules,
  before: ReachedMilestones,
  leaves: readonly number[],
  step: number,
  stepOf: Map<number, number>,
): void {
  let now = before;
  for (const leaf of leaves) {
    if (!isDue(rules, now, leaf)) continue;
    if (!isReached(now, leaf)) stepOf.set(leaf, step);
    now = withLeaf(rules, now, leaf);
  }
}

function explain({ outcomes, reached, total }: MilestoneResult): string {
  const missed = outcomes.findIndex(({ step }) => step === null);
  const outcome = outcomes[missed];
  if (outcome === undefined)
    return total === 1 ? 'the milestone is reached' : `all ${total} milestones reached`;
  if (total === 1) return `the milestone is not reached: ${outcome.title ?? outcome.id}`;
  return `${reached} of ${total} milestones reached; the first missed is number ${missed + 1}, ${outcome.title ?? outcome.id}`;
}
