import type { Milestone } from './milestone.js';
import { compileMilestones, type MilestoneRules } from './milestone-progress.js';

/** Most ways to choose among alternatives that are looked at one by one. */
export const MOST_CHOICES = 64;

/**
 * The rules of each way to choose one child of every group of alternatives, in the order the task lists them; the rules
 * themselves where there is no such group. Null where there are more than {@link MOST_CHOICES} ways. To reach the milestones of
 * any one is to reach the task's.
 */
export function choicesOf(rules: MilestoneRules): readonly MilestoneRules[] | null {
  if (rules.alternatives.length === 0) return [rules];
  const chosen = chooseAll(rules.milestones);
  return chosen === null ? null : chosen.map((milestones) => compileMilestones(milestones));
}

/** Every list that comes of a choice in each of some milestones. */
function chooseAll(milestones: readonly Milestone[]): readonly (readonly Milestone[])[] | null {
  let ways: readonly (readonly Milestone[])[] = [[]];
  for (const milestone of milestones) {
    const own = waysOf(milestone);
    if (own === null || ways.length * own.length > MOST_CHOICES) return null;
    ways = ways.flatMap((way) => own.map((one) => [...way, one]));
  }
  return ways;
}

function waysOf(milestone: Milestone): readonly Milestone[] | null {
  if (milestone.type !== 'group') return [milestone];
  if (milestone.order === 'alternatives') {
    const ways: Milestone[] = [];
    for (const child of milestone.children) {
      const own = waysOf(child);
      if (own === null || ways.length + own.length > MOST_CHOICES) return null;
      // What the group says of abilities goes on for the child.
      ways.push(...own.map((one): Milestone => ({ ...milestone, order: 'unordered', children: [one] })));
    }
    return ways;
  }
  return (
    chooseAll(milestone.children)?.map((children): Milestone => ({
      ...milestone,
      children: [...children],
    })) ?? null
  );
}
