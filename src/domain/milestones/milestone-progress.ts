import type { AnswerMilestone, Milestone, ScreenMilestone } from './milestone.js';

/** One milestone that can be reached by itself, taken out of its groups. */
export interface MilestoneLeaf {
  readonly milestone: ScreenMilestone | AnswerMilestone;
  /** Its own abilities; where it names none, those of the nearest group around it that names some. */
  readonly abilities: readonly string[];
  /** Ids of the groups around it, outermost first. */
  readonly groups: readonly string[];
  /** Leaves (as a set) that ordered groups want reached before this one counts. */
  readonly requires: ReachedMilestones;
}

/**
 * Leaves reached so far, as a set: bit `i` stands for leaf `i`. Immutable and comparable with `===`, so that a search can
 * use it as part of its state; a bigint, so that no number of leaves is too large.
 */
export type ReachedMilestones = bigint;

/** Milestones of one task, flattened once, so that following an episode costs a map look-up per step. */
export interface MilestoneRules {
  /** In the order the task lists them, groups opened in place. */
  readonly leaves: readonly MilestoneLeaf[];
  /** Every leaf. */
  readonly all: ReachedMilestones;
  /** State or screen id → indices of the leaves it belongs to, ascending. */
  readonly leavesOfScreen: ReadonlyMap<string, readonly number[]>;
  /** Answer in normal form → indices of the leaves that accept it, ascending. */
  readonly leavesOfAnswer: ReadonlyMap<string, readonly number[]>;
}

/** Nothing reached: where every episode begins, before its first screen is counted. */
export const NO_MILESTONES: ReachedMilestones = 0n;

/** Flattens the (nested) milestones of a task. */
export function compileMilestones(milestones: readonly Milestone[]): MilestoneRules {
  const leaves: MilestoneLeaf[] = [];
  addLeaves(milestones, false, { abilities: [], groups: [], requires: NO_MILESTONES }, leaves);
  const leavesOfScreen = new Map<string, number[]>();
  const leavesOfAnswer = new Map<string, number[]>();
  for (const [index, { milestone }] of leaves.entries()) {
    if (milestone.type === 'screen') addAll(leavesOfScreen, milestone.screens, index);
    else addAll(leavesOfAnswer, milestone.accepted.map(normalAnswer), index);
  }
  return { leaves, all: (1n << BigInt(leaves.length)) - 1n, leavesOfScreen, leavesOfAnswer };
}

/**
 * What is reached once the episode has arrived at a state and sees a screen of it; the start counts as an arrival. A
 * leaf inside ordered groups counts only when everything before it is reached; one arrival may reach several leaves, an
 * elder sibling and then its younger one too.
 */
export function arriveAt(
  rules: MilestoneRules,
  reached: ReachedMilestones,
  state: string | null,
  screen?: string | null,
): ReachedMilestones {
  const byState = state === null ? undefined : rules.leavesOfScreen.get(state);
  const byScreen =
    screen === undefined || screen === null || screen === state
      ? undefined
      : rules.leavesOfScreen.get(screen);
  if (byState === undefined) return byScreen === undefined ? reached : reach(rules, reached, byScreen);
  if (byScreen === undefined) return reach(rules, reached, byState);
  const both = [...new Set([...byState, ...byScreen])].toSorted((a, b) => a - b);
  return reach(rules, reached, both);
}

/** What is reached once the agent has answered with this text. Compared trimmed and without regard to case. */
export function answerWith(
  rules: MilestoneRules,
  reached: ReachedMilestones,
  text: string,
): ReachedMilestones {
  const indices = rules.leavesOfAnswer.get(normalAnswer(text));
  return indices === undefined ? reached : reach(rules, reached, indices);
}

/** Whether the leaf is in the set. */
export function isReached(reached: ReachedMilestones, leaf: number): boolean {
  return ((reached >> BigInt(leaf)) & 1n) === 1n;
}

/** Whether every leaf is reached. A task without milestones is never complete. */
export function isComplete(rules: MilestoneRules, reached: ReachedMilestones): boolean {
  return rules.leaves.length > 0 && reached === rules.all;
}

/**
 * Share of the leaves that are reached, in [0, 1]; 0 where there are none. Leaves without credit are left out unless
 * no other is there; where they alone are missing, they count as one.
 */
export function completionOf(rules: MilestoneRules, reached: ReachedMilestones): number {
  const { leaves } = rules;
  if (leaves.length === 0) return 0;
  let credited = NO_MILESTONES;
  for (const [index, { milestone }] of leaves.entries()) {
    if (milestone.type !== 'screen' || milestone.credit !== false) credited |= 1n << BigInt(index);
  }
  if (credited === NO_MILESTONES) return countReached(reached) / leaves.length;
  const had = countReached(reached & credited);
  const earned = countReached(credited);
  return had / (had === earned && reached !== rules.all ? earned + 1 : earned);
}

/** Number of leaves in the set. */
export function countReached(reached: ReachedMilestones): number {
  let count = 0;
  for (let rest = reached; rest > 0n; rest &= rest - 1n) count += 1;
  return count;
}

/** Leaves ascend and need only elder ones, so one pass reaches all that can be reached. */
function reach(
  rules: MilestoneRules,
  reached: ReachedMilestones,
  indices: readonly number[],
): ReachedMilestones {
  let now = reached;
  for (const index of indices) {
    const leaf = rules.leaves[index];
    if (leaf !== undefined && (now & leaf.requires) === leaf.requires) now |= 1n << BigInt(index);
  }
  return now;
}

function addLeaves(
  milestones: readonly Milestone[],
  isOrdered: boolean,
  around: Pick<MilestoneLeaf, 'abilities' | 'groups' | 'requires'>,
  leaves: MilestoneLeaf[],
): void {
  const first = leaves.length;
  for (const milestone of milestones) {
    const elders = isOrdered ? (1n << BigInt(leaves.length)) - (1n << BigInt(first)) : NO_MILESTONES;
    const requires = around.requires | elders;
    const abilities = milestone.abilities.length > 0 ? milestone.abilities : around.abilities;
    if (milestone.type === 'group') {
      const inside = { abilities, groups: [...around.groups, milestone.id], requires };
      addLeaves(milestone.children, milestone.order === 'ordered', inside, leaves);
    } else {
      leaves.push({ milestone, abilities, groups: around.groups, requires });
    }
  }
}

function addAll(map: Map<string, number[]>, keys: readonly string[], index: number): void {
  for (const key of new Set(keys)) {
    const indices = map.get(key);
    if (indices === undefined) map.set(key, [index]);
    else indices.push(index);
  }
}

function normalAnswer(text: string): string {
  return text.trim().toLowerCase();
}
