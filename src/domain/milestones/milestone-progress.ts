import type { AnswerMilestone, Milestone, MilestoneGroup, ScreenMilestone } from './milestone.js';

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
  /**
   * Groups of which any one child is enough, inner ones first. Once a child is reached whole, all leaves of its group are in
   * the set of what is reached: nothing of it is wanted any more.
   */
  readonly alternatives: readonly AlternativeGroup[];
  /** What is to be reached as a tree, for completion. */
  readonly goals: readonly MilestoneGoal[];
  /** What they were made from. */
  readonly milestones: readonly Milestone[];
}

/** A group of which any one child is enough, as sets of leaves. */
export interface AlternativeGroup {
  readonly leaves: ReachedMilestones;
  readonly children: readonly ReachedMilestones[];
}

/** A leaf, or a choice of what else to reach; all other groups are opened in place. */
export type MilestoneGoal =
  | { readonly type: 'leaf'; readonly leaf: number; readonly hasCredit: boolean }
  | { readonly type: 'choice'; readonly children: readonly (readonly MilestoneGoal[])[] };

/** Nothing reached: where every episode begins, before its first screen is counted. */
export const NO_MILESTONES: ReachedMilestones = 0n;

/** Flattens the (nested) milestones of a task. */
export function compileMilestones(milestones: readonly Milestone[]): MilestoneRules {
  const leaves: MilestoneLeaf[] = [];
  const alternatives: AlternativeGroup[] = [];
  const goals = addLeaves(
    milestones,
    'unordered',
    { abilities: [], groups: [], requires: NO_MILESTONES },
    { leaves, alternatives },
  );
  const leavesOfScreen = new Map<string, number[]>();
  const leavesOfAnswer = new Map<string, number[]>();
  for (const [index, { milestone }] of leaves.entries()) {
    if (milestone.type === 'screen') addAll(leavesOfScreen, milestone.screens, index);
    else addAll(leavesOfAnswer, milestone.accepted.map(normalAnswer), index);
  }
  const all = (1n << BigInt(leaves.length)) - 1n;
  return { leaves, all, leavesOfScreen, leavesOfAnswer, alternatives, goals, milestones };
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
  return reach(rules, reached, leavesAt(rules, state, screen));
}

/** Leaves that a state and a screen of it belong to, ascending, whether or not their turn has come. */
export function leavesAt(
  rules: MilestoneRules,
  state: string | null,
  screen?: string | null,
): readonly number[] {
  const byState = state === null ? undefined : rules.leavesOfScreen.get(state);
  const byScreen =
    screen === undefined || screen === null || screen === state
      ? undefined
      : rules.leavesOfScreen.get(screen);
  if (byState === undefined || byScreen === undefined) return byState ?? byScreen ?? [];
  return [...new Set([...byState, ...byScreen])].toSorted((a, b) => a - b);
}

/** What is reached once the agent has answered with this text. Compared trimmed and without regard to case. */
export function answerWith(
  rules: MilestoneRules,
  reached: ReachedMilestones,
  text: string,
): ReachedMilestones {
  return reach(rules, reached, leavesOfText(rules, text));
}

/** Leaves that accept an answer, ascending, whether or not their turn has come. */
export function leavesOfText(rules: MilestoneRules, text: string): readonly number[] {
  return rules.leavesOfAnswer.get(normalAnswer(text)) ?? [];
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
 * no other is there; where they alone are missing, they count as one. A group of alternatives counts as one leaf, reached as far
 * as its best child is.
 */
export function completionOf(rules: MilestoneRules, reached: ReachedMilestones): number {
  return completionOfGoals(rules.goals, reached);
}

/** The completion of some of a task's goals by themselves, in [0, 1]. */
export function completionOfGoals(goals: readonly MilestoneGoal[], reached: ReachedMilestones): number {
  if (goals.length === 0) return 0;
  const parts = goals.map((goal) => ({ credit: hasCredit(goal), had: reachedShare(goal, reached) }));
  const credited = parts.filter(({ credit }) => credit);
  const sum = (list: typeof parts): number => list.reduce((all, { had }) => all + had, 0);
  if (credited.length === 0) return sum(parts) / parts.length;
  const share = sum(credited) / credited.length;
  const isMissing = parts.some(({ credit, had }) => !credit && had < 1);
  return isMissing ? Math.min(share, credited.length / (credited.length + 1)) : share;
}

function hasCredit(goal: MilestoneGoal): boolean {
  if (goal.type === 'leaf') return goal.hasCredit;
  return goal.children.some((child) => child.some(hasCredit));
}

function reachedShare(goal: MilestoneGoal, reached: ReachedMilestones): number {
  if (goal.type === 'leaf') return isReached(reached, goal.leaf) ? 1 : 0;
  return Math.max(...goal.children.map((child) => completionOfGoals(child, reached)));
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
    if (isDue(rules, now, index)) now = withLeaf(rules, now, index);
  }
  return now;
}

/** The set once a leaf is reached, with the groups of alternatives that this makes whole. */
export function withLeaf(rules: MilestoneRules, reached: ReachedMilestones, leaf: number): ReachedMilestones {
  return withAlternatives(rules, reached | (1n << BigInt(leaf)));
}

/** Whether a leaf counts now: everything before it is reached. */
export function isDue(rules: MilestoneRules, reached: ReachedMilestones, index: number): boolean {
  const leaf = rules.leaves[index];
  return leaf !== undefined && (reached & leaf.requires) === leaf.requires;
}

/** The set with every group of alternatives whole of which a child is. */
function withAlternatives({ alternatives }: MilestoneRules, reached: ReachedMilestones): ReachedMilestones {
  let now = reached;
  for (const { leaves, children } of alternatives) {
    if (children.some((child) => (now & child) === child)) now |= leaves;
  }
  return now;
}

/** What is filled in while milestones are flattened. */
interface Flattened {
  readonly leaves: MilestoneLeaf[];
  readonly alternatives: AlternativeGroup[];
}

function addLeaves(
  milestones: readonly Milestone[],
  order: MilestoneGroup['order'],
  around: Pick<MilestoneLeaf, 'abilities' | 'groups' | 'requires'>,
  into: Flattened,
): readonly MilestoneGoal[] {
  const { leaves } = into;
  const first = leaves.length;
  const goals: (readonly MilestoneGoal[])[] = [];
  const sets: ReachedMilestones[] = [];
  for (const milestone of milestones) {
    const begin = leaves.length;
    const requires = around.requires | (order === 'ordered' ? leavesBetween(first, begin) : NO_MILESTONES);
    const abilities = milestone.abilities.length > 0 ? milestone.abilities : around.abilities;
    if (milestone.type === 'group') {
      const inside = { abilities, groups: [...around.groups, milestone.id], requires };
      goals.push(addLeaves(milestone.children, milestone.order, inside, into));
    } else {
      const hasCredit = milestone.type !== 'screen' || milestone.credit !== false;
      goals.push([{ type: 'leaf', leaf: begin, hasCredit }]);
      leaves.push({ milestone, abilities, groups: around.groups, requires });
    }
    sets.push(leavesBetween(begin, leaves.length));
  }
  if (order !== 'alternatives') return goals.flat();
  into.alternatives.push({ leaves: leavesBetween(first, leaves.length), children: sets });
  return [{ type: 'choice', children: goals }];
}

/** Leaves from one index up to another, as a set. */
function leavesBetween(from: number, to: number): ReachedMilestones {
  return (1n << BigInt(to)) - (1n << BigInt(from));
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
