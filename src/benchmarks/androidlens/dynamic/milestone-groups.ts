import type { DynamicDetails } from './score-dynamic-lens.js';

export type MilestoneDetails = NonNullable<DynamicDetails['milestones']>;

/** Milestones of a task by their group, in order. */
export function milestoneGroups(milestones: MilestoneDetails): ReadonlyMap<number, MilestoneDetails> {
  const groups = new Map<number, MilestoneDetails>();
  for (const milestone of milestones) {
    groups.set(milestone.group, [...(groups.get(milestone.group) ?? []), milestone]);
  }
  return groups;
}
