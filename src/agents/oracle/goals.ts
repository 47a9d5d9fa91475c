import { choicesOf } from '../../domain/milestones/milestone-choices.js';
import {
  isReached,
  type MilestoneRules,
  type ReachedMilestones,
} from '../../domain/milestones/milestone-progress.js';
import { MAX_GOALS, type RouteGoal } from './route-plan.js';
import type { RouteSpace } from './route-space.js';

/**
 * The rules to follow: of alternatives those of the first choice all of whose screens can be reached, else of the first. Where
 * they are too many to look at, all are followed until one is done.
 *
 * @param canReach whether a node can be reached
 */
export function chooseRules(
  space: RouteSpace,
  rules: MilestoneRules,
  canReach: (node: number) => boolean,
): MilestoneRules {
  const choices = choicesOf(rules);
  if (choices === null) return rules;
  const open = choices.find((one) =>
    one.leaves.every(
      ({ milestone }) =>
        milestone.type === 'answer' ||
        milestone.screens.some((id) => space.placesOf(id).some(({ node }) => canReach(node))),
    ),
  );
  return open ?? choices[0] ?? rules;
}

/** Where each milestone can be reached, by leaf; answer milestones and unknown ids lead nowhere. */
export function findPlaces(space: RouteSpace, rules: MilestoneRules): readonly RouteGoal['places'][] {
  const places = rules.leaves.map(() => new Map<number, 'every-screen' | readonly number[]>());
  for (const [id, leaves] of rules.leavesOfScreen) {
    for (const { node, screen } of space.placesOf(id)) {
      for (const leaf of leaves) {
        const found = places[leaf]?.get(node) ?? [];
        if (found === 'every-screen') continue;
        places[leaf]?.set(node, screen === null ? 'every-screen' : [...found, screen]);
      }
    }
  }
  return places;
}

/** The answer to give, and the answer milestones that accept it: as many as one text can reach. */
export function chooseAnswer(rules: MilestoneRules): { text: string; leaves: ReadonlySet<number> } | null {
  let best: { text: string; leaves: ReadonlySet<number> } | null = null;
  for (const { milestone } of rules.leaves) {
    if (milestone.type !== 'answer') continue;
    for (const text of milestone.accepted) {
      const leaves = new Set(rules.leavesOfAnswer.get(text.trim().toLowerCase()));
      if (best === null || leaves.size > best.leaves.size) best = { text, leaves };
    }
  }
  return best;
}

export interface OpenGoals {
  /** Leaves to reach now, ascending; at most `MAX_GOALS`. */
  readonly leaves: readonly number[];
  /** An answer has to be given before anything else counts. */
  readonly needsAnswer: boolean;
}

/**
 * The milestones to plan for: those not reached that still can be, as many as a plan takes. Where all of a task's fit they
 * stay the same all along, so that one plan serves every step.
 *
 * @param canReach whether a leaf lies anywhere that can still be reached.
 */
export function openGoals(
  rules: MilestoneRules,
  reached: ReachedMilestones,
  answerLeaves: ReadonlySet<number>,
  canReach: (leaf: number) => boolean,
): OpenGoals {
  let possible = reached;
  let withoutAnswer = reached;
  const leaves: number[] = [];
  let needsAnswer = false;
  for (const [leaf, { milestone, requires }] of rules.leaves.entries()) {
    const bit = 1n << BigInt(leaf);
    const isOpen = !isReached(reached, leaf);
    if (isOpen && ((possible & requires) !== requires || !(answerLeaves.has(leaf) || canReach(leaf))))
      continue;
    possible |= bit;
    if (milestone.type === 'answer') continue;
    if ((withoutAnswer & requires) === requires) {
      withoutAnswer |= bit;
      leaves.push(leaf);
    } else {
      needsAnswer = true;
    }
  }
  const open = leaves.filter((leaf) => !isReached(reached, leaf));
  if (open.length === 0) return { leaves: [], needsAnswer };
  return { leaves: leaves.length <= MAX_GOALS ? leaves : open.slice(0, MAX_GOALS), needsAnswer };
}
